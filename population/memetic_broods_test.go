package population

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/walk"
)

func TestCouples_Conform(t *testing.T) {
	if testing.Short() {
		t.Skip("the emulator is slow under the race detector")
	}
	p := sample.NewClashes(12, 3, 0.5, 1)
	for _, m := range []Memetic{{Length: 3, Stagnation: 4}, {Length: 3, Stagnation: 4, Population: 3}} {
		conformance.Method(t, m, p, conformance.On(device.Emulator()), conformance.Budget(3_000))
	}
}

// Values are groups and nobody asks for a population: each two searches are a couple, the last one of three is alone. With a population they
// are a ring.
func TestCouples_AreTheDefaultOnAMachine(t *testing.T) {
	p := sample.NewClashes(12, 4, 0.5, 1)
	for _, v := range []struct {
		m    Memetic
		want []int
	}{{Memetic{}, []int{2, 1}}, {Memetic{Population: 3}, []int{3}}} {
		w := memeticOn(t, p, v.m, walk.Plan{Walks: 3, Device: device.Emulator()}).(*memeticWalk)
		var sizes []int
		for _, b := range w.broods.list {
			sizes = append(sizes, b.size())
		}
		if !slices.Equal(sizes, v.want) {
			t.Errorf("%+v has broods of %v, want %v", v.m, sizes, v.want)
		}
	}
}

// Both children of a couple take their parents' places, and the next ones are theirs; a couple of the same groups begins anew. The first
// children are improved for long, and all for longer once there have been as many new beginnings as there are couples.
func TestCouples_Succeed(t *testing.T) {
	p := sample.NewClashes(6, 3, 0.5, 1)
	s := &memeticSearch{m: Memetic{Length: 10, Patience: 50, Stagnation: 200}, p: p, n: 6, groups: true}
	children := slices.Concat([]int32{1, 1, 2, 2, 3, 3}, []int32{1, 2, 3, 1, 2, 3}, []int32{1, 1, 1, 2, 2, 3}, []int32{3, 3, 3, 1, 1, 2})
	c := s.broodsOf(0, 4)
	if n := c.iterations(1); n != 10*coupleFirst {
		t.Errorf("the first children get %d iterations", n)
	}
	parents := slices.Clone(children)
	c.succeed(children, []int64{5, 4, 3, 3})
	if first := c.list[0]; !slices.Equal(first.x, parents[:12]) || !slices.Equal(first.costs, []int64{5, 4}) || first.born || children[0] != children[1] {
		t.Errorf("after %v came %v, of %v", parents[:12], children[:12], first.x)
	}
	if second := c.list[1]; second.restarts != 1 || !second.born || c.restarts() != 1 || c.iterations(1) != 10 {
		t.Errorf("a couple of the same groups: %d new beginnings; %d iterations", second.restarts, c.iterations(1))
	}
	c.list[0].restarts = 1
	if n := c.iterations(1); n != 20 {
		t.Errorf("after as many new beginnings as couples there are %d iterations", n)
	}
	c.list[0].restarts = math.MaxInt32
	if n := c.iterations(1); n > math.MaxInt32 {
		t.Errorf("%d iterations", n)
	}
}

// What another walk found is remembered by the first couple once it has parents, and is the incumbent at once.
func TestCouples_Adopt(t *testing.T) {
	p := sample.NewClashes(12, 4, 0.5, 1)
	w := memeticOn(t, p, Memetic{}, walk.Plan{Walks: 4, Device: device.Emulator()}).(*memeticWalk)
	x := make([]int32, 12)
	p.Space().Random(multiwalk.NewRand(4, 4), x)
	w.Adopt(x, -7)
	first := w.broods.list[0]
	if _, cost := w.Best(); cost != -7 || first.couple.costs[1] != math.MaxInt64 {
		t.Errorf("the best is %d; the first couple, which has no parents yet, remembers %d", cost, first.couple.costs[1])
	}
	first.born = false
	w.Adopt(x, -8)
	if c := first.couple; c.costs[1] != -8 || !slices.Equal(c.best[1], x) {
		t.Errorf("the first couple remembers %v for %d", c.best[1], c.costs[1])
	}
}
