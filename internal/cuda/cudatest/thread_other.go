//go:build !linux

package cudatest

import (
	"fmt"
	"runtime"
)

// thread stands for the OS thread that calls, by the number of the goroutine: one that is locked to a thread keeps both.
func thread() (id int) {
	var buf [64]byte
	fmt.Sscanf(string(buf[:runtime.Stack(buf[:], false)]), "goroutine %d ", &id)
	return id
}
