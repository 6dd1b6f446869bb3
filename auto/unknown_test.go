package auto_test

import (
	"github.com/multiwalk/multiwalk"
)

// colouring gives every vertex of a random graph of density a half one of so many colours; it counts edges between equal ones.
type colouring struct {
	near    [][]int32
	colours int
}

func newColouring(n, colours int) *colouring {
	c, r := &colouring{make([][]int32, n), colours}, multiwalk.NewRand(1, 0)
	for i := range n {
		for j := range i {
			if r.Uint32()&1 == 0 {
				c.near[i], c.near[j] = append(c.near[i], int32(j)), append(c.near[j], int32(i))
			}
		}
	}
	return c
}

func (c *colouring) Space() multiwalk.Space {
	return multiwalk.Integers(len(c.near), 0, int32(c.colours-1))
}
func (c *colouring) Cost(x []int32) (sum int64) {
	for i, near := range c.near {
		for _, j := range near {
			if int(j) < i && x[i] == x[j] {
				sum++
			}
		}
	}
	return sum
}
func (c *colouring) ChangeDelta(x []int32, i, v int32) (d int64) {
	for _, j := range c.near[i] {
		if x[j] == v {
			d++
		} else if x[j] == x[i] {
			d--
		}
	}
	return d
}
func (c *colouring) naive(r *multiwalk.Rand, x []int32, _ int64) (int64, func()) {
	i, v := int32(r.IntN(len(x))), int32(r.IntN(c.colours-1))
	if was := x[i]; v >= was {
		v++
	}
	d, was := c.ChangeDelta(x, i, v), x[i]
	x[i] = v
	return d, func() { x[i] = was }
}

// qubo is quadratic binary optimisation with a dense random matrix.
type qubo struct {
	n int
	q []int32
}

func newQubo(n int) *qubo {
	q, r := &qubo{n, make([]int32, n*n)}, multiwalk.NewRand(2, 0)
	for i := range n {
		for j := range i + 1 {
			v := int32(r.IntN(201)) - 100
			q.q[i*n+j], q.q[j*n+i] = v, v
		}
	}
	return q
}

func (q *qubo) Space() multiwalk.Space { return multiwalk.Binary(q.n) }
func (q *qubo) Cost(x []int32) (sum int64) {
	for i := range q.n {
		if x[i] == 1 {
			for j := range i + 1 {
				sum += int64(q.q[i*q.n+j] * x[j])
			}
		}
	}
	return sum
}
func (q *qubo) FlipDelta(x []int32, i int32) int64 {
	row, d := q.q[int(i)*q.n:int(i+1)*q.n], int64(0)
	for j, v := range row {
		d += int64(v * x[j])
	}
	d += int64(row[i] * (1 - x[i]))
	if x[i] == 1 {
		return -d
	}
	return d
}
func (q *qubo) naive(r *multiwalk.Rand, x []int32, _ int64) (int64, func()) {
	i := int32(r.IntN(len(x)))
	d := q.FlipDelta(x, i)
	x[i] = 1 - x[i]
	return d, func() { x[i] = 1 - x[i] }
}

// ordering is linear ordering: the sum above the diagonal is to be large.
type ordering struct {
	n int
	w []int32
}

func newOrdering(n int) *ordering {
	o, r := &ordering{n, make([]int32, n*n)}, multiwalk.NewRand(3, 0)
	for i := range o.w {
		o.w[i] = int32(r.IntN(100))
	}
	return o
}

func (o *ordering) Space() multiwalk.Space { return multiwalk.Permutation(o.n) }
func (o *ordering) Cost(x []int32) (sum int64) {
	for i, a := range x {
		for _, b := range x[i+1:] {
			sum -= int64(o.w[int(a)*o.n+int(b)])
		}
	}
	return sum
}
func (o *ordering) InsertDelta(x []int32, i, j int32) (d int64) {
	a := int(x[i])
	if i < j {
		for _, b := range x[i+1 : j+1] {
			d += int64(o.w[a*o.n+int(b)] - o.w[int(b)*o.n+a])
		}
		return d
	}
	for _, b := range x[j:i] {
		d += int64(o.w[int(b)*o.n+a] - o.w[a*o.n+int(b)])
	}
	return d
}
func (o *ordering) naive(r *multiwalk.Rand, x []int32, _ int64) (int64, func()) {
	i, j := int32(r.IntN(len(x))), int32(r.IntN(len(x)-1))
	if j >= i {
		j++
	}
	d := o.InsertDelta(x, i, j)
	shift(x, i, j)
	return d, func() { shift(x, j, i) }
}

// shift takes x[i] out and puts it at j.
func shift(x []int32, i, j int32) {
	v := x[i]
	if i < j {
		copy(x[i:j], x[i+1:j+1])
	} else {
		copy(x[j+1:i+1], x[j:i])
	}
	x[j] = v
}

// knapsack packs items of several weights; each unit above a capacity costs a penalty.
type knapsack struct {
	value    []int32
	weight   [5][]int32
	capacity [5]int64
}

func newKnapsack(n int) *knapsack {
	k, r := &knapsack{value: make([]int32, n)}, multiwalk.NewRand(4, 0)
	for d := range k.weight {
		k.weight[d] = make([]int32, n)
		for i := range n {
			w := int32(1 + r.IntN(1000))
			k.weight[d][i] = w
			k.capacity[d] += int64(w)
			k.value[i] += w / 5
		}
		k.capacity[d] /= 3
	}
	for i := range k.value {
		k.value[i] += int32(r.IntN(500))
	}
	return k
}

func (k *knapsack) Space() multiwalk.Space { return multiwalk.Binary(len(k.value)) }
func (k *knapsack) Cost(x []int32) (sum int64) {
	var load [5]int64
	for i, b := range x {
		if b == 1 {
			sum -= int64(k.value[i])
			for d := range load {
				load[d] += int64(k.weight[d][i])
			}
		}
	}
	for d, l := range load {
		sum += 10 * max(0, l-k.capacity[d])
	}
	return sum
}
func (k *knapsack) FlipDelta(x []int32, i int32) int64 {
	x[i] = 1 - x[i]
	after := k.Cost(x)
	x[i] = 1 - x[i]
	return after - k.Cost(x)
}
func (k *knapsack) naive(r *multiwalk.Rand, x []int32, cost int64) (int64, func()) {
	i := r.IntN(len(x))
	x[i] = 1 - x[i]
	return k.Cost(x) - cost, func() { x[i] = 1 - x[i] }
}

// flowShop is the makespan of a permutation flow shop, which is all that it knows.
type flowShop struct {
	machines int
	times    []int32
}

func newFlowShop(n, machines int) *flowShop {
	f, r := &flowShop{machines, make([]int32, n*machines)}, multiwalk.NewRand(5, 0)
	for i := range f.times {
		f.times[i] = int32(1 + r.IntN(99))
	}
	return f
}

func (f *flowShop) Space() multiwalk.Space { return multiwalk.Permutation(len(f.times) / f.machines) }
func (f *flowShop) Cost(x []int32) int64 {
	var over [64]int64
	for _, job := range x {
		before := int64(0)
		for m, t := range f.times[int(job)*f.machines : int(job+1)*f.machines] {
			before = max(before, over[m]) + int64(t)
			over[m] = before
		}
	}
	return over[f.machines-1]
}
func (f *flowShop) naive(r *multiwalk.Rand, x []int32, cost int64) (int64, func()) {
	i, j := int32(r.IntN(len(x))), int32(r.IntN(len(x)))
	shift(x, i, j)
	return f.Cost(x) - cost, func() { shift(x, j, i) }
}
