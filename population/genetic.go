package population

import (
	"cmp"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// geneticSize and geneticRate are the paper's settings, and geneticCheck its 50 generations. geneticMutation is
	// what its figures fit: see Genetic.Mutation.
	geneticSize     = 128
	geneticMutation = 0.9
	geneticRate     = 0.6
	geneticCheck    = 50
	// mostIndividuals bounds a subpopulation: the number of an individual has fewer bits than a draw has for it.
	mostIndividuals = 1 << 20

	restartNone  = "none"
	restartStale = "stagnation"
)

// Genetic is the genetic algorithm that Tsutsui and Fujimoto run on GPUs ("An analytical study of GPU computation for
// solving QAPs by parallel evolutionary computation with independent run", sections III-B.1 and 3), for any problem; theirs is
// over permutations. It has no local search. In a generation each individual mates with a random other one, and the
// child may mutate: by a swap or, in a binary or an integers space, by another value. In a product each part is crossed by itself,
// and a mutation is in one of them. The child replaces the individual if it is cheaper; if both cost the same, the individual
// stays. So only its own children replace an individual, which keeps a population diverse. When a population has lost
// its diversity nevertheless, it is drawn anew; the best solution is kept aside.
//
// A walk is a subpopulation, and several race to the target: the paper's independent runs. On a GPU each block works on
// one subpopulation, and Settings.Walks is their number over all GPUs. Equal seeds give equal subpopulations on cores
// and on GPUs. Every child counts as a full evaluation, even if swap deltas price it, and even if it equals its parent.
type Genetic struct {
	// Population is how many individuals a subpopulation has, from 2 to 2^20; 0 means 128, the paper's Model II. The
	// paper's Model I has for each instance the best number from 64 to 2048: 128 for tai25b, kra30b and kra32, 256 for
	// ste36b, 512 for tai30b, tai35b, tai40b and tai50b, 1024 for kra30a.
	Population int
	// Mutation is the probability that a child swaps two elements, up to 1; 0 means 0.9, and -1 means that no child
	// does. The paper says 0.1, but its tables fit 0.9: its times divided by n*n and by our generations vary over its
	// nine instances by a factor of 1.2 with 0.9, and by 3.9 with 0.1. With 0.1 instances take up to 150 times the
	// generations.
	Mutation float64
	// Crossover is that of the method cellular, but "" means pmx for tours too, with which the paper reports much better results for
	// assignment than with ox. GPUs have these two.
	Crossover string
	// Restart says when a subpopulation is drawn anew. With "stagnation", it looks every 50 generations how many
	// individuals cost the same as the best; if that is a share of at least Rate, it is drawn anew. With "none" it
	// never is. "" means stagnation. See cooperate.Restart for other rules.
	Restart string
	// Rate is the share of individuals that cost the same as the best when a subpopulation stagnates, above 0 and up to
	// 1; 0 means 0.6.
	Rate float64
	// Keep keeps the best individual of a subpopulation that is drawn anew, as its first. The paper says that this did harm.
	Keep bool
	// Cuts is how many individuals, those with successive numbers, are cut at the same points in a generation; 0 means 1. With as many as the
	// population has, all threads of a block are, from which the paper expects some speed.
	Cuts int
}

func (Genetic) Name() string     { return "genetic" }
func (m Genetic) String() string { return m.Name() }

// withDefaults fills in the defaults and checks the settings. It returns the operators.
func (m Genetic) withDefaults(p multiwalk.Problem) (Genetic, deme.Rule, error) {
	w := words{method: m.Name()}
	if m.Crossover == "" && ordered(p.Space().Kind()) {
		m.Crossover = demeOrders[deme.PartiallyMapped]
	}
	m.Population, m.Mutation = cmp.Or(m.Population, geneticSize), cmp.Or(m.Mutation, geneticMutation)
	m.Restart, m.Rate = cmp.Or(m.Restart, restartStale), cmp.Or(m.Rate, geneticRate)
	w.within("population", m.Population, 2, mostIndividuals)
	if m.Restart != restartStale && m.Restart != restartNone {
		w.refuse("has no restart %q; use %s or %s, or the method restart", m.Restart, restartStale, restartNone)
	}
	if !(m.Rate > 0 && m.Rate <= 1) {
		w.refuse("rate %v is outside (0, 1]; use 0 for the default (%v)", m.Rate, geneticRate)
	}
	selection, move, start, rivals, length, refine := demeSelects[deme.Random], demeMoves[deme.Swap], "", 0, 0, -1
	r := operators{selection: &selection, move: &move, rivals: &rivals, length: &length, crossover: m.Crossover, mating: 1,
		mutation: m.Mutation, replacement: demeReplaces[deme.IfBetter], refine: &refine, start: &start}.rule(&w, p)
	m.Cuts = cmp.Or(m.Cuts, 1)
	w.within("cuts", m.Cuts, 1, mostIndividuals)
	r.Own, r.Cuts = 1, int32(m.Cuts)
	r.Topology = deme.Topology{Shape: deme.Island, Width: int32(m.Population), Count: int32(m.Population), Row: 1}
	m.Mutation = max(0, m.Mutation)
	return m, r, w.err
}

// ordered tells whether a solution is an order of its elements.
func ordered(k multiwalk.Kind) bool { return k == multiwalk.KindPermutation || k == multiwalk.KindTour }

// Prepare implements walk.Method. It refuses fixed edges, settings out of range, and what Place refuses.
func (m Genetic) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	m, rule, err := m.withDefaults(p)
	if err != nil {
		return nil, err
	}
	e := evolution{method: m, rule: rule, apart: true}
	if m.Restart == restartStale {
		e.check, e.resting, e.keeps = geneticCheck, m.stagnant(), m.Keep
	}
	s := &geneticSearch{m: m}
	if s.demeSearch, err = e.search(p, plan); err != nil {
		return nil, err
	}
	if d, ok := plan.Device.(multiwalk.Accelerator); ok {
		return newGeneticFleet(s, d)
	}
	return s, s.onCores()
}

// stagnant is how many individuals must be as cheap as the best.
func (m Genetic) stagnant() int { return int(math.Ceil(float64(m.Population) * m.Rate)) }

// geneticSearch is Genetic prepared for a problem.
type geneticSearch struct {
	*demeSearch
	m Genetic
}
