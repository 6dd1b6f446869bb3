package tempering

import (
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
)

// ladders is parallel tempering that prices swaps on a device in a given way, or defers some swaps, or makes launches
// of some sweeps; 0 leaves these.
func ladders(s temperShape, delay int, sweeps int64, m ParallelTempering) walk.Method {
	return trial.Arranged[*temperFleet]{Method: m, Arrange: func(f *temperFleet) { f.first, f.defers, f.sweeps = s, delay, sweeps }}
}
