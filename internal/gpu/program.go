package gpu

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Program is the kernels of some PTX on a machine. Each is compiled and loaded when it is first asked for, because the
// driver takes up to half a second a kernel and a run launches few of those that a problem has.
type Program struct {
	m       *Machine
	name    string
	ptx     func() ([]byte, error) // unpacked
	options func() (cuda.ModuleOptions, error)
	whole   bool // the kernels launch each other, so they are one module
	mu      sync.Mutex
	parts   map[string]*part // by symbol and what is settled; that of "" is the whole
}

// part is a module of a program, loaded on a machine.
type part struct {
	once   sync.Once
	module *cuda.Module
	err    error
}

// NameOf returns a name for Load of PTX that kernelgen has written: what it is of, and the hash that its second line
// states.
func NameOf(what string, ptx []byte) string {
	lines := strings.SplitN(string(ptx[:min(len(ptx), 1000)]), "\n", 3)
	return what + strings.TrimPrefix(lines[min(1, len(lines)-1)], "//")
}

// Load returns the kernels of PTX on the machine: the same Program for the same name, so a name must tell its PTX from
// all other. Compiled kernels are kept on disk for later processes.
func (m *Machine) Load(name string, ptx []byte) (*Program, error) {
	return m.program(name, unpacked(name, ptx), false, noOptions)
}

func noOptions() (cuda.ModuleOptions, error) { return cuda.ModuleOptions{}, nil }

// LoadNested is Load for PTX whose kernels launch kernels. Up to pending of these may wait at a time. It needs NVIDIA's
// device runtime, a library of the CUDA toolkit: where that is not found, the error says what is missing, and wraps
// ErrNoDeviceRuntime. The emulator needs nothing, and has lane.PendingLaunches wait.
func (m *Machine) LoadNested(name string, ptx []byte, pending int) (*Program, error) {
	p, err := m.program(name, unpacked(name, ptx), true, func() (opt cuda.ModuleOptions, err error) {
		if opt.Library, err = cuda.DeviceRuntime(); err == nil {
			err = m.ctx.SetPendingLaunches(pending)
		}
		return opt, err
	})
	if err != nil || m.Emulated() {
		return p, err
	}
	_, err = p.part("", nil, nil)
	return p, err
}

// ErrNoDeviceRuntime is wrapped by the error of LoadNested on a computer without the device runtime.
var ErrNoDeviceRuntime = cuda.ErrNoDeviceRuntime

// program finds the program of that name or makes it; options are asked for where there is a GPU.
func (m *Machine) program(name string, ptx func() ([]byte, error), whole bool, options func() (cuda.ModuleOptions, error)) (*Program, error) {
	if err := m.usable(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.programs[name]
	if p == nil {
		p = &Program{m: m, name: name, ptx: ptx, options: options, whole: whole, parts: map[string]*part{}}
		m.programs[name] = p
	}
	return p, nil
}

// part loads the module of a kernel, once. It calls compiling before the driver compiles, if it has to. What fails may
// be tried again by the next call.
func (p *Program) part(symbol string, s *settled, compiling func()) (*cuda.Module, error) {
	if p.whole {
		symbol, s = "", nil
	}
	key := symbol + s.key()
	p.mu.Lock()
	one := p.parts[key]
	if one == nil {
		one = new(part)
		p.parts[key] = one
	}
	p.mu.Unlock()
	one.once.Do(func() { one.module, one.err = p.load(symbol, s, compiling) })
	if one.err != nil {
		p.mu.Lock()
		if p.parts[key] == one {
			delete(p.parts, key)
		}
		p.mu.Unlock()
		return nil, p.m.wrap(one.err)
	}
	return one.module, nil
}

// load compiles and loads the PTX of a kernel, or all of it for "".
func (p *Program) load(symbol string, s *settled, compiling func()) (*cuda.Module, error) {
	opt, err := p.options()
	if err != nil {
		return nil, err
	}
	opt.Compiling = compiling
	name := p.name
	ptx, err := p.ptx()
	if err != nil {
		return nil, err
	}
	if symbol != "" {
		name += "#" + symbol
		if ptx, err = alone(ptx, symbol); err != nil {
			return nil, err
		}
		if ptx, err = s.write(ptx, symbol); err != nil {
			return nil, err
		}
	}
	module, err := p.m.ctx.LoadModule(name, ptx, opt)
	if err == nil && module.CacheErr() != nil {
		notice(module.CacheErr())
	}
	return module, err
}

// Kernel is one kernel of a program.
type Kernel struct {
	m        *Machine
	name     string
	function *cuda.Function // nil in the emulator
	fn       reflect.Value
	params   []reflect.Type // of fn, after the Thread
	settled  *settled       // nil: nothing
}

var threadType = reflect.TypeFor[lane.Thread]()

// Kernel finds a kernel by its symbol in the PTX, and loads it. fn is the same kernel as a Go function, which the
// emulator runs and by which arguments are checked.
func (p *Program) Kernel(symbol string, fn any) (*Kernel, error) { return p.KernelFor(symbol, fn, nil) }

// KernelFor is Kernel for launches that have fields of an argument in common. plan is that argument, a struct of numbers; its fields
// with the tag launch:"settled" have the same values in all launches. The kernel is compiled for these: what serves other values is
// left out, and Launch refuses them. Where no parameter is of the plan's type, or the plan is nil, nothing is settled.
func (p *Program) KernelFor(symbol string, fn, plan any) (*Kernel, error) {
	return p.kernel(symbol, fn, plan, nil)
}

// kernel is KernelFor, and calls compiling before the driver compiles, if it has to.
func (p *Program) kernel(symbol string, fn, plan any, compiling func()) (*Kernel, error) {
	k := &Kernel{m: p.m, name: symbol, fn: reflect.ValueOf(fn)}
	t := reflect.TypeOf(fn)
	if t == nil || t.Kind() != reflect.Func || t.NumIn() < 1 || t.In(0) != threadType || t.NumOut() > 0 || t.IsVariadic() {
		return nil, fmt.Errorf("multiwalk: kernel %s: %T is no kernel; want a func(lane.Thread, ...)", symbol, fn)
	}
	for i := 1; i < t.NumIn(); i++ {
		k.params = append(k.params, t.In(i))
	}
	k.settled = settledBy(k.params, plan)
	if err := p.m.usable(); err != nil || p.m.Emulated() {
		return k, err
	}
	module, err := p.part(symbol, k.settled, compiling)
	if err != nil {
		return nil, err
	}
	k.function, err = module.Function(symbol)
	return k, p.m.wrap(err)
}

// Registers is how many registers a thread takes; 0 in the emulator.
func (k *Kernel) Registers() int {
	if k.function == nil {
		return 0
	}
	return k.function.Attributes().Registers
}

// Resident returns how many blocks of the given threads and bytes of shared memory a multiprocessor holds at once; 0
// means that such a block does not fit. In the emulator it is one at most, since there more only take longer.
func (k *Kernel) Resident(threads, shared int) (int, error) {
	if err := k.m.usable(); err != nil {
		return 0, err
	}
	if k.m.Emulated() {
		if threads < 1 || threads > k.m.model.ThreadsPerBlock || shared < 0 || shared > k.m.SharedPerBlock() {
			return 0, nil
		}
		return 1, nil
	}
	n, err := k.function.BlocksPerSM(threads, shared)
	return n, k.m.wrap(err)
}

// Shape is the shape of a launch.
type Shape struct {
	Blocks  int
	Threads int     // of a block
	Shared  int     // bytes of shared memory of a block, that SharedAt finds
	Stream  *Stream // nil: in the order of all launches that name none
	// Together has all blocks on the machine at once, so that they may wait for each other: at most Resident on each multiprocessor.
	Together bool
}

// Launch submits the kernel and returns at once; it runs after what was launched before. Arguments are an *Array for a
// slice, a *Value for a struct with slices, a *Flag for a []uint32, and numbers and structs of numbers as they are.
// What the kernel does wrong surfaces in Wait, or in a later call.
func (k *Kernel) Launch(s Shape, args ...any) error {
	if err := k.m.usable(); err != nil {
		return err
	}
	if len(args) != len(k.params) {
		return fmt.Errorf("multiwalk: launching %s: %d arguments for a kernel that takes %d", k.name, len(args), len(k.params))
	}
	for i, a := range args {
		if err := k.m.check(a, k.params[i]); err != nil {
			return fmt.Errorf("multiwalk: launching %s: argument %d: %w", k.name, i, err)
		}
	}
	if err := k.settled.check(args); err != nil {
		return fmt.Errorf("multiwalk: launching %s: %w", k.name, err)
	}
	if s.Stream != nil && s.Stream.m != k.m {
		return fmt.Errorf("multiwalk: launching %s: the stream is of %v, and the kernel of %v", k.name, s.Stream.m, k.m)
	}
	if k.m.Emulated() {
		return k.emulate(s, args)
	}
	own := slices.Clone(args)
	for i, a := range args {
		if x, ok := a.(argument); ok {
			own[i] = x.onDevice()
		}
	}
	cfg := cuda.Config{Grid: cuda.Dim{X: s.Blocks}, Block: cuda.Dim{X: s.Threads}, Shared: s.Shared,
		Cooperative: s.Together}
	if s.Stream != nil {
		cfg.Stream = s.Stream.real
	}
	return k.m.wrap(k.function.Launch(cfg, own...))
}

// emulate has the Go function run by the threads of an emulator. Blocks take turns, so that a launch does the same
// thing every time, unless they are to run together.
func (k *Kernel) emulate(s Shape, args []any) error {
	if s.Blocks < 1 || s.Blocks > 1<<31-1 || s.Threads < 1 || s.Threads > k.m.model.ThreadsPerBlock || s.Shared < 0 ||
		s.Shared > k.m.SharedPerBlock() {
		return fmt.Errorf("multiwalk: launching %s: %d blocks of %d threads with %d bytes of shared memory cannot be; "+
			"a block has at most %d threads and %d bytes",
			k.name, s.Blocks, s.Threads, s.Shared, k.m.model.ThreadsPerBlock, k.m.SharedPerBlock())
	}
	in := make([]reflect.Value, 1+len(args))
	for i, a := range args {
		if x, ok := a.(argument); ok {
			in[1+i] = x.onHost(k.params[i])
		} else {
			in[1+i] = reflect.ValueOf(a)
		}
	}
	e := lane.Emulator{Blocks: int32(s.Blocks), Threads: int32(s.Threads), Shared: int32(s.Shared)}
	if s.Together {
		e.Workers = s.Blocks
	}
	k.m.queue.put(func() error {
		err := e.Run(func(t lane.Thread) {
			own := slices.Clone(in)
			own[0] = reflect.ValueOf(t)
			k.fn.Call(own)
		})
		if err != nil {
			return fmt.Errorf("multiwalk: %s: kernel %s: %w", k.m.name, k.name, err)
		}
		return nil
	})
	return nil
}
