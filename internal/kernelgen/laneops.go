package kernelgen

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// laneIntrinsics are the functions of kernel/lane that are instructions. The rest of that package is compiled like a
// kernel's own code.
var laneIntrinsics = laneTable(map[string]lowering{
	"Thread.ThreadID":   register("tid.x"),
	"Thread.BlockID":    register("ctaid.x"),
	"Thread.BlockDim":   register("ntid.x"),
	"Thread.GridDim":    register("nctaid.x"),
	"Thread.SharedSize": assembly("mov.u32 $0, %dynamic_smem_size;", "=r", "i32"),
	"Thread.Clock":      assembly("mov.u64 $0, %clock64;", "=l", "i64"),
	"Thread.Sync": func(f *frame, _ *ssa.Call) {
		f.emit("call void %s()", f.extern("void", "llvm.nvvm.barrier0", ""))
	},
	"Thread.SyncWarp": func(f *frame, in *ssa.Call) {
		f.emit("call void %s(i32 %s)", f.extern("void", "llvm.nvvm.bar.warp.sync", "i32"), f.group(in))
	},
	"Thread.Fence": assembly("fence.acq_rel.gpu;", "~{memory}", "void"),
	"Thread.Ballot": func(f *frame, in *ssa.Call) {
		fn := f.extern("i32", "llvm.nvvm.vote.ballot.sync", "i32, i1")
		f.set(in, "call i32 %s(i32 %s, %s)", fn, f.group(in), f.typed(in.Call.Args[1]))
	},
	"Shuffle":              shuffle("idx", 31),
	"ShuffleUp":            shuffle("up", 0),
	"ShuffleDown":          shuffle("down", 31),
	"ShuffleXor":           shuffle("bfly", 31),
	"WarpAdd":              reduce("add", "add"),
	"WarpMin":              reduce("min", "umin"),
	"WarpMax":              reduce("max", "umax"),
	"AtomicAdd":            atomicUpdate("add", "add", "fadd"),
	"AtomicMin":            atomicUpdate("min", "umin", ""),
	"AtomicMax":            atomicUpdate("max", "umax", ""),
	"AtomicExchange":       atomicUpdate("xchg", "xchg", "xchg"),
	"AtomicCompareAndSwap": compareAndSwap,
	"AtomicLoad": func(f *frame, in *ssa.Call) {
		// Not "load atomic": LLVM 19 finds no instruction for that where a kernel only reads what the parameter points to.
		width := f.width(in.Type())
		f.set(in, `call %s asm sideeffect "ld.relaxed.sys.b%d $0, [$1];", "=%s,l,~{memory}"(%s)`, f.typeOf(in), width,
			pick(width == 64, "l", "r"), f.typed(in.Call.Args[1]))
	},
	"AtomicStore": func(f *frame, in *ssa.Call) {
		v := in.Call.Args[2]
		f.emit("store atomic %s, %s monotonic, align %d", f.typed(v), f.typed(in.Call.Args[1]), f.width(v.Type())/8)
	},
	"Shared":   sharedArray,
	"SharedAt": sharedAt,
	"Load4":    loadFour,
	"Launch":   launchNested,
	"FMA32":    llvm("fma"),
	"FMA64":    llvm("fma"),
	"Dot4": func(f *frame, in *ssa.Call) { // LLVM 19 has no name for it
		a := in.Call.Args
		f.set(in, `call i32 asm "dp4a.s32.s32 $0, $1, $2, $3;", "=r,r,r,r"(%s, %s, %s)`, f.typed(a[0]), f.typed(a[1]), f.typed(a[2]))
	},
	"AbsDiff": func(f *frame, in *ssa.Call) {
		a := in.Call.Args
		f.set(in, "call i32 %s(%s, %s, %s)", f.extern("i32", "llvm.nvvm.sad.i", "i32, i32, i32"), f.typed(a[0]), f.typed(a[1]), f.typed(a[2]))
	},
	"ApproxSqrt32":  approximate("sqrt.approx.ftz.f"),
	"ApproxRsqrt32": approximate("rsqrt.approx.ftz.f"),
	"ApproxRecip32": approximate("rcp.approx.ftz.f"),
	"ApproxDiv32":   approximate("div.approx.ftz.f"),
	"ApproxExp2":    approximate("ex2.approx.ftz.f"),
	"ApproxLog2":    approximate("lg2.approx.ftz.f"),
	"ApproxSin":     approximate("sin.approx.ftz.f"),
	"ApproxCos":     approximate("cos.approx.ftz.f"),
})

func laneTable(byName map[string]lowering) map[string]lowering {
	table := map[string]lowering{}
	for name, l := range byName {
		table[LanePath+"."+name] = l
	}
	return table
}

// group is the mask of the lanes that an operation of the call's Thread acts among.
func (f *frame) group(in *ssa.Call) string {
	return f.temp("extractvalue %s, 0", f.typed(in.Call.Args[0]))
}

// register reads a special register.
func register(name string) lowering {
	return func(f *frame, in *ssa.Call) {
		f.set(in, "call i32 %s()", f.extern("i32", "llvm.nvvm.read.ptx.sreg."+name, ""))
	}
}

// assembly is an instruction that LLVM has no name for. It is never moved across others of its kind, nor merged.
func assembly(text, constraint, result string) lowering {
	return func(f *frame, in *ssa.Call) {
		call := fmt.Sprintf("call %s asm sideeffect \"%s\", \"%s\"()", result, text, constraint)
		if result == "void" {
			f.emit("%s", call)
		} else {
			f.set(in, "%s", call)
		}
	}
}

// approximate is a float32 instruction of limited precision, chosen by name.
func approximate(op string) lowering {
	return func(f *frame, in *ssa.Call) {
		params, args := "float", f.typed(in.Call.Args[0])
		if len(in.Call.Args) == 2 {
			params, args = "float, float", args+", "+f.typed(in.Call.Args[1])
		}
		f.set(in, "call float %s(%s)", f.extern("float", "llvm.nvvm."+op, params), args)
	}
}

// shuffle exchanges words between lanes: 64 bits as two halves, floats by their bits.
func shuffle(mode string, clamp int) lowering {
	return func(f *frame, in *ssa.Call) {
		fn := f.extern("i32", "llvm.nvvm.shfl.sync."+mode+".i32", "i32, i32, i32, i32")
		mask, v, lane := f.group(in), in.Call.Args[1], f.typed(in.Call.Args[2])
		word := func(w string) string {
			return f.temp("call i32 %s(i32 %s, i32 %s, %s, i32 %d)", fn, mask, w, lane, clamp)
		}
		width := f.width(v.Type())
		bits := f.temp("bitcast %s to i%d", f.typed(v), width)
		if width == 64 {
			low := word(f.temp("trunc i64 %s to i32", bits))
			high := word(f.temp("trunc i64 %s to i32", f.temp("lshr i64 %s, 32", bits)))
			low, high = f.temp("zext i32 %s to i64", low), f.temp("zext i32 %s to i64", high)
			bits = f.temp("or i64 %s, %s", f.temp("shl i64 %s, 32", high), low)
		} else {
			bits = word(bits)
		}
		f.set(in, "bitcast i%d %s to %s", width, bits, f.typeOf(in))
	}
}

// reduce combines a 32-bit integer over the group in one instruction.
func reduce(signed, unsigned string) lowering {
	return func(f *frame, in *ssa.Call) {
		fn := f.extern("i32", "llvm.nvvm.redux.sync."+pick(isUnsigned(in.Type()), unsigned, signed), "i32, i32")
		f.set(in, "call i32 %s(%s, i32 %s)", fn, f.typed(in.Call.Args[1]), f.group(in))
	}
}

// atomicUpdate is an atomic that returns the old value and orders nothing else.
func atomicUpdate(signed, unsigned, float string) lowering {
	return func(f *frame, in *ssa.Call) {
		op := pick(isUnsigned(in.Type()), unsigned, signed)
		if isFloat(in.Type()) {
			op = float
		}
		f.set(in, "atomicrmw %s %s, %s monotonic", op, f.typed(in.Call.Args[1]), f.typed(in.Call.Args[2]))
	}
}

func compareAndSwap(f *frame, in *ssa.Call) {
	a := in.Call.Args
	pair := f.temp("cmpxchg %s, %s, %s monotonic monotonic", f.typed(a[1]), f.typed(a[2]), f.typed(a[3]))
	f.set(in, "extractvalue {%s, i1} %s, 0", f.typeOf(in), pair)
}

// sharedArray is one array in shared memory for each call in the source and element type, whichever way control comes.
func sharedArray(f *frame, in *ssa.Call) {
	n, ok := in.Call.Args[1].(*ssa.Const)
	if !ok || n.Int64() <= 0 {
		f.refuse(f.pos, "give it a positive constant, or use lane.SharedAt, which is sized at launch",
			"the length of lane.Shared is not a positive constant")
		return
	}
	e := f.sharedElement(in)
	if e == "" {
		return
	}
	if size := f.sizes.Sizeof(elem(in.Type())); size == 0 || n.Int64() > maxStatic/size {
		f.refuse(f.pos, "use lane.SharedAt, which is sized at launch, or fewer elements", "lane.Shared makes 1 to %d bytes, and this is %s of %s",
			maxStatic, n.Value.ExactString(), brief(elem(in.Type())))
		return
	}
	key := f.prog.Fset.Position(in.Pos()).String() + " " + elem(in.Type()).String()
	g, ok := f.shared[key]
	if !ok {
		g = fmt.Sprintf("@shared.%d", len(f.shared))
		f.shared[key] = g
		fmt.Fprintf(&f.globals, "%s = internal addrspace(3) global [%d x %s] undef, align 16\n", g, n.Int64(), e)
	}
	p := f.temp("addrspacecast ptr addrspace(3) %s to ptr", g)
	f.alias[in] = f.makeSlice(p, fmt.Sprint(n.Int64()), fmt.Sprint(n.Int64()))
}

// sharedAt is a part of the shared memory that is sized at launch.
func sharedAt(f *frame, in *ssa.Call) {
	if f.sharedElement(in) == "" {
		return
	}
	const launch = "@shared_launch" // declared outside, so PTX has it as it is
	if f.shared[launch] == "" {
		f.shared[launch] = launch
		fmt.Fprintf(&f.globals, "%s = external addrspace(3) global [0 x i8], align 16\n", launch)
	}
	at := f.temp("getelementptr i8, ptr addrspace(3) %s, %s", launch, f.typed(in.Call.Args[1]))
	p := f.temp("addrspacecast ptr addrspace(3) %s to ptr", at)
	n := f.signedIndex(in.Call.Args[2])
	f.alias[in] = f.makeSlice(p, n, n)
}

// loadFour reads four numbers as a vector. On the host they may lie anywhere.
func loadFour(f *frame, in *ssa.Call) {
	memory, i := in.Call.Args[0], f.signedIndex(in.Call.Args[1])
	e := f.typ(elem(memory.Type()), f.pos)
	if f.opts.Checked {
		length := f.temp("extractvalue %s, 1", f.typed(memory))
		f.checkIndex(i, length)
		f.checkIndex(f.temp("add i64 %s, 3", i), length)
	}
	p := f.temp("getelementptr inbounds %s, ptr %s, i64 %s", e, f.temp("extractvalue %s, 0", f.typed(memory)), i)
	v := f.temp("load <4 x %s>, ptr %s, align %s", e, p, pick(f.opts.host, "4", "16"))
	array := "poison"
	for k := range 4 {
		x := f.temp("extractelement <4 x %s> %s, i32 %d", e, v, k)
		array = f.temp("insertvalue [4 x %s] %s, %s %s, %d", e, array, e, x, k)
	}
	f.alias[in] = array
}

// sharedElement is the IR type of the elements, or empty where they are not plain.
func (f *frame) sharedElement(in *ssa.Call) string {
	s := in.Type().Underlying().(*types.Slice)
	if !plain(s.Elem()) {
		f.refuseElement(s, f.pos)
		return ""
	}
	return f.typ(s.Elem(), f.pos)
}
