package cooperate_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// ring is a tour of 12 cities on a line. It has most abilities, and each may be a trap.
type ring struct {
	runtest.Trap
	fixed [][2]int32
}

const ringCities = 12

func (p ring) Space() multiwalk.Space { p.At("Space"); return multiwalk.Tour(ringCities) }
func (p ring) Symmetric() bool        { p.At("Symmetric"); return true }
func (p ring) FixedEdges() [][2]int32 { p.At("FixedEdges"); return p.fixed }
func (p ring) Check([]int32) error    { p.At("Check"); return nil }
func (p ring) Name() string           { p.At("Name"); return "ring" }
func (p ring) EdgeCost(i, j int32) int64 {
	p.At("EdgeCost")
	return int64(max(i-j, j-i)) * int64(1+(i*j)%7)
}
func (p ring) Cost(x []int32) int64 {
	p.At("Cost")
	sum := int64(0)
	for i, c := range x {
		d := x[(i+1)%len(x)]
		sum += int64(max(c-d, d-c)) * int64(1+(c*d)%7)
	}
	return sum
}
func (p ring) Construct(r *multiwalk.Rand, x []int32) {
	p.At("Construct")
	for i := range x {
		x[i] = int32(i)
	}
}
func (p ring) Neighbours(k int) []int32 {
	p.At("Neighbours")
	var list []int32
	for i := range int32(ringCities) {
		for d := range int32(k) {
			list = append(list, (i+d+1)%ringCities)
		}
	}
	return list
}

var ringAbilities = []string{"Space", "Cost", "Symmetric", "FixedEdges", "Check", "Name", "EdgeCost", "Construct", "Neighbours"}

// Whatever method of a problem does not return, and from whichever call on, the run comes back.
func TestMinimize_AProblemThatBlocks(t *testing.T) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) }) // after the parallel subtests
	for _, method := range ringAbilities {
		for _, from := range []int64{1, 3, 40} {
			for name, m := range map[string]walk.Method{"ils": single.ILS{}, "climb": single.Climb{Restarts: -1},
				"exchange": cooperate.Exchange{Method: single.Anneal{}, Every: 1}} {
				t.Run(fmt.Sprintf("%s/%d/%s", method, from, name), func(t *testing.T) {
					t.Parallel()
					p := ring{Trap: runtest.NewTrap(method, from, func() { <-release })}
					if name == "ils" {
						p.fixed = [][2]int32{{0, 1}, {4, 5}}
					}
					r, err := multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Workers: 2,
						Stop: []multiwalk.Stop{multiwalk.Time(20 * time.Millisecond)}})
					runtest.ComesBack(t, r, err)
				})
			}
		}
	}
}

// A panic or the end of its goroutine in any method of a problem is the error of the run, at the first call and at a later one.
func TestMinimize_AProblemThatBreaks(t *testing.T) {
	for want, spring := range map[string]func(){"it broke": func() { panic("it broke") }, "Goexit": runtime.Goexit} {
		for _, from := range []int64{1, 2, 7} {
			if testing.Short() && from != 2 {
				continue
			}
			for _, method := range ringAbilities {
				tr := runtest.NewTrap(method, from, spring)
				r, err := multiwalk.Minimize(t.Context(), ring{Trap: tr, fixed: [][2]int32{{2, 3}}}, single.ILS{},
					multiwalk.Settings{Workers: 2, Stop: []multiwalk.Stop{multiwalk.Work(20)}})
				tr.Broke(t, want, r, err)
			}
		}
	}
}

// moody is a problem whose Space is another one from some call on.
type moody struct {
	from  int64
	calls *atomic.Int64
}

func (p moody) Cost(x []int32) int64 { return int64(len(x)) - int64(x[0]) }
func (p moody) Space() multiwalk.Space {
	if p.calls.Add(1) >= p.from {
		return multiwalk.Integers(3, 0, 1)
	}
	return multiwalk.Binary(3)
}

// The space of a problem is asked for more than once, and has to stay.
func TestMinimize_ASpaceThatChanges(t *testing.T) {
	stop := multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(3)}}
	for _, from := range []int64{2, 3, 4} {
		_, err := multiwalk.Minimize(t.Context(), moody{from, new(atomic.Int64)}, single.Climb{}, stop)
		if err == nil || !strings.Contains(err.Error(), "multiwalk: the problem's Space was binary of 3") {
			t.Errorf("a space that changes at call %d: %v", from, err)
		}
	}
}
