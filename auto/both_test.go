package auto_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/tools/own"
)

// On cores and machines each side has the method that it would have by itself; where that is one, it is that one. Where nothing
// runs on machines, that is an error.
func TestChoose_OnBoth(t *testing.T) {
	emulator := device.Emulator()
	queens := must.Have(nqueens.New(20))(t)
	bits := must.Have(qubo.Named("qubo:300", ""))(t)
	if m := auto.For(bits); m.Name() != "halving" {
		t.Errorf("on cores bits get %s", m.Name())
	}
	both := device.Both(device.CPU(2), emulator)
	for _, c := range []struct {
		p    multiwalk.Problem
		want string // of cores and machines; "" where they have one
		note string
	}{
		{tsp.Random(20, 1), "ils eax", "CPU cores run ils, and emulator runs eax"},
		{qap.Uniform(20, 1), "portfolio memetic", "runs memetic"},
		{own.NewColouring(20, 4, 1), "", "auto chose anneal"},
		{bits, "halving iterated-tabu", "CPU cores run halving, and emulator runs iterated-tabu"},
	} {
		m, d, notes, err := auto.Choose(c.p, nil, both)
		if err != nil {
			t.Errorf("%T: %v", c.p, err)
			continue
		}
		names := []string{m.Name()}
		if b, ok := m.(cooperate.ByDevice); ok {
			names = []string{b.Cores.Name(), b.Machines.Name()}
			if !reflect.DeepEqual(b.Cores, auto.For(c.p)) || !reflect.DeepEqual(b.Machines, auto.On(c.p, emulator)) {
				t.Errorf("%T: %+v", c.p, b)
			}
		}
		if got := strings.Join(names, " "); c.want != "" && got != c.want || !strings.Contains(strings.Join(notes, "; "), c.note) {
			t.Errorf("%T: %s, %q", c.p, got, notes)
		}
		if d.String() != "cpu:2+emulator" {
			t.Errorf("%T is on %v", c.p, d)
		}
		if on := auto.On(c.p, both); on.Name() != m.Name() {
			t.Errorf("%T: On returns %s, Choose %s", c.p, on.Name(), m.Name())
		}
	}
	for _, d := range []multiwalk.Device{both, emulator} { // which were named, and nothing runs there
		if m, on, _, err := auto.Choose(queens, nil, d); !errors.Is(err, multiwalk.ErrNoKernel) || !strings.Contains(err.Error(), "leave the device open") {
			t.Errorf("%v on %v: %v", m, on, err)
		}
	}
	must.Fail(t, "method memetic cannot run on emulator")(auto.Choose(tsp.Random(20, 1), population.Memetic{}, both))
	gputest.Computer(t, 0, nil) // one without a GPU
	if _, _, _, err := auto.Choose(tsp.Random(20, 1), nil, device.Both(device.CPU(2), device.GPU())); err == nil {
		t.Error("chosen without a GPU")
	}
}
