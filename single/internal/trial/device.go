package trial

import (
	"flag"
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/walk"
	"io"
	"testing"
)

// Arranged is a method whose search a test lays out otherwise once it is prepared for a device.
type Arranged[S walk.Search] struct {
	walk.Method
	Arrange func(search S)
}

func (m Arranged[S]) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	search, err := m.Method.Prepare(p, plan)
	if s, ok := search.(S); ok && err == nil {
		m.Arrange(s)
	}
	return search, err
}

func (m Arranged[S]) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return walk.Place(p, m.Method, d)
}

// onDevice is where the benchmarks of kernels run. The emulator, with -benchtime 1x, only shows that they do.
var onDevice = flag.String("tabu.device", "gpu", "device of the benchmarks of kernels: gpu, gpu:1, emulator")

// NeedDevice opens the device, or skips the benchmark.
func NeedDevice(b *testing.B) multiwalk.Accelerator {
	b.Helper()
	d, err := device.Parse(*onDevice)
	if err != nil {
		b.Skip(err)
	}
	a, ok := d.(multiwalk.Accelerator)
	if !ok {
		b.Skipf("%v runs no kernels", d)
	}
	return a
}

// WalkOn begins a method's walk on the first machine of a device without Minimize, and closes it after the test.
func WalkOn[W walk.Walk](t testing.TB, d multiwalk.Device, p multiwalk.Problem, m walk.Method, plan walk.Plan) W {
	t.Helper()
	plan.Device, plan.Warn = d, func(string) {}
	search, err := m.Prepare(p, plan)
	if err != nil {
		t.Fatal(err)
	}
	w, err := search.NewWalk(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.(io.Closer).Close(); err != nil {
			t.Error(err)
		}
	})
	return w.(W)
}
