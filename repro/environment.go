package repro

import (
	"fmt"
	"runtime"
	"strings"
)

// Environment says where figures come from. It goes below every table.
type Environment struct {
	Version   string `json:"version"`   // of the program
	Command   string `json:"command"`   // that makes the figures again
	Processor string `json:"processor"` // the model
	Cores     int    `json:"cores"`     // that the processor's figures had
	Device    string `json:"device"`    // the accelerator and its driver, or why there is none
}

// Lines returns the environment as lines of text.
func (e Environment) Lines() []string {
	return []string{
		fmt.Sprintf("machine: %s, %d cores used, %s/%s", e.Processor, e.Cores, runtime.GOOS, runtime.GOARCH),
		"device:  " + e.Device,
		fmt.Sprintf("program: multiwalk %s, %s", e.Version, runtime.Version()),
		"command: " + e.Command,
	}
}

// String returns the lines as one text.
func (e Environment) String() string { return strings.Join(e.Lines(), "\n") + "\n" }
