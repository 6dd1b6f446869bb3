// Package wholefile writes files whole or not at all. Everything that the project writes over a file that may be there
// already goes through it.
//
// Write makes a new file beside the old one, writes it, has it synced to the disk, and gives it the old one's name. So
// whoever opens the file, at whatever time, finds the old content or all of the new one; and when the disk is full or the
// machine stops, the old content is still there. Check finds out by writing whether Write will be able to.
//
// A Draft is for what grows for hours and is worth something before it is whole, such as the record of a run. It stands
// where a reader finds it, but never in the place of a file that holds something.
//
// A Lock keeps two processes from writing the same file, where the later one would undo the work of the other.
//
// What is no plain file, such as a terminal, a pipe or /dev/null, has no old content to keep: it is written as it comes.
package wholefile
