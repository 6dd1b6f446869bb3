package single

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/threshold"
	"github.com/multiwalk/multiwalk/walk"
)

// paper is a walk as the papers of the rules have it: one proposal after the other, evaluated in full. The engine, which
// goes by iterations of 32 lanes, must be where it is.
type paper struct {
	p           multiwalk.Problem
	nb          neighbourhood.Neighbourhood
	members     []neighbourhood.Member
	x, best     []int32
	cost, least int64
	considered  int64
	moves       int64
	iteration   uint64
	lane        uint32
	seed        uint64
}

func newPaper(t *testing.T, p multiwalk.Problem, name string, seed uint64) *paper {
	nb := must.Have(neighbourhood.ByForm(p, explore.FormOf(p), name))(t)
	w := &paper{p: p, nb: nb, members: neighbourhood.Members(nb), x: make([]int32, p.Space().Len()), seed: seed}
	walk.Plan{}.Begin(p, multiwalk.NewRand(seed, 0), w.x)
	w.cost = p.Cost(w.x)
	w.best, w.least = slices.Clone(w.x), w.cost
	return w
}

// price evaluates a move in full.
func (w *paper) price(m neighbourhood.Move) (y []int32, cost int64) {
	w.considered++
	y = slices.Clone(w.x)
	w.nb.Apply(y, m)
	return y, w.p.Cost(y)
}

// propose draws a move; the lanes of an iteration are used up, or one was accepted, when the next one begins.
func (w *paper) propose() (y []int32, cost int64, word uint32) {
	u := lane.Random(w.seed, 0, w.iteration, w.lane)
	lead := lane.Random(w.seed, 0, w.iteration, 0)
	_, m := neighbourhood.Draw(w.members, false, [2]uint32{lead[0], lead[1]}, u[0], u[1], u[2])
	y, cost = w.price(m)
	if w.lane++; w.lane == lane.WarpSize {
		w.iteration, w.lane = w.iteration+1, 0
	}
	return y, cost, u[3]
}

func (w *paper) accept(y []int32, cost int64) {
	w.x, w.cost = y, cost
	w.moves++
	if w.lane > 0 {
		w.iteration, w.lane = w.iteration+1, 0
	}
	if cost < w.least {
		w.best, w.least = slices.Clone(y), cost
	}
}

// late is figure 2 of Burke and Bykov's paper, for so many proposals.
func (w *paper) late(length int, proposals int64) {
	f := slices.Repeat([]int64{w.cost}, length)
	for i := range proposals {
		y, cost, _ := w.propose()
		v := i % int64(length)
		if cost < f[v] || cost <= w.cost {
			w.accept(y, cost)
		}
		f[v] = min(f[v], w.cost)
	}
}

// thresholds is Dueck and Scheuer's algorithm.
func (w *paper) thresholds(levels []float64, perStep uint64, proposals int64) {
	for range proposals {
		t := levels[w.iteration/perStep%uint64(len(levels))]
		if y, cost, _ := w.propose(); float64(cost-w.cost) <= t {
			w.accept(y, cost)
		}
	}
}

// record is Dueck's record-to-record travel, with one deviation.
func (w *paper) record(deviation, proposals int64) {
	for range proposals {
		if y, cost, _ := w.propose(); cost <= w.cost || cost <= w.least+deviation {
			w.accept(y, cost)
		}
	}
}

// deluge is Dueck's great deluge. The water falls in steps from the cost at first to the record.
func (w *paper) deluge(steps int, perStep uint64, proposals int64) {
	first := w.cost
	for range proposals {
		height := math.Pow(1e-4, float64(w.iteration/perStep%uint64(steps))/float64(steps))
		water := w.least + int64(float64(first-w.least)*height)
		if y, cost, _ := w.propose(); cost <= w.cost || cost <= water {
			w.accept(y, cost)
		}
	}
}

// descend goes on to a local optimum by the first improvement of a cyclic scan from move at. It returns false if it has
// considered so many proposals before.
func (w *paper) descend(at *int64, until int64) bool {
	size := w.nb.Size()
	for dry := int64(0); dry < size; {
		if w.considered >= until {
			return false
		}
		if dry%lane.WarpSize == 0 && dry > 0 {
			w.iteration++
		}
		y, cost := w.price(w.nb.Move(*at))
		*at, dry = (*at+1)%size, dry+1
		if cost < w.cost {
			w.accept(y, cost)
			w.iteration++
			dry = 0
		}
	}
	w.iteration++
	return true
}

// vns is basic variable neighbourhood search, whose walk goes back to the best.
func (w *paper) vns(k, strength int, n int64) { w.kicked(k, strength, -1, n) }

// kicked is iterated local search, with kicks of k sizes, which goes on from local optima within a deviation from the best.
func (w *paper) kicked(k, strength int, deviation, proposals int64) {
	at, size, before := int64(0), 0, int64(math.MaxInt64)
	for w.descend(&at, proposals) {
		if size = size%k + 1; w.least < before {
			size = 1
		}
		before = w.least
		if w.cost-w.least > deviation {
			w.x, w.cost = slices.Clone(w.best), w.least
		}
		for range size * strength {
			if w.considered >= proposals {
				return
			}
			y, cost, _ := w.propose()
			w.accept(y, cost)
		}
	}
}

// engine makes the iterations of a method's walk until it has considered so many proposals at least, and returns it.
func engine(t *testing.T, p multiwalk.Problem, m walk.Method, seed uint64, proposals int64) *explore.ExploreWalk {
	t.Helper()
	s := must.Have(m.Prepare(p, walk.Plan{Seed: seed, Walks: 1, Warn: func(string) {}}))(t)
	made := must.Have(s.NewWalk(0))(t)
	w := made.(*explore.ExploreWalk)
	slice := walk.NewSlice(1)
	for w.Counters().Evaluations()-1 < proposals {
		w.Iterate(slice)
		w.Conclude(slice)
	}
	return w
}

// spaces are problems for each kind of move, with deltas and without.
func spaces() map[string]multiwalk.Problem {
	return map[string]multiwalk.Problem{"swap": trial.NewQAP(9, 1), "oropt+2opt": trial.NewCircle(11), "insert": trial.Plain{C: trial.NewCircle(9)},
		"flip": sample.NewBits(12, 1), "change": sample.NewLabels(8, 1), "": sample.NewMixed(5, 1)}
}

func TestExplore_IsThePapers(t *testing.T) {
	unraced.Test(t)
	for nb, p := range spaces() {
		for seed := range uint64(3) {
			for _, cut := range []int64{1, 40, 700, 4000} {
				for _, v := range []struct {
					m     walk.Method
					paper func(w *paper, proposals int64)
				}{
					{threshold.LateAcceptance{Length: 50, Neighbourhood: nb}, func(w *paper, n int64) { w.late(50, n) }},
					{threshold.LateAcceptance{Length: 3, Neighbourhood: nb}, func(w *paper, n int64) { w.late(3, n) }},
					{threshold.LateAcceptance{Length: 1, Neighbourhood: nb}, func(w *paper, n int64) { w.late(1, n) }},
					{threshold.ThresholdAccepting{Start: 30, End: 2, Alpha: 0.5, Neighbourhood: nb}, func(w *paper, n int64) {
						w.thresholds([]float64{30, 15, 7, 3, 0}, uint64(len(w.x)), n)
					}},
					{threshold.RecordToRecord{Deviation: 40.5, Neighbourhood: nb}, func(w *paper, n int64) { w.record(40, n) }},
					{threshold.GreatDeluge{Steps: 7, Neighbourhood: nb}, func(w *paper, n int64) { w.deluge(7, uint64(len(w.x)), n) }},
					{descent.VariableNeighbourhood{K: 3, Strength: 2, Neighbourhood: nb}, func(w *paper, n int64) { w.vns(3, 2, n) }},
					{ils.ILS{LocalSearch: "first", Strength: 3, Neighbourhood: nb}, func(w *paper, n int64) { w.kicked(1, 3, 0, n) }},
					{ils.ILS{Strength: 2, Deviation: 25, Neighbourhood: nb}, func(w *paper, n int64) { w.kicked(1, 2, 25, n) }},
				} {
					got, want := engine(t, p, v.m, seed, cut), newPaper(t, p, nb, seed)
					v.paper(want, got.Counters().Evaluations()-1)
					best, least := got.Best()
					if got.Cost != want.cost || least != want.least || got.Work.Moves != want.moves || !slices.Equal(got.X, want.x) ||
						!slices.Equal(best, want.best) {
						t.Fatalf("%+v on %s, seed %d, %d proposals: at cost %d after %d moves, least %d; the paper's at %d after %d, least %d", v.m,
							p.Space(), seed, want.considered, got.Cost, got.Work.Moves, least, want.cost, want.moves, want.least)
					}
				}
			}
		}
	}
}

func TestExplore_RefusesAndSays(t *testing.T) {
	for _, v := range []struct {
		m    walk.Method
		says string
	}{
		{threshold.LateAcceptance{Length: -1}, "late-acceptance length -1 is outside [0, 16777216]; use 0"},
		{threshold.LateAcceptance{Neighbourhood: "insert"}, "makes no sense"},
		{threshold.ThresholdAccepting{Start: 0.5}, "threshold 0.5 is outside [1, 1e+15]; use 0"},
		{threshold.ThresholdAccepting{Start: math.NaN()}, "threshold NaN is outside"},
		{threshold.ThresholdAccepting{Start: 5, End: 5}, "end 5 is not below its start 5"},
		{threshold.ThresholdAccepting{Alpha: 1}, "alpha 1 is not between 0 and 1; use 0 for 0.99"},
		{threshold.ThresholdAccepting{Start: 1e15, End: 1, Alpha: 0.9999999}, "so near 1 that there are more than 1048576 steps"},
		{threshold.ThresholdAccepting{Sweeps: -3}, "sweeps -3 is outside"},
		{threshold.RecordToRecord{Deviation: 0.5}, "deviation 0.5 is outside [1, 1e+15]; use 0"},
		{threshold.RecordToRecord{Deviation: math.Inf(1)}, "deviation +Inf is outside"},
		{threshold.GreatDeluge{Steps: -1}, "great-deluge steps -1 is outside [0, 1048576]; use 0 for the default (1000)"},
		{descent.VariableNeighbourhood{K: 70000}, "k 70000 is outside [0, 65536]; use 0 for the default (10)"},
		{descent.VariableNeighbourhood{Strength: -2}, "strength -2 is outside"},
		{descent.VariableNeighbourhood{K: 60000, Strength: 2}, "use a smaller k or strength"},
		{ils.ILS{Deviation: -1}, "deviation -1 is outside [0, 1e+15]"},
		{ils.ILS{Deviation: math.NaN()}, "deviation NaN is outside"},
		{ils.ILS{Deviation: 3, LocalSearch: "kopt"}, `"kopt" knows no deviation`},
		{ils.ILS{LocalSearch: "any"}, "use kopt, oropt, first or best"},
		{ils.ILS{Mapping: "any"}, `no mapping "any"; use neighbour, search`},
		{descent.VariableNeighbourhood{Rule: "any"}, `no rule "any"; use "first" or "best"`},
	} {
		_, err := v.m.Prepare(sample.NewBits(9, 1), walk.Plan{Walks: 1, Warn: func(string) {}})
		if err == nil || !strings.HasPrefix(err.Error(), "multiwalk: ") || !strings.Contains(err.Error(), v.says) {
			t.Errorf("%+v: %v, want %q", v.m, err, v.says)
		}
	}
}

// explorers are the methods of the engine, with settings that bring all they do about within some thousand proposals.
var explorers = []walk.Method{threshold.LateAcceptance{Length: 40}, threshold.ThresholdAccepting{Alpha: 0.7}, threshold.ThresholdAccepting{Alpha: 0.3, Once: true},
	threshold.RecordToRecord{}, threshold.RecordToRecord{Deviation: 30}, threshold.GreatDeluge{Steps: 20},
	descent.VariableNeighbourhood{K: 3, Strength: 1}, descent.VariableNeighbourhood{Rule: descent.BestImprovement},
	ils.ILS{LocalSearch: descent.FirstImprovement}, ils.ILS{LocalSearch: descent.BestImprovement, Deviation: 20}}

// refusedOfExplorers are settings that the engine's methods refuse for any problem.
func refusedOfExplorers() conformance.Option {
	return conformance.Refuses(threshold.LateAcceptance{Length: -1}, threshold.LateAcceptance{Neighbourhood: "x"}, threshold.ThresholdAccepting{Alpha: 2},
		threshold.ThresholdAccepting{End: -1}, threshold.RecordToRecord{Deviation: -1}, threshold.RecordToRecord{Neighbourhood: "x"}, threshold.GreatDeluge{Steps: -1},
		descent.VariableNeighbourhood{K: -1}, descent.VariableNeighbourhood{Rule: "x"}, ils.ILS{LocalSearch: "x"}, ils.ILS{Deviation: -1})
}

func TestExplorers_Conform(t *testing.T) {
	for i, p := range sample.Problems() {
		for j, m := range explorers {
			if testing.Short() && (i+j)%4 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%v/%T", m.Name(), p.Space(), p), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(4000), refusedOfExplorers())
			})
		}
	}
}

// On the emulator, for every space. A launch there is short beside the budget.
func TestExplorers_ConformOnMachines(t *testing.T) {
	budget := int64(8_000)
	if testing.Short() {
		budget = 2_000
	}
	methods := append([]walk.Method{anneal.Anneal{Alpha: 0.7}, descent.Climb{}, descent.Climb{Restarts: -1}}, explorers...)
	for i, p := range []multiwalk.Problem{sample.NewBits(9, 1), sample.NewLabels(6, 1), sample.NewMixed(4, 1), sample.NewOrder(7, 1),
		sample.NewRoad(8, true, 1)} {
		for j, m := range methods {
			if (i+j)%3 != 0 || testing.Short() && (i+j)%6 != 0 { // each method on two spaces at least, each space under three
				continue
			}
			t.Run(m.Name()+"/"+p.Space().String(), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(budget), conformance.On(device.Emulator()), refusedOfExplorers())
			})
		}
	}
}

// BenchmarkExplore compares the engine's walk with that of Anneal at one temperature: an operation is a proposal.
func BenchmarkExplore(b *testing.B) {
	tour, q, bits := trial.NewCircle(1000), trial.NewQAP(100, 1), sample.NewBits(200, 1)
	for _, v := range []struct {
		name string
		p    multiwalk.Problem
		t    float64
		nb   string
	}{
		{"qap100", q, 30, "swap"}, {"tour1000/cold", tour, 10, "2opt"}, {"tour1000/hot", tour, 1000, "2opt"},
		{"tour1000/both", tour, 10, ""}, {"bits200", bits, 30, "flip"},
	} {
		b.Run(v.name+"/anneal", func(b *testing.B) {
			benchmarkProposals(b, v.p, anneal.Anneal{Start: v.t, End: v.t / 1.0001, Alpha: 0.9999999999, Neighbourhood: v.nb})
		})
		b.Run(v.name+"/engine", func(b *testing.B) {
			benchmarkProposals(b, v.p, ruled{explore.Exploring{Method: "ruled", Neighbourhood: v.nb, Levels: []float64{v.t},
				Rule: rule.Rule{Kind: rule.Metropolis, PerStep: 1 << 40}}})
		})
		b.Run(v.name+"/late", func(b *testing.B) {
			benchmarkProposals(b, v.p, threshold.LateAcceptance{Neighbourhood: v.nb})
		})
		b.Run(v.name+"/vns", func(b *testing.B) {
			benchmarkProposals(b, v.p, descent.VariableNeighbourhood{Neighbourhood: v.nb})
		})
	}
}

// A budget that is spent leaves a walk at rest, at any scale of costs: in its last tenth it makes next to no move, in its first
// half many. One that looks back on a length of its own would still be far from rest.
func TestLateAcceptance_RestsWhenItsBudgetEnds(t *testing.T) {
	unraced.Test(t)
	q := trial.NewQAP(30, 4)
	for _, by := range []int64{1, 1000, 1e12} {
		moves := trial.MovesByTenths(t, threshold.LateAcceptance{}, trial.Lifted{Assigning: q, By: by})
		first, last := moves[4], moves[9]-moves[8]
		if last*20 > first || first < 1000 {
			t.Errorf("costs times %d: moves after each tenth %v", by, moves)
		}
	}
	moves := trial.MovesByTenths(t, threshold.LateAcceptance{Length: 50_000}, q)
	if last := moves[9] - moves[8]; last*20 <= moves[4] {
		t.Errorf("a length is given: moves after each tenth %v", moves)
	}
}

// A run goes on from any state of its list.
func TestLateAcceptance_ResumesItsList(t *testing.T) {
	unraced.Test(t)
	for name, p := range trial.Zoo() {
		s := multiwalk.Settings{Seed: 3, Walks: 2, Stop: []multiwalk.Stop{multiwalk.Evaluations(60_000)}}
		if err := conformance.CheckResume(threshold.LateAcceptance{}, p, s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
