package cuda

import (
	"fmt"
	"math"
	"runtime"
	"unsafe"
)

// Dim is the extent of a grid in blocks or of a block in threads; 0 in Y or Z means 1.
type Dim struct{ X, Y, Z int }

// String returns "132x1x1".
func (d Dim) String() string {
	x, y, z := d.xyz()
	return fmt.Sprintf("%dx%dx%d", x, y, z)
}

// count is the product of the extents, and whether they are possible.
func (d Dim) count() (n int, ok bool) {
	if d.X < 1 || d.Y < 0 || d.Z < 0 || d.X > math.MaxInt32 || d.Y > 65535 || d.Z > 65535 {
		return 0, false
	}
	return d.X * max(1, d.Y) * max(1, d.Z), true
}

func (d Dim) xyz() (x, y, z uint32) { return uint32(d.X), uint32(max(1, d.Y)), uint32(max(1, d.Z)) }

// Config is the shape of a launch.
type Config struct {
	Grid        Dim
	Block       Dim
	Shared      int     // bytes of dynamic shared memory a block; above 48 KiB Launch opts in by itself
	Stream      *Stream // nil: the context's own
	Cooperative bool    // blocks wait for each other, so all must fit on the device at once
}

// Launch submits the kernel and returns at once; a fault of the kernel surfaces in a later call. The arguments are
// taken as Params.Any takes them. Shapes the device cannot run, and arguments that do not fit the kernel's signature
// where the driver knows it (12.4 and later), are refused here.
func (f *Function) Launch(cfg Config, args ...any) error {
	doing := f.launching
	return f.module.ctx.run(doing, func() error {
		if err := f.module.alive(doing); err != nil {
			return err
		}
		if err := f.checkShape(cfg); err != nil {
			return fmt.Errorf("cuda: %s: %w", doing, err)
		}
		params := Params{ctx: f.module.ctx}
		for i, a := range args {
			if err := params.Any(a); err != nil {
				return fmt.Errorf("cuda: %s: argument %d: %w", doing, i, err)
			}
		}
		if err := f.checkParams(&params); err != nil {
			return fmt.Errorf("cuda: %s: %w", doing, err)
		}
		if err := f.optIn(cfg.Shared); err != nil {
			return err
		}
		return f.submit(cfg, &params)
	})
}

// submit makes the driver's call.
func (f *Function) submit(cfg Config, params *Params) error {
	c := f.module.ctx
	stream, err := c.streamHandle(cfg.Stream, f.launching)
	if err != nil {
		return err
	}
	gx, gy, gz := cfg.Grid.xyz()
	bx, by, bz := cfg.Block.xyz()
	list := params.pointers()
	first := unsafe.SliceData(list[:cap(list)]) // never nil: there is room for one more
	var r Result
	if cfg.Cooperative {
		r = c.api.LaunchCooperative(f.handle, gx, gy, gz, bx, by, bz, uint32(cfg.Shared), stream, first)
	} else {
		r = c.api.Launch(f.handle, gx, gy, gz, bx, by, bz, uint32(cfg.Shared), stream, first, nil)
	}
	runtime.KeepAlive(list)
	runtime.KeepAlive(params)
	if r == Success {
		return nil
	}
	e := c.fail(r, f.launching)
	if r == LaunchOutOfResources || r == InvalidValue {
		e.Hint = fmt.Sprintf("grid %v, block %v, %d bytes of dynamic shared memory; "+
			"the kernel uses %d registers a thread and %d static bytes",
			cfg.Grid, cfg.Block, cfg.Shared, f.attributes.Registers, f.attributes.SharedBytes)
	}
	return e
}

// checkShape refuses what the driver would only call an invalid value.
func (f *Function) checkShape(cfg Config) error {
	if _, ok := cfg.Grid.count(); !ok {
		return fmt.Errorf("a grid of %v blocks cannot be", cfg.Grid)
	}
	threads, ok := cfg.Block.count()
	if !ok || threads > f.attributes.Threads {
		return fmt.Errorf("a block of %v threads cannot be; this kernel can have at most %d (%d registers a thread)",
			cfg.Block, f.attributes.Threads, f.attributes.Registers)
	}
	if most := f.MaxShared(); cfg.Shared < 0 || cfg.Shared > most {
		return fmt.Errorf("%d bytes of dynamic shared memory a block cannot be; "+
			"%v has %d for this kernel (%d less %d static)", cfg.Shared,
			f.module.ctx.dev, most, f.module.ctx.dev.props.SharedPerBlockOptIn, f.attributes.SharedBytes)
	}
	return nil
}

// checkParams compares with the kernel's signature, where it is known.
func (f *Function) checkParams(p *Params) error {
	if f.params == nil {
		return nil
	}
	if len(p.size) != len(f.params) {
		return fmt.Errorf("the kernel has %d parameters and these arguments make %d (a slice makes two)",
			len(f.params), len(p.size))
	}
	for i, want := range f.params {
		if p.size[i] != want {
			return fmt.Errorf("parameter %d has %d bytes in the kernel and %d here", i, want, p.size[i])
		}
	}
	return nil
}

// optIn raises the kernel's limit of dynamic shared memory if it must.
func (f *Function) optIn(bytes int) error {
	if bytes <= f.allowed {
		return nil
	}
	c := f.module.ctx
	if r := c.api.FuncSetAttr(f.handle, funcMaxDynamicShared, int32(bytes)); r != Success {
		return c.fail(r, fmt.Sprintf("allowing %s %d bytes of dynamic shared memory", f.name, bytes))
	}
	f.allowed = bytes
	return nil
}
