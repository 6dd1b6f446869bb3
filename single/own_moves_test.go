package single_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/lightweight"
	"github.com/multiwalk/multiwalk/single/threshold"
	"github.com/multiwalk/multiwalk/walk"
)

// bins is a partition of numbers into k bins: the cost is the sum of the squares of the bins' sums. Its own moves push a
// number into another bin, and one of that bin's numbers on into a third (small, numbered), or empty a random set of
// places and fill them greedily (big, only drawn).
type bins struct {
	sizes []int64
	k     int32
	big   bool
	full  bool // no deltas
	flaw  string
}

func newBins(n int, k int32, big, full bool) bins {
	b, r := bins{k: k, big: big, full: full}, multiwalk.NewRand(3, 0)
	for range n {
		b.sizes = append(b.sizes, int64(1+r.IntN(1000)))
	}
	return b
}

func (b bins) Space() multiwalk.Space { return multiwalk.Integers(len(b.sizes), 0, b.k-1) }

func (b bins) sums(x []int32) []int64 {
	s := make([]int64, b.k)
	for i, v := range x {
		s[v] += b.sizes[i]
	}
	return s
}

func (b bins) Cost(x []int32) (c int64) {
	for _, s := range b.sums(x) {
		c += s * s
	}
	return c
}

func (b bins) NewMoves() multiwalk.Moves {
	f := &filler{b: b}
	switch {
	case b.big && b.full:
		return f
	case b.big:
		return evaluated{f}
	case b.full:
		return &struct {
			*filler
			multiwalk.MoveEnumerator
		}{f, f.numbered()}
	}
	return &struct {
		evaluated
		multiwalk.MoveEnumerator
	}{evaluated{f}, f.numbered()}
}

// filler is moves of either size; its state is the sums of the bins.
type filler struct {
	b             bins
	at            []int32 // the solution
	sums          []int64
	after, before []int32
	priced        multiwalk.Move
	fresh         bool // after is what priced leads to
}

func (f *filler) numbered() multiwalk.MoveEnumerator { return numbered{f} }

func (f *filler) Reset(x []int32) {
	if f.b.flaw != "forgets Reset" || f.sums == nil {
		f.sums = f.b.sums(x)
	}
	f.at = append(f.at[:0], x...)
	f.fresh = false
}

// Change makes it a multiwalk.MoveFollower.
func (f *filler) Change(i, v int32) {
	if f.b.flaw != "forgets Change" {
		f.sums[f.at[i]] -= f.b.sizes[i]
		f.sums[v] += f.b.sizes[i]
	}
	f.at[i] = v
	f.fresh = false
}

func (f *filler) Random(r *multiwalk.Rand) multiwalk.Move {
	if f.b.big {
		return multiwalk.SeedMove(r)
	}
	return numbered{f}.Move(int64(r.IntN(int(numbered{f}.Size()))))
}

// work writes to after what the move makes of x.
func (f *filler) work(x []int32, m multiwalk.Move) {
	f.after = append(f.after[:0], x...)
	f.priced, f.fresh = m, true
	if !f.b.big {
		f.after[m.I] = (x[m.I] + m.J) % f.b.k
		return
	}
	r, sums := m.Rand(), slices.Clone(f.sums)
	var out []int
	for range 4 {
		i := r.IntN(len(x))
		if !slices.Contains(out, i) {
			out = append(out, i)
			sums[x[i]] -= f.b.sizes[i]
		}
	}
	for _, i := range out {
		best := 0
		for v := range sums {
			if sums[v] < sums[best] {
				best = v
			}
		}
		f.after[i] = int32(best)
		sums[best] += f.b.sizes[i]
	}
}

func (f *filler) Apply(x []int32, m multiwalk.Move) {
	if !f.fresh || m != f.priced && f.b.flaw != "applies what was priced" {
		f.work(x, m)
	}
	f.before = append(f.before[:0], x...)
	f.become(x, f.after)
}

func (f *filler) Undo(x []int32, _ multiwalk.Move) {
	if f.b.flaw != "forgets Undo" {
		f.become(x, slices.Clone(f.before))
	}
}

func (f *filler) become(x, y []int32) {
	for i := range x {
		f.sums[x[i]] -= f.b.sizes[i]
		f.sums[y[i]] += f.b.sizes[i]
	}
	copy(x, y)
	copy(f.at, y)
	if f.b.flaw == "forgets Apply" {
		f.sums[0]++
	}
	f.fresh = false
}

type evaluated struct{ *filler }

func (e evaluated) Delta(x []int32, m multiwalk.Move) (d int64) {
	e.work(x, m)
	sums := slices.Clone(e.sums)
	for i, v := range x {
		sums[v] -= e.b.sizes[i]
		sums[e.after[i]] += e.b.sizes[i]
	}
	for v := range sums {
		d += sums[v]*sums[v] - e.sums[v]*e.sums[v]
	}
	if e.b.flaw == "delta" {
		d++
	}
	if e.b.flaw == "delta changes x" {
		copy(x, e.after)
	}
	return d
}

// numbered gives element I another bin, J above its own.
type numbered struct{ f *filler }

func (s numbered) Size() int64 { return int64(len(s.f.b.sizes)) * int64(s.f.b.k-1) }

func (s numbered) Move(k int64) multiwalk.Move {
	v := int64(s.f.b.k - 1)
	return multiwalk.Move{I: int32(k / v), J: int32(1 + k%v)}
}

func variants() map[string]bins {
	return map[string]bins{"small": newBins(30, 5, false, false), "big": newBins(30, 5, true, false),
		"small, in full": newBins(12, 3, false, true), "big, in full": newBins(12, 3, true, true)}
}

func TestOwn_ProblemsConform(t *testing.T) {
	for name, p := range variants() {
		t.Run(name, func(t *testing.T) { conformance.Problem(t, p) })
	}
}

func TestOwn_ConformanceFindsFlaws(t *testing.T) {
	for flaw, says := range map[string]string{"forgets Undo": "Undo", "forgets Apply": "Delta", "forgets Change": "Delta", "delta": "Delta",
		"applies what was priced": "", "delta changes x": "changed its x", "forgets Reset": "after Reset"} {
		p := newBins(30, 5, true, false)
		p.flaw = flaw
		errs := conformance.CheckProblem(p)
		if len(errs) == 0 || !strings.Contains(errs[0].Error(), says) || !strings.Contains(errs[0].Error(), "NewMoves") {
			t.Errorf("%s: %v", flaw, errs)
		}
	}
}

// Every method by neighbourhoods searches by own moves alone, and by own moves beside others, and keeps its promises:
// equal seeds, ledgers, checkpoints.
func TestOwn_MethodsConform(t *testing.T) {
	unraced.Test(t)
	for name, p := range variants() {
		for _, nb := range []string{"", "own+change"} {
			if nb != "" && p.full == p.big {
				continue
			}
			for _, m := range []walk.Method{anneal.Anneal{Neighbourhood: nb}, descent.Climb{Neighbourhood: nb, Restarts: -1},
				descent.Climb{Neighbourhood: nb, Rule: descent.BestImprovement, Restarts: -1},
				threshold.ThresholdAccepting{Neighbourhood: nb}, threshold.LateAcceptance{Neighbourhood: nb},
				descent.VariableNeighbourhood{Neighbourhood: nb}, descent.VariableNeighbourhood{Neighbourhood: nb, Rule: descent.BestImprovement},
				lightweight.LightWeight{Neighbourhood: nb, Moves: 2}, ils.ILS{Neighbourhood: nb}} {
				t.Run(name+"/"+nb+"/"+m.Name(), func(t *testing.T) { conformance.Method(t, m, p, conformance.Budget(1500)) })
			}
		}
	}
}

// Own moves alone find what is to be found.
func TestOwn_Finds(t *testing.T) {
	unraced.Test(t)
	for name, p := range variants() {
		for _, m := range []walk.Method{anneal.Anneal{}, descent.Climb{Restarts: -1}, descent.VariableNeighbourhood{}, threshold.LateAcceptance{Length: 50}} {
			r := must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Evaluations(40_000)}}))(t)
			var total int64
			for _, s := range p.sizes {
				total += s
			}
			if best := total * total / int64(p.k); r.Cost > best+best/500 { // all sums alike
				t.Errorf("%s, %s: cost %d, all sums alike would cost %d", name, m.Name(), r.Cost, best)
			}
		}
	}
}

func TestOwn_Names(t *testing.T) {
	p := newBins(30, 5, false, false)
	for name, want := range map[string]string{"": "own", "own": "own", "own+change": "change+own"} {
		nb, err := neighbourhood.ByName(p, name)
		if err != nil || nb.Name() != want || neighbourhood.Members(nb) != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	must.Fail(t, "NewMoves (multiwalk.Mover)")(neighbourhood.ByName(plainBins{p}, "own"))
}

// plainBins hides all abilities.
type plainBins struct{ multiwalk.Problem }

func TestOwn_ExamplesConform(t *testing.T) {
	p := jobs{machines: 4}
	for j := range int64(30) {
		p.times = append(p.times, 10+j*j%37)
	}
	conformance.Problem(t, p)
	r := multiwalk.NewRand(1, 0)
	var values, weights []int64
	for range 40 {
		values, weights = append(values, int64(1+r.IntN(99))), append(weights, int64(1+r.IntN(99)))
	}
	weights[7] = 1000 // never fits
	s := newSack(900, values, weights)
	conformance.Problem(t, s)
	conformance.Method(t, descent.Climb{Restarts: -1}, s, conformance.Budget(1500))
}
