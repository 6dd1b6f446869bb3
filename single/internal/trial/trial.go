package trial

import (
	"context"
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// Circle is a tour of n cities on a circle: the optimum is to go round, and costs n times the shortest chord, to within
// the rounding. It brings EdgeCost and no delta.
type Circle struct {
	n      int
	length []int64 // of a chord over so many places
}

func NewCircle(n int) *Circle {
	c := &Circle{n: n, length: make([]int64, n)}
	for k := range n { // a chord's length is no matter, so long as it grows; a parabola needs no sine
		d := int64(min(k, n-k))
		c.length[k] = 1000*d - 1000*d*d/int64(2*n)
	}
	return c
}

func (c *Circle) Space() multiwalk.Space { return multiwalk.Tour(c.n) }
func (c *Circle) Symmetric() bool        { return true }
func (c *Circle) EdgeCost(i, j int32) int64 {
	k := i - j
	if k < 0 {
		k = -k
	}
	return c.length[k]
}
func (c *Circle) Cost(x []int32) int64 {
	sum := c.EdgeCost(x[len(x)-1], x[0])
	for i := 1; i < len(x); i++ {
		sum += c.EdgeCost(x[i-1], x[i])
	}
	return sum
}
func (c *Circle) Optimum() int64 {
	x := make([]int32, c.n)
	for i := range x {
		x[i] = int32(i)
	}
	return c.Cost(x)
}

// Plain is a tour of which only the full cost is known.
type Plain struct{ C *Circle }

func (p Plain) Space() multiwalk.Space { return p.C.Space() }
func (p Plain) Cost(x []int32) int64   { return p.C.Cost(x) }

// qap is a small quadratic assignment with a swap delta, O(n).
type Assigning struct {
	n          int
	flow, dist []int64
}

func NewQAP(n int, seed uint64) *Assigning {
	q, r := &Assigning{n, make([]int64, n*n), make([]int64, n*n)}, multiwalk.NewRand(seed, 0)
	for i := range n * n {
		q.flow[i], q.dist[i] = int64(r.Uint32N(10)), int64(r.Uint32N(10))
	}
	return q
}

func (q *Assigning) Space() multiwalk.Space { return multiwalk.Permutation(q.n) }
func (q *Assigning) Cost(x []int32) int64 {
	var sum int64
	for i := range x {
		for j := range x {
			sum += q.flow[i*q.n+j] * q.dist[int(x[i])*q.n+int(x[j])]
		}
	}
	return sum
}
func (q *Assigning) f(i, j int32) int64 { return q.flow[int(i)*q.n+int(j)] }
func (q *Assigning) d(i, j int32) int64 { return q.dist[int(i)*q.n+int(j)] }
func (q *Assigning) SwapDelta(x []int32, i, j int32) int64 {
	a, b := x[i], x[j]
	sum := (q.f(i, i)-q.f(j, j))*(q.d(b, b)-q.d(a, a)) + (q.f(i, j)-q.f(j, i))*(q.d(b, a)-q.d(a, b))
	for k := range int32(len(x)) {
		if c := x[k]; k != i && k != j {
			sum += (q.f(k, i)-q.f(k, j))*(q.d(c, b)-q.d(c, a)) + (q.f(i, k)-q.f(j, k))*(q.d(b, c)-q.d(a, c))
		}
	}
	return sum
}

// parts is a problem over any space without deltas: the elements want to be far from their neighbours.
type parts struct{ s multiwalk.Space }

func (p parts) Space() multiwalk.Space { return p.s }
func (p parts) Cost(x []int32) int64 {
	var sum int64
	for i, v := range x {
		d := int64(v) - int64(x[(i+1)%len(x)])*3
		sum += d * d % 17
	}
	return sum
}

// Liar is an assigning whose deltas are one too low now and then.
type Liar struct{ *Assigning }

func (l Liar) SwapDelta(x []int32, i, j int32) int64 {
	d := l.Assigning.SwapDelta(x, i, j)
	if x[i] > x[j] {
		d--
	}
	return d
}

// Minimize runs a method and fails the test on an error.
func Minimize(t testing.TB, p multiwalk.Problem, m walk.Method, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	r, err := multiwalk.Minimize(context.Background(), p, m, s)
	if err != nil {
		t.Fatal(err)
	}
	if c := p.Cost(r.Best); c != r.Cost {
		t.Fatalf("the best costs %d, not %d", c, r.Cost)
	}
	return r
}

// History is the part of a result that a seed promises.
func History(r *multiwalk.Result) string {
	s := fmt.Sprint(r.Best, r.Cost, r.Counters, r.Rounds)
	for _, p := range r.History {
		p.Elapsed = 0
		s += fmt.Sprint(p)
	}
	return s
}

// Zoo is a problem for each kind of space, small ones included.
func Zoo() map[string]multiwalk.Problem {
	z := map[string]multiwalk.Problem{
		"qap": NewQAP(9, 1), "circle": NewCircle(12), "plain": Plain{NewCircle(9)}, "binary": parts{multiwalk.Binary(14)},
		"integers": parts{multiwalk.Integers(7, -3, 5)}, "constant": parts{multiwalk.Integers(4, 2, 2)},
		"product": parts{multiwalk.Product(multiwalk.Permutation(6), multiwalk.Binary(4), multiwalk.Integers(3, 0, 9))},
	}
	for n := 1; n <= 3; n++ {
		z[fmt.Sprintf("circle%d", n)], z[fmt.Sprintf("plain%d", n)], z[fmt.Sprintf("qap%d", n)] = NewCircle(n), Plain{NewCircle(n)}, NewQAP(n, 1)
	}
	return z
}

type Fixed struct{ *Circle }

func (Fixed) FixedEdges() [][2]int32 { return [][2]int32{{0, 2}} }

// Matrix offers the circle's edges as a matrix too.
type Matrix struct{ *Circle }

func (m Matrix) EdgeMatrix() []int32 {
	e := make([]int32, m.n*m.n)
	for i := range m.n {
		for j := range m.n {
			e[i*m.n+j] = int32(m.EdgeCost(int32(i), int32(j)))
		}
	}
	return e
}
