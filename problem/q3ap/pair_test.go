package q3ap

import (
	"fmt"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// The pairs of swaps of a quadratic three-dimensional assignment problem are Luong's neighbourhood: all of them, priced by its states.
func TestPair_OfTwoPermutations(t *testing.T) {
	p := Random(6, 1)
	n, err := neighbourhood.ByName(p, "pair")
	if err != nil || n.Size() != 15*15 || !n.Incremental() {
		t.Fatalf("%v, %v", n, err)
	}
	r, x, seen := multiwalk.NewRand(1, 0), make([]int32, p.Space().Len()), map[string]bool{}
	p.Space().Random(r, x)
	n.Reset(x)
	for k := range n.Size() {
		m := n.Move(k)
		d, before := n.Delta(x, m), p.Cost(x)
		n.Apply(x, m)
		if got := p.Cost(x) - before; got != d || p.Space().Check(x) != nil {
			t.Fatalf("%v: delta %d, want %d", m, d, got)
		}
		seen[fmt.Sprint(x)] = true
		n.Undo(x, m)
	}
	if full, _ := n.Evaluations(); len(seen) != 225 || full != 0 {
		t.Errorf("%d solutions, %d full evaluations", len(seen), full)
	}
}

// A walk of swaps, with looks at rows now and then: each row is what the pairs change the cost by, with the cube and, for a great n, without.
func TestSwapPairRow_FollowsTheWalk(t *testing.T) {
	for _, n := range []int{2, 3, 9, mostCube + 1} {
		p, r, x := narrowOf(t, n), multiwalk.NewRand(1, 0), make([]int32, 2*n)
		p.Space().Random(r, x)
		s := p.NewState(x).(*tables)
		pair := func() (i, j int32) {
			i, j = int32(r.IntN(n)), int32(r.IntN(n-1))
			if j >= i {
				j++
			}
			return i, j
		}
		for step := range 40 {
			for range []int{0, 1, 2, 5, 3 * n}[r.IntN(5)] {
				i, j := pair()
				switch part := int32(n * r.IntN(2)); r.IntN(3) {
				case 0:
					s.JointSwap(i, j)
					x[i], x[j], x[int32(n)+i], x[int32(n)+j] = x[j], x[i], x[int32(n)+j], x[int32(n)+i]
				default:
					s.Swap(part+i, part+j)
					x[part+i], x[part+j] = x[part+j], x[part+i]
				}
			}
			if step%10 == 9 {
				p.Space().Random(r, x)
				s.Reset(x)
			}
			i, j := pair()
			if want := p.SwapDelta(x, i, j); s.SwapDelta(i, j) != want {
				t.Fatalf("n = %d: swap (%d, %d) has %d, want %d", n, i, j, s.SwapDelta(i, j), want)
			}
			checkRow(t, p, s, x, i, j)
		}
	}
}

// narrowOf draws an instance of small numbers, so that its deltas fit 32 bits.
func narrowOf(t *testing.T, n int) *Instance {
	t.Helper()
	r, flow, dist := multiwalk.NewRand(9, n), make([]int32, n*n), make([]int32, n*n)
	for i := range n {
		for k := range i {
			flow[i*n+k], flow[k*n+i] = int32(r.IntN(4)), int32(r.IntN(4))
			dist[i*n+k] = int32(r.IntN(5))
			dist[k*n+i] = dist[i*n+k]
		}
	}
	return must.Have(New("narrow", n, flow, dist))(t)
}

func checkRow(t *testing.T, p *Instance, s *tables, x []int32, i, j int32) {
	t.Helper()
	n := int32(p.N)
	row, _ := s.SwapPairRow(i, j, n, n)
	cost, y := p.Cost(x), slices.Clone(x)
	y[i], y[j] = y[j], y[i]
	e := 0
	for k := n; k < 2*n; k++ {
		for l := k + 1; l < 2*n; l++ {
			if n < 20 || e%97 == 0 || l-n == i || k-n == j {
				y[k], y[l] = y[l], y[k]
				if want := p.Cost(y) - cost; int64(row[e]) != want || s.SwapPairDelta(i, j, k, l) != want {
					t.Fatalf("n = %d: pair (%d, %d, %d, %d) has %d in its row, alone %d, want %d", n, i, j, k, l, row[e], s.SwapPairDelta(i, j, k, l), want)
				}
				y[k], y[l] = y[l], y[k]
			}
			e++
		}
	}
}

// The kernels' table stays what it is when it is filled, in shares of lanes, and prices as full evaluation does.
func TestSwapPairTable_FollowsTheWalk(t *testing.T) {
	const n, lanes = 7, 5
	p := Random(n, 2)
	s, r, x := p.form.(*narrow), multiwalk.NewRand(1, 0), make([]int32, 2*n)
	p.Space().Random(r, x)
	table, want := make([]int32, s.SwapPairTableSize()), make([]int32, s.SwapPairTableSize())
	shares := func(f func(l int32)) {
		for l := range int32(lanes) {
			f(l)
		}
	}
	shares(func(l int32) { s.FillSwapPairTable(x, table, l, lanes) })
	for range 60 {
		i, j := int32(r.IntN(n)), int32(r.IntN(n-1))
		if j >= i {
			j++
		}
		if r.IntN(2) == 0 {
			i, j = i+n, j+n
		}
		shares(func(l int32) { s.SwapPairTable(x, table, i, j, l, lanes) })
		x[i], x[j] = x[j], x[i]
		if shares(func(l int32) { s.FillSwapPairTable(x, want, l, lanes) }); !slices.Equal(table, want) {
			t.Fatalf("after the swap of %d and %d the table is another than that of the solution", i, j)
		}
	}
	nb := must.Have(neighbourhood.ByName(p, "pair"))(t)
	members := neighbourhood.Kinds(nb)
	for k := range nb.Size() {
		m := nb.Move(k)
		a, b, y := members[0].Of(m, 0), members[0].Of(m, 1), slices.Clone(x)
		members[0].Do(y, m)
		for _, turn := range [][4]int32{{a.I, a.J, b.I, b.J}, {a.J, a.I, b.I, b.J}, {a.I, a.J, b.J, b.I}} {
			if d := s.SwapPairDeltaBy(x, table, turn[0], turn[1], turn[2], turn[3]); d != p.Cost(y)-p.Cost(x) ||
				d != s.SwapPairDelta(x, turn[0], turn[1], turn[2], turn[3]) {
				t.Fatalf("%v: %d by the table, %d without, want %d", turn, d, s.SwapPairDelta(x, turn[0], turn[1], turn[2], turn[3]), p.Cost(y)-p.Cost(x))
			}
		}
	}
}
