package shapes

import "github.com/multiwalk/multiwalk/kernel/lane"

// What Asking asks a problem for.
type (
	// Cell is what a Matrix offers.
	Cell interface{ At(i, j int32) int32 }
	// RowCell is what a *Matrix offers beside.
	RowCell interface {
		Cell
		Row(i int32) []int32
	}
	// Shifter is what nobody but a Shifted offers; it overrides nothing.
	Shifter interface {
		Coster
		Shift(by int64) int64
	}
)

// Shifted offers what it has inside, and one method more.
type Shifted struct {
	Scaled
	To int64
}

func (s *Shifted) Shift(by int64) int64 { return s.To + by }

// shift is a kernel's function that has its way with each problem.
func shift[C Coster](c C, by int64) int64 {
	if s, ok := any(c).(Shifter); ok {
		return s.Shift(by)
	}
	return -by
}

func has[I, C any](c C) bool {
	_, ok := any(c).(I)
	return ok
}

// wrapped gives a problem's cells to code that asks for them by a type parameter.
type wrapped[C any] struct{ c C }

func (w wrapped[C]) At(i, j int32) int32 {
	if m, ok := any(w.c).(Cell); ok {
		return m.At(i, j)
	}
	return -1
}

func corner[M Cell](m M) int32 { return m.At(0, 0) + 10*m.At(1, 1) }

// Asking adapts to what its problem offers.
func Asking[C Coster](_ lane.Thread, c C, x []int32, out []int64) {
	out[0] = shift(c, 5)
	if r, ok := any(c).(RowCell); ok && len(x) > 3 {
		out[1] = int64(r.Row(1)[2]) + int64(r.At(1, 1))
		for i := range int32(3) {
			if r.At(i, i) > 7 {
				out[2] += r.(Coster).Cost(x)
			}
		}
	} else if !ok || len(x) == 0 {
		out[1] = c.Cost(x)
	}
	if has[Cell](c) != has[Shifter](c) {
		out[3] = int64(corner(wrapped[C]{c}))
	}
	switch v := any(c).(type) {
	case *Matrix:
		out[4] = int64(v.N) + v.Bias[0]
	case Scaled:
		out[4] = v.By
	case Shifter:
		out[4] = v.Cost(x) + v.Shift(1)
	default:
		out[4] = 7
	}
	_, is := any(c).(interface{ None() })
	for i := int32(0); i < 4 && !is; i++ {
		out[5] += any(c).(Coster).Cost(x)
	}
}
