package walk_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// lasting is a script whose units last as long as a function of the time since the run began says, on a clock that stands still otherwise.
// It notes the progress that each walk saw last.
func lasting(slice int, lasts func(at time.Duration) time.Duration) (script, *seen) {
	m, s := watching(slice, 0)
	began, look := time.Now(), m.look
	m.look = func(walk int, evaluations int64, slice *walk.Slice) int32 {
		found := look(walk, evaluations, slice)
		for due := time.Now().Add(lasts(time.Since(began))); time.Now().Before(due) && !slice.Aborted(); {
			time.Sleep(min(time.Millisecond, time.Until(due)))
		}
		return found
	}
	return m, s
}

// Whatever the speed does, also in the last rounds, a run under Time ends with its schedule at its end, about when it should. What it counts
// as rounds is repeated by its paces.
func TestMinimize_TimedSchedulesEnd(t *testing.T) {
	const limit = time.Second
	for what, lasts := range map[string]func(at time.Duration) time.Duration{
		"quick":                   func(time.Duration) time.Duration { return 20 * time.Microsecond },
		"slow":                    func(time.Duration) time.Duration { return time.Millisecond },
		"slower":                  func(time.Duration) time.Duration { return 7 * time.Millisecond },
		"30 ms":                   func(time.Duration) time.Duration { return 30 * time.Millisecond },
		"slower and slower":       func(at time.Duration) time.Duration { return time.Millisecond + at/100 },
		"20 times slower at 0.9":  slowerFrom(900*time.Millisecond, time.Millisecond/4, 20),
		"9 times slower at 0.5":   slowerFrom(limit/2, time.Millisecond, 9),
		"90 times slower at 0.8":  slowerFrom(800*time.Millisecond, 100*time.Microsecond, 90),
		"50 times slower at 0.95": slowerFrom(950*time.Millisecond, 100*time.Microsecond, 50),
		"held up for 0.2 s": func(at time.Duration) time.Duration {
			if at > 790*time.Millisecond && at < 800*time.Millisecond {
				return 200 * time.Millisecond
			}
			return time.Millisecond
		},
	} {
		for _, walks := range []int{1, 2} {
			synctest.Test(t, func(t *testing.T) {
				name := fmt.Sprintf("%s, %d walks", what, walks)
				m, s := lasting(20_000, lasts)
				began := time.Now()
				r := minimize(t, m, multiwalk.Settings{Walks: walks, Workers: 2, Stop: stop(multiwalk.Time(limit))})
				took := time.Since(began)
				for _, parts := range s.parts {
					if !slices.IsSorted(parts) || parts[len(parts)-1] < 0.96 {
						t.Errorf("%s: progress ends at %v after %d rounds, sorted %v", name, parts[len(parts)-1], r.Rounds, slices.IsSorted(parts))
					}
				}
				if r.Status != multiwalk.TimeLimit || took < limit*9/10 || took > limit+limit/10 {
					t.Errorf("%s: %v after %v", name, r, took)
				}
				t.Logf("%s: %d rounds, %d paces, partial %v, %v, ends at %v", name, r.Rounds, len(r.Pace), r.Partial, took, s.parts[0][len(s.parts[0])-1])
				m, _ = watching(20_000, 0)
				again := minimize(t, m, multiwalk.Settings{Walks: walks, Pace: r.Pace, Stop: stop(multiwalk.Work(max(1, r.Rounds)))})
				if again.Status = r.Status; !r.Partial {
					same(t, name, again, r)
				} else if again.Cost < r.Cost {
					t.Errorf("%s: the replay of all but the last round finds %d, the run %d", name, again.Cost, r.Cost)
				}
			})
		}
	}
}

// slowerFrom makes units slower by a factor, from a moment on.
func slowerFrom(moment, unit time.Duration, times int) func(at time.Duration) time.Duration {
	return func(at time.Duration) time.Duration {
		if at < moment {
			return unit
		}
		return time.Duration(times) * unit
	}
}

// silent is a script whose walks tell each other nothing, so that rounds go by in batches.
type silent struct{ script }

func (m silent) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.script.Prepare(p, plan)
	return struct{ walk.Search }{s}, err
}

// Incumbents of the rounds that close a schedule come after those of the round that was broken off, also where that was not the first of its
// batch.
func TestMinimize_HistoryOfAClosingIsInOrder(t *testing.T) {
	for seed := range uint64(200) {
		synctest.Test(t, func(t *testing.T) {
			random := multiwalk.NewRand(seed, 0)
			from, hold := time.Duration(200+random.IntN(100))*time.Millisecond, time.Duration(5+random.IntN(90))*time.Millisecond
			slow := time.Duration(1 + random.IntN(4))
			m, _ := lasting(5+random.IntN(20), func(at time.Duration) time.Duration {
				if at < from {
					return time.Millisecond
				}
				if at < from+2*time.Millisecond {
					return hold
				}
				return slow * time.Millisecond
			})
			r := minimize(t, silent{m}, multiwalk.Settings{Walks: 1, Stop: stop(multiwalk.Time(300 * time.Millisecond))})
			if !slices.IsSortedFunc(r.History, func(a, b multiwalk.Point) int {
				return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Evaluations, b.Evaluations))
			}) {
				t.Errorf("seed %d: %d rounds, and %+v", seed, r.Rounds, r.History[len(r.History)-3:])
			}
		})
	}
}

// A run that is cancelled, or that has no schedule, closes nothing.
func TestMinimize_NothingToClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		deaf := script{slice: 100, find: noise, unit: func(*walk.Slice) { time.Sleep(9 * time.Millisecond) }}
		r := minimize(t, deaf, multiwalk.Settings{Walks: 1, Stop: stop(multiwalk.Time(time.Second))})
		if r.Partial || r.Elapsed > 1010*time.Millisecond {
			t.Errorf("%v, partial: %v", r, r.Partial)
		}
	})
}
