//go:build freebsd || dragonfly

package fulldisk

import "syscall"

func setCurrent(limit *syscall.Rlimit, bytes uint64) { limit.Cur = int64(bytes) }
