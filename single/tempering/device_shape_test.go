package tempering

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/walk"
)

// The default number of replicas follows from what fits, and leaves every length a shape.
func TestTemperingGPU_FitsAnyLength(t *testing.T) {
	for _, v := range []struct {
		n, factor, replicas int
		shape               temperShape
	}{
		{30, 1, 16, byStaged}, {54, 1, 16, byStaged}, {58, 1, 16, byMatrix}, {59, 1, 8, byStaged}, {83, 1, 8, byMatrix},
		{84, 1, 16, byFarMatrix}, {150, 1, 16, byFarMatrix}, {30, 1 << 27, 16, byMatrix},
	} {
		var p multiwalk.Problem = assignment.Uniform(v.n, 1)
		if v.factor > 1 {
			p = signed(t, v.n, v.factor)
		}
		search := must.Have(ParallelTempering{}.Prepare(p, walk.Plan{Seed: 1, Device: device.Emulator()}))(t)
		f := search.(*temperFleet)
		m := must.Have(gpu.Of(f.Plan.Device, 0))(t)
		if f.s.m.Replicas != v.replicas || f.shape(m) != v.shape {
			t.Errorf("%+v: %d replicas in shape %d", v, f.s.m.Replicas, f.shape(m))
		}
		for n, shape := range map[int]temperShape{800: byFarMatrix, 3000: byDelta, 10_000: byFarDelta} {
			if f.s.n = n; f.products == 1 && f.shape(m) != shape {
				t.Errorf("n=%d has shape %d, want %d", n, f.shape(m), shape)
			}
		}
	}
}

// A long permutation has fewer replicas rather than no matrix, and defers as many swaps as there is room for.
func TestTemperingGPU_DefersWhatFits(t *testing.T) {
	unraced.Test(t)
	m := must.Have(gpu.Of(device.Emulator(), 0))(t)
	for _, v := range []struct{ n, replicas, delay int }{{84, 16, 6}, {100, 16, 6}, {150, 16, 6}, {890, 16, 1}, {891, 8, 3}, {1000, 8, 2}} {
		q := assignment.Uniform(v.n, 1)
		replicas := residentReplicas(q)
		module := must.Have(temperModule(q))(t)
		f := &temperFleet{s: &temperingSearch{m: ParallelTempering{Replicas: replicas}, n: v.n}}
		f.products, f.bytes = matrixOf(module)
		if delay := f.delay(m); replicas != v.replicas || delay != v.delay || f.room(byFarMatrix, delay) > m.SharedPerBlock()-temperStatic {
			t.Errorf("%+v: %d replicas defer %d swaps in %d bytes", v, replicas, delay, f.room(byFarMatrix, delay))
		}
	}
}

// However many swaps are deferred, and whatever a launch leaves.
func TestTemperingGPU_SameMovesWithAnyDelay(t *testing.T) {
	for _, delay := range []int{1, 3} {
		for _, p := range []multiwalk.Problem{assignment.Uniform(11, 3), signed(t, 10, 1)} {
			sameLadders(t, device.Emulator(), p, ladders(byFarMatrix, delay, 0, ParallelTempering{Replicas: 2, Sweep: 2}), 1, 2, 3)
		}
	}
}
