package population

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// street is a problem whose solutions are houses on a street.
type street struct{ multiwalk.Relinker }

func (street) Apart(a, b []int32) int { return int(max(a[0]-b[0], b[0]-a[0])) }

// The cheapest survive that are far enough from each other, and the farthest where none is; the distance falls with the run.
func TestBrood_Survives(t *testing.T) {
	for _, c := range []struct {
		apart, left float64
		x           []int32
		costs       []int64
	}{
		{0, 1, []int32{1, 10, 20}, []int64{0, 2, 3}}, // 4 apart, which is 0.3 of the mean distance
		{0, 0, []int32{1, 0, 10}, []int64{0, 1, 2}},
		{100, 1, []int32{1, 30, 20}, []int64{0, 9, 3}},
	} {
		vary := &variation{relinks: street{}}
		b := newBrood(Memetic{}, 1, 3, vary, multiwalk.NewRand(1, 0))
		copy(b.children, []int32{0, 10, 20})
		b.succeed([]int64{1, 2, 3}, 1)
		if !slices.Equal(b.x, []int32{0, 10, 20}) || int(b.survivors.apart) != 4 {
			t.Fatalf("the first individuals are %v, and survivors are to be %v apart", b.x, b.survivors.apart)
		}
		if c.apart > 0 {
			b.survivors.apart = c.apart
		}
		b.born = false
		copy(b.children, []int32{1, 30, 11})
		b.succeed([]int64{0, 9, 5}, c.left)
		if !slices.Equal(b.x, c.x) || !slices.Equal(b.costs, c.costs) || b.least != 0 || b.stagnant != 0 {
			t.Errorf("with %v of the run left %v survive, which cost %v; want %v, %v", c.left, b.x, b.costs, c.x, c.costs)
		}
	}
	if newSurvivors(mostSurvivors+1, &variation{relinks: street{}}) != nil || newSurvivors(3, &variation{}) != nil {
		t.Error("too many are compared, or such as are not to be")
	}
}

// A run that has an end leaves what it has not spent; another one leaves less and less until the population begins anew.
func TestBroods_Leave(t *testing.T) {
	c, b := &broods{s: &memeticSearch{m: Memetic{Stagnation: 10}}}, &brood{stagnant: 4}
	if left := c.left(b); left != 0.6 {
		t.Errorf("without an end %v is left", left)
	}
	c.part, c.ends = 0.75, true
	if left := c.left(b); left != 0.25 {
		t.Errorf("after 3/4 of the run %v is left", left)
	}
}
