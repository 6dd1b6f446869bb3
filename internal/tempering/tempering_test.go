package tempering

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/rng"
)

// Each pair is as likely as its way back, and all are nearly as likely.
func TestPair_IsUniform(t *testing.T) {
	const draws = 200_000
	for _, n := range []int32{2, 3, 5, 8} {
		r := rng.New(uint64(n), 0)
		count := make([]int, n*n)
		for range draws {
			i, j := Pair(r.Uint32(), n)
			if i == j || i < 0 || j < 0 || i >= n || j >= n {
				t.Fatalf("pair (%d, %d) of %d", i, j, n)
			}
			count[i*n+j]++
		}
		want := draws / float64(n*(n-1))
		for k, c := range count {
			if i, j := int32(k)/n, int32(k)%n; i != j && math.Abs(float64(c)-want) > 5*math.Sqrt(want) {
				t.Errorf("n=%d: pair (%d, %d) came %d times, want about %.0f", n, i, j, c, want)
			}
		}
	}
	for _, u := range []uint32{0, math.MaxUint32} {
		for _, n := range []int32{2, 3, 1 << 20, math.MaxInt32} {
			if i, j := Pair(u, n); i == j || max(i, j) >= n || min(i, j) < 0 {
				t.Errorf("Pair(%d, %d) = %d, %d", u, n, i, j)
			}
		}
	}
}

// Every pair of neighbours meets every second sweep, and no rung is in two pairs at once.
func TestMeet_TakesTurns(t *testing.T) {
	for _, rungs := range []int32{1, 2, 3, 8, 9} {
		met := make([]int, rungs)
		for sweep := range int64(10) {
			for k := range rungs {
				if !Meet(sweep, k, rungs) {
					continue
				}
				if met[k]++; Meet(sweep, k+1, rungs) {
					t.Errorf("rung %d meets both neighbours after sweep %d", k+1, sweep)
				}
			}
		}
		for k, m := range met {
			if want := 5; k+1 < int(rungs) && m != want || k+1 == int(rungs) && m != 0 {
				t.Errorf("of %d rungs, %d and %d met %d times in ten sweeps", rungs, k, k+1, m)
			}
		}
	}
}

// Warms is how often a pair met since the last time, by counting.
func TestWarms_CountsMeetings(t *testing.T) {
	met, times := [2]int32{}, 0
	for sweep := range int64(3 * lastWarm) {
		for k := range int32(2) {
			if Meet(sweep, k, 3) {
				met[k]++
			}
		}
		if w := Warms(sweep); w > 0 {
			if times++; met != [2]int32{w, w} {
				t.Errorf("after sweep %d Warms says %d, and the pairs met %v times", sweep, w, met)
			}
			met = [2]int32{}
		}
	}
	if times != 8 {
		t.Errorf("temperatures moved %d times, want 8", times)
	}
}

// What a launch may do at once ends where temperatures move.
func TestStill_EndsWhereTemperaturesMove(t *testing.T) {
	next := int64(math.MaxInt64)
	for from := int64(3 * lastWarm); from >= 0; from-- {
		if Warms(from) != 0 {
			next = from + 1
		}
		if until := Still(from); until != next || Warming(from) != (next < math.MaxInt64) {
			t.Fatalf("from %d on nothing moves until %d, want %d", from, until, next)
		}
	}
}

// A rung that goes on at its rate makes as many swaps as the limit, and no more proposals than a sweep has.
func TestQuota_KeepsTheLimit(t *testing.T) {
	for _, v := range []struct {
		quota, met int32
		swaps      int64
		want       int32
	}{
		{1000, 16, 0, 1000}, {1000, 16, 80 * 32, 1000}, {1000, 16, 160 * 32, 500}, {1000, 16, 1000 * 32, 80}, {500, 512, 80 * 1024, 500},
		{500, 512, 40 * 1024, 1000}, {80, 16, 1 << 60, 1}, {math.MaxInt32, 1024, math.MaxInt32 * 2048, 80},
	} {
		length := max(1000, v.quota)
		if got := Quota(length, 80, v.quota, v.met, v.swaps); got != v.want {
			t.Errorf("%+v: %d", v, got)
		}
	}
	if SwapLimit(10) != 160 || SwapLimit(math.MaxInt32) <= 0 {
		t.Error("limits of", SwapLimit(10), SwapLimit(math.MaxInt32))
	}
}

// Trade keeps the product of two Boltzmann distributions: it is taken with the ratio of the products as probability.
func TestTrade_HasTheRatioAsProbability(t *testing.T) {
	const draws = 100_000
	r := rng.New(5, 0)
	for _, v := range []struct{ coldLevel, hotLevel, cold, hot float64 }{{3, 4, 100, 105}, {3, 4, 105, 100}, {1, 6, 10, 12}, {2, 2, 7, 9}} {
		taken := 0
		for range draws {
			if Trade(v.coldLevel, v.hotLevel).Takes(int64(v.hot-v.cold), r.Uint32()) {
				taken++
			}
		}
		want := math.Exp((v.cold - v.hot) * (1/math.Exp2(v.coldLevel) - 1/math.Exp2(v.hotLevel)))
		want = min(1, want)
		if v.coldLevel == v.hotLevel {
			want = 0 // nothing would change
		}
		if got := float64(taken) / draws; math.Abs(got-want) > 0.01 {
			t.Errorf("%+v: traded %.3f of the time, want %.3f", v, got, want)
		}
	}
}

// Where neighbours traded seldom the temperatures come nearer, and the ends stay.
func TestAdapt_ClosesGaps(t *testing.T) {
	levels, trades := []float64{1, 2, 3, 4, 5}, []int32{50, 0, 50, 100, 7}
	Adapt(levels, trades, 100)
	if levels[0] != 1 || levels[4] != 5 {
		t.Errorf("the ends moved: %v", levels)
	}
	gap := func(k int) float64 { return levels[k+1] - levels[k] }
	if !(gap(1) < gap(0) && gap(0) < gap(3)) || math.Abs(gap(0)-gap(2)) > 1e-12 || gap(1) <= 0 {
		t.Errorf("gaps of %v do not grow with the trades", levels)
	}
	if math.Abs(gap(3)/gap(1)-(1+patience)/patience) > 1e-9 {
		t.Errorf("gaps %v and %v are not as the rates plus %v", gap(3), gap(1), patience)
	}
	for k, n := range trades[:4] {
		if n != 0 {
			t.Errorf("trades of rung %d are still %d", k, n)
		}
	}
}

func TestLevel_IsTheLogarithm(t *testing.T) {
	for _, v := range []float64{0.001, 0.5, 1, 2, 3, 1e5, 7.5e18} {
		if level := Level(v); math.Abs(level-math.Log2(v)) > 1e-12 || metropolis.Exp2(level) < v {
			t.Errorf("Level(%v) = %v, want about %v", v, level, math.Log2(v))
		}
	}
}

func TestRungs_AreAtEqualDistances(t *testing.T) {
	levels := Rungs(-2, 5, 8)
	for k, l := range levels {
		if math.Abs(l-float64(k-2)) > 1e-12 {
			t.Errorf("rung %d of %v", k, levels)
		}
	}
	if levels[0] != -2 || levels[7] != 5 {
		t.Errorf("the ends of %v", levels)
	}
}

// Levels beyond the range of the bisection are found as those within.
func TestLevel_OfAnyTemperature(t *testing.T) {
	for power := -1000; power <= 1000; power += 5 {
		if got := Level(math.Ldexp(1.5, power)); math.Abs(got-float64(power)-math.Log2(1.5)) > 1e-12*max(1, math.Abs(got)) {
			t.Errorf("1.5 times 2^%d has level %v", power, got)
		}
	}
	for _, v := range []float64{0x1p-30, 0x1.8p-31, 0x1p-31, 0x1p70, 0x1.8p70, 0x1p71} {
		if got := Level(v); math.Abs(got-math.Log2(v)) > 1e-12 {
			t.Errorf("%v has level %v, want %v", v, got, math.Log2(v))
		}
	}
}
