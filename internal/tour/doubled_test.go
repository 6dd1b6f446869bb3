package tour

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

type oneWay struct {
	n     int
	c     []int64
	fixed [][2]int32
}

func (o oneWay) FixedEdges() [][2]int32 { return o.fixed }

func (o oneWay) EdgeCost(i, j int32) int64 { return o.c[int(i)*o.n+int(j)] }
func (o oneWay) Symmetric() bool           { return false }

func TestDouble_KeepsCosts(t *testing.T) {
	r := multiwalk.NewRand(4, 0)
	o := oneWay{n: 9, c: make([]int64, 81)}
	for i := range o.c {
		o.c[i] = int64(r.IntN(1000))
	}
	twin := must.Have(Double(o, o.n, never))(t)
	g := must.Have(NewGraph(twin, 6, identity(18), never))(t)
	x, back := identity(9), make([]int32, 9)
	for range 20 {
		r.Shuffle(x)
		want := int64(0)
		for i := range x {
			want += o.EdgeCost(x[i], x[(i+1)%9])
		}
		s := NewKOpt(g, 3)
		y := DoubledTour(x)
		if got := s.Set(y); got != want {
			t.Fatalf("twin costs %d, original %d", got, want)
		}
		slices.Reverse(y)
		SingleTour(y, back)
		at := slices.Index(back, x[0])
		for i := range x {
			if back[(at+i)%9] != x[i] {
				t.Fatalf("%v came back as %v", x, back)
			}
		}
	}
}

// What cannot be added is refused by the edge's own cities, however the barrier above it would overflow.
func TestDouble_RefusesWhatDoesNotFit(t *testing.T) {
	for _, c := range []int64{1 << 31, 1 << 58, 1 << 59, 1 << 60, 1 << 62, math.MaxInt64, -1<<31 - 1, -1 << 60, math.MinInt64} {
		costs := make([]int64, 9)
		costs[3*2+1] = c
		want := fmt.Sprintf("multiwalk: the edge from city 2 to 1 costs %d, which does not fit 32 bits; scale", c)
		if twin, err := Double(oneWay{n: 3, c: costs}, 3, never); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%d: %v, %v", c, twin, err)
		}
		for _, n := range []int{8, 9} {
			if err := Fits(oneWay{n: n, c: slices.Repeat([]int64{0, c, 0}, n*n)[:n*n]}, n, 5); err == nil || !strings.Contains(err.Error(), fmt.Sprint(c)) {
				t.Errorf("%d of %d cities fits: %v", c, n, err)
			}
		}
	}
}

// With weights to the ends of int32 the barrier passes 32 bits. Gains still are the change of the length, and no barred edge
// is ever listed or entered.
func TestDouble_GreatCosts(t *testing.T) {
	r := multiwalk.NewRand(8, 0)
	for _, n := range []int{8, 12, 40} {
		o := oneWay{n: n, c: make([]int64, n*n)}
		for i := range o.c {
			o.c[i] = int64(int32(r.Uint32()))
		}
		o.c[1], o.c[2] = math.MaxInt32, math.MinInt32
		twin := must.Have(Double(o, n, never))(t)
		for _, k := range []int{5, 8, 2 * n} {
			g, err := NewGraph(twin, k, DoubledTour(identity(n)), never)
			if err != nil || g.matrix != nil {
				t.Fatal(err)
			}
			for i, to := range g.near {
				if from := int32(i / g.k); g.order[from]&1 == g.order[to]&1 {
					t.Fatalf("k = %d: %d lists %d, which is barred", k, g.order[from], g.order[to])
				}
			}
			for name, s := range map[string]*Search{"oropt": NewOrOpt(g), "kopt3": NewKOpt(g, 3), "kopt8": NewKOpt(g, 8)} {
				cost := s.Set(DoubledTour(identity(n)))
				for range 50 {
					cost -= s.Optimise(20)
					cost += s.Kick(r)
					s.Keep()
					if full := s.Length(); full != cost || cost > int64(n)*math.MaxInt32 {
						t.Fatalf("%s: by its gains the tour costs %d, by full evaluation %d", name, cost, full)
					}
				}
			}
		}
	}
}

// A fixed edge of an asymmetric instance stays, the way it leads.
func TestDouble_KeepsFixedEdges(t *testing.T) {
	r, fixed := multiwalk.NewRand(9, 0), [][2]int32{{0, 3}, {3, 5}, {5, 9}, {8, 7}}
	o := oneWay{n: 12, c: make([]int64, 144), fixed: fixed}
	for i := range o.c {
		o.c[i] = int64(r.IntN(1000))
	}
	twin := must.Have(Double(o, o.n, never))(t)
	for _, x := range [][]int32{{0, 3, 5, 9, 1, 2, 4, 6, 8, 7, 10, 11}, {7, 11, 1, 0, 3, 5, 9, 2, 4, 6, 10, 8}} {
		g := must.Have(NewGraph(twin, 8, DoubledTour(x), never))(t)
		for _, s := range []*Search{NewOrOpt(g), NewKOpt(g, 3), NewKOpt(g, 5)} {
			s.Set(DoubledTour(x))
			y, back := make([]int32, 24), make([]int32, 12)
			for range 200 {
				s.Kick(r)
				s.Optimise(50)
				s.Keep()
				s.Copy(y)
				if SingleTour(y, back); !keeps(back, fixed) || slices.ContainsFunc(fixed, func(e [2]int32) bool {
					return back[(slices.Index(back, e[0])+1)%len(back)] != e[1]
				}) {
					t.Fatalf("%v lost a fixed edge", back)
				}
			}
		}
	}
}
