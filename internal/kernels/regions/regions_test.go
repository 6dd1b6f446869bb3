package regions_test

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/regions"
	"github.com/multiwalk/multiwalk/internal/kernels/tours"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// plain is a region as a list of cities in the order of its tour, in places of the region's list.
type plain struct {
	list  []int32
	near  [][]int32
	cost  func(a, b int32) int32
	tour  []int32
	moves int64
}

func (p *plain) stays(a, b int32) bool {
	n := int32(len(p.list))
	return p.list[a] < 0 && b == (a+1)%n || p.list[b] < 0 && a == (b+1)%n
}

// length is that of a tour, or too much if it has not all edges that stay.
func (p *plain) length(x []int32) (sum int64) {
	kept := 0
	for i, a := range x {
		b := x[(i+1)%len(x)]
		if sum += int64(p.cost(a, b)); p.stays(a, b) {
			kept++
		}
	}
	for _, c := range p.list {
		if c < 0 {
			kept--
		}
	}
	if kept < 0 {
		return math.MaxInt64
	}
	return sum
}

// moved returns the tour after a move, nil if it is none: see move.go. It goes in the direction in which the kernel's array does, which reverses
// the fewer cities.
func (p *plain) moved(c, d int32, ahead, side bool, length int, insertion bool) []int32 {
	x := slices.Clone(p.tour)
	if !ahead { // the same the other way round
		slices.Reverse(x)
		side = !side
	}
	i := slices.Index(x, c)
	x = append(x[i:], x[:i]...) // it begins with c
	n := len(x)
	if !insertion {
		j := slices.Index(x, d)
		if j < 2 || j == n-1 {
			return nil
		}
		slices.Reverse(x[1 : j+1])
		if ahead && 2*j > n || !ahead && 2*j < n {
			slices.Reverse(x)
		}
		return x
	}
	segment, rest := slices.Clone(x[:length]), x[length:]
	j := slices.Index(rest, d)
	if j < 0 || side && j == len(rest)-1 || !side && j == 0 {
		return nil
	}
	if x = slices.Clone(rest); side {
		x = slices.Insert(x, j+1, segment...)
	} else {
		slices.Reverse(segment)
		x = slices.Insert(x, j, segment...)
	}
	if !ahead {
		slices.Reverse(x)
	}
	return x
}

// iterate makes the first of 32 moves that is accepted.
func (p *plain) iterate(draw func(lane int) (word, chance uint32), temperature float32, insertion bool) {
	n := uint32(len(p.list))
	for lane := range 32 {
		word, chance := draw(lane)
		c := int32(word >> 16 * n >> 16)
		near := p.near[c]
		if len(near) == 0 {
			continue
		}
		d := near[word>>8&0xff*uint32(len(near))>>8]
		x := p.moved(c, d, word&1 != 0, word&2 != 0, int(1+word>>2&0x3f*3>>6), insertion)
		if x == nil {
			continue
		}
		if after := p.length(x); after != math.MaxInt64 && after-p.length(p.tour) < int64(metropolis.Threshold(temperature, chance)) {
			p.tour = x
			p.moves++
			return
		}
	}
}

// cyclic brings a tour to where it begins with city 0 and goes on to the lesser of its neighbours.
func cyclic(x []int32) []int32 {
	i := slices.Index(x, 0)
	x = append(slices.Clone(x[i:]), x[:i]...)
	if x[1] > x[len(x)-1] {
		slices.Reverse(x[1:])
	}
	return x
}

// The kernel makes of every region what plain loops over whole lists make of it.
func TestAnnealRegions_IsPlainAnnealing(t *testing.T) {
	const n, places = 150, 64
	instance := tsp.Random(n, 4)
	m := tours.Table{Cities: n, Costs: instance.EdgeMatrix()}
	order := make([]int32, n)
	r := multiwalk.NewRand(3, 0)
	instance.Construct(r, order)
	g := must.Have(tour.NewGraph(instance, 8, order, func() bool { return false }))(t)
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(i)
	}
	d := tour.NewDivision(g, places*4/5, places)
	d.Divide(r, x)
	k, near := g.Neighbours()
	for _, temperature := range []float32{0, 3000, 20000} {
		a := regions.Annealing{Regions: int32(d.Regions()), Places: places, Neighbours: int32(k), Iterations: 3, Seed: 7, Round: 5, Walk: 9,
			Temperature: temperature}
		tours, moves := make([]uint16, n), make([]int64, 1)
		goal, stop := []int64{math.MaxInt64}, []uint32{0}
		e := lane.Emulator{Blocks: int32(d.Regions()), Threads: 32, Shared: int32(regions.Room(places, k, 4))}
		must.Do(t, e.Run(func(t lane.Thread) {
			regions.AnnealRegions(t, m, a, order, near, d.Starts, d.Cities, d.Where, tours, moves, goal, stop)
		}))
		made := int64(0)
		for i := range d.Regions() {
			p := newPlain(m, order, near, k, d, i)
			if len(p.list) >= regions.Fewest {
				anneal(p, a, i)
			}
			made += p.moves
			got := make([]int32, len(p.list))
			for j := range got {
				got[j] = int32(tours[int(d.Starts[i])+j])
			}
			if len(got) > 0 && !slices.Equal(cyclic(got), cyclic(p.tour)) {
				t.Errorf("temperature %v, region %d: %v, want %v", temperature, i, cyclic(got), cyclic(p.tour))
			}
		}
		if made != moves[0] || made == 0 {
			t.Errorf("temperature %v: %d moves, want %d", temperature, moves[0], made)
		}
	}
}

func newPlain(m tours.Table, order, near []int32, k int, d *tour.Division, region int) *plain {
	from, to := d.Starts[region], d.Starts[region+1]
	p := &plain{list: d.Cities[from:to]}
	city := func(i int32) int32 { return p.list[i] &^ tour.Stays }
	p.cost = func(a, b int32) int32 { return m.Between(order[city(a)], order[city(b)]) }
	for i := range int32(len(p.list)) {
		p.tour = append(p.tour, i)
		var own []int32
		for _, c := range near[int(city(i))*k:][:k] {
			if at := d.Where[c]; at >= from && at < to {
				own = append(own, at-from)
			}
		}
		p.near = append(p.near, own)
	}
	return p
}

// anneal makes the iterations of a launch.
func anneal(p *plain, a regions.Annealing, region int) {
	for i := range len(p.list) * int(a.Iterations) {
		for half := range 2 {
			p.iterate(func(lane int) (word, chance uint32) {
				u := rng.At(a.Seed, a.Walk+uint32(region), uint64(a.Round)<<32|uint64(i), uint32(lane))
				return u[2*half], u[2*half+1]
			}, a.Temperature, half == 1 && i&1 == 0)
		}
	}
}
