package kernelgen

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// narrowable are the functions of math that give a float32 its own result when computed in float32: float32(math.Sqrt(
// float64(x))) rounds twice, and float64 is wide enough for that to be rounding once (Figueroa, "When is double rounding
// innocuous?", 1995); the others are exact. Float64 units are few on most GPUs, so this is worth an instruction.
var narrowable = map[string]string{
	"math.Sqrt": "sqrt", "math.Abs": "fabs", "math.Floor": "floor", "math.Ceil": "ceil", "math.Trunc": "trunc",
	"math.RoundToEven": "roundeven",
}

// narrow lowers float32(math.F(float64(x))) of a float32 x as one operation of float32. The call in between has no other
// effect, and LLVM drops it where nothing else uses it.
func (f *frame) narrow(in *ssa.Convert) bool {
	call, ok := in.X.(*ssa.Call)
	if !ok || basic(in.Type()).Kind() != types.Float32 || call.Call.StaticCallee() == nil {
		return false
	}
	op := narrowable[fullName(call.Call.StaticCallee())]
	wide, ok := onlyArg(call).(*ssa.Convert)
	if op == "" || !ok || basic(wide.X.Type()).Kind() != types.Float32 {
		return false
	}
	f.set(in, "call float %s(%s)", f.extern("float", "llvm."+op+".f32", "float"), f.typed(wide.X))
	return true
}

// onlyArg is the argument of a call that has one.
func onlyArg(call *ssa.Call) ssa.Value {
	if len(call.Call.Args) != 1 {
		return nil
	}
	return call.Call.Args[0]
}
