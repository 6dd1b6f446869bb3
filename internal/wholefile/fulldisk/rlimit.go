//go:build unix && !freebsd && !dragonfly

package fulldisk

import "syscall"

func setCurrent(limit *syscall.Rlimit, bytes uint64) { limit.Cur = bytes }
