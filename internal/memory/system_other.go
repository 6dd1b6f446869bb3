//go:build !linux

package memory

func system() (int64, bool) { return 0, false }
