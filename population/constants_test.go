package population

import (
	"context"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
)

// Sections III-B.1 and 3 of Tsutsui and Fujimoto: Model II has 128 individuals, pmx, and a restart where 0.6 of them are as
// cheap as the best, looked at every 50 generations. The probability of a mutation is what the paper's figures fit: see Mutation.
func TestGenetic_DefaultsAreThePapers(t *testing.T) {
	m, rule, err := Genetic{}.withDefaults(flat{9})
	want := Genetic{Population: 128, Mutation: 0.9, Crossover: "pmx", Restart: "stagnation", Rate: 0.6}
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

// A population without diversity is drawn anew after 50 generations, and not before.
func TestGenetic_RestartsAfterFiftyGenerations(t *testing.T) {
	for generations, want := range map[int64]int64{49: 0, 52: 1, 100: 1, 104: 2} {
		m := Genetic{Population: 4}
		r, err := multiwalk.Minimize(context.Background(), flat{5}, m, multiwalk.Settings{Walks: 1,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(4 * (1 + generations))}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Restarts != want {
			t.Errorf("%d restarts after %d generations of %d evaluations, want %d", r.Restarts, generations, r.FullEvaluations, want)
		}
	}
}

// What is documented of memetic search.
func TestMemetic_Defaults(t *testing.T) {
	m, err := Memetic{}.withDefaults(multiwalk.Permutation(60), false)
	if err != nil || m.Length != 200*60 || m.Patience != 50 || m.Stagnation != 150 || memeticSize != 8 || memeticFirst != 10 {
		t.Errorf("%+v, %v", m, err)
	}
	if m.Search.Weakest != 5 || m.Search.Strongest != 15 {
		t.Errorf("perturbations of %d to %d of 60 positions, want n/12 to n/4", m.Search.Weakest, m.Search.Strongest)
	}
	m, err = Memetic{}.withDefaults(multiwalk.Integers(300, 0, 9), true)
	if err != nil || m.Population != 2 || m.Length != 10*300 || m.Stagnation != 200 || coupleFirst != 40 || m.Search.Length < m.Length {
		t.Errorf("of groups: %+v, %v", m, err)
	}
	m, err = Memetic{Population: 8}.withDefaults(multiwalk.Integers(300, 0, 9), true)
	if err != nil || m.Population != 8 || m.Stagnation != 150 || m.Search.Length != 0 {
		t.Errorf("of 8 groups: %+v, %v", m, err)
	}
}

// Places in arrays of seven numbers a city take 32 bits, and the number of a tour 16.
func TestEAX_MostTours(t *testing.T) {
	for n, want := range map[int]int{100: 65535, 4681: 65535, 4682: 65524, 1_000_000: 306} {
		if got := (&eaxSearch{Fleet: fleet.Fleet{N: n}}).mostTours(); got != want {
			t.Errorf("%d cities: up to %d tours, want %d", n, got, want)
		}
	}
}

// A population rests after 50 generations of single AB-cycles without a new best tour, and 50 more of blocks; and at the end of the
// room for what generations found.
func TestEAX_Rests(t *testing.T) {
	for _, c := range []struct {
		number, since, blocks int32
		rests                 bool
		then                  int32 // blocks
	}{{50, 0, 0, false, 0}, {51, 0, 0, false, 1}, {120, 70, 0, false, 0}, {101, 51, 1, false, 1}, {102, 51, 1, true, 1}, {1<<14 - 64, 1<<14 - 64, 0, false, 0},
		{1<<14 - 63, 1<<14 - 63, 0, true, 0}} {
		q := &crossPopulation{since: c.since}
		q.g.Number, q.g.Blocks = c.number, c.blocks
		since := c.since
		if c.then > c.blocks {
			since = c.number // blocks begin with all their generations
		}
		if rests := q.rest(); rests != c.rests || q.g.Blocks != c.then || q.since != since {
			t.Errorf("%+v: rests %v with blocks %d since %d", c, rests, q.g.Blocks, q.since)
		}
	}
}
