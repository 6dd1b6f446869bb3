package cudatest

import "syscall"

// thread is the OS thread that calls.
func thread() int { return syscall.Gettid() }
