package successor_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/gridpath"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/successor"
)

// Calls for four possibilities draw what calls for one draw, wherever the last four end. A core makes calls for one.
func TestFour_DrawsTheSame(t *testing.T) {
	const points = 3
	for _, side := range []int{9, 11, 13, 17, 23} { // 80 possibilities: no four; 120: lanes with and without; 528
		for _, load := range []int{1, 3} {
			grid, most := gridpath.New(points, side, load, 90, 5), side*side-1
			for name, kind := range map[string]successor.Kind[gridpath.Point]{"weighed": successor.Weighed(&gridpath.Gains{Grid: grid}, points, most),
				"rated": successor.Rated(&gridpath.Ranks{Grid: grid}, points, most)} {
				var want []gridpath.Point
				for _, p := range places() {
					p.settings.Size, p.settings.States, p.settings.Seed = points, 6, 7
					g := open(t, p.settings, grid.Points(6), kind)
					for range 2 {
						g.ActivateAll()
						must.Have(g.Generate(1))(t)
					}
					if got := get(t, g, points); want == nil {
						want = got
					} else if !slices.Equal(got, want) {
						t.Errorf("side %d, load %d, %s, %s: %v, a core draws %v", side, load, name, p.name, got, want)
					}
				}
			}
		}
	}
}

// fours is table with four weights in one call; one of them is higher by lie.
type fours struct {
	*table
	liar int32
	lie  int64
}

func (h fours) WeighFour(x []int32, v, p, step int32) (weights [4]int64) {
	for i := range weights {
		at := p + int32(i)*step
		if weights[i] = h.Weigh(x, v, at); at == h.liar {
			weights[i] += h.lie
		}
	}
	return weights
}

// fourRows is rows with four ratings in one call; one of them is higher by lie.
type fourRows struct {
	rows
	liar int32
	lie  int64
}

func (h fourRows) RateFour(x []int32, v, p, step int32) [4]int64 {
	return fours{h.table, h.liar, h.lie}.WeighFour(x, v, p, step)
}

// What a call for four gives otherwise is told with the type, the variable and the possibility.
func TestFour_Lies(t *testing.T) {
	h := &table{weights: slices.Repeat([]int64{5, 6}, 60)}
	for _, lie := range []int64{0, 2} {
		for want, kind := range map[string]successor.Kind[int32]{
			"fours: WeighFour gives 8 for possibility 7, and Weigh gives 6": successor.Weighed(fours{h, 7, lie}, 3, 120),
			"fourRows: RateFour gives 7 for possibility 100, and Rate":      successor.Rated(fourRows{rows{h}, 100, lie}, 3, 120),
		} {
			err := kind.Check([]int32{0, 0, 0})
			if told := (*successor.HeuristicError)(nil); lie == 0 && err != nil || lie != 0 && (!errors.As(err, &told) || !strings.Contains(fmt.Sprint(err), want)) {
				t.Errorf("a lie of %d: %v, want %s", lie, err, want)
			}
		}
	}
}
