package cooling

import (
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"math"
	"slices"
	"testing"
)

func TestLog2_IsTheLogarithm(t *testing.T) {
	for x := 1e-30; x < 1e30; x *= 1.37 {
		if got := Log2(x); math.Abs(got-math.Log2(x)) > 1e-5 {
			t.Fatalf("log2(%v) is %v, want %v", x, got, math.Log2(x))
		}
	}
}

// Moves that all cost the same are taken as wanted at that cost divided by -ln of the share, at any scale.
func TestLevelOfShare_FitsTheSample(t *testing.T) {
	for _, delta := range []int64{1, 700, 1e15, math.MaxInt64} {
		for _, share := range []float64{0.5, 0.1, 0.001} {
			got := metropolis.Exp2(LevelOfShare(slices.Repeat([]int64{delta}, 9), math.Log2(share)))
			if want := float64(delta) / -math.Log(share); math.Abs(got/want-1) > 1e-4 {
				t.Errorf("of moves of %d a share of %v is taken at %v, want %v", delta, share, got, want)
			}
		}
	}
	if level := LevelOfShare(nil, firstTaken); level != 0 {
		t.Errorf("without a sample the level is %v", level)
	}
}

// cooled has a walk cool that takes a given share at a temperature, and returns the levels after each of its steps. It begins
// hotter or colder than it should by a factor of 2 to the power off.
func cooled(course int32, steps int, off float64, share func(temperature float64) float64) (levels []float64) {
	const each = 4096
	c := Sharing{Begun: true, Level: off, Course: course}
	for k := range steps {
		part := float64(k+1) / float64(steps)
		c.Note(part, each, math.Round(each*share(metropolis.Exp2(c.Level))))
		levels = append(levels, c.Level)
	}
	return levels
}

// The share follows what is wanted, from wherever the walk begins, until it freezes; then the temperature falls.
func TestSharing_FollowsTheShare(t *testing.T) {
	for _, delta := range []float64{1, 1e6} {
		for _, off := range []float64{-4, 0, 4} {
			course := map[float64]int32{-4: Common, 0: OfOrder, 4: OfIntegers}[off]
			steered := courses[course].freezing
			took := func(temperature float64) float64 { return math.Exp(-delta / temperature) }
			begin := math.Log2(delta/-math.Log(metropolis.Exp2(firstTaken))) + off
			levels := cooled(course, 1000, begin, took)
			for k := 100; float64(k) < steered*1000; k += 50 {
				want := (&Sharing{Course: course}).Wanted(float64(k) / 1000)
				if got := math.Log2(took(metropolis.Exp2(levels[k]))); math.Abs(got-want) > 1 {
					t.Errorf("moves of %v, begun %v off: after %d steps the share is 2^%v, want 2^%v", delta, off, k, got, want)
				}
			}
			if fell := levels[int(steered*1000)] - levels[999]; fell < 2.5 {
				t.Errorf("moves of %v: the end falls by 2^%v", delta, fell)
			}
		}
	}
}

// Between temperatures at which nothing changes little time is spent: deltas are 1 or a million.
func TestSharing_LeapsOverGaps(t *testing.T) {
	levels := cooled(Common, 1000, 20, func(temperature float64) float64 {
		return math.Exp(-1e6/temperature)/2 + math.Exp(-1/temperature)/50
	})
	between := 0
	for _, level := range levels {
		if level > 5 && level < 16 {
			between++
		}
	}
	if between > 200 || levels[999] > 0 {
		t.Errorf("%d of 1000 steps lie where neither delta matters; the last at %v", between, levels[999])
	}
}
