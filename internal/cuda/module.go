package cuda

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"time"
	"unsafe"
)

// ModuleOptions steer the compiling of a module; the zero value is right for most.
type ModuleOptions struct {
	MaxRegisters int    // the most registers a thread may use; 0: as the kernel says
	LineInfo     bool   // keep source lines for profilers; PTX that has them keeps them anyway
	CacheDir     string // where compiled modules are kept; "": multiwalk/kernels in os.UserCacheDir
	NoCache      bool   // compile every time
	Library      []byte // the content of a library to link with the module: see DeviceRuntime
	Compiling    func() // called before compiling begins, where the cache does not spare that; nil: nobody
}

// Module is PTX compiled for a device and loaded on it.
type Module struct {
	life
	name    string
	handle  Handle
	log     string
	cached  bool
	compile time.Duration
	cache   error
}

// LoadModule compiles PTX for the context's device, unless an earlier process left the result in the cache, and loads
// it. The name is for errors. Where PTX is refused, the error is an *Error with the compiler's log; for PTX of a higher
// capability than the device's it wraps ErrCapability, for one newer than the driver ErrDriverTooOld. A cache that
// cannot be read or written costs time, not the module: see CacheErr. In place of PTX it also takes a cubin, an ELF image
// of machine code for the device.
func (c *Context) LoadModule(name string, ptx []byte, opt ModuleOptions) (*Module, error) {
	doing := "loading module " + name
	m := &Module{life: life{ctx: c}, name: name}
	if err := m.load(ptx, opt, doing); err != nil {
		return nil, err
	}
	return m, nil
}

// elf begins a cubin, machine code that needs no compiling.
var elf = []byte("\x7fELF")

// line begins a place of the source in PTX.
var line = []byte("\n\t.loc\t")

// load tries the cache, then the compiler, which may work on several modules at once.
func (m *Module) load(ptx []byte, opt ModuleOptions, doing string) error {
	c := m.ctx
	if bytes.HasPrefix(ptx, elf) {
		return m.loadImage(ptx, doing)
	}
	opt.LineInfo = opt.LineInfo || bytes.Contains(ptx, line)
	entry, err := openCache(opt, cacheKey(c.dev, ptx, opt))
	m.cache = err
	image, unread := entry.read()
	if unread != nil {
		m.cache = unread
	}
	if image != nil {
		if err := m.loadImage(image, doing); err == nil || c.Lost() != nil {
			m.cached = err == nil
			return err
		}
		// The driver does not take it: whatever the reason, compiling afresh replaces it.
	}
	if opt.Compiling != nil {
		opt.Compiling()
	}
	began := time.Now()
	err = c.aside(doing, func() (err error) {
		image, err = m.link(ptx, opt, doing)
		return err
	})
	if err != nil {
		return err
	}
	m.compile = time.Since(began)
	if err := m.loadImage(image, doing); err != nil {
		return err
	}
	if err := entry.write(image); err != nil {
		m.cache = err
	}
	return nil
}

// loadImage loads what link made.
func (m *Module) loadImage(image []byte, doing string) error {
	c := m.ctx
	return c.run(doing, func() error {
		r := c.api.ModuleLoadData(&m.handle, unsafe.Pointer(unsafe.SliceData(image)))
		runtime.KeepAlive(image)
		if r == Success {
			c.live = append(c.live, m)
		}
		return c.check(r, doing)
	})
}

// The CUjit_option and CUjitInputType numbers of cuda.h.
const (
	jitMaxRegisters = 0
	jitInfoLog      = 3
	jitInfoLogSize  = 4
	jitErrorLog     = 5
	jitErrorLogSize = 6
	jitLogVerbose   = 12
	jitLineInfo     = 13
	jitInputPTX     = 1
	jitInputLibrary = 4
)

// logSize is the most bytes the JIT compiler may say.
const logSize = 16 << 10

// jitOptions are the driver's two parallel arrays, and the logs they lead to. They stay pinned, since the driver knows
// them as plain numbers, until unpin.
type jitOptions struct {
	names     []int32
	values    []uintptr
	info, bad []byte
	pins      runtime.Pinner
}

func newJITOptions(opt ModuleOptions) *jitOptions {
	o := &jitOptions{info: make([]byte, logSize), bad: make([]byte, logSize)}
	add := func(name int32, value uintptr) {
		o.names = append(o.names, name)
		o.values = append(o.values, value)
	}
	o.pins.Pin(&o.info[0])
	o.pins.Pin(&o.bad[0])
	add(jitInfoLog, uintptr(unsafe.Pointer(&o.info[0])))
	add(jitInfoLogSize, logSize)
	add(jitErrorLog, uintptr(unsafe.Pointer(&o.bad[0])))
	add(jitErrorLogSize, logSize)
	add(jitLogVerbose, 1)
	if opt.MaxRegisters > 0 {
		add(jitMaxRegisters, uintptr(opt.MaxRegisters))
	}
	if opt.LineInfo {
		add(jitLineInfo, 1)
	}
	o.pins.Pin(&o.names[0])
	o.pins.Pin(&o.values[0])
	return o
}

// logText is what a log buffer says.
func logText(log []byte) string {
	text, _, _ := strings.Cut(string(log), "\x00")
	return strings.TrimSpace(text)
}

// link compiles PTX to an image for this device.
func (m *Module) link(ptx []byte, opt ModuleOptions, doing string) ([]byte, error) {
	api := m.ctx.api
	options := newJITOptions(opt)
	defer options.pins.Unpin()
	var l Handle
	if r := api.LinkCreate(uint32(len(options.names)), &options.names[0], &options.values[0], &l); r != Success {
		return nil, m.ctx.fail(r, doing)
	}
	defer api.LinkDestroy(l) // before Unpin
	source := append(append(make([]byte, 0, len(ptx)+1), ptx...), 0)
	r := api.LinkAddData(l, jitInputPTX, unsafe.Pointer(&source[0]), uint64(len(source)), m.name, 0, nil, nil)
	if r == Success && len(opt.Library) > 0 {
		r = api.LinkAddData(l, jitInputLibrary, unsafe.Pointer(&opt.Library[0]), uint64(len(opt.Library)), "library", 0, nil, nil)
	}
	var image unsafe.Pointer
	var size uint64
	if r == Success {
		r = api.LinkComplete(l, &image, &size)
	}
	m.log = logText(options.info)
	if r != Success {
		return nil, m.jitError(r, logText(options.bad), doing)
	}
	return append([]byte(nil), unsafe.Slice((*byte)(image), size)...), nil // the driver's is gone with the linker
}

// jitError adds the compiler's log and what is known about the reason.
func (m *Module) jitError(r Result, log, doing string) error {
	e := m.ctx.fail(r, doing)
	e.Log = log
	p := m.ctx.dev.props
	switch r {
	case UnsupportedPTXVersion:
		e.Hint = fmt.Sprintf("the driver supports CUDA %s; update it", m.ctx.dev.driver.VersionText())
	case NoBinaryForGPU:
		e.Hint = fmt.Sprintf("the device's compute capability is %d.%d, and the module is for a higher one", p.Major, p.Minor)
	case JITCompilerNotFound:
		e.Hint = "libnvidia-ptxjitcompiler.so, a part of the driver, is missing"
	}
	return e
}

// Name is the module's name as LoadModule was given it.
func (m *Module) Name() string { return m.name }

// Cached says that the module came from the cache.
func (m *Module) Cached() bool { return m.cached }

// Log is what the JIT compiler said, registers and spills a kernel; empty for a cached module.
func (m *Module) Log() string { return m.log }

// CompileTime is how long the compiling took; 0 for a cached module.
func (m *Module) CompileTime() time.Duration { return m.compile }

// CacheErr says why the cache could not be used; nil where it was, or was not wanted.
func (m *Module) CacheErr() error { return m.cache }

// Free unloads the module and its functions; kernels of it must have ended.
func (m *Module) Free() error { return m.free("freeing module "+m.name, m) }

func (m *Module) release() Result {
	m.freed.Store(true)
	return m.ctx.api.ModuleUnload(m.handle)
}
