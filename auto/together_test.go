package auto_test

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
)

// Where nobody names a device or a method, a problem that no rule knows is for cores and the first GPU together, unless it is small, the
// run counts its work or its walks, or one of the two is missing. A problem that a rule knows is for one of them.
func TestChooseFor_Together(t *testing.T) {
	routes, colours := own.All("")[0].Problem, own.NewColouring(50, 4, 1)
	queens := must.Have(nqueens.New(50))(t)
	bits := must.Have(perceptron.Draw(61, 61, 1))(t)
	timed := []multiwalk.Stop{multiwalk.Time(time.Second), multiwalk.Target(0)}
	const both = "cpu+gpu:0"
	for name, c := range map[string]struct {
		p        multiwalk.Problem
		wanted   walk.Method
		s        multiwalk.Settings
		cores    int // 0: two
		computer func(*cudatest.Fake)
		on       string // "<nil>" is all cores
	}{
		"routes":           {p: routes, s: multiwalk.Settings{Stop: timed}, on: both},
		"colours":          {p: colours, on: both},
		"no improvement":   {p: colours, s: multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.NoImprovement(9)}, Workers: 1}, on: both},
		"small":            {p: own.NewColouring(39, 4, 1), on: "<nil>"},
		"evaluations":      {p: colours, s: multiwalk.Settings{Stop: append(timed, multiwalk.Evaluations(9))}, on: "<nil>"},
		"work":             {p: colours, s: multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(9)}}, on: "<nil>"},
		"walks":            {p: colours, s: multiwalk.Settings{Walks: 9}, on: "<nil>"},
		"one core":         {p: colours, cores: 1, on: "<nil>"},
		"no GPU":           {p: colours, computer: func(f *cudatest.Fake) { f.RemoveDevices() }, on: "<nil>"},
		"old driver":       {p: colours, computer: func(f *cudatest.Fake) { f.SetVersion(11040) }, on: "<nil>"},
		"no kernels":       {p: anything{multiwalk.Permutation(50)}, on: "<nil>"},
		"a method":         {p: colours, wanted: single.Anneal{}, on: "<nil>"},
		"a device":         {p: colours, s: multiwalk.Settings{Device: device.CPU(1)}, on: "cpu:1"},
		"an assignment":    {p: qap.Uniform(50, 1), on: "gpu:0"},
		"a small one":      {p: qap.Uniform(39, 1), on: "<nil>"},
		"a tour":           {p: tsp.Random(1000, 1), on: "gpu:0"},
		"a triple":         {p: q3ap.Random(15, 1), on: "<nil>"},
		"queens":           {p: queens, on: "<nil>"},
		"a perceptron":     {p: bits, on: "<nil>"},
		"no problem":       {on: "<nil>"},
		"a broken problem": {p: breaks{}, on: "<nil>"},
	} {
		t.Run(name, func(t *testing.T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cmp.Or(c.cores, 2)))
			if fake := gputest.Computer(t, 1, nil); c.computer != nil {
				c.computer(fake)
			}
			m, on, notes, err := auto.ChooseFor(c.p, c.wanted, c.s)
			if err != nil || m == nil || fmt.Sprint(on) != c.on {
				t.Errorf("%v on %v, want it on %s: %v, %v", m, on, c.on, notes, err)
			}
			said := strings.Join(notes, "; ")
			if strings.Contains(said, "cores and gpu:0 work on it together") != (c.on == both) || strings.Contains(said, "update the NVIDIA driver") != (name == "old driver") {
				t.Errorf("the notes are %q", said)
			}
			if c.on == both && (on.Workers() != 2 || walk.Place(c.p, m, on) != nil) {
				t.Errorf("%v of %d workers", on, on.Workers())
			}
		})
	}
}
