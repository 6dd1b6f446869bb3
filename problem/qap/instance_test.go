package qap

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/state"
)

// shapes are small instances of every kind that the deltas tell apart.
func shapes(t testing.TB, n int) map[string]*Instance {
	t.Helper()
	r := multiwalk.NewRand(uint64(n), 0)
	matrix := func(lo, hi int, symmetric, hollow bool) []int32 {
		m := make([]int32, n*n)
		for i := range n {
			for j := range n {
				m[i*n+j] = int32(lo + r.IntN(hi-lo+1))
				if symmetric && j < i {
					m[i*n+j] = m[j*n+i]
				}
				if hollow && i == j {
					m[i*n+j] = 0
				}
			}
		}
		return m
	}
	all := map[string]*Instance{}
	add := func(name string, flow, dist []int32) {
		q := must.Have(New(name, n, flow, dist))(t)
		all[name] = q
	}
	for _, symmetric := range []bool{true, false} {
		for _, hollow := range []bool{true, false} {
			suffix := fmt.Sprintf("/symmetric=%v/hollow=%v", symmetric, hollow)
			add("narrow"+suffix, matrix(0, 99, symmetric, hollow), matrix(-9, 99, symmetric, hollow))
			add("narrow/flow"+suffix, matrix(0, 99, true, hollow), matrix(-9, 99, symmetric, hollow))
			add("narrow/dist"+suffix, matrix(0, 99, symmetric, hollow), matrix(-9, 99, true, hollow))
			add("wide"+suffix, matrix(-1e5, 1e6, symmetric, hollow), matrix(0, 1e6, symmetric, hollow))
			add("plain"+suffix, matrix(0, math.MaxInt32, symmetric, hollow), matrix(-50, 50, symmetric, hollow))
		}
	}
	return all
}

// rowed is what the states of an instance are.
type rowed interface {
	multiwalk.State
	state.SwapsFollower
}

// checkRows compares a state's rows with full evaluation.
func checkRows(t *testing.T, q *Instance, s rowed, x []int32) {
	t.Helper()
	y := append([]int32(nil), x...)
	before := q.Cost(x)
	for i := range int32(q.N) {
		narrow, wide := s.Row(i)
		if i == int32(q.N)-1 && (narrow != nil || wide != nil) {
			t.Fatalf("the last row is not nil")
		}
		for j := i + 1; j < int32(q.N); j++ {
			y[i], y[j] = y[j], y[i]
			want := q.Cost(y) - before
			y[i], y[j] = y[j], y[i]
			if got := q.SwapDelta(x, i, j); got != want {
				t.Fatalf("SwapDelta(%d, %d) = %d, full evaluation %d", i, j, got, want)
			}
			if got := q.SwapDelta(x, j, i); got != want {
				t.Fatalf("SwapDelta(%d, %d) = %d, full evaluation %d", j, i, got, want)
			}
			var got int64
			if narrow != nil {
				got = int64(narrow[j-i-1])
			} else {
				got = wide[j-i-1]
			}
			if got != want {
				t.Fatalf("row %d of the state has %d for %d, full evaluation %d", i, got, j, want)
			}
		}
	}
	checkMatrix(t, q, s)
}

// checkMatrix checks what DeltaMatrix promises of the entries left of the diagonal.
func checkMatrix(t *testing.T, q *Instance, s rowed) {
	t.Helper()
	m, ok := s.(interface {
		DeltaMatrix() ([]int32, []int64, int)
	})
	if !ok {
		return
	}
	narrow, wide, stride := m.DeltaMatrix()
	at := func(i, j int) int64 {
		if narrow != nil {
			return int64(narrow[i*stride+j])
		}
		return wide[i*stride+j]
	}
	for i := range q.N - 1 {
		lanes, top := 8, int64(math.MaxInt32)
		if narrow == nil {
			lanes, top = 4, math.MaxInt64
		}
		for j := (i + 1) &^ (lanes - 1); j < i; j++ {
			if at(i, j) != at(j, i) {
				t.Fatalf("entry (%d, %d) is %d, its mirror %d", i, j, at(i, j), at(j, i))
			}
		}
		if at(i, i) != top {
			t.Fatalf("diagonal entry %d is %d", i, at(i, i))
		}
	}
}

func TestSwapDeltaAndState_EqualFullEvaluation(t *testing.T) {
	for n := 1; n <= 19; n++ {
		for name, q := range shapes(t, n) {
			t.Run(fmt.Sprintf("n=%d/%s", n, name), func(t *testing.T) {
				r := multiwalk.NewRand(2, 0)
				x := make([]int32, n)
				q.Space().Random(r, x)
				s := q.NewState(x).(rowed)
				checkRows(t, q, s, x)
				for range 4 {
					for range 25 {
						i, j := int32(r.IntN(n)), int32(r.IntN(n))
						x[i], x[j] = x[j], x[i]
						s.Swap(i, j)
					}
					checkRows(t, q, s, x)
				}
				for _, shuffled := range []int{min(2, n), n} {
					r.Shuffle(x[:shuffled])
					s.Reset(x)
					checkRows(t, q, s, x)
				}
			})
		}
	}
}

// The shapes would test less than they say if the bounds classed them otherwise.
func TestExamine_ClassesShapes(t *testing.T) {
	for name, q := range shapes(t, 12) {
		want := traits{narrow: name[0] == 'n', exact: name[0] != 'p'}
		if q.traits.narrow != want.narrow || q.traits.exact != want.exact {
			t.Errorf("%s: narrow %v, exact %v", name, q.traits.narrow, q.traits.exact)
		}
	}
}

// No delta passes the bound that decides between 32 and 64 bits, and the bound is not idly great.
func TestDeltaBound(t *testing.T) {
	for _, q := range []*Instance{Uniform(12, 3), Structured(12, 3)} {
		bound := int64(deltaBound(q, &q.traits))
		r, x, most := multiwalk.NewRand(5, 0), make([]int32, q.N), int64(0)
		for range 2000 {
			q.Space().Random(r, x)
			for i := range int32(q.N) {
				for j := range i {
					d := q.SwapDelta(x, i, j)
					most = max(most, d, -d)
				}
			}
		}
		if most > bound || bound > 20*most {
			t.Errorf("%s: bound %d, greatest delta seen %d", q.Name(), bound, most)
		}
	}
}

func BenchmarkSwap(b *testing.B) {
	for _, q := range []*Instance{Uniform(30, 1), Uniform(60, 1), Uniform(100, 1), Structured(30, 1), Structured(100, 1)} {
		b.Run(fmt.Sprintf("%s%d", q.Name(), q.N), func(b *testing.B) {
			x := make([]int32, q.N)
			r := multiwalk.NewRand(1, 0)
			q.Space().Random(r, x)
			s := q.NewState(x).(rowed)
			b.ReportAllocs()
			for k := int32(0); b.Loop(); k++ {
				s.Swap(k%int32(q.N), (k*7+1)%int32(q.N))
			}
			b.ReportMetric(float64(q.N*(q.N-1)/2)*float64(b.N)/b.Elapsed().Seconds(), "entries/s")
		})
	}
}

// A flow is drawn where its facilities are, and red if they are far apart; an instance without flows is drawn too.
func TestSVG(t *testing.T) {
	q := must.Have(New("three", 3, []int32{0, 4, 1, 0, 0, 0, 0, 0, 0}, []int32{0, 1, 5, 1, 0, 2, 5, 2, 0}))(t)
	none := must.Have(New("none", 2, make([]int32, 4), make([]int32, 4)))(t)
	var picture, empty strings.Builder
	must.Do(t, q.SVG(&picture, []int32{2, 0, 1}))
	for _, want := range []string{"3 facilities, cost 22<", `<path fill="rgb(220,70,40)" d="M0.0 533.3h266.7v266.7h-266.7z"/>`, `<path fill="rgb(106,70,136)"`} {
		if !strings.Contains(picture.String(), want) {
			t.Errorf("the picture has no %s:\n%s", want, picture.String())
		}
	}
	if err := none.SVG(&empty, []int32{0, 1}); err != nil || strings.Contains(empty.String(), "<path") {
		t.Errorf("without flows there is drawn %s: %v", empty.String(), err)
	}
}
