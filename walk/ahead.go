package walk

import (
	"bytes"
	"context"
	"math"
	"sync"
	"time"

	"github.com/multiwalk/multiwalk/checkpoint"
)

const (
	// mostAhead is how many units of a walk may be begun before the slowest has done its first of these. That is longer than a crew needs to give a unit to somebody else.
	mostAhead = 16
	// aheadRoom bounds the bytes of all units ahead, with their answers.
	aheadRoom = 256 << 20
)

// ahead is what walks on a Remote do before the run asks for it. Walks that tell each other nothing need not wait for each other: once a
// walk's answer is there, its next unit goes out as a guess, for which the run's rounds need not have come so far. When they have, the run
// asks for that unit. If the guess was of the same one, what came of it is the answer, since a unit's answer is a function of the unit;
// else nobody looks at it. So guesses change when work is done, and not what the run finds.
type ahead struct {
	crew   Crew
	ctx    context.Context // ends when walks must stop at once
	cancel context.CancelFunc
	flying sync.WaitGroup // guesses

	mu    sync.Mutex
	of    []trail // of each walk
	room  int     // see aheadRoom
	until int64   // the last round that guesses may have
	end   int64   // the round at which units end in any case
	far   int64   // where the last guess ends
	unit  int     // rounds of a unit that begins before shift
	later int     // and of one that begins later
	shift int64
	hit   int64 // a round in which a walk met the target
}

// trail is the guesses of a walk, each on what came of the one before.
type trail struct {
	list []*guess
	last *guess // though the run may have asked for it
	next *unit  // that waits until it may be a guess
}

// guess is a unit whose turn has not come.
type guess struct {
	*unit
	ctx        context.Context // ends when it is wrong
	drop       context.CancelFunc
	take       chan func(node string, answer []byte) error // what the run does with the answer
	done       chan error                                  // the crew's
	sent, came time.Time
	asked      bool // the walk has asked for progress, which depends on the stretch
}

// answer is what came of a unit, by whom and when.
type answer struct {
	node       string
	text       []byte
	sent, came time.Time
}

func newAhead(ctx context.Context, c Crew, walks int) *ahead {
	a := &ahead{crew: c, of: make([]trail, walks), room: aheadRoom, hit: math.MaxInt64}
	a.ctx, a.cancel = context.WithCancel(ctx)
	return a
}

// stop drops all guesses, and returns once the crew knows.
func (a *ahead) stop() {
	a.cancel()
	a.flying.Wait()
}

// upTo says that the run has done so many rounds, how far guesses may go, where units end in any case, and how many rounds they are to have.
// All walks' units begin at the same rounds, so that changes where nobody is yet. upTo returns how many the next ones have.
func (a *ahead) upTo(done, until, end int64, unit int) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	if done >= a.hit { // it was none
		a.hit = math.MaxInt64
	}
	a.until, a.end = min(until, a.hit), end
	if done >= a.shift && (2*unit <= a.later || 2*a.later <= unit) {
		a.unit, a.later, a.shift = a.later, unit, max(done, a.far)
	}
	return a.size(done)
}

// size is how many rounds a unit has that begins after so many.
func (a *ahead) size(before int64) int {
	if before < a.shift {
		return a.unit
	}
	return a.later
}

// do has somebody work on a unit, unless a guess was the same. See Crew.Do.
func (a *ahead) do(u *unit, accept func(answer) error) error {
	if g := a.claim(u); g != nil {
		used := false
		g.take <- func(node string, text []byte) error {
			if used = !g.asked || g.stretch == u.stretch; !used {
				return nil
			}
			return accept(answer{node, text, g.sent, g.came})
		}
		err := <-g.done
		if used && err == nil {
			return nil
		}
		if a.lose(u.walk); used {
			return err
		}
	}
	text, err := u.text()
	if err != nil {
		return err
	}
	sent := time.Now()
	return a.crew.Do(a.ctx, u.walk, text, u.state, func(node string, text []byte) error {
		err := accept(answer{node, text, sent, time.Now()})
		if err == nil {
			a.follow(u, nil, text)
		}
		return err
	})
}

// claim takes a walk's first guess if it is of this unit. Else all of them are wrong.
func (a *ahead) claim(u *unit) *guess {
	a.mu.Lock()
	defer a.mu.Unlock()
	t := &a.of[u.walk]
	if len(t.list) == 0 || !t.list[0].like(u) {
		a.forget(t)
		return nil
	}
	g := t.list[0]
	t.list = t.list[1:]
	a.room += g.size()
	a.launch(t)
	return g
}

// like reports whether two units of a walk are the same but for their stretch.
func (u *unit) like(v *unit) bool {
	return u.rounds == v.rounds && u.before == v.before && u.units == v.units && u.full == v.full && u.evaluations == v.evaluations &&
		bytes.Equal(u.state, v.state) && bytes.Equal(u.search, v.search)
}

// size is about how many bytes a unit has, and its answer.
func (u *unit) size() int { return 2*len(u.state) + len(u.search) }

// lose drops the guesses of a walk.
func (a *ahead) lose(walk int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.forget(&a.of[walk])
}

func (a *ahead) forget(t *trail) {
	for _, g := range t.list {
		a.room += g.size()
		g.drop()
	}
	*t = trail{}
}

// follow guesses what comes after a unit, if this is the last of its walk so far: a guess, or nil where the run has asked for it.
func (a *ahead) follow(u *unit, g *guess, text []byte) {
	d := new(deed)
	wrong := unpack(text, d.Save)
	a.mu.Lock()
	defer a.mu.Unlock()
	if g != nil {
		g.came, g.asked = time.Now(), d.asked
	}
	t := &a.of[u.walk]
	if t.last != g || wrong != nil || d.failure != nil || d.ended || u.rounds == 0 {
		return
	}
	for _, f := range d.found {
		if u.hasTarget && f.cost <= u.target {
			a.hit = min(a.hit, u.before+int64(u.rounds))
			a.until = min(a.until, a.hit)
		}
	}
	next := *u
	next.before += int64(u.rounds)
	next.state = d.state
	t.next = &next
	a.launch(t)
}

// launch sends a walk's next unit out, if it may be one now.
func (a *ahead) launch(t *trail) {
	u := t.next
	if u == nil {
		return
	}
	u.rounds = int(min(int64(a.size(u.before)), a.end-u.before))
	if len(t.list) >= mostAhead-1 || u.rounds < 1 || u.before+int64(u.rounds) > a.until || a.room < u.size() {
		return
	}
	g := &guess{unit: u, take: make(chan func(string, []byte) error, 1), done: make(chan error, 1), sent: time.Now()}
	g.ctx, g.drop = context.WithCancel(a.ctx)
	a.room -= u.size()
	a.far = max(a.far, u.before+int64(u.rounds))
	t.list, t.last, t.next = append(t.list, g), g, nil
	a.flying.Go(func() { a.fly(g) })
}

// fly has somebody work on a guess. The crew has to wait until the run takes the answer, since only the run can say whether it is wrong.
func (a *ahead) fly(g *guess) {
	defer g.drop()
	text, err := g.text()
	if err == nil {
		err = a.crew.Do(g.ctx, g.walk, text, g.state, func(node string, text []byte) error {
			a.follow(g.unit, g, text)
			select {
			case take := <-g.take:
				return take(node, text)
			case <-g.ctx.Done():
				return nil
			}
		})
	}
	g.done <- err
}

// lookAhead says how far walks may be ahead in the next rounds. Under a time limit that is up to its end, by whole units. It returns how many
// rounds a batch is to have: one unit, or many where walks are not ahead, as they would go through barriers all too often.
func (r *run) lookAhead() int {
	done, end := r.res.Rounds, int64(math.MaxInt64)
	if r.stops.work > 0 {
		end = r.stops.work
	}
	if next := r.untilPace(); next < end-done {
		end = done + next
	}
	if r.clock.limit > 0 && (r.clock.lap == 0 || r.asks) {
		r.ahead.upTo(done, done, end, r.doers.unit) // walks that cool by the time left know only then what that is
		return mostBatch
	}
	r.doers.unit = r.ahead.upTo(done, done+int64(r.clock.laps(mostAhead*r.doers.unit)), end, r.doers.unit)
	return r.doers.unit
}

// unitOf is a unit of the run's search.
func (r *run) unitOf(i, round, rounds int, p portion) (u *unit, err error) {
	s := &r.slices[i]
	u = &unit{walk: i, rounds: rounds, before: s.before + int64(round), units: p.units, full: p.full, evaluations: s.evaluations,
		target: s.target, hasTarget: s.hasTarget, stretch: s.stretch}
	if u.search, err = packed(func(a *checkpoint.Archive) { SaveSearch(a, r.search) }); err == nil {
		u.state, err = packed(func(a *checkpoint.Archive) { SaveWalk(a, r.walks[i]) })
	}
	return u, err
}
