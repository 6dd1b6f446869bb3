package kernelgen

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernelgen/testdata/shapes"
)

var shapeInstances = []Instance{
	{Kernel: "Generic", Types: []string{"int32", "*Matrix"}},
	{Kernel: "Generic", Types: []string{"float64", "Scaled"}},
	{Kernel: "Generic", Types: []string{"uint8", "*Scaled"}},
	{Kernel: "Asking", Types: []string{"*Matrix"}},
	{Kernel: "Asking", Types: []string{"Scaled"}},
	{Kernel: "Asking", Types: []string{"*Scaled"}},
	{Kernel: "Asking", Types: []string{"*Shifted"}},
}

// The IR of every construct, compiled for the host, does what Go does.
func TestHost_Shapes(t *testing.T) {
	src := loadSource(t, "./testdata/shapes", shapeInstances)
	for _, checked := range []bool{false, true} {
		t.Run(fmt.Sprintf("checked=%v", checked), func(t *testing.T) {
			lib := buildHost(t, src, Options{Instances: shapeInstances, Checked: checked})
			compareAll(t, lib)
		})
		t.Run(fmt.Sprintf("PTX checked=%v", checked), func(t *testing.T) {
			assembleFor(t, src, "shapes", Options{Instances: shapeInstances, Checked: checked})
		})
	}
}

// compareAll compares every shape.
func compareAll(t *testing.T, lib library) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		compareShapes(t, lib, r)
		compareGenerics(t, lib, r)
	}
}

func mixed(r *rand.Rand) shapes.Mixed {
	return shapes.Mixed{A: int8(r.Int()), B: r.Int64(), C: [3]int16{int16(r.Int()), 2, 3}, D: shapes.Point{X: int32(r.IntN(3)), Y: r.Int32()},
		E: r.IntN(2) == 0, F: r.Float32()}
}

func matrix(r *rand.Rand) shapes.Matrix {
	return shapes.Matrix{N: 4, Cell: small(r, 16), Bias: [2]int64{r.Int64N(9), r.Int64N(9)}}
}

// small are n numbers in [0, 16).
func small(r *rand.Rand, n int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = r.Int32N(16)
	}
	return x
}

func compareShapes(t *testing.T, lib library, r *rand.Rand) {
	t.Helper()
	x := []shapes.Mixed{mixed(r), mixed(r), mixed(r), {C: [3]int16{1, 2, 3}}}
	lib.compare(t, "Structs", shapes.Structs, x, make([]shapes.Mixed, 4))
	lib.compare(t, "Swap", shapes.Swap, x, [][4]int32{{1, 2, 3, 4}, {5, 6, 7, r.Int32()}, {8, 9, r.Int32(), 1}, {}})
	long := make([]int64, 400)
	for i := range long {
		long[i] = r.Int64()
	}
	lib.compare(t, "Overlap", shapes.Overlap, long, long)
	lib.compare(t, "Strides", shapes.Strides, small(r, 1+r.IntN(60)), 1+r.Int32N(20), make([]int64, 7))
	lib.compare(t, "Pointers", shapes.Pointers, small(r, 20), make([]int32, 20))
	lib.compare(t, "Plain", shapes.Plain, int8(r.Int()), r.IntN(2) == 0, r.Float32(), mixed(r), [5]uint16{1, 2, 3, 4, uint16(r.Int())},
		r.Uint64(), &shapes.Point{X: r.Int32()}, r.Float64(), make([]float64, 8))
	m := matrix(r)
	lib.compare(t, "Methods", shapes.Methods, matrix(r), &m, make([]int64, 8))
	lib.compare(t, "Arrays", shapes.Arrays, small(r, 20), make([]int32, 32))
	lib.compare(t, "Slices", shapes.Slices, small(r, 20), make([]int32, 32))
	lib.compare(t, "Control", shapes.Control, small(r, 20), make([]int32, 8))
	lib.compare(t, "Closures", shapes.Closures, small(r, 20), make([]int32, 8))
	lib.compare(t, "Tables", shapes.Tables, small(r, 20), make([]int32, 32), make([]float64, 32), make([]uint64, 2))
}

func compareGenerics(t *testing.T, lib library, r *rand.Rand) {
	t.Helper()
	m := matrix(r)
	s := shapes.Scaled{By: r.Int64N(100), Of: []int64{1, -2, r.Int64N(9)}}
	lib.compare(t, "Generic_int32_Matrix", shapes.Generic[int32, *shapes.Matrix], &m, small(r, 9), small(r, 8), make([]int64, 1), make([]int32, 1))
	lib.compare(t, "Generic_float64_Scaled", shapes.Generic[float64, shapes.Scaled], s, small(r, 9), []float64{r.Float64(), 0.5, r.Float64()}, make([]int64, 1), make([]float64, 1))
	lib.compare(t, "Generic_uint8_Scaled", shapes.Generic[uint8, *shapes.Scaled], &s, small(r, 9), []uint8{3, uint8(r.Int()), 9}, make([]int64, 1), make([]uint8, 1))
	lib.compare(t, "Asking_Matrix", shapes.Asking[*shapes.Matrix], &m, small(r, 9), make([]int64, 6))
	lib.compare(t, "Asking_Scaled", shapes.Asking[shapes.Scaled], s, small(r, 9), make([]int64, 6))
	lib.compare(t, "Asking_Scaled_2", shapes.Asking[*shapes.Scaled], &s, small(r, 9), make([]int64, 6))
	lib.compare(t, "Asking_Shifted", shapes.Asking[*shapes.Shifted], &shapes.Shifted{Scaled: s, To: r.Int64N(9)}, small(r, 9), make([]int64, 6))
}
