package walk_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/walk"
)

// BenchmarkBoth_Busy shows how busy 15 cores and a machine are, where launches last so long, more or less, and units last what their
// method takes them to last, or become four times shorter in a second, as those of a search that cools, or are as long as a launch, or
// are many. All of them sleep, so no cores are needed.
//
//	go test . -run '^$' -bench Both_Busy -benchtime 3x
func BenchmarkBoth_Busy(b *testing.B) {
	join := func(cores, machines walk.Method) walk.Method { return byDevice{cores, machines} }
	d := device.Both(device.CPU(15), device.Emulator())
	cores := []struct {
		name string
		runtest.Sleeper
	}{
		{"steady", runtest.Sleeper{Lasts: about(20*time.Microsecond, 0.05), Units: 500}},
		{"cools", runtest.Sleeper{Lasts: cooling, Units: 1500}},
		{"long", runtest.Sleeper{Lasts: about(4*time.Millisecond, 0.3), Units: 1}},
		{"short", runtest.Sleeper{Lasts: about(4*time.Microsecond, 0.1), Units: 2500}},
	}
	for _, launch := range []time.Duration{2 * time.Millisecond, 5 * time.Millisecond, 20 * time.Millisecond, 60 * time.Millisecond} {
		for _, c := range cores {
			b.Run(fmt.Sprintf("%v/%s", launch, c.name), func(b *testing.B) {
				runtest.Busy(b, value{1000}, d, join, c.Sleeper, runtest.Sleeper{Lasts: about(launch, 0.2), Units: 1})
			})
		}
	}
}

// about is a time, and up to a part of it more or less.
func about(d time.Duration, part float64) func(time.Duration, *multiwalk.Rand) time.Duration {
	return func(_ time.Duration, r *multiwalk.Rand) time.Duration {
		return time.Duration(float64(d) * (1 - part + 2*part*r.Float64()))
	}
}

func cooling(at time.Duration, r *multiwalk.Rand) time.Duration {
	return about(10*time.Microsecond+time.Duration(30_000/(1+8*at.Seconds())), 0.05)(at, r)
}
