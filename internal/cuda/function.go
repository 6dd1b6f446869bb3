package cuda

import "fmt"

// The CUfunction_attribute numbers of cuda.h.
const (
	funcThreads          = 0
	funcShared           = 1
	funcConst            = 2
	funcLocal            = 3
	funcRegisters        = 4
	funcPTX              = 5
	funcBinary           = 6
	funcMaxDynamicShared = 8
)

// Attributes are what the compiler made of a kernel. Sizes are bytes.
type Attributes struct {
	Registers   int // a thread
	LocalBytes  int // a thread; above 0 usually means spilled registers or arrays indexed by variables
	SharedBytes int // static, a block
	ConstBytes  int
	Threads     int // the most a block may have, given the registers
	PTX, Binary int // versions as 10*major + minor: 78, 90
}

// Function is a kernel of a module; it lives as long as the module.
type Function struct {
	module     *Module
	name       string
	launching  string // "launching pspm", made once because launches are many
	handle     Handle
	attributes Attributes
	params     []int // sizes in bytes, nil where the driver cannot say
	allowed    int   // bytes of dynamic shared memory opted in for so far; guarded by the context's turn
}

// Function finds a kernel by the name of its PTX entry.
func (m *Module) Function(name string) (*Function, error) {
	doing := fmt.Sprintf("finding kernel %s in module %s", name, m.name)
	f := &Function{module: m, name: name, launching: "launching " + name}
	err := m.ctx.run(doing, func() error {
		if err := m.alive(doing); err != nil {
			return err
		}
		if r := m.ctx.api.ModuleGetFunc(&f.handle, m.handle, name); r != Success {
			e := m.ctx.fail(r, doing)
			if r == NotFound {
				e.Hint = "the module has no such .entry"
			}
			return e
		}
		return m.ctx.check(f.describe(), doing)
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// describe reads attributes and signature.
func (f *Function) describe() Result {
	api, a := f.module.ctx.api, &f.attributes
	if api.FuncLoad != nil {
		api.FuncLoad(f.handle) // a kernel that cannot be loaded now says so when it is asked or launched
	}
	for _, q := range []struct {
		attr int32
		to   *int
	}{
		{funcThreads, &a.Threads}, {funcShared, &a.SharedBytes}, {funcConst, &a.ConstBytes}, {funcLocal, &a.LocalBytes},
		{funcRegisters, &a.Registers}, {funcPTX, &a.PTX}, {funcBinary, &a.Binary}, {funcMaxDynamicShared, &f.allowed},
	} {
		var v int32
		if r := api.FuncGetAttr(&v, q.attr, f.handle); r != Success {
			return r
		}
		*q.to = int(v)
	}
	if api.FuncGetParamInfo == nil {
		return Success
	}
	f.params = []int{}
	for i := uint64(0); ; i++ {
		var offset, size uint64
		switch r := api.FuncGetParamInfo(f.handle, i, &offset, &size); r {
		case Success:
			f.params = append(f.params, int(size))
		case InvalidValue: // there are no more
			return Success
		default:
			f.params = nil // a driver that cannot say is one that does not check
			return Success
		}
	}
}

// Name is the name of the PTX entry.
func (f *Function) Name() string { return f.name }

// Attributes are what the compiler made of the kernel.
func (f *Function) Attributes() Attributes { return f.attributes }

// MaxShared is the most dynamic shared memory, in bytes a block, that a launch may ask for on this device.
func (f *Function) MaxShared() int {
	return f.module.ctx.dev.props.SharedPerBlockOptIn - f.attributes.SharedBytes
}

// BlocksPerSM is how many blocks of the given threads and bytes of dynamic shared memory a multiprocessor holds at
// once; 0 means that such a block does not fit.
func (f *Function) BlocksPerSM(threads, shared int) (int, error) {
	doing := "asking for the occupancy of " + f.name
	c := f.module.ctx
	var n int32
	err := c.run(doing, func() error {
		if err := f.module.alive(doing); err != nil {
			return err
		}
		if threads < 1 || threads > f.attributes.Threads || shared < 0 || shared > f.MaxShared() {
			return nil
		}
		if err := f.optIn(shared); err != nil {
			return err
		}
		return c.check(c.api.MaxActiveBlocks(&n, f.handle, int32(threads), uint64(shared)), doing)
	})
	return int(n), err
}
