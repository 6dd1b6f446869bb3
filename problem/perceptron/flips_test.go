package perceptron

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// Two and three flips at once cost what the solution that they lead to does, by a state and by a table that has followed some flips,
// with levels at both ends of what there can be.
func TestFlips_SeveralAtOnce(t *testing.T) {
	for _, size := range sizes {
		p := planted(t, size[0], size[1])
		if p.n < 3 {
			continue
		}
		m := must.Have(p.Kernels())(t)
		f, r, x := m.Problem.(*form), multiwalk.NewRand(4, 0), make([]int32, p.n)
		s, table := p.NewState(x).(*state), make([]int32, f.TableSize())
		f.FillTable(x, table, 0, 1)
		for range 60 {
			var at []int32
			for len(at) < 3 {
				if i := int32(r.IntN(p.n)); !slices.Contains(at, i) {
					at = append(at, i)
				}
			}
			slices.Sort(at)
			i, j, k := at[0], at[1], at[2]
			for count, got := range map[int][2]int64{2: {s.Flip2Delta(i, j), f.Flip2DeltaBy(x, table, i, j)},
				3: {s.Flip3Delta(i, j, k), f.Flip3DeltaBy(x, table, i, j, k)}} {
				y := slices.Clone(x)
				for _, i := range at[:count] {
					y[i] = 1 - y[i]
				}
				if want := p.Cost(y) - p.Cost(x); got != [2]int64{want, want} {
					t.Fatalf("%s, %d flips of %v: %d by the state and the table, want %d", p.Name(), count, at, got, want)
				}
			}
			s.Flip(i)
			f.FlipTable(x, table, i, 0, 1)
			x[i] = 1 - x[i]
		}
	}
}

// BenchmarkFlipsAtOnce prices pairs and triples at the chapter's greatest size.
func BenchmarkFlipsAtOnce(b *testing.B) {
	p := planted(b, 101, 117)
	x := make([]int32, p.n)
	p.Space().Random(multiwalk.NewRand(1, 0), x)
	s, sum := p.NewState(x).(*state), int64(0)
	for name, price := range map[string]func(i int32) int64{
		"two": func(i int32) int64 { return s.Flip2Delta(i, i+1) }, "three": func(i int32) int64 { return s.Flip3Delta(i, i+1, i+2) }} {
		b.Run(name, func(b *testing.B) {
			for i := int32(0); b.Loop(); i = (i + 1) % 115 {
				sum += price(i)
			}
		})
	}
}
