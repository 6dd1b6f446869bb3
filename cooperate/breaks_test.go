package cooperate_test

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/single"
)

// trap does something at a call of one method, from the k-th on.
type trap struct {
	method string
	from   int64
	spring func()
	calls  *atomic.Int64
}

func (t trap) at(method string) {
	if method == t.method && t.calls.Add(1) >= t.from {
		t.spring()
	}
}

// ring is a tour of 12 cities on a line with most abilities, each of which may be a trap.
type ring struct {
	trap
	fixed [][2]int32
}

const ringCities = 12

func (p ring) Space() multiwalk.Space { p.at("Space"); return multiwalk.Tour(ringCities) }
func (p ring) Symmetric() bool        { p.at("Symmetric"); return true }
func (p ring) FixedEdges() [][2]int32 { p.at("FixedEdges"); return p.fixed }
func (p ring) Check([]int32) error    { p.at("Check"); return nil }
func (p ring) Name() string           { p.at("Name"); return "ring" }
func (p ring) EdgeCost(i, j int32) int64 {
	p.at("EdgeCost")
	return int64(max(i-j, j-i)) * int64(1+(i*j)%7)
}
func (p ring) Cost(x []int32) int64 {
	p.at("Cost")
	sum := int64(0)
	for i, c := range x {
		d := x[(i+1)%len(x)]
		sum += int64(max(c-d, d-c)) * int64(1+(c*d)%7)
	}
	return sum
}
func (p ring) Construct(r *multiwalk.Rand, x []int32) {
	p.at("Construct")
	for i := range x {
		x[i] = int32(i)
	}
}
func (p ring) Neighbours(k int) []int32 {
	p.at("Neighbours")
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
			for name, m := range map[string]multiwalk.Method{"ils": single.ILS{}, "climb": single.Climb{Restarts: -1},
				"exchange": cooperate.Exchange{Method: single.Anneal{}, Every: 1}} {
				t.Run(fmt.Sprintf("%s/%d/%s", method, from, name), func(t *testing.T) {
					t.Parallel()
					p := ring{trap: trap{method, from, func() { <-release }, new(atomic.Int64)}}
					if name == "ils" {
						p.fixed = [][2]int32{{0, 1}, {4, 5}}
					}
					began := time.Now()
					r, err := multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Workers: 2,
						Stop: []multiwalk.Stop{multiwalk.Time(20 * time.Millisecond)}})
					if took := time.Since(began); took > 50*time.Second {
						t.Errorf("it took %v", took)
					}
					if err != nil && !errors.Is(err, multiwalk.ErrNoIncumbent) {
						t.Errorf("error %v", err)
					}
					if err == nil && (r.Best == nil || r.Status != multiwalk.TimeLimit) {
						t.Errorf("%v without an error", r)
					}
					if r != nil && r.Best != nil && !falls(r) {
						t.Errorf("the history does not fall to the cost %d: %+v", r.Cost, r.History)
					}
				})
			}
		}
	}
}

// falls says whether each incumbent of a run was better than the one before, and the last is the result.
func falls(r *multiwalk.Result) bool {
	last := int64(math.MaxInt64)
	for _, p := range r.History {
		if p.Cost >= last {
			return false
		}
		last = p.Cost
	}
	return last == r.Cost
}

// A panic or the end of its goroutine in any method of a problem is the error of the run, at the first call and at a later one.
func TestMinimize_AProblemThatBreaks(t *testing.T) {
	for want, spring := range map[string]func(){"it broke": func() { panic("it broke") }, "Goexit": runtime.Goexit} {
		for _, from := range []int64{1, 2, 7} {
			if testing.Short() && from != 2 {
				continue
			}
			for _, method := range ringAbilities {
				tr := trap{method, from, spring, new(atomic.Int64)}
				r, err := multiwalk.Minimize(t.Context(), ring{trap: tr, fixed: [][2]int32{{2, 3}}}, single.ILS{},
					multiwalk.Settings{Workers: 2, Stop: []multiwalk.Stop{multiwalk.Work(20)}})
				if sprung := tr.calls.Load() >= from; sprung != (err != nil) || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("%s, call %d of %d: %v", method, tr.calls.Load(), from, err)
				}
				if err != nil && r != nil && r.Status != multiwalk.Failed && r.Status != multiwalk.WorkLimit {
					t.Errorf("%s: status %s", method, r.Status)
				}
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
