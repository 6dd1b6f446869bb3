package gpu

import (
	"runtime"

	"github.com/multiwalk/multiwalk"
)

// spared is all cores but some.
type spared int

// Spare is all cores of the processor but one for each machine, because driving a machine takes a core.
func Spare(machines int) multiwalk.Device { return spared(machines) }

// String returns "cpu".
func (spared) String() string { return "cpu" }

// Workers returns the number of cores, at least 1.
func (s spared) Workers() int { return max(1, runtime.GOMAXPROCS(0)-int(s)) }
