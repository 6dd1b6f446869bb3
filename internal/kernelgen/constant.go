package kernelgen

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"
)

// constant is the operand of a constant.
func (m *module) constant(c *ssa.Const, pos token.Pos) string {
	if c.Value == nil {
		if _, ok := c.Type().Underlying().(*types.Pointer); ok {
			return "null"
		}
		return m.zero(c.Type(), pos)
	}
	switch {
	case c.Value.Kind() == constant.Bool:
		return fmt.Sprint(constant.BoolVal(c.Value))
	case isInteger(c.Type()):
		return constant.ToInt(c.Value).ExactString()
	case isFloat(c.Type()):
		return float(c.Value, c.Type())
	}
	m.refuseType(c.Type(), pos)
	return "zeroinitializer"
}

// zero is the zero value of a type.
func (m *module) zero(t types.Type, pos token.Pos) string {
	ir := m.typ(t, pos)
	switch {
	case isFloat(t):
		return "0.0"
	case ir == "i1":
		return "false"
	case ir == "ptr":
		return "null"
	case isInteger(t):
		return "0"
	}
	return "zeroinitializer"
}

// float is the operand of a float constant: LLVM writes both widths as the bits of a double. A float32 is rounded from
// the exact value, once.
func float(v constant.Value, t types.Type) string {
	f, _ := constant.Float64Val(v)
	if basic(t).Kind() == types.Float32 {
		f32, _ := constant.Float32Val(v)
		f = float64(f32)
	}
	return fmt.Sprintf("0x%016X", math.Float64bits(f))
}
