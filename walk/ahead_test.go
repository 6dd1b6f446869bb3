package walk_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// apart is a script whose walks exchange nothing.
type apart struct{ script }

func (m apart) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.script.Prepare(p, plan)
	return struct{ walk.Search }{s}, err
}

// elsewhere is a Remote whose units a replica in this process does.
type elsewhere struct {
	*walk.Replica
	hold        func(walk int) // is called before each unit
	asked       atomic.Int64   // states
	mu          sync.Mutex
	begun, done [2]int // units of each walk
}

func (*elsewhere) String() string { return "elsewhere" }
func (*elsewhere) Workers() int   { return 2 }

func (e *elsewhere) Begin(p multiwalk.Problem, m walk.Method, plan walk.Plan, _ int) (_ walk.Crew, err error) {
	e.Replica, err = walk.NewReplica(p, m, plan)
	return crew{e}, err
}

// count notes units, and returns how many more of walk 1 are begun than of walk 0 are done.
func (e *elsewhere) count(of *[2]int, walk int) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	of[walk]++
	return e.begun[1] - e.done[0]
}

type crew struct{ *elsewhere }

func (c crew) Do(ctx context.Context, walk int, unit, state []byte, accept func(string, []byte) error) error {
	c.hold(walk)
	answer, err := c.Replica.Do(ctx, unit, func() ([]byte, error) {
		c.asked.Add(1)
		return state, nil
	})
	if err != nil {
		return err
	}
	c.count(&c.done, walk)
	return accept("node", answer)
}

// bare leaves out who did the work.
func bare(r *multiwalk.Result) *multiwalk.Result {
	c := *r
	c.Nodes, c.Finders = nil, nil
	return &c
}

// mostAhead is how many units of a walk may be begun while another has not done its first.
const mostAhead = 16

// Walks that tell each other nothing do not wait for each other, but for one that is too far behind. The run finds what it finds here.
func TestRemote_WalksGoAhead(t *testing.T) {
	m := apart{script{slice: 3, find: noise, evaluations: uneven}}
	s := multiwalk.Settings{Walks: 2, Stop: stop(multiwalk.Work(300))}
	want := minimize(t, m, s)
	far := make(chan struct{})
	arrive := sync.OnceFunc(func() { close(far) })
	e := new(elsewhere)
	e.hold = func(walk int) {
		if walk == 0 {
			<-far
			return
		}
		switch ahead := e.count(&e.begun, walk); {
		case ahead > mostAhead:
			t.Errorf("a walk is %d units ahead", ahead)
		case ahead == mostAhead:
			arrive()
		}
	}
	s.Device = e
	same(t, "with a walk that waits", bare(minimize(t, m, s)), want)
	if n := e.asked.Load(); n != 2 {
		t.Errorf("two walks' states go out %d times, though the same replica goes on with them", n)
	}
}

// A run ends where it ends here, whatever stops it, and however far ahead walks are. One that time ended is repeated here.
func TestRemote_EndsWhereItEndsHere(t *testing.T) {
	cools := func(walk int, evaluations int64, s *walk.Slice) int32 {
		progress, _ := s.Progress(evaluations)
		return noise(walk, int64(900*progress))
	}
	for name, m := range map[string]apart{
		"descends": {script{slice: 3, find: noise, evaluations: uneven}},
		"cools":    {script{slice: 64, look: cools}},
		"ends":     {script{slice: 3, find: noise, ends: 200}},
	} {
		for _, by := range []multiwalk.Stop{multiwalk.Work(101), multiwalk.Evaluations(1003), multiwalk.Target(800), multiwalk.NoImprovement(70),
			multiwalk.Time(100 * time.Millisecond)} {
			e := &elsewhere{hold: func(walk int) { time.Sleep(time.Duration(50*walk) * time.Microsecond) }}
			s := multiwalk.Settings{Walks: 2, Device: e, Stop: stop(by, multiwalk.Work(5000))}
			got := minimize(t, m, s)
			s.Device = nil
			if by.Kind == multiwalk.StopTime {
				s.Stop, s.Pace = stop(multiwalk.Work(got.Rounds)), got.Pace
			}
			want := minimize(t, m, s)
			if want.Status = got.Status; got.Status == multiwalk.TargetReached { // other walks may have come farther
				want.Counters = got.Counters
			}
			if !got.Partial { // as where the machine is busy at the end of the time
				same(t, fmt.Sprint(name, " by ", by), bare(got), want)
			}
		}
	}
}
