package walk_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

func TestObserve_EventsInOrder(t *testing.T) {
	var events []multiwalk.Event
	m := script{slice: 5, find: noise, unit: func(*walk.Slice) { time.Sleep(20 * time.Microsecond) },
		every: 3, exchange: func(said []walk.Message) []walk.Message { return said }}
	r := minimize(t, m, multiwalk.Settings{Walks: 3, Stop: []multiwalk.Stop{multiwalk.Work(30)}, Observe: func(e multiwalk.Event) { events = append(events, e) }})

	if first, last := events[0], events[len(events)-1]; first.Kind != multiwalk.EventStart || last.Kind != multiwalk.EventEnd ||
		last.Status != multiwalk.WorkLimit || last.Cost != r.Cost || last.Counters != r.Counters || last.Round != r.Rounds {
		t.Errorf("first %+v, last %+v", first, last)
	}
	count := map[multiwalk.EventKind]int64{}
	for i, e := range events {
		count[e.Kind]++
		if i == 0 {
			continue
		}
		was := events[i-1]
		if e.Elapsed < was.Elapsed || e.Round < was.Round || e.Evaluations() < was.Evaluations() || was.Best != nil && e.Cost > was.Cost {
			t.Errorf("event %d goes back: %+v after %+v", i, e, was)
		}
		if !slices.ContainsFunc(r.History, func(p multiwalk.Point) bool { return p.Cost == e.Cost && p.Elapsed == e.Found }) || e.Found > e.Elapsed {
			t.Errorf("event %d has its incumbent found after %v, and the history is %+v", i, e.Found, r.History)
		}
		if e.Kind == multiwalk.EventIncumbent && was.Best != nil && (e.Cost >= was.Cost || int64(e.Best[0]) > e.Cost) {
			t.Errorf("event %d is no incumbent: %+v after %+v", i, e, was)
		}
	}
	if count[multiwalk.EventExchange] != 10 || count[multiwalk.EventStart] != 1 || count[multiwalk.EventEnd] != 1 {
		t.Errorf("events %v, want 10 exchanges", count)
	}
	if n := count[multiwalk.EventIncumbent]; n < 2 || n > 31 {
		t.Errorf("%d incumbent events in 30 rounds", n)
	}
}

// An observer that takes far longer than its share hears less, but of the last incumbent and of the end.
func TestObserve_TheSlowHearLess(t *testing.T) {
	const slow = 20 * time.Millisecond
	var heard []multiwalk.Event
	calls := map[multiwalk.EventKind]int{}
	falling := func(_ int, unit int64) int32 { return int32(1000 - unit) }
	r := minimize(t, script{slice: 1, find: falling}, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Work(600)},
		Observe: func(e multiwalk.Event) {
			heard = append(heard, e)
			calls[e.Kind]++
			time.Sleep(slow)
		}})
	end, last := heard[len(heard)-1], heard[len(heard)-2]
	for i := 1; i < len(heard); i++ {
		if heard[i].Round < heard[i-1].Round {
			t.Errorf("event %d goes back: %+v after %+v", i, heard[i], heard[i-1])
		}
	}
	if calls[multiwalk.EventIncumbent] > 300 || end.Kind != multiwalk.EventEnd || last.Cost != r.Cost || r.Cost != 400 {
		t.Errorf("%v; the last before the end %+v", calls, last)
	}
}

func TestObserve_EndAfterAnError(t *testing.T) {
	var last multiwalk.Event
	_, err := multiwalk.Minimize(background, value{1000}, script{find: noise, lie: 1}, multiwalk.Settings{
		Stop: []multiwalk.Stop{multiwalk.Work(500)}, Observe: func(e multiwalk.Event) { last = e }})
	if err == nil || last.Kind != multiwalk.EventEnd || last.Status != multiwalk.Failed {
		t.Errorf("%v, last event %+v", err, last)
	}
}

func TestObserve_Progress(t *testing.T) { synctest.Test(t, progress) }

func progress(t *testing.T) {
	told := 0
	minimize(t, script{find: noise, unit: func(*walk.Slice) { time.Sleep(time.Millisecond) }}, multiwalk.Settings{Walks: 1,
		Stop: []multiwalk.Stop{multiwalk.Time(350 * time.Millisecond)}, Observe: func(e multiwalk.Event) {
			if e.Kind == multiwalk.EventProgress {
				told++
			}
		}})
	if told < 3 || told > 4 {
		t.Errorf("%d progress events in 350 ms, want 3 or 4", told)
	}
}
