package refuse

import (
	"os"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

func Library(_ lane.Thread, x []int32) {
	x[0] = int32(os.Getpid()) // refused: os.Getpid has no device form: syscall.Getpid has no device form: syscall.rawSyscallNoError has no body in Go; write the function in the device subset, or call it on the host
}
