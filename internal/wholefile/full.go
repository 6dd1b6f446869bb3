package wholefile

import (
	"errors"
	"runtime"
	"syscall"
)

// What Windows says of a full disk.
const (
	handleDiskFull = syscall.Errno(39)
	diskFull       = syscall.Errno(112)
)

// Full says whether an error is that of a disk, or of a share of one, without room.
func Full(err error) bool {
	full := errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
	return full || runtime.GOOS == "windows" && (errors.Is(err, diskFull) || errors.Is(err, handleDiskFull))
}
