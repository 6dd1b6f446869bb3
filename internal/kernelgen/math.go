package kernelgen

import "golang.org/x/tools/go/ssa"

// mathIntrinsics are the functions of math that are exact instructions everywhere. All others are compiled from Go's
// own portable source.
var mathIntrinsics = map[string]lowering{
	"math.Sqrt":            llvm("sqrt"),
	"math.sqrt":            llvm("sqrt"),
	"math.Abs":             llvm("fabs"),
	"math.Floor":           llvm("floor"),
	"math.Ceil":            llvm("ceil"),
	"math.Trunc":           llvm("trunc"),
	"math.RoundToEven":     llvm("roundeven"),
	"math.Copysign":        llvm("copysign"),
	"math.FMA":             llvm("fma"),
	"math.Float64bits":     reinterpret,
	"math.Float64frombits": reinterpret,
	"math.Float32bits":     reinterpret,
	"math.Float32frombits": reinterpret,
}

// pow lowers math.Pow to Go's portable source, which calls itself for a base of -Inf alone, as Pow(-0, -y), once. Here the
// call from outside makes that replacement, which gives the same result for every y, so the inner call is never reached.
func pow(f *frame, in *ssa.Call) {
	x, y := f.val(in.Call.Args[0]), f.val(in.Call.Args[1])
	if f.isStandard(f.fn) && f.fn.Name() == "pow" {
		f.alias[in] = x
		return
	}
	const minusInf, minusZero = "0xFFF0000000000000", "0x8000000000000000"
	is := f.temp("fcmp oeq double %s, %s", x, minusInf)
	x = f.temp("select i1 %s, double %s, double %s", is, minusZero, x)
	negated := f.temp("fneg double %s", y)
	y = f.temp("select i1 %s, double %s, double %s", is, negated, y)
	symbol, ok := f.need(&instance{fn: f.src.function("math", "pow"), params: make([]*closure, 2)})
	if ok {
		f.set(in, "call double @%s(double %s, double %s)", symbol, x, y)
	}
}

// reinterpret keeps the bits and changes the type.
func reinterpret(f *frame, in *ssa.Call) {
	f.set(in, "bitcast %s to %s", f.typed(in.Call.Args[0]), f.typeOf(in))
}
