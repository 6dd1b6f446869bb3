package perceptron

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// valid is the entries of the present copy that may be read: its ends, and the levels that a flip may be priced by.
func (f *form) valid(table []int32) []int32 {
	c := table[0]
	low, high := table[f.ends(c)], table[f.ends(c)+1]
	return append([]int32{low, high}, table[f.at(c, low-brim):f.at(c, high+brim+1)]...)
}

// The form on a device costs what the instance does, with any number of lanes, and its tables stay those of the solution.
func TestKernels_CostWhatTheInstanceDoes(t *testing.T) {
	for _, size := range sizes {
		p := planted(t, size[0], size[1])
		m := must.Have(p.Kernels())(t)
		f, r, x := m.Problem.(*form), multiwalk.NewRand(3, 0), make([]int32, p.n)
		p.Space().Random(r, x)
		for _, lanes := range []int32{1, 3, 32, 64} {
			table, anew := make([]int32, f.TableSize()), make([]int32, f.TableSize())
			for l := range lanes {
				f.FillTable(x, table, l, lanes)
			}
			for range 40 {
				i := int32(r.IntN(p.n))
				y := slices.Clone(x)
				y[i] = 1 - y[i]
				want := p.Cost(y) - p.Cost(x)
				if d := f.FlipDeltaBy(x, table, i); d != want || f.Cost(x) != p.Cost(x) {
					t.Fatalf("%s, %d lanes, flip %d: %d, want %d; cost %d, want %d", p.Name(), lanes, i, d, want, f.Cost(x), p.Cost(x))
				}
				for l := range lanes {
					f.FlipTable(x, table, i, l, lanes)
				}
				x = y
				if f.FillTable(x, anew, 0, 1); !slices.Equal(f.valid(table), f.valid(anew)) {
					t.Fatalf("%s, %d lanes: the table after flip %d differs from a new one", p.Name(), lanes, i)
				}
			}
		}
	}
}
