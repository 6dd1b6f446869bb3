package population

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
)

// Sections III-B.1 and 3 of Tsutsui and Fujimoto: Model II has 128 individuals, pmx, and a restart where 0.6 of them are as
// cheap as the best, looked at every 50 generations. The probability of a mutation is what the paper's figures fit: see Mutation.
func TestGenetic_DefaultsAreThePapers(t *testing.T) {
	m, rule, err := Genetic{}.withDefaults(flat{9})
	want := Genetic{Population: 128, Mutation: 0.9, Crossover: "pmx", Restart: "stagnation", Rate: 0.6, Cuts: 1}
	if err != nil || m != want {
		t.Errorf("%+v, %v; want %+v", m, err, want)
	}
	if rule.Select != deme.Random || rule.Own != 1 || rule.Replace != deme.IfBetter || rule.Mates != 1<<32 {
		t.Errorf("%+v", rule)
	}
	if got := m.stagnant(); got != 77 {
		t.Errorf("%d of 128 individuals stagnate, want 77", got)
	}
}

// flat has solutions that all cost the same.
type flat struct{ n int }

func (p flat) Space() multiwalk.Space { return multiwalk.Permutation(p.n) }
func (p flat) Cost([]int32) int64     { return 7 }

// What is documented of memetic search.
func TestMemetic_Defaults(t *testing.T) {
	m, err := Memetic{}.withDefaults(multiwalk.Permutation(60), false, false)
	if err != nil || m.Length != 200*60 || m.Patience != 50 || m.Stagnation != 150 || memeticSize != 8 || memeticFirst != 10 {
		t.Errorf("%+v, %v", m, err)
	}
	if m.Search.Weakest != 5 || m.Search.Strongest != 15 {
		t.Errorf("perturbations of %d to %d of 60 positions, want n/12 to n/4", m.Search.Weakest, m.Search.Strongest)
	}
	m, err = Memetic{}.withDefaults(multiwalk.Integers(300, 0, 9), true, false)
	if err != nil || m.Population != 2 || m.Length != 10*300 || m.Stagnation != 200 || coupleFirst != 40 || m.Search.Length < m.Length {
		t.Errorf("of groups: %+v, %v", m, err)
	}
	m, err = Memetic{Population: 8}.withDefaults(multiwalk.Integers(300, 0, 9), true, false)
	if err != nil || m.Population != 8 || m.Stagnation != 150 || m.Search.Length != 0 {
		t.Errorf("of 8 groups: %+v, %v", m, err)
	}
	m, err = Memetic{}.withDefaults(multiwalk.Permutation(60), false, true)
	if err != nil || m.Population != 30 || m.Length != 20*60 || m.Search.Length < m.Length {
		t.Errorf("by ways: %+v, %v", m, err)
	}
}

// Places in arrays of seven numbers a city take 32 bits, and the number of a tour 16.
func TestEAX_MostTours(t *testing.T) {
	for n, want := range map[int]int{100: 65535, 4681: 65535, 4682: 65524, 1_000_000: 306} {
		if got := mostToursOf(n, 1, 1); got != want {
			t.Errorf("%d cities: up to %d tours, want %d", n, got, want)
		}
	}
}

// A population of 32 tours rests after 50 generations without a new best tour, where 8 AB-cycles a generation are not taken over, or of
// blocks 2, but for a turn; and at the end of the room for what generations found.
func TestEAX_Rests(t *testing.T) {
	for _, c := range []struct {
		number, since, blocks, turn int32
		generations, taken          int64
		rests                       bool
	}{{50, 0, 0, 0, 1, 8, false}, {51, 0, 0, 0, 1, 8, true}, {120, 70, 1, 0, 1, 8, false}, {121, 70, 1, 0, 1, 8, true},
		{20, 10, 0, 0, 1, 7, true}, {20, 10, 0, 0, 4, 31, true}, {20, 10, 0, 0, 4, 32, false}, {20, 10, 0, 3, 1, 0, false}, {20, 10, 0, 3, 2, 0, true},
		{20, 10, 1, 0, 1, 2, false}, {20, 10, 1, 0, 1, 1, true}, {1<<14 - 64, 1<<14 - 64, 0, 0, 1, 8, false}, {1<<14 - 63, 1<<14 - 63, 0, 0, 1, 8, true}} {
		q := &crossPopulation{since: c.since}
		q.g.Number, q.g.Blocks, q.g.Turn, q.g.Tours = c.number, c.blocks, c.turn, 32
		if rests := q.rest(c.generations, c.taken); rests != c.rests {
			t.Errorf("%+v: rests %v", c, rests)
		}
	}
}
