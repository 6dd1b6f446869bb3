package kernelgen

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// The device runtime's functions that launch from a kernel, as CUDA declares them from version 12 on: a buffer for the
// parameters of a kernel, given its address and shape, null where too many launches are waiting; and the launch, 0 where
// it succeeds. The library must be linked with the module.
const (
	parameterBuffer = "__cudaCDP2GetParameterBufferV2"
	launchDevice    = "__cudaCDP2LaunchDeviceV2"
)

// dim is the IR type of CUDA's dim3.
const dim = "{i32, i32, i32}"

// launchNested lowers lane.Launch to a call of a function of its own for each kernel that is launched.
func launchNested(f *frame, in *ssa.Call) {
	a := in.Call.Args
	var kernel string
	if c := f.resolve(a[1]); c != nil {
		kernel = f.entries[c.fn]
	}
	if kernel == "" {
		f.refuse(f.pos, "name an exported kernel of the package that is compiled, which is not generic", "what is launched here is no kernel of this module")
		f.tainted[in] = true
		return
	}
	f.set(in, "call i1 %s(%s, %s, %s)", f.launcher(kernel, a[2].Type()), f.typed(a[2]), f.typed(a[3]), f.typed(a[4]))
}

// launcher is the function that launches a kernel, whose one argument is of type t.
func (f *frame) launcher(kernel string, t types.Type) string {
	if symbol, ok := f.launchers[kernel]; ok {
		return symbol
	}
	symbol := "@" + f.fresh("launch_"+kernel)
	f.launchers[kernel] = symbol
	l := &frame{module: f.module, pos: f.pos}
	var at int64
	l.scatter("%args", t, &at)
	fmt.Fprintf(&f.functions, `define internal i1 %s(%s %%args, i32 %%blocks, i32 %%threads) #1 {
  %%grid = insertvalue %s {i32 1, i32 1, i32 1}, i32 %%blocks, 0
  %%block = insertvalue %s {i32 1, i32 1, i32 1}, i32 %%threads, 0
  %%buffer = call ptr %s(ptr @%s, %s %%grid, %s %%block, i32 0)
  %%none = icmp eq ptr %%buffer, null
  br i1 %%none, label %%refused, label %%given
given:
%s  %%code = call i32 %s(ptr %%buffer, ptr null)
  %%launched = icmp eq i32 %%code, 0
  ret i1 %%launched
refused:
  ret i1 false
}
`, symbol, f.typ(t, f.pos), dim, dim, f.extern("ptr", parameterBuffer, strings.Join([]string{"ptr", dim, dim, "i32"}, ", ")), kernel, dim, dim,
		l.body.String(), f.extern("i32", launchDevice, "ptr, ptr"))
	return symbol
}

// scatter stores a kernel's argument into the buffer from byte *at on, as the entry takes it: the counterpart of
// entryFrame.gather.
func (f *frame) scatter(value string, t types.Type, at *int64) {
	store := func(operand string, size, align int64) {
		*at = (*at + align - 1) / align * align
		f.emit("store %s, ptr %s, align %d", operand, f.temp("getelementptr i8, ptr %%buffer, i64 %d", *at), align)
		*at += size
	}
	if plain(t) {
		ir := f.typ(t, f.pos)
		if basic(t).Info()&types.IsBoolean != 0 {
			store("i8 "+f.temp("zext i1 %s to i8", value), 1, 1)
			return
		}
		store(ir+" "+value, f.sizes.Sizeof(t), f.sizes.Alignof(t))
		return
	}
	ir := f.typ(t, f.pos)
	switch u := t.Underlying().(type) {
	case *types.Slice:
		store("ptr "+f.temp("extractvalue %s %s, 0", ir, value), 8, 8)
		store("i64 "+f.temp("extractvalue %s %s, 1", ir, value), 8, 8)
	case *types.Struct:
		for i := range u.NumFields() {
			f.scatter(f.temp("extractvalue %s %s, %d", ir, value, i), u.Field(i).Type(), at)
		}
	default:
		f.refuse(f.pos, "pass numbers, slices, and structs of these", "a nested launch cannot pass %s", short(t))
	}
}
