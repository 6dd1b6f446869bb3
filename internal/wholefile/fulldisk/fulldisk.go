// Package fulldisk lets tests write to a disk that is full, without one: the operating system refuses what a process
// writes beyond a limit for the size of its files, just as it refuses what does not fit a disk.
package fulldisk
