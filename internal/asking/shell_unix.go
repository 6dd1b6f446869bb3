//go:build unix

package asking

import (
	"os/exec"
	"syscall"
)

// shell is a line for the shell, in a group of processes of its own: Ctrl-C is for us, and we still ask after it.
func shell(line string) *exec.Cmd {
	c := exec.Command("/bin/sh", "-c", line)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return c
}

// end kills the group.
func end(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
