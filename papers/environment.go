package papers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Machine is what figures were measured on. It is part of the settings that a journal begins with.
type Machine struct {
	Processor string `json:"processor"` // the model
	Cores     int    `json:"cores"`     // that the processor's figures had
	Device    string `json:"device"`    // the accelerator and its driver, or why there is none
}

// Environment says where figures come from. It goes below every table.
type Environment struct {
	Version string `json:"version"` // of the program
	Command string `json:"command"` // that makes the figures again
	Machine
	// Shown says that all figures are a journal's: its machine may be another one than the program now runs on, and what
	// program measured them is not known.
	Shown bool `json:"shown,omitempty"`
}

// mostSettings bounds the first line of a journal, in bytes.
const mostSettings = 1 << 20

// Source returns the machine that the settings in a journal's first line name.
func Source(file string) (Environment, error) {
	f, err := os.Open(file)
	if err != nil {
		return Environment{}, fmt.Errorf("multiwalk: %w", err)
	}
	defer f.Close()
	e := Environment{Shown: true}
	head := bounded.Limit{Most: mostSettings, Remedy: "give the folder of a run", Zeros: true}.Reader(f)
	first, err := bufio.NewReader(head).ReadString('\n')
	if err != nil && err != io.EOF {
		return Environment{}, fmt.Errorf("multiwalk: %w", err)
	}
	settings, ok := strings.CutPrefix(first, settingsMark)
	if err != nil || !ok || json.Unmarshal([]byte(settings), &e) != nil || e.Cores < 1 || e.Device == "" {
		return Environment{}, fmt.Errorf("multiwalk: %s: its first line does not name the machine of the runs; "+
			"give the folder of a run", file)
	}
	return e, nil
}

// Lines returns the environment as lines of text.
func (e Environment) Lines() []string {
	machine := fmt.Sprintf("machine: %s, %d cores used", e.Processor, e.Cores)
	program := fmt.Sprintf("multiwalk %s, %s", e.Version, runtime.Version())
	if e.Shown {
		program = "shown by " + program
	} else {
		machine += ", " + runtime.GOOS + "/" + runtime.GOARCH
	}
	return []string{machine, "device:  " + e.Device, "program: " + program, "command: " + e.Command}
}

// String returns the lines as one text.
func (e Environment) String() string { return strings.Join(e.Lines(), "\n") + "\n" }
