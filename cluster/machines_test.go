package cluster

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// square is a random assignment, as a file has it.
func square(n int) string {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	fmt.Fprintln(&b, n)
	for range 2 * n * n {
		fmt.Fprintln(&b, r.IntN(100))
	}
	return b.String()
}

// lends has a node lend emulators, and cores, until the function is called or the test is over.
func lends(t *testing.T, where, name string, cores int, machines multiwalk.Accelerator) (leave func()) {
	t.Helper()
	return enter(t, where, Node{Name: name, Cores: cores, Machines: machines, Build: build, Make: made})
}

// race makes a run on a device.
func race(t *testing.T, m walk.Method, d multiwalk.Device, observe func(multiwalk.Event)) (string, error) {
	t.Helper()
	return raced(t, m, multiwalk.Settings{Seed: 3, Walks: 4, Stop: []multiwalk.Stop{multiwalk.Work(3)}, Device: d, Observe: observe})
}

// raced makes a run. The line says all that its seed promises.
func raced(t *testing.T, m walk.Method, s multiwalk.Settings) (string, error) {
	t.Helper()
	p, err := qap.Read(strings.NewReader(square(5)), "5.dat")
	if err != nil {
		t.Fatal(err)
	}
	res, err := multiwalk.Minimize(t.Context(), p, m, s)
	if err != nil {
		return "", err
	}
	for i := range res.History {
		res.History[i].Elapsed = 0
	}
	return fmt.Sprint(res.Cost, res.Best, res.Counters, res.Rounds, res.Status, res.Walks, res.Workers, res.History), nil
}

func machines(t *testing.T, where string, many int, tell func(string)) *Machines {
	t.Helper()
	d, err := DialMachines(t.Context(), where, build, many, Instance{Content: []byte(square(5)), File: "5.dat"}, tell)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// A run on GPUs that nodes lend, here emulators, finds what it finds on one computer with as many, wherever these are, also where there are
// fewer, one leaves half-way, and states are so long that nodes ask for them.
func TestMachines_FindTheSameOnAnyNodes(t *testing.T) {
	t.Parallel()
	want, err := race(t, single.Tabu{}, device.Emulators(2), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, nodes := range map[string][]int{"one with two": {2}, "one with one": {1}} {
		where := serve(t, Serving{}).Address()
		for i, n := range nodes {
			lends(t, where, fmt.Sprint("node ", i), i, device.Emulators(n)) // the first has no cores
		}
		if got, err := race(t, single.Tabu{}, machines(t, where, 2, nil), nil); got != want {
			t.Errorf("%s\n%s %v\nand here\n%s", name, got, err, want)
		}
	}
	where := serve(t, Serving{}).Address()
	leave := lends(t, where, "leaves", 0, device.Emulator())
	d := machines(t, where, 2, nil)
	d.client.mostKept = 100
	var once sync.Once
	got, err := race(t, single.Tabu{}, d, func(e multiwalk.Event) {
		if e.Kind == multiwalk.EventIncumbent { // once its walks are begun, or later
			once.Do(func() {
				leave() // and then nobody is there for a while
				lends(t, where, "comes", 0, device.Emulator())
			})
		}
	})
	if got != want {
		t.Errorf("where a node leaves\n%s %v\nand here\n%s", got, err, want)
	}
}

// A run on GPUs that nodes lend goes on from a checkpoint on those of other nodes, or of another server, as if it had never ended. It does not
// go on on others.
func TestMachines_GoOnFromACheckpoint(t *testing.T) {
	t.Parallel()
	want, err := race(t, single.Tabu{}, device.Emulators(2), nil)
	if err != nil {
		t.Fatal(err)
	}
	where := serve(t, Serving{}).Address()
	leave := lends(t, where, "first", 0, device.Emulators(2))
	var states []*checkpoint.Saved
	keep := multiwalk.Checkpoint{Every: 1, Write: func(text []byte) error {
		s, err := checkpoint.Parse(text)
		states = append(states, s)
		return err
	}}
	if _, err := raced(t, single.Tabu{}, multiwalk.Settings{Seed: 3, Walks: 4, Stop: []multiwalk.Stop{multiwalk.Work(2)},
		Device: machines(t, where, 2, nil), Checkpoint: keep}); err != nil {
		t.Fatal(err)
	}
	leave()
	other := serve(t, Serving{}).Address()
	for _, at := range []string{where, other} {
		lends(t, at, "second", 0, device.Emulator())
	}
	for i, at := range []string{where, other} {
		state := states[i*(len(states)-1)] // of the beginning, and of the end
		got, err := raced(t, single.Tabu{}, multiwalk.Settings{Resume: state, Stop: []multiwalk.Stop{multiwalk.Work(3)}, Device: machines(t, at, 2, nil)})
		if got != want {
			t.Errorf("after round %d\n%s %v\nand without an end\n%s", state.Rounds, got, err, want)
		}
	}
	last := states[len(states)-1]
	for reason, d := range map[string]multiwalk.Device{"number of machines": machines(t, other, 3, nil), "another device": device.Emulators(2)} {
		_, err := raced(t, single.Tabu{}, multiwalk.Settings{Resume: last, Stop: []multiwalk.Stop{multiwalk.Work(3)}, Device: d})
		if err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("on %v it is refused for %v", d, err)
		}
	}
}

// What cannot be on machines of others is refused, with the reason.
func TestMachines_Refused(t *testing.T) {
	t.Parallel()
	where := serve(t, Serving{}).Address()
	if _, err := DialMachines(t.Context(), where, build, 0, Instance{}, nil); err == nil || !strings.Contains(err.Error(), "no node of") {
		t.Errorf("without a node: %v", err)
	}
	lends(t, where, "node", 0, device.Emulators(2))
	if _, err := Dial(t.Context(), where, build, Instance{}, nil); err == nil || !strings.Contains(err.Error(), "lend no cores") {
		t.Errorf("a run on cores: %v", err)
	}
	d := machines(t, where, 0, nil)
	if d.Workers() != 2 || !strings.HasPrefix(d.String(), "gpus:2@cluster:") {
		t.Errorf("%v has %d machines", d, d.Workers())
	}
	for reason, m := range map[string]walk.Method{
		"GPU half":          single.Enumerate{},
		"one walk":          population.Memetic{},
		"exchange messages": cooperate.Islands{Method: population.Genetic{}},
	} {
		if _, err := race(t, m, d, nil); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s is refused for %v", m.Name(), err)
		}
	}
}
