package successor_test

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/successor"
)

// draws returns what n successors of one state with one variable drew, on cores.
func draws(t *testing.T, kind successor.Kind[int32], n int, seed uint64) []int32 {
	t.Helper()
	g := open(t, successor.Settings{Size: 1, States: n, Seed: seed}, []int32{-2}, kind)
	g.ActivateAll()
	must.Have(g.Generate(n))(t)
	return get(t, g, 1)
}

// chiSquare is the statistic of counts against weights, and its degrees of freedom. What has weight 0 must not have
// been drawn.
func chiSquare(t *testing.T, counts, weights []float64) (x2 float64, free int) {
	t.Helper()
	n, total := 0.0, 0.0
	for i := range counts {
		n, total = n+counts[i], total+weights[i]
	}
	for i, w := range weights {
		if w == 0 {
			if counts[i] > 0 {
				t.Errorf("possibility %d has weight 0 and was drawn %v times", i, counts[i])
			}
			continue
		}
		want := n * w / total
		x2 += (counts[i] - want) * (counts[i] - want) / want
		free++
	}
	return x2, free - 1
}

// unlikely is a bound on the statistic, six of its standard deviations above its mean.
func unlikely(free int) float64 { return float64(free) + 6*math.Sqrt(2*float64(free)) }

// A million draws come as often as the weights say, for several seeds, with weights of many sizes and with ones that
// are aggregated.
func TestGenerate_FrequenciesAreTheWeights(t *testing.T) {
	const possibilities = 16
	h := &table{}
	weights := make([]float64, possibilities)
	for i := range weights {
		h.weights = append(h.weights, int64(i%7*(i%5)*i))
		weights[i] = float64(h.weights[i])
	}
	for _, c := range []struct {
		kind successor.Kind[int32]
		n    int
		seed uint64
	}{
		{weighed(h, 1), 1_000_000, 1}, {weighed(h, 1), 1_000_000, 2}, {successor.Rated(rows{h}, 1, possibilities), 200_000, 3},
	} {
		if testing.Short() {
			c.n /= 10
		}
		counts := make([]float64, possibilities)
		for _, p := range draws(t, c.kind, c.n, c.seed) {
			counts[p]++
		}
		if x2, free := chiSquare(t, counts, weights); x2 > unlikely(free) {
			t.Errorf("seed %d: chi-square %.1f at %d degrees of freedom", c.seed, x2, free)
		}
	}
}

// Beyond the paper's 98,304 possibilities every part of them is drawn, on cores and by the one-pass kernel; the stored
// one says why it cannot.
func TestGenerate_BeyondTheSegmentTable(t *testing.T) {
	const possibilities, parts = 100_000, 10
	h := &table{weights: make([]int64, possibilities)}
	for i := range h.weights {
		h.weights[i] = int64(1 + i/(possibilities/parts))
	}
	counts, weights := make([]float64, parts), make([]float64, parts)
	got := draws(t, weighed(h, 1), 200, 3)
	for _, p := range got {
		counts[p/(possibilities/parts)]++
	}
	for i := range weights {
		weights[i] = float64(1 + i)
	}
	if x2, free := chiSquare(t, counts, weights); x2 > unlikely(free) {
		t.Errorf("chi-square %.1f at %d degrees of freedom: %v", x2, free, counts)
	}
	s := successor.Settings{Size: 1, States: 2, Seed: 3, Device: device.Emulator(), Threads: 64}
	g := open(t, s, []int32{0}, weighed(h, 1))
	g.ActivateAll()
	must.Have(g.Generate(2))(t)
	if x := get(t, g, 1); !slices.Equal(x, got[:2]) {
		t.Errorf("the emulator drew %v, a core %v", x, got[:2])
	}
	s.Scheme = successor.Stored
	if _, err := successor.New(s, weighed(h, 1)); err == nil {
		t.Error("the stored scheme takes 100,000 possibilities")
	} else {
		t.Log(err)
	}
}

// A sum of weights may come up to the greatest int64, wherever the weights are; all are drawn.
func TestGenerate_SumsNearTheGreatestInt64(t *testing.T) {
	for _, n := range []int{2, 31, 170} {
		h := &table{weights: make([]int64, n)}
		for i := range h.weights {
			h.weights[i] = math.MaxInt64 / int64(n)
		}
		h.weights[n-1] += math.MaxInt64 % int64(n)
		want := draws(t, weighed(h, 1), 4*n, 5)
		counts, weights := make([]float64, n), make([]float64, n)
		for _, p := range want {
			counts[p]++
		}
		for i, w := range h.weights {
			weights[i] = float64(w)
		}
		if x2, free := chiSquare(t, counts, weights); x2 > unlikely(free) {
			t.Errorf("%d possibilities: chi-square %.1f at %d degrees of freedom", n, x2, free)
		}
		for _, p := range places() {
			s := p.settings
			s.Size, s.States, s.Seed = 1, 4, 5
			if s.Device != nil && s.Device.String() == "gpu:0" {
				continue // the table has no PTX
			}
			g := open(t, s, []int32{0}, weighed(h, 1))
			g.ActivateAll()
			if _, err := g.Generate(4); err != nil {
				t.Fatalf("%s: %v", p.name, err)
			}
			if x := get(t, g, 1); !slices.Equal(x, want[:4]) {
				t.Errorf("%s: drew %v, want %v", p.name, x, want[:4])
			}
		}
	}
}

// All orders of variables come as often.
func TestGenerate_EveryOrderIsAsLikely(t *testing.T) {
	h := &table{weights: []int64{1}, assign: func(x []int32, v, _ int32) {
		x[v] = x[3]
		x[3]++
	}}
	const n = 60_000
	g := open(t, successor.Settings{Size: 4, States: n, Seed: 1, Permuted: true}, make([]int32, 4), weighed(h, 3))
	g.ActivateAll()
	must.Have(g.Generate(n))(t)
	orders := map[[3]int32]float64{}
	for x := range slices.Chunk(get(t, g, 4), 4) {
		orders[[3]int32(x[:3])]++
	}
	var counts, weights []float64
	for _, c := range orders {
		counts, weights = append(counts, c), append(weights, 1)
	}
	if x2, free := chiSquare(t, counts, weights); free != 5 || x2 > unlikely(free) {
		t.Errorf("orders %v: chi-square %.1f", orders, x2)
	}
}

// After the first generation, whose buffers are made, successors cost no allocation that grows with them.
func TestGenerate_AllocatesNothingForAState(t *testing.T) {
	h := &table{weights: []int64{3, 0, 5, 9}}
	const n = 2000
	g := open(t, successor.Settings{Size: 8, States: n, Device: device.CPU(2)}, make([]int32, 8*n), weighed(h, 8))
	if a := testing.AllocsPerRun(3, func() {
		g.ActivateAll()
		if _, err := g.Generate(1); err != nil {
			t.Error(err)
		}
	}); a > 10 {
		t.Errorf("%v allocations for %d states", a, n)
	}
}
