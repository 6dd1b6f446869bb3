package single

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/tuning"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/threshold"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
)

// ruled is a method of the engine with a bare rule.
type ruled struct{ e explore.Exploring }

func (m ruled) Name() string { return "ruled" }
func (m ruled) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	return explore.Explore(p, plan, m.e)
}
func (m ruled) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return explore.PlaceExplore("ruled", p, d, m.e.Neighbourhood)
}

// rules are all kinds of rule, with schedules and histories that are short.
func rules(neighbourhood string) map[string]explore.Exploring {
	list := map[string]explore.Exploring{}
	for name, r := range map[string]rule.Rule{
		"metropolis":      {Kind: rule.Metropolis, PerStep: 7},
		"threshold":       {Kind: rule.Threshold, PerStep: 5},
		"two warps":       {Kind: rule.Metropolis, PerStep: 3, Warps: 2},
		"eight warps":     {Kind: rule.Threshold, PerStep: 2, Warps: 8},
		"late acceptance": {Kind: rule.LateAcceptance, Length: 50},
		"late, short":     {Kind: rule.LateAcceptance, Length: 3},
		"late, a warp":    {Kind: rule.LateAcceptance, Length: 32},
		"late, one more":  {Kind: rule.LateAcceptance, Length: 33},
		"late, one":       {Kind: rule.LateAcceptance, Length: 1},
		"record":          {Kind: rule.RecordToRecord, PerStep: 5},
		"deluge":          {Kind: rule.GreatDeluge, Length: 1, PerStep: 5},
		"deluge, warps":   {Kind: rule.GreatDeluge, Length: 1, PerStep: 3, Warps: 2},
		"climb again":     {Kind: rule.FirstDescent, Optimum: rule.Restart, Restarts: -1},
		"steepest, again": {Kind: rule.BestDescent, Optimum: rule.Restart, Restarts: -1},
		"climb":           {Kind: rule.FirstDescent},
		"steepest":        {Kind: rule.BestDescent},
		"vns":             {Kind: rule.FirstDescent, Optimum: rule.Shake, Reach: 3, Strength: 2},
		"vns, steepest":   {Kind: rule.BestDescent, Optimum: rule.Shake, Reach: 2, Strength: 1},
		"ils":             {Kind: rule.FirstDescent, Optimum: rule.Shake, Reach: 1, Strength: 3, Within: 30},
		"ils, steepest":   {Kind: rule.BestDescent, Optimum: rule.Shake, Reach: 1, Strength: 2, Within: 1 << 50},
	} {
		e := explore.Exploring{Method: "ruled", Neighbourhood: neighbourhood, Rule: r}
		switch r.Kind {
		case rule.Metropolis, rule.Threshold, rule.RecordToRecord:
			e.Levels = []float64{80, 20, 5, 1}
		case rule.GreatDeluge:
			e.Levels = []float64{1, 0.3, 0.1, 0.01}
		}
		list[name] = e
	}
	return list
}

// The searches of a machine are where the walks of cores are, whatever the rule, the space and the moves: in the same
// iteration at the same solution and incumbent, with the same work.
func TestExploreDevice_IsWhereCoresAre(t *testing.T) {
	unraced.Test(t)
	where := []multiwalk.Accelerator{device.Emulator()}
	share := 4
	if g := device.GPU(); g.Ready() == nil && gputest.Made(sample.NewOrder(9, 1)) {
		where, share = append(where, g), 1
	}
	if testing.Short() {
		share = 8
	}
	problems := everyMove()
	maps.Copy(problems, everyHeld())
	for i, space := range slices.Sorted(maps.Keys(problems)) {
		m := problems[space]
		list := rules(m.neighbourhood)
		for j, name := range slices.Sorted(maps.Keys(list)) {
			if (i+j)%share != 0 { // share does not divide the number of rules: each comes under all of them
				continue
			}
			e := list[name]
			for _, d := range where {
				t.Run(fmt.Sprintf("%s/%s/%v", space, name, d), func(t *testing.T) {
					w := on(t, d, m.p, e, 3)
					for ended, launch := false, 0; !ended && launch < 3; launch++ {
						var err error
						if ended, err = w.Unit(walk.NewSlice(1)); err != nil || ended && e.Rule.Optimum != rule.EndThere {
							t.Fatalf("ended %v, %v", ended, err)
						}
						compareWalks(t, m.p, e, w)
					}
				})
			}
		}
	}
}

// on begins a machine's walk, with that number of searches.
func on(t *testing.T, d multiwalk.Accelerator, p multiwalk.Problem, e explore.Exploring, walks int) *explore.MachineExplore {
	t.Helper()
	s := must.Have(ruled{e}.Prepare(p, walk.Plan{Seed: 5, Walks: walks, Device: d, Warn: func(string) {}}))(t)
	walk := must.Have(s.NewWalk(0))(t)
	w := walk.(*explore.MachineExplore)
	t.Cleanup(func() { w.Close() })
	return w
}

// compareWalks compares all searches with walks of cores in the same iteration.
func compareWalks(t *testing.T, p multiwalk.Problem, e explore.Exploring, w *explore.MachineExplore) {
	t.Helper()
	s := must.Have(ruled{e}.Prepare(p, walk.Plan{Seed: 5, Walks: len(w.States), Warn: func(string) {}}))(t)
	n, slice := p.Space().Len(), walk.NewSlice(math.MaxInt32)
	x, best := make([]int32, len(w.States)*n), make([]int32, len(w.States)*n)
	must.Do(t, w.Elements.Read(x, 0))
	must.Do(t, w.Bests.Read(best, 0))
	for i, got := range w.States {
		for _, made := range [][]int32{x[i*n : (i+1)*n], best[i*n : (i+1)*n]} {
			must.Do(t, walk.Feasible(p, made))
		}
		walk := must.Have(s.NewWalk(i))(t)
		want := walk.(*explore.ExploreWalk)
		for !want.Ended() && want.Iteration < got.Iteration {
			want.Iterate(slice)
			want.Conclude(slice)
		}
		evaluations := want.Counters().Evaluations() - 1 // that of the first solution
		ideal, least := want.Best()
		if got.Cost != want.Cost || got.Least != least || got.Course != want.Course || got.Moves != want.Work.Moves ||
			got.Delta+got.Full != evaluations || !slices.Equal(x[i*n:(i+1)*n], want.X) || !slices.Equal(best[i*n:(i+1)*n], ideal) {
			t.Fatalf("search %d is at %+v with %v, best %v;\nthe walk at %d, least %d, after %d moves and %d evaluations, %+v, with %v, best %v", i, got,
				x[i*n:(i+1)*n], best[i*n:(i+1)*n], want.Cost, least, want.Work.Moves, evaluations, want.Course, want.X, ideal)
		}
	}
}

// A table follows moves that it does not price: all deltas add up.
func TestExploreDevice_TableBesideOtherMoves(t *testing.T) {
	unraced.Test(t)
	for _, m := range []moved{{own.NewQuadratic(9, 3), "flip+swap"}, {loads(), "change+flip"},
		{&sample.Sums{Labels: *sample.NewLabels(9, 1)}, "change+swap"}} {
		for name, e := range rules(m.neighbourhood) {
			w := on(t, device.Emulator(), m.p, e, 3)
			for range 3 {
				if _, err := w.Unit(walk.NewSlice(1)); err != nil {
					t.Fatal(name, err)
				}
				if err := w.Check(); err != nil {
					t.Fatal(name, err)
				}
			}
		}
	}
}

// Climbing begins again with random solutions that lie in the space, and counts what it does.
func TestExploreDevice_ClimbsAgain(t *testing.T) {
	unraced.Test(t)
	for name, m := range everyMove() {
		if m.p.Space().Len() > 20 {
			continue
		}
		for _, climb := range []descent.Climb{{Restarts: 3}, {Restarts: 2, Rule: descent.BestImprovement}, {Restarts: -1}} {
			climb.Neighbourhood = m.neighbourhood
			stop := multiwalk.Evaluations(60_000)
			if climb.Restarts < 0 {
				stop = multiwalk.Evaluations(15_000)
			}
			r, err := multiwalk.Minimize(t.Context(), m.p, climb, multiwalk.Settings{Walks: 4, Device: device.Emulator(), Stop: []multiwalk.Stop{stop}})
			if err != nil {
				t.Fatal(name, err)
			}
			if want := int64(4 * climb.Restarts); climb.Restarts > 0 && (r.Restarts != want || r.Status != multiwalk.MethodEnded) || r.Restarts < 8 {
				t.Errorf("%s: %v after %d restarts and %d evaluations", name, r.Status, r.Restarts, r.Evaluations())
			}
		}
	}
}

// Who comes to a target first, and with what, does not depend on how long launches are.
func TestExploreDevice_SameWinnerWhateverTheLaunches(t *testing.T) {
	unraced.Test(t)
	for _, m := range []walk.Method{threshold.LateAcceptance{Length: 40}, descent.VariableNeighbourhood{}, anneal.Anneal{Start: 20, End: 1},
		threshold.ThresholdAccepting{}} {
		var found []string
		p, target := sample.NewLabels(12, 3), int64(0)
		for k, nanoseconds := range []float64{5_000, 5_000, 400_000} {
			stops := []multiwalk.Stop{multiwalk.Target(target), multiwalk.Evaluations(400_000)}
			if k == 0 { // what there is to be found
				stops = []multiwalk.Stop{multiwalk.Evaluations(3_000)}
			}
			restore := tuning.Try("explore.iteration", nanoseconds)
			r, err := multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Walks: 6, Device: device.Emulator(), Seed: 2, Stop: stops})
			restore()
			if err != nil || k > 0 && r.Status != multiwalk.TargetReached {
				t.Fatal(m.Name(), k, r, err)
			}
			target = r.Cost
			if k > 0 {
				found = append(found, fmt.Sprint(r.Cost, r.Best))
			}
		}
		if found[0] != found[1] {
			t.Errorf("%s: %q", m.Name(), found)
		}
	}
}

// All searches go on from a solution that the walk is given.
func TestExploreDevice_Adopts(t *testing.T) {
	unraced.Test(t)
	p := sample.NewOrder(7, 1)
	x, least := make([]int32, 7), runtest.Least(p)
	r := multiwalk.NewRand(9, 0)
	for p.Space().Random(r, x); p.Cost(x) != least; {
		p.Space().Random(r, x)
	}
	for name, e := range rules("insert") {
		w := on(t, device.Emulator(), p, e, 5)
		w.Adopt(x, least)
		if ended, err := w.Unit(walk.NewSlice(1)); err != nil || ended && e.Rule.Optimum != rule.EndThere {
			t.Fatal(ended, err)
		}
		if best, cost := w.Best(); cost != least || !slices.Equal(best, x) {
			t.Errorf("%s: the incumbent costs %d after the optimum, %d, was given", name, cost, least)
		}
		for i, s := range w.States {
			if s.Least != least {
				t.Errorf("%s: search %d has not taken it up: %+v", name, i, s)
			}
		}
	}
}

// Every method of the engine comes to the optimum, proven by looking at all solutions, on every space.
func TestExploreDevice_FindsOptima(t *testing.T) {
	unraced.Test(t)
	for name, p := range map[string]multiwalk.Problem{"flips": sample.NewBits(12, 1), "changes": sample.NewLabels(5, 1),
		"product": sample.NewMixed(4, 1), "order": sample.NewOrder(7, 1), "tour": sample.NewRoad(7, true, 1)} {
		least := runtest.Least(p)
		for _, m := range []walk.Method{anneal.Anneal{}, descent.Climb{Restarts: -1}, threshold.LateAcceptance{Length: 40}, threshold.ThresholdAccepting{}, descent.VariableNeighbourhood{}} {
			r, err := multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Walks: 8, Device: device.Emulator(),
				Stop: []multiwalk.Stop{multiwalk.Target(least), multiwalk.Evaluations(2_000_000)}})
			if err != nil || r.Cost != least {
				t.Errorf("%s by %s: %v, %v; the optimum is %d", name, m.Name(), r, err, least)
			}
		}
	}
}

// Few searches are spread over the emulator's two multiprocessors; more of them share a block, up to eight.
func TestExploreDevice_SpreadsSearches(t *testing.T) {
	e := rules("flip")["climb"]
	for _, c := range []struct{ walks, side, blocks int }{{1, 1, 1}, {2, 1, 2}, {3, 2, 2}, {4, 2, 2}, {5, 4, 2}, {8, 4, 2}, {9, 8, 2}, {17, 8, 3}, {100, 8, 13}} {
		w := on(t, device.Emulator(), sample.NewBits(12, 1), e, c.walks)
		if w.Shape.Threads != 32*c.side || w.Shape.Blocks != c.blocks || int(w.Plan.Walks) != c.walks {
			t.Errorf("%d searches have %d blocks of %d threads, want %d of %d", w.Plan.Walks, w.Shape.Blocks, w.Shape.Threads, c.blocks, 32*c.side)
		}
	}
}
