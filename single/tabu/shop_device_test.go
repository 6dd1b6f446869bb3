package tabu

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/kernels/shop"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/jobshop"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
)

// shopOf draws a job shop whose times are multiples of a unit; of so many operations one takes no time.
func shopOf(t testing.TB, jobs, machines, skips int, unit int32) *jobshop.Instance {
	t.Helper()
	p := must.Have(jobshop.Draw(jobs, machines, uint64(jobs)))(t)
	times := slices.Clone(p.Times)
	for k := range times {
		if times[k] = (times[k]%20 + 1) * unit; skips > 0 && k%skips == 1 { // so that moves and paths are often equal
			times[k] = 0
		}
	}
	return must.Have(jobshop.New("drawn", jobs, machines, p.Machine, times))(t)
}

// shops are job shops of all kinds.
func shops(t testing.TB) map[string]*jobshop.Instance {
	n7 := shopOf(t, 9, 7, 0, 1)
	return map[string]*jobshop.Instance{"n7": n7, "n6": n7.By(jobshop.N6), "n5": n7.By(jobshop.N5), "skipping": shopOf(t, 8, 9, 4, 1),
		"slow": shopOf(t, 10, 8, 5, 1000), "jobs": shopOf(t, 36, 14, 0, 1), "machines": shopOf(t, 7, 32, 0, 1), "two": shopOf(t, 2, 5, 3, 1)}
}

// stepShop makes iterations of all searches, in one launch.
func stepShop(t *testing.T, w *machineShop, iterations int64) {
	t.Helper()
	must.Do(t, w.Launch(w.At, w.At+iterations, -1))
	must.Do(t, errors.Join(w.Machine.Wait(nil, w.Stop), w.Read()))
	w.At += iterations
}

// The searches of a device make the moves of walks on cores, and have the same random words: until a schedule is optimal, as cores then go
// on with random moves.
func TestShop_SameMovesAsOnCores(t *testing.T) {
	unraced.Test(t)
	for name, p := range shops(t) {
		plan := walk.Plan{Seed: 5, Walks: 2}
		there := trial.WalkOn[*machineShop](t, device.Emulator(), p, Tabu{}, plan)
		search := must.Have(Tabu{}.Prepare(p, plan))(t)
		cores := []walk.Walk{must.Have(search.NewWalk(0))(t), must.Have(search.NewWalk(1))(t)}
		checkShop(t, there)
		for k := range 150 {
			stepShop(t, there, 1)
			checkShop(t, there)
			for i, core := range cores {
				core.Step(walk.NewSlice(1).Sub(1, math.MaxInt64, multiwalk.Counters{}, math.MaxInt64))
				c := core.(*tabuMovesWalk)
				if s := there.States[i]; s.Made == int64(k+1) && (s.Cost != c.Cost || s.Least != c.Least || s.Drawn != c.random.Drawn()) {
					t.Fatalf("%s, search %d, iteration %d: it costs %d, %d at best, after %d words; on a core %d, %d, %d", name, i, k, s.Cost, s.Least,
						s.Drawn, c.Cost, c.Least, c.random.Drawn())
				}
			}
		}
		if there.States[0].Made < 150 && name != "two" {
			t.Errorf("%s: only %d iterations", name, there.States[0].Made)
		}
	}
}

// checkShop evaluates all solutions in full.
func checkShop(t *testing.T, w *machineShop) {
	t.Helper()
	defer func() {
		if err := recover(); err != nil {
			t.Fatal(err)
		}
	}()
	must.Do(t, w.Check())
}

// A GPU makes the moves of the emulator, launch by launch, and leaves the same memory.
func TestShop_SameMovesOnAGPU(t *testing.T) {
	d := must.Ready(t, device.GPU(0))
	if len(shop.Module().PTX) == 0 {
		t.Skip("its kernel is not made")
	}
	for name, p := range shops(t) {
		for _, m := range []walk.Method{Tabu{}, IteratedTabu{Length: 20, Weakest: 2, Strongest: 9}} {
			plan := walk.Plan{Seed: 7, Walks: 3}
			there, here := trial.WalkOn[*machineShop](t, d, p, m, plan), trial.WalkOn[*machineShop](t, device.Emulator(), p, m, plan)
			for _, launch := range slices.Concat(slices.Repeat([]int64{1}, 20), []int64{33, 7, 100}) {
				stepShop(t, there, launch)
				stepShop(t, here, launch)
				if a, b := shopText(t, there), shopText(t, here); a != b {
					t.Errorf("%s %s: after iteration %d, of a launch of %d, there\n%s\nhere\n%s", name, m.Name(), there.At, launch, a, b)
					break
				}
			}
		}
	}
}

// shopText is all that the searches of a machine are.
func shopText(t *testing.T, w *machineShop) string {
	t.Helper()
	text := fmt.Sprintf("%+v", w.States)
	for i := range w.Size {
		x, best := make([]int32, len(w.X)), make([]int32, len(w.X))
		must.Do(t, errors.Join(w.Present.Read(i, x), w.Found.Read(i, best)))
		text += fmt.Sprintf("\n%v\n%v", x, best)
	}
	return text
}

// The searches keep their promises: deltas add up, equal seeds give equal runs, and a run that is resumed goes on as it was.
func TestShop_Conform(t *testing.T) {
	unraced.Test(t)
	p := shopOf(t, 6, 5, 4, 1)
	for _, m := range []walk.Method{Tabu{Tenure: 5}, IteratedTabu{Length: 20, Weakest: 2, Strongest: 5}} {
		conformance.Method(t, m, p, conformance.Budget(1_500), conformance.On(device.Emulator()))
	}
}

func TestShop_Refuse(t *testing.T) {
	p := shopOf(t, 9, 7, 0, 1)
	for says, v := range map[string]struct {
		m walk.Method
		p multiwalk.Problem
	}{
		"takes 2 to 4095 jobs on up to 32 machines": {Tabu{}, must.Have(jobshop.Draw(2, 33, 1))(t)},
		"takes more than 101376 bytes":              {Tabu{}, must.Have(jobshop.Draw(300, 30, 1))(t)},
		"tenure 20000 is too long":                  {Tabu{Tenure: 20000}, p},
		"aspiration 5 is by age":                    {Tabu{Aspiration: 5}, p},
		`it has no kernels for that`:                {Tabu{Neighbourhood: "swap"}, p},
	} {
		_, err := multiwalk.Minimize(t.Context(), v.p, v.m, multiwalk.Settings{Device: device.Emulator(), Walks: 1, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		must.Fail(t, says)(err)
	}
}
