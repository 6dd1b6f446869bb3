package tabu

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
)

// launchOf makes so many iterations of all searches, in one launch.
func (w *machineClash) launchOf(t *testing.T, iterations int64) {
	t.Helper()
	err := w.Launch(w.At, w.At+iterations, -1)
	if err == nil {
		err = w.Machine.Wait(nil, w.Stop)
	}
	if err == nil {
		err = w.Read()
	}
	if err != nil {
		t.Fatal(err)
	}
	w.At += iterations
}

// A GPU makes the changes of the emulator, launch by launch, and leaves the same memory.
func TestClash_SameMovesOnAGPU(t *testing.T) {
	d := must.Ready(t, device.GPU(0))
	if !gputest.Made(sample.NewClashes(9, 3, 0.5, 1)) {
		t.Skip("its kernels are not made: go generate ./internal/sample")
	}
	for _, v := range []struct{ n, values, walks int }{{24, 4, 2}, {24, 3, 2}, {12, 2, 1}, {30, 5, 3}, {40, 8, 3}, {40, 9, 2}, {60, 17, 2}, {80, 33, 2}, {70, 140, 2}} {
		for _, m := range []walk.Method{Tabu{}, IteratedTabu{Length: 20}} {
			p := sample.NewClashes(v.n, v.values, 0.5, 1)
			plan := walk.Plan{Seed: 7, Walks: v.walks}
			there, here := trial.WalkOn[*machineClash](t, d, p, m, plan), trial.WalkOn[*machineClash](t, device.Emulator(), p, m, plan)
			if !sameClashes(t, there, here) {
				t.Errorf("%+v %s: they begin differently", v, m.Name())
				continue
			}
			for _, launch := range slices.Concat(slices.Repeat([]int64{1}, 60), []int64{33, 7, 100}) {
				there.launchOf(t, launch)
				here.launchOf(t, launch)
				if !sameClashes(t, there, here) {
					t.Errorf("%+v %s: after iteration %d, of a launch of %d", v, m.Name(), there.At, launch)
					break
				}
			}
		}
	}
}

// sameClashes compares the searches of two machines: all but what is free in their rings, and behind the end of their lists.
func sameClashes(t *testing.T, there, here *machineClash) bool {
	t.Helper()
	same := true
	for k := range there.States {
		left, right := clashOf(t, there, k), clashOf(t, here, k)
		if same = same && left == right; left != right {
			t.Logf("search %d there %s\nhere %s", k, left, right)
		}
	}
	return same
}

// clashOf is all that a search is.
func clashOf(t *testing.T, w *machineClash, search int) string {
	t.Helper()
	in := w.Present.(fleet.Rows).In
	sets, bans := make([]int32, in.Len()), make([]tabu.ClashBan, tabu.ClashRing)
	must.Do(t, errors.Join(in.Read(sets, 0), w.bans.Read(bans, search*tabu.ClashRing)))
	text := fmt.Sprintf("%+v", w.States[search])
	for set := range tabu.ClashSets {
		row := sets[(set*w.Size+search)*len(w.X):][:len(w.X)]
		if set == tabu.ClashSets-1 {
			row = row[:w.States[search].Clashing]
		}
		text += fmt.Sprint("\n", row)
	}
	for k, b := range bans {
		if b.Place != math.MaxUint32 {
			text += fmt.Sprintf("\n%d: %+v", k, b)
		}
	}
	return text
}
