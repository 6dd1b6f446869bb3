//go:build !unix

package asking

import "os/exec"

// shell is a line for the shell.
func shell(line string) *exec.Cmd { return exec.Command("cmd", "/C", line) }

func end(c *exec.Cmd) { _ = c.Process.Kill() }
