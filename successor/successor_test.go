package successor_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gridpath"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/successor"
)

// place is where states are made, and how.
type place struct {
	name     string
	settings successor.Settings
}

// places are cores and the emulator, each scheme with teams of several sizes.
func places() []place {
	emulator := device.Emulator()
	list := []place{{"cpu:1", successor.Settings{Device: device.CPU(1)}}, {"cpu:3", successor.Settings{Device: device.CPU(3)}}}
	for _, threads := range []int{32, 128} {
		list = append(list, place{fmt.Sprint("one pass, ", threads), successor.Settings{Device: emulator, Threads: threads}})
	}
	list = append(list, place{"stored, 64", successor.Settings{Device: emulator, Threads: 64, Scheme: successor.Stored}})
	if d := device.GPU(); d.Ready() == nil {
		list = append(list, place{"gpu", successor.Settings{Device: d}},
			place{"gpu, stored", successor.Settings{Device: d, Scheme: successor.Stored}},
			place{"gpu, 256", successor.Settings{Device: d, Threads: 256}})
	}
	return list
}

// open makes a generator of the given states.
func open[E any](t *testing.T, s successor.Settings, x []E, kinds ...successor.Kind[E]) *successor.Generator[E] {
	t.Helper()
	g := must.Have(successor.New(s, kinds...))(t)
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	must.Do(t, g.Put(x))
	return g
}

// get returns the states of a generator.
func get[E any](t *testing.T, g *successor.Generator[E], size int) []E {
	t.Helper()
	x := make([]E, g.States()*size)
	must.Do(t, g.Get(x))
	return x
}

// reference makes successors in the plainest way, one by one, by what the package promises of order and random numbers.
func reference[E any](h successor.Weigher[E], source []E, a construct.Assigning, active func(state, variable int32) bool) []E {
	var target []E
	for state := range int32(len(source)) / a.Size * a.Each {
		x := slices.Clone(source[state/a.Each*a.Size : (state/a.Each+1)*a.Size])
		var left []int32
		for v := range a.Variables {
			if active(state/a.Each, v) {
				left = append(left, v)
			}
		}
		for draw := int32(0); len(left) > 0; draw++ {
			words, rank := construct.DrawWords(&a, state, draw, 0), uint64(0)
			if a.Permuted != 0 {
				rank = construct.DrawBelow(&a, state, draw, construct.ForOrder, construct.RandomWord(words, construct.ForOrder), uint64(len(left)))
			}
			v := left[rank]
			if a.Apart != construct.NotApart {
				draw = v
				words = construct.DrawWords(&a, state, draw, 0)
			}
			left = slices.Delete(left, int(rank), int(rank)+1)
			total := uint64(0)
			for p := range h.Possibilities(x, v) {
				total += uint64(h.Weigh(x, v, p))
			}
			if total == 0 {
				h.CouldNotAssign(x, v)
				continue
			}
			value := construct.DrawBelow(&a, state, draw, construct.ForPossibility, construct.RandomWord(words, construct.ForPossibility), total)
			for p := int32(0); ; p++ {
				w := uint64(h.Weigh(x, v, p))
				if value < w {
					h.Assign(x, v, p)
					break
				}
				value -= w
			}
		}
		target = append(target, x...)
	}
	return target
}

// ranks is gridpath.Ranks as a Weigher: each weight looks at all ratings.
type ranks struct{ *gridpath.Ranks }

func (r ranks) Weigh(x []gridpath.Point, v, p int32) int64 {
	agg := r.Aggregator()
	for i := range r.Possibilities(x, v) {
		agg = r.Add(agg, r.Rate(x, v, i))
	}
	return r.Map(r.Rate(x, v, p), agg)
}

// Cores, the paper's kernel and ours make what the plainest loop makes, for all sizes of teams, with several successors
// a state, over two generations, the second with some active variables.
func TestGenerate_TheSameEverywhere(t *testing.T) {
	const points, each, sources = 4, 3, 2
	for _, c := range []struct{ side, load int }{{3, 1}, {9, 1}, {15, 2}} {
		grid := gridpath.New(points, c.side, c.load, 40, 7)
		gains, rated := &gridpath.Gains{Grid: grid}, &gridpath.Ranks{Grid: grid}
		most := c.side*c.side - 1
		for _, h := range []struct {
			kind  successor.Kind[gridpath.Point]
			plain successor.Weigher[gridpath.Point]
		}{
			{successor.Weighed(gains, points, most), gains}, {successor.Rated(rated, points, most), ranks{rated}},
		} {
			for seed := uint64(1); seed <= 2; seed++ {
				checkPlaces(t, &grid, h.kind, h.plain, construct.Assigning{Size: points, Variables: points, Each: each, Seed: seed,
					Permuted: int32(seed % 2)}, sources)
				if c.side == 9 && seed == 1 {
					checkPlaces(t, &grid, h.kind.Apart(), h.plain, construct.Assigning{Size: points, Variables: points, Each: each,
						Seed: seed, Apart: construct.ApartInTurn}, sources)
				}
				if testing.Short() || c.side > 10 {
					break
				}
			}
		}
	}
}

func checkPlaces(t *testing.T, grid *gridpath.Grid, kind successor.Kind[gridpath.Point], plain successor.Weigher[gridpath.Point], a construct.Assigning, sources int32) {
	t.Helper()
	x := make([]gridpath.Point, sources*a.Size)
	for i := range x {
		x[i] = grid.At(int32(i), -int32(i), i%int(a.Size))
	}
	first := reference(plain, x, a, func(int32, int32) bool { return true })
	sets := make([]uint64, sources*a.Each)
	for i := range sets {
		sets[i] = uint64(0b1011 >> (i % 3))
	}
	later := a
	later.Each, later.Round = 2, 1
	second := reference(plain, first, later, func(s, v int32) bool { return sets[s]>>v&1 == 1 })
	for _, p := range places() {
		s := p.settings
		s.Size, s.States, s.Seed, s.Permuted = int(a.Size), int(sources*a.Each)*2, a.Seed, a.Permuted+a.Apart != 0
		g := open(t, s, x, kind)
		g.ActivateAll()
		if _, err := g.Generate(int(a.Each)); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		if got := get(t, g, int(a.Size)); !slices.Equal(got, first) {
			t.Fatalf("%s, seed %d: first generation %v, want %v", p.name, a.Seed, got, first)
		}
		must.Do(t, g.Activate(0, sets))
		o, err := g.Generate(2)
		if got := get(t, g, int(a.Size)); err != nil || !slices.Equal(got, second) {
			t.Fatalf("%s, seed %d: second generation %v, want %v, %v", p.name, a.Seed, got, second, err)
		}
		want := int64(0)
		for _, set := range sets {
			want += 2 * int64(bits.OnesCount64(set))
		}
		if o.Assigned+o.Unassigned != want || o.Assigned == 0 {
			t.Errorf("%s: %+v, want %d variables", p.name, o, want)
		}
	}
}

// A user's batch gives what one by one gives.
func TestGridpath_WeightsAreThoseOfWeigh(t *testing.T) {
	for _, side := range []int{3, 35, 99} {
		for _, load := range []int{1, 3} {
			g := &gridpath.Gains{Grid: gridpath.New(1, side, load, 50, 3)}
			x := []gridpath.Point{g.At(5, -9, 0)}
			for first := int32(0); first < int32(side*side-1); first += 7 {
				weights := make([]int64, min(11, int32(side*side-1)-first))
				g.Weights(x, 0, first, weights)
				ratings, r := make([]int32, len(weights)), &gridpath.Ranks{Grid: g.Grid}
				r.Ratings(x, 0, first, ratings)
				for i, w := range weights {
					p := first + int32(i)
					if want := g.Weigh(x, 0, p); w != want || ratings[i] != r.Rate(x, 0, p) {
						t.Fatalf("side %d, load %d, possibility %d: weight %d, want %d, and rating %d", side, load, p, w, want, ratings[i])
					}
				}
			}
		}
	}
}
