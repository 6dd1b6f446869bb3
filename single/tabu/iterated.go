package tabu

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// IteratedTabu is iterated tabu search (Misevicius, "An implementation of the iterated tabu search algorithm for the quadratic assignment
// problem", OR Spectrum 34, 2012): bursts of robust tabu search. Each burst begins from a perturbation of the best solution of the burst
// before, even if that was worse than the one before it. The perturbation rotates the values of some positions. After a burst that ended
// better than the one before, it rotates few. After any other burst it rotates one more; after the strongest perturbation it begins with
// the weakest again.
//
// It is the best method here for assignment problems without structure, such as tai*a, and for large ones of any kind. On structured ones
// of up to about 60 elements it needs two or three times as long as ILS. On a GPU it runs wherever Tabu runs. It also runs there on bits
// with a kernel.ByteRower, where its searches share what they find (see flipFleet), and on two permutations with a kernel.JointWeigher.
type IteratedTabu struct {
	// Tabu is the search of a burst. A tenure of 0 means 3*n/10. Perturbations lead away from old solutions as well, so a third of the
	// tenure of a lone tabu search ends bursts better (on tai60a a gap of 0.5 % against 0.6 % after 1e6 iterations).
	Tabu Tabu
	// Length is the number of iterations of a burst, below 2^31. 0 means 8*n. In other neighbourhoods than swaps, and for two permutations
	// of n elements on a GPU, 0 means 20*n, but no fewer than 1000.
	Length int
	// Weakest and Strongest are how many positions a perturbation moves, from 2 to n; in other neighbourhoods than swaps they are how many
	// random moves it makes. 0 means n/6 and n/2. If both are 0, they are n/100 and n/20 on bits, and n/4 and n/2 on two permutations of n
	// elements on a GPU, but never fewer than 2.
	Weakest, Strongest int
}

// leastBurst is the shortest burst by default in other neighbourhoods than swaps.
const leastBurst = 1000

func (IteratedTabu) Name() string { return "iterated-tabu" }

// Prepare implements walk.Method. It refuses what Tabu refuses.
func (m IteratedTabu) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	return m.Tabu.prepareIn(m.Name(), p, plan, &m)
}

// ofMoves is complete for other moves than swaps.
func (m IteratedTabu) ofMoves(space multiwalk.Space) (IteratedTabu, error) {
	n := space.Len()
	if space.Kind() == multiwalk.KindBinary {
		return m.filled(n, 20*n, max(2, n/100), max(2, n/20))
	}
	return m.filled(n, 20*n, 0, 0)
}

// crowded is complete for a kernel with defaults of its own, which makes up to most moves to perturb a solution.
func (m IteratedTabu) crowded(n, length, weakest, strongest, most int, moves string) (IteratedTabu, error) {
	if err := m.Tabu.validateMoves(); err != nil {
		return m, err
	}
	m, err := m.filled(n, length, weakest, strongest)
	if err == nil && m.Strongest > most {
		err = fmt.Errorf("multiwalk: iterated-tabu perturbations of up to %d %s are too strong for a GPU; use up to %d", m.Strongest, moves, most)
	}
	return m, err
}

// filled is complete with other defaults; with none for perturbations where they are 0.
func (m IteratedTabu) filled(n, length, weakest, strongest int) (IteratedTabu, error) {
	m.Length = cmp.Or(m.Length, max(leastBurst, length))
	if m.Weakest == 0 && m.Strongest == 0 {
		m.Weakest, m.Strongest = weakest, strongest
	}
	return m.complete(n)
}

// complete checks the settings and fills in the defaults.
func (m IteratedTabu) complete(n int) (IteratedTabu, error) {
	if err := walking.CheckCount("iterated-tabu", "length", m.Length, walking.MostCount, "8*n"); err != nil {
		return m, err
	}
	m.Length, m.Strongest = cmp.Or(m.Length, 8*n), cmp.Or(m.Strongest, max(2, m.Weakest, n/2))
	m.Weakest = cmp.Or(m.Weakest, min(m.Strongest, max(2, n/6)))
	if m.Weakest < 2 || m.Weakest > m.Strongest || m.Strongest > max(2, n) {
		return m, fmt.Errorf("multiwalk: iterated-tabu perturbations of %d to %d positions are outside [2, n=%d]; "+
			"use 0 for the defaults (n/6, n/2)", m.Weakest, m.Strongest, n)
	}
	return m, nil
}

func (m IteratedTabu) String() string { return m.Name() }
