package single

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/sample"
)

func TestLog2_IsTheLogarithm(t *testing.T) {
	for x := 1e-30; x < 1e30; x *= 1.37 {
		if got := log2(x); math.Abs(got-math.Log2(x)) > 1e-5 {
			t.Fatalf("log2(%v) is %v, want %v", x, got, math.Log2(x))
		}
	}
}

// Moves that all cost the same are taken as wanted at that cost divided by -ln of the share, at any scale.
func TestLevelOfShare_FitsTheSample(t *testing.T) {
	for _, delta := range []int64{1, 700, 1e15, math.MaxInt64} {
		for _, share := range []float64{0.5, 0.1, 0.001} {
			got := metropolis.Exp2(levelOfShare(slices.Repeat([]int64{delta}, 9), math.Log2(share)))
			if want := float64(delta) / -math.Log(share); math.Abs(got/want-1) > 1e-4 {
				t.Errorf("of moves of %d a share of %v is taken at %v, want %v", delta, share, got, want)
			}
		}
	}
	if level := levelOfShare(nil, firstTaken); level != 0 {
		t.Errorf("without a sample the level is %v", level)
	}
}

// cooled has a walk cool that takes a given share at a temperature, and returns the levels after each of its steps. It begins
// hotter or colder than it should by a factor of 2 to the power off.
func cooled(course int32, steps int, off float64, share func(temperature float64) float64) (levels []float64) {
	const each = 4096
	c := sharing{begun: true, level: off, course: course}
	for k := range steps {
		part := float64(k+1) / float64(steps)
		c.note(part, each, math.Round(each*share(metropolis.Exp2(c.level))))
		levels = append(levels, c.level)
	}
	return levels
}

// The share follows what is wanted, from wherever the walk begins, until it freezes; then the temperature falls.
func TestSharing_FollowsTheShare(t *testing.T) {
	for _, delta := range []float64{1, 1e6} {
		for _, off := range []float64{-4, 0, 4} {
			course := map[float64]int32{-4: common, 0: ofOrder, 4: ofIntegers}[off]
			steered := courses[course].freezing
			took := func(temperature float64) float64 { return math.Exp(-delta / temperature) }
			begin := math.Log2(delta/-math.Log(metropolis.Exp2(firstTaken))) + off
			levels := cooled(course, 1000, begin, took)
			for k := 100; float64(k) < steered*1000; k += 50 {
				want := (&sharing{course: course}).wanted(float64(k) / 1000)
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
	levels := cooled(common, 1000, 20, func(temperature float64) float64 {
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

// budgeted is a walk of annealing in a run with a budget.
func budgeted(t *testing.T, p multiwalk.Problem) *annealWalk {
	t.Helper()
	s, err := Anneal{}.Prepare(p, multiwalk.Plan{Seed: 1, Walks: 1, Budget: multiwalk.Budget{Rounds: 1}})
	if err != nil {
		t.Fatal(err)
	}
	walk, err := s.NewWalk(0)
	if err != nil {
		t.Fatal(err)
	}
	return walk.(*annealWalk)
}

// A walk whose progress begins anew finds its first temperature anew.
func TestSharing_BeginsAnew(t *testing.T) {
	w := budgeted(t, newQAP(20, 4))
	at := func(part float64, units int) {
		w.Step(multiwalk.NewSlice(units).Sub(units, math.MaxInt64, multiwalk.Counters{}, math.MaxInt64).Course(part))
	}
	for k := range 100 {
		at(float64(k)/100, 3)
	}
	cold := w.sharing.level
	if at(0, 1); w.sharing.level < cold+2 || w.sharing.first != w.sharing.level || w.sharing.at != 0 {
		t.Errorf("from level %v to %+v", cold, w.sharing)
	}
}

// A walk cools as suits what it searches.
func TestSharing_KnowsItsCourse(t *testing.T) {
	for _, c := range []struct {
		p    multiwalk.Problem
		want int32
	}{{newQAP(20, 4), ofOrder}, {sample.NewBits(20, 4), ofBits}, {sample.NewMixed(6, 1), common}, {sample.NewLabels(20, 4), ofIntegers}} {
		w := budgeted(t, c.p)
		if w.sharing.begin(0, []int64{1}); w.sharing.course != c.want {
			t.Errorf("%v has course %v, want %v", c.p.Space(), w.sharing.course, c.want)
		}
	}
}
