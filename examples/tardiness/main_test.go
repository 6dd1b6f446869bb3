package main

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/single"
)

func TestJobs_Conforms(t *testing.T) {
	for _, n := range []int{1, 2, 9, 40} {
		conformance.Problem(t, Generate(n, 0.6, 0.6, 3))
	}
}

// optimum enumerates all orders.
func optimum(p *Jobs) int64 {
	best := int64(math.MaxInt64)
	var extend func(x []int32, k int)
	extend = func(x []int32, k int) {
		if k == len(x) {
			best = min(best, p.Cost(x))
		}
		for i := k; i < len(x); i++ {
			x[k], x[i] = x[i], x[k]
			extend(x, k+1)
			x[k], x[i] = x[i], x[k]
		}
	}
	x := make([]int32, len(p.Work))
	for i := range x {
		x[i] = int32(i)
	}
	extend(x, 0)
	return best
}

func minimize(t *testing.T, p *Jobs, m multiwalk.Method, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	res, err := multiwalk.Minimize(context.Background(), p, m, s)
	if err != nil {
		t.Fatal(err)
	}
	if p.Cost(res.Best) != res.Cost {
		t.Errorf("cost %d, by evaluation %d", res.Cost, p.Cost(res.Best))
	}
	return res
}

// Everywhere the optimum is found, which enumeration proves.
func TestJobs_Optimum(t *testing.T) {
	p := Generate(8, 0.6, 0.6, 1)
	least := optimum(p)
	for _, on := range devices() {
		res := minimize(t, p, cooperate.PSPM{}, multiwalk.Settings{Seed: 2, Device: on, Walks: 2,
			Stop: []multiwalk.Stop{multiwalk.Target(least), multiwalk.Work(1000)}})
		if res.Status != multiwalk.TargetReached || least == 0 {
			t.Errorf("on %v: %v, optimum %d", on, res, least)
		}
	}
}

// devices are the processor, the emulator and, where there is one and go generate has made its kernels, a GPU.
func devices() []multiwalk.Device {
	all := []multiwalk.Device{device.CPU(0), device.Emulator()}
	made, err := Generate(5, 0.6, 0.6, 1).Kernels()
	if gpu := device.GPU(); gpu.Ready() == nil && err == nil && made.PTX != nil {
		all = append(all, gpu)
	}
	return all
}

// A seed gives one result: again on the emulator, and on a GPU, whose launches are longer.
func TestJobs_OneSeedOneResult(t *testing.T) {
	p := Generate(30, 0.6, 0.6, 5)
	for _, m := range []multiwalk.Method{cooperate.PSPM{}, single.ParallelTempering{Replicas: 4, Coldest: 1, Hottest: 1000}} {
		s := multiwalk.Settings{Seed: 4, Device: device.Emulator(), Walks: 3, Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000)}}
		want := minimize(t, p, m, s)
		for _, on := range append(devices()[1:], device.Emulator()) {
			s.Device = on
			got := minimize(t, p, m, s)
			if got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) || got.Evaluations() != want.Evaluations() {
				t.Errorf("%s on %v: %v; want %v", m.Name(), on, got, want)
			}
		}
	}
}
