// Package cudatest is a fake NVIDIA driver for tests without a GPU: it fills the table of functions that package cuda
// calls. Device memory is host bytes, streams run side by side, kernels are Go functions, any call can be made to fail,
// and what a program does wrong (a call on a thread without a context, memory never freed) is found.
package cudatest

import (
	"fmt"
	"sort"
	"sync"

	"github.com/multiwalk/multiwalk/internal/cuda"
)

// Fake is a driver. Its methods may be called at any time, from any goroutine.
type Fake struct {
	mu       sync.Mutex
	version  int32
	devices  []*device
	current  map[int]*device // by thread
	symbol   string          // of the call at hand
	here     *device         // that it works on
	calls    []string
	fail     map[string][]failure
	misuse   []string
	next     uint64 // the next handle, and address
	memory   map[cuda.DevicePtr]*memory
	streams  map[cuda.Handle]*stream
	events   map[cuda.Handle]*event
	links    map[cuda.Handle]*linker
	modules  map[cuda.Handle]*module
	funcs    map[cuda.Handle]*function
	kernels  map[string]func(*Launch)
	attrs    map[string]cuda.Attributes
	texts    map[cuda.Result]*[2][]byte
	compiled int
	slow     func()
}

// failure is an injected failure, and the number of calls that succeed before it.
type failure struct {
	after int
	r     cuda.Result
}

// device is a GPU and its primary context.
type device struct {
	cuda.Properties
	ctx      cuda.Handle
	retained int
	used     uint64
	fault    cuda.Result // sticky
}

// H200 describes the GPU that New makes when told nothing.
func H200() cuda.Properties {
	return cuda.Properties{Name: "Fake H200", PCI: "0000:0a:00.0", Major: 9, Minor: 0, SMs: 132, ClockKHz: 1980000,
		MemoryClockKHz: 3201000, MemoryBusBits: 6144, Memory: 150 << 30, L2: 60 << 20, SharedPerBlock: 48 << 10,
		SharedPerBlockOptIn: 227 << 10, SharedPerSM: 228 << 10, RegistersPerBlock: 65536, RegistersPerSM: 65536,
		ThreadsPerBlock: 1024, ThreadsPerSM: 2048, BlocksPerSM: 32, WarpSize: 32, Cooperative: true}
}

// New makes a driver with the given devices, or with one H200.
func New(devices ...cuda.Properties) *Fake {
	if len(devices) == 0 {
		devices = []cuda.Properties{H200()}
	}
	f := &Fake{version: 13000, current: map[int]*device{}, fail: map[string][]failure{}, next: 0x7000_0000_0000,
		memory: map[cuda.DevicePtr]*memory{}, streams: map[cuda.Handle]*stream{}, events: map[cuda.Handle]*event{},
		links: map[cuda.Handle]*linker{}, modules: map[cuda.Handle]*module{}, funcs: map[cuda.Handle]*function{},
		kernels: map[string]func(*Launch){}, attrs: map[string]cuda.Attributes{}, texts: map[cuda.Result]*[2][]byte{}}
	for _, p := range devices {
		f.devices = append(f.devices, &device{Properties: p})
	}
	return f
}

func (f *Fake) Open() (*cuda.Driver, error) { return cuda.OpenAPI(f.API()) }

// SetVersion sets the CUDA version that the driver claims, as 12040 for 12.4; new is 13.0.
func (f *Fake) SetVersion(v int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.version = int32(v)
}

// RemoveDevices leaves a driver without a device.
func (f *Fake) RemoveDevices() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.devices = nil
}

// Fail makes one call of the C function fail, after a number of further calls. Calls that fail for other reasons count
// too.
func (f *Fake) Fail(symbol string, after int, r cuda.Result) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fail[symbol] = append(f.fail[symbol], failure{after, r})
}

// Forget takes back the failures of the C function that have not come yet, and says how many they were.
func (f *Fake) Forget(symbol string) (pending int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	pending = len(f.fail[symbol])
	delete(f.fail, symbol)
	return pending
}

// Calls lists the C functions called so far, in order.
func (f *Fake) Calls() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.calls...)
}

// Count is how often the C function was called.
func (f *Fake) Count(symbol string) (n int) {
	for _, c := range f.Calls() {
		if c == symbol {
			n++
		}
	}
	return n
}

// SlowCompiler has slow called whenever PTX is compiled, before that ends; it may take as long as it likes.
func (f *Fake) SlowCompiler(slow func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.slow = slow
}

// Compiled is how often PTX was compiled.
func (f *Fake) Compiled() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.compiled
}

// Misuse lists what the program must not have done, and what it has not freed; call it at the end.
func (f *Fake) Misuse() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := append([]string(nil), f.misuse...)
	for p, m := range f.memory {
		list = append(list, fmt.Sprintf("%d bytes at %#x were not freed", m.size, uint64(p)))
	}
	for i, d := range f.devices {
		if d.retained > 0 {
			list = append(list, fmt.Sprintf("the context of device %d was not released", i))
		}
	}
	for what, n := range map[string]int{"streams": len(f.streams), "events": len(f.events), "linkers": len(f.links),
		"modules": len(f.modules)} {
		if n > 0 {
			list = append(list, fmt.Sprintf("%d %s were not freed", n, what))
		}
	}
	sort.Strings(list)
	return list
}

// enter records a call and returns the failure injected for it; f.mu is held.
func (f *Fake) enter(symbol string) cuda.Result {
	f.calls = append(f.calls, symbol)
	r := cuda.Success
	var left []failure
	for _, x := range f.fail[symbol] {
		if x.after--; x.after < 0 && r == cuda.Success {
			r = x.r
		} else {
			left = append(left, x)
		}
	}
	f.fail[symbol] = left
	return r
}

// inContext is enter for calls that work in the thread's current context, which it returns. An injected fault sticks.
func (f *Fake) inContext(symbol string) (*device, cuda.Result) {
	r := f.enter(symbol)
	d := f.current[thread()]
	if d == nil || d.retained == 0 {
		f.misuse = append(f.misuse, symbol+" was called on a thread without a context")
		return nil, cuda.InvalidContext
	}
	if d.fault != cuda.Success {
		return d, d.fault
	}
	d.stick(r)
	return d, r
}

// stick keeps a result that loses the device.
func (d *device) stick(r cuda.Result) {
	if (&cuda.Error{Result: r}).Is(cuda.ErrDeviceLost) && d.fault == cuda.Success {
		d.fault = r
	}
}

// handle makes a new handle; f.mu is held.
func (f *Fake) handle() cuda.Handle {
	f.next += 4096
	return cuda.Handle(f.next)
}
