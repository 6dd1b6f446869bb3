package own

import (
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/walk"
)

// BenchmarkBoth shows how busy a core and a machine are, where the core runs what auto chooses there, and the machine sleeps, about 8 ms a
// launch.
//
//	go test ./tools/own -run '^$' -bench Both -benchtime 3x
func BenchmarkBoth(b *testing.B) {
	join := func(cores, machines walk.Method) walk.Method {
		return cooperate.ByDevice{Cores: cores, Machines: machines}
	}
	launch := func(_ time.Duration, r *multiwalk.Rand) time.Duration {
		return 7*time.Millisecond + time.Duration(r.IntN(2_000_000))
	}
	for _, c := range all() {
		b.Run(c.Name, func(b *testing.B) {
			runtest.Busy(b, c.Problem, device.Both(device.CPU(1), device.Emulator()), join, auto.For(c.Problem), runtest.Sleeper{Lasts: launch, Units: 1})
		})
	}
}
