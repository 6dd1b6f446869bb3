// Package shapes holds kernels of every construct that is not an operator.
package shapes

import "github.com/multiwalk/multiwalk/kernel/lane"

type Point struct{ X, Y int32 }

// Mixed has padding, an array and a nested struct.
type Mixed struct {
	A int8
	B int64
	C [3]int16
	D Point
	E bool
	F float32
}

// Matrix is a problem with slices: a parameter of this type is passed field by field.
type Matrix struct {
	N    int32
	Cell []int32
	Bias [2]int64
}

func (m Matrix) At(i, j int32) int32  { return m.Cell[i*m.N+j] }
func (m *Matrix) Row(i int32) []int32 { return m.Cell[i*m.N : (i+1)*m.N] }
func (m *Matrix) Cost(x []int32) int64 {
	return m.Bias[0] + sum(x, func(v int32) int64 { return int64(v) * m.Bias[1] })
}
func (p *Point) Move(dx, dy int32) *Point { p.X += dx; p.Y += dy; return p }
func (p Point) Dot(q Point) int32         { return p.X*q.X + p.Y*q.Y }

func sum(x []int32, f func(int32) int64) int64 {
	s := int64(0)
	for _, v := range x {
		s += f(v)
	}
	return s
}

// Structs reads and writes structs in slices, by value and by pointer.
func Structs(_ lane.Thread, x []Mixed, y []Mixed) {
	for i := range x {
		m := x[i]
		m.A++
		m.C[1] = m.C[0] + int16(i)
		m.D.Move(3, int32(m.A)).Move(-1, 0)
		p := &y[i]
		*p = m
		p.D = Point{p.D.Y, p.D.X}
		p.E = p.E != (m.D == Point{X: 2}) || m.C == [3]int16{1, 2, 3}
		if q := (Mixed{B: 7, F: 0.5}); m.E {
			p.B, p.F = p.B^q.B, p.F*q.F
		}
	}
}

// Swap exchanges structs and arrays in memory: each keeps the value that it had when it was read.
func Swap(_ lane.Thread, x []Mixed, y [][4]int32) {
	x[0], x[1] = x[1], x[0]
	y[0], y[1], y[2] = y[1], y[2], y[0]
	a := x[0]
	x[0].B++
	x[2] = a
	b := y[0]
	y[0][1] = 9
	y[3][0] = b[1] + y[0][b[2]&3]
}

// Overlap copies memory onto itself, both ways.
func Overlap(_ lane.Thread, x, y []int64) {
	copy(x[1:], x)
	copy(y, y[1:])
}

// Strides goes through slices in steps: where the sum of index and step cannot wrap, and where it can.
func Strides(_ lane.Thread, x []int32, stride int32, out []int64) {
	n := int32(len(x))
	for i := int32(1); i < n; i += stride {
		out[0] += int64(x[i])
	}
	for i := stride - 1; i < n; i += 3 {
		out[1] = out[1]*31 + int64(x[i])
	}
	for i := int64(0); i < int64(len(x)); i += int64(stride) {
		x[i] += int32(i)
		out[2] ^= int64(x[i])
	}
	turns := int64(0)
	for i := int32(1 << 29); i < 1<<30 && turns < 9; i += 1 << 30 { // wraps
		turns++
	}
	for i := int8(100); i < 101; i += 50 { // wraps, and ends by itself
		turns = turns*2 + 1
		if turns > 1<<20 {
			break
		}
	}
	last := int32(0)
	for i := int32(0); i < n; {
		out[3] += int64(x[i])
		i += stride
		last = i
	}
	for i, left := int32(0), n; i < left; i += stride {
		out[4] += int64(x[i])
		left -= x[i] & 1
	}
	out[5], out[6] = turns, int64(last)
}

type cursor struct{ at *int32 }

func (c cursor) bump() *int32 { *c.at += 3; return c.at }

// Pointers keeps addresses in local structs, joins them, and gets them back from calls.
func Pointers(_ lane.Thread, x, out []int32) {
	a, b := int32(1), int32(2)
	for i := range x {
		v := x[i]
		c := cursor{&v}
		*c.bump() *= 2
		p := &v
		if v > 20 {
			q := &a
			if i > 3 {
				q = &b
			}
			p = q
		}
		*p += int32(i)
		out[i] = v + a*b
	}
	far := &x[2]
	*far, x[3] = x[3], *far
	first := new(int32)
	*first = *far
	out[0] += *first
}

// Plain takes values of every kind by value.
func Plain(_ lane.Thread, a int8, b bool, c float32, d Mixed, e [5]uint16, f uint64, g *Point, h float64, out []float64) {
	out[0] = float64(a)
	if b {
		out[1] = float64(c)
	}
	out[2] = float64(d.C[2]) + float64(d.D.Y) + float64(d.F)
	for i, v := range e {
		out[3] += float64(v) * float64(i+1)
	}
	out[4], out[5], out[6] = float64(f), h, float64(g.X)
	g.Y = g.X + 1
}

// Methods calls methods by value and by pointer, through a parameter that holds slices.
func Methods(_ lane.Thread, m Matrix, p *Matrix, out []int64) {
	out[0] = int64(m.At(1, 2)) + int64(p.At(2, 1))
	out[1] = m.Cost(p.Row(1)) + p.Cost(m.Row(2))
	at := m.At
	out[2] = int64(at(0, 1))
	dot := Point.Dot
	out[3] = int64(dot(Point{1, 2}, Point{3, 4}))
	out[4] = twice(p.Row, 1)
	out[5] = int64(len(m.Cell)) + int64(cap(m.Row(1)))
}

func twice(row func(int32) []int32, i int32) int64 {
	return int64(row(i)[0]) + int64(row(i + 1)[0])
}

// Arrays indexes local arrays by constants and by variables, copies and compares them.
func Arrays(_ lane.Thread, x, out []int32) {
	var a [8]int32
	b := [4][2]int32{{1, 2}, {3}, {}, {7, 8}}
	for i, v := range x {
		a[i&7] += v
		b[v&3][i&1]++
	}
	c := a
	c[0] = -1
	out[0], out[1], out[2] = a[0], c[0], a[x[1]&7]
	for i, r := range b {
		for j, v := range r {
			out[3+2*i+j] = v
		}
	}
	for i, v := range &a {
		out[11] += v * int32(i)
	}
	if c != a {
		out[12] = 1
	}
	s := c[2:5]
	s[0], s[2] = 5, 6
	out[13], out[14], out[15] = c[2], c[4], int32(len(s)+10*cap(s))
	t := []int32{4, 5, 6}
	u := make([]int32, 4)
	out[16] = int32(copy(u[1:], t))
	out[17], out[18] = u[0]*100+u[1]*10+u[3], sumOf(u)
	clear(u[:2])
	out[19] = sumOf(u)
	out[20] = (*[2]int32)(t)[1]
	out[21] = pair(3)[1]
}

func pair(x int32) [2]int32 { return [2]int32{x, x + 1} }

func sumOf(x []int32) (s int32) {
	for _, v := range x {
		s += v
	}
	return
}

// Slices cuts and copies slices.
func Slices(_ lane.Thread, x, out []int32) {
	n := len(x) / 2
	out[0] = int32(copy(out[4:], x[:n]))
	copy(out[5:], out[4:4+n]) // overlapping
	y := x[1:n:len(x)]
	out[1], out[2] = int32(len(y)), int32(cap(y))
	y = y[:cap(y)]
	out[3] = y[len(y)-1]
	if y = nil; y == nil {
		out[0]++
	}
}

// Control runs all control flow.
func Control(_ lane.Thread, x, out []int32) {
	s := int32(0)
	for i := range 10 {
		s += int32(i)
	}
	for i := range int32(len(x)) {
		switch v := x[i] & 7; {
		case v == 0:
			s++
		case v < 3:
			s += 2
			fallthrough
		case v == 5:
			s += 30
		default:
			s -= v
		}
		switch x[i] % 3 {
		case 0, 1:
			continue
		case 2:
			s ^= 5
		}
	}
outer:
	for i := 0; i < len(x); i++ {
		for j := range x {
			if x[j]&15 == 3 {
				continue outer
			}
			if i > 4 {
				break outer
			}
			s = s*31 + x[i]
		}
	}
	for s > 1000 {
		s /= 2
	}
	i := 0
loop:
	if i < 3 {
		s += int32(i)
		i++
		goto loop
	}
	out[0] = s
	out[1], out[2] = divide(s, 7)
	a, b := divide(-s, 3)
	a, b = b, a
	out[3], out[4] = a, b
}

func divide(x, y int32) (q, r int32) { return x / y, x % y }

// Closures captures by reference, nests, hands down, and takes each new variable of a loop.
func Closures(_ lane.Thread, x, out []int32) {
	n, k := int32(0), int32(3)
	add := func(v int32) { n += v * k }
	each(x, add)
	k = 5
	each(x[:2], add)
	out[0] = n
	out[1] = apply(func(a int32) int32 { return apply(func(b int32) int32 { return a*b + k }, 4) }, 7)
	for i := range int32(4) {
		get := func() int32 { i += 10; return i }
		out[2] += get() + i
	}
	scale := func(f func(int32) int32) int32 { return f(2) + f(3) }
	out[3] = scale(func(v int32) int32 { return v * k })
	out[4] = scale(double)
}

func each(x []int32, f func(int32)) {
	for _, v := range x {
		f(v)
	}
}

func apply(f func(int32) int32, v int32) int32 { return f(v) }

func double(v int32) int32 { return 2 * v }

type Ordered interface{ int32 | float64 | uint8 }

type Stack[T Ordered] struct {
	item [16]T
	n    int
}

func (s *Stack[T]) Push(v T) { s.item[s.n] = v; s.n++ }
func (s *Stack[T]) Pop() T   { s.n--; return s.item[s.n] }

type Coster interface{ Cost(x []int32) int64 }

func best[C Coster](c C, xs []int32, n int) (least int64) {
	least = 1 << 62
	for i := 0; i+n <= len(xs); i += n {
		least = min(least, c.Cost(xs[i:i+n]))
	}
	return
}

// Generic is instantiated for several problems and numbers.
func Generic[T Ordered, C Coster](_ lane.Thread, c C, xs []int32, x []T, out []int64, most []T) {
	out[0] = best(c, xs, 3)
	var s Stack[T]
	for _, v := range x {
		s.Push(v)
	}
	top := s.Pop()
	for s.n > 0 {
		top = max(top, s.Pop())
	}
	most[0] = top
}

// Scaled is a problem whose methods have value receivers.
type Scaled struct {
	By int64
	Of []int64
}

func (s Scaled) Cost(x []int32) int64 {
	c := s.By
	for i, v := range x {
		c += s.Of[i%len(s.Of)] * int64(v)
	}
	return c
}

var (
	primes  = [...]int32{2, 3, 5, 7, 11, 13}
	offsets = []Point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	grid    = [2][3]float64{{1, 2, 3}, {4, 5}}
	answer  = int64(42)
	nothing [4]int32
	sparse  = [...]uint8{2: 7, 9: 1}
)

const huge = 1<<63 + 5

func i32(i int) int32 { return int32(i) }

// Tables reads package-level tables and constants of every kind.
func Tables(_ lane.Thread, x, out []int32, f []float64, u []uint64) {
	for i, v := range x {
		out[i] = primes[v&3+i32(i&1)] + offsets[v&3].X*10 + offsets[(v+1)&3].Y + nothing[v&3] + int32(sparse[v&7])
		f[i] = grid[v&1][i%3] * float64(answer)
	}
	u[0], u[1] = huge, 'x'
	f[0] = 1e-310 + 0.1
	f[1] = 1 << 70
	for _, p := range offsets {
		out[0] += p.X + 2*p.Y
	}
	out[1] = int32(len(primes) + len(offsets))
}
