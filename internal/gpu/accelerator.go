package gpu

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// ErrNoGPU is wrapped by errors about GPUs that are not there, or cannot run our kernels.
var ErrNoGPU = errors.New("no GPU")

// accelerator is a device of this package.
type accelerator interface {
	multiwalk.Accelerator
	machine(i int) (*Machine, error)
}

// Of returns machine number i of a device that package device made. It is opened once and kept for the life of the
// process: to open a GPU takes a tenth of a second.
func Of(d multiwalk.Device, i int) (*Machine, error) {
	a, ok := d.(accelerator)
	if !ok {
		return nil, fmt.Errorf("multiwalk: %v runs no kernels; use a GPU or the emulator of package device", d)
	}
	if i < 0 || i >= a.Workers() {
		return nil, fmt.Errorf("multiwalk: %v has no machine %d; it has %d", d, i, a.Workers())
	}
	return a.machine(i)
}

// fleet is the GPUs of a driver, and the machines made of them so far.
type fleet struct {
	open  func() (*cuda.Driver, error)
	mu    sync.Mutex
	slots map[int]*slot
}

// slot is the place of one GPU's machine. GPUs are opened side by side, each once.
type slot struct {
	mu sync.Mutex
	m  *Machine
}

// installed is the GPUs of this computer.
var installed = newFleet(cuda.Open)

func newFleet(open func() (*cuda.Driver, error)) *fleet {
	return &fleet{open: open, slots: map[int]*slot{}}
}

// Substitute puts another driver in the place of this computer's, a fake for tests, until the function it returns is
// called. Devices made meanwhile stay with it.
func Substitute(open func() (*cuda.Driver, error)) (restore func()) {
	was := installed
	installed = newFleet(open)
	return func() { installed = was }
}

// gpus is some GPUs of a computer, by their numbers.
type gpus struct {
	of  *fleet
	ids []int
}

// GPUs is the GPUs with these numbers; without any, the first.
func GPUs(ids ...int) multiwalk.Accelerator {
	if len(ids) == 0 {
		ids = []int{0}
	}
	return &gpus{installed, slices.Clone(ids)}
}

// Properties describes the GPUs of this computer and the version of CUDA that its driver supports, as "13.0". The error
// wraps ErrNoGPU.
func Properties() ([]cuda.Properties, string, error) {
	driver, err := installed.driver()
	if err != nil {
		return nil, "", err
	}
	var list []cuda.Properties
	for _, d := range driver.Devices() {
		list = append(list, d.Properties())
	}
	return list, driver.VersionText(), nil
}

// String returns "gpu:0,1".
func (g *gpus) String() string {
	numbers := make([]string, len(g.ids))
	for i, id := range g.ids {
		numbers[i] = strconv.Itoa(id)
	}
	return "gpu:" + strings.Join(numbers, ",")
}

// Workers is the number of GPUs.
func (g *gpus) Workers() int { return len(g.ids) }

// Ready reports whether the driver is there and the GPUs can run our kernels. It does not open them.
func (g *gpus) Ready() error {
	for i, id := range g.ids {
		if slices.Contains(g.ids[:i], id) {
			return fmt.Errorf("multiwalk: %v names GPU %d twice", g, id)
		}
		if _, err := g.of.device(id); err != nil {
			return err
		}
	}
	return nil
}

func (g *gpus) machine(i int) (*Machine, error) { return g.of.machine(g.ids[i]) }

// driver opens the driver.
func (f *fleet) driver() (*cuda.Driver, error) {
	d, err := f.open()
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %w: %w", ErrNoGPU, bare(err))
	}
	return d, nil
}

// device finds a GPU by its number.
func (f *fleet) device(id int) (*cuda.Device, error) {
	driver, err := f.driver()
	if err != nil {
		return nil, err
	}
	have := driver.Devices()
	if id < 0 || id >= len(have) {
		return nil, fmt.Errorf("multiwalk: %w of number %d: the driver has %d, from gpu:0; see multiwalk devices",
			ErrNoGPU, id, len(have))
	}
	if err := have[id].CheckCapability(cuda.MinimumMajor, cuda.MinimumMinor); err != nil {
		return nil, fmt.Errorf("multiwalk: %w: %w", ErrNoGPU, bare(err))
	}
	return have[id], nil
}

// machine opens a GPU, or returns what an earlier call opened.
func (f *fleet) machine(id int) (*Machine, error) {
	s := f.slot(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m != nil {
		return s.m, s.m.usable()
	}
	d, err := f.device(id)
	if err != nil {
		return nil, err
	}
	m := newMachine("gpu:" + strconv.Itoa(id))
	if m.ctx, err = d.NewContext(); err != nil {
		return nil, m.wrap(err)
	}
	m.model = d.Properties()
	s.m = m
	return m, nil
}

func (f *fleet) slot(id int) *slot {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.slots[id] == nil {
		f.slots[id] = new(slot)
	}
	return f.slots[id]
}

// emulators is a number of machines that the CPU emulates.
type emulators []*Machine

// Emulators is n emulators in the place of GPUs. Each value made has machines of its own.
func Emulators(n int) multiwalk.Accelerator {
	list := make(emulators, max(1, n))
	for i := range list {
		list[i] = newMachine(fmt.Sprintf("emulator %d", i))
		list[i].model = emulated
	}
	return &list
}

// emulated is the GPU that an emulator plays: small, for it is slow, but with all the shared memory of a real one.
var emulated = cuda.Properties{Name: "emulator", Major: 8, SMs: 2, SharedPerBlockOptIn: lane.MaxShared,
	SharedPerSM: lane.MaxShared + 1<<10, ThreadsPerBlock: lane.MaxThreads}

// String returns "emulator" or, for several, "emulator:2".
func (e *emulators) String() string {
	if len(*e) == 1 {
		return "emulator"
	}
	return fmt.Sprintf("emulator:%d", len(*e))
}

// Workers is the number of emulators.
func (e *emulators) Workers() int { return len(*e) }

func (e *emulators) Ready() error { return nil }

func (e *emulators) machine(i int) (*Machine, error) { return (*e)[i], (*e)[i].usable() }
