package walk

import (
	"math"
	"math/bits"
	"runtime"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/lending"
)

// Slice is a walk's allowance for one round. A walk calls Next before each unit of work, and Improved at each new
// incumbent.
type Slice struct {
	units        int
	evaluations  int64 // the walk's evaluation counter may not pass this
	target       int64
	hasTarget    bool
	start        time.Time // of the run
	shared       *signals
	stretch      stretch       // of the run's budget
	before       int64         // rounds of the run before the batch
	allotted     int           // units that the round was to have at its beginning
	earlier      int           // units of the round in steps before the present one
	size         int           // units of the present step
	steps        int           // begun in the round
	both         bool          // on a Both: what counts first goes by the part of the round
	lends        int           // on a core beside machines: units after which the walk lets others have the core, if any want it
	kept         int           // units since it did
	took         time.Duration // of the batch, on a Both
	did          int           // units in that time
	round        int           // within the batch
	worked       int           // 1 + the last round of the batch in which the walk did a unit; 0 if it did none
	found        []improvement // incumbents of this batch, in order
	failure      error         // what Fail was told
	feasible     []int32       // what Feasible was told, or nil
	feasibleCost int64
	parent       *Slice             // whose Sub made this slice, or nil. With a parent, target to found are unused
	others       multiwalk.Counters // the work of the walk's other parts
	incumbent    int64              // a part reports to its parent only costs below this
	from, to     float64            // what a part has of its parent's budget; none if they are equal
	given        bool               // Course gave progress
	progress     float64            // what a part is told, if given
	until        float64            // the progress of the whole walk at which a part ends; 0: none
	share        float64            // see Share; 0: 1
	closed       float64            // the greatest progress by the clock
	asked        bool               // for progress, in this batch
	rests        bool               // the walk has enough of the round
}

type improvement struct {
	cost     int64
	counters multiwalk.Counters
	elapsed  time.Duration
	round    int   // of the batch
	moment   int64 // of the round, see signals
}

// NewSlice returns an allowance of the given number of units, with no other limit. It is for tests of walks, and for
// methods that run other walks; Minimize makes its own slices.
func NewSlice(units int) *Slice {
	return &Slice{units: units, allotted: units, size: units, evaluations: math.MaxInt64, shared: newSignals()}
}

// Next reports whether the walk may begin another unit of work, and counts it. evaluations is how many the walk has
// made.
func (s *Slice) Next(evaluations int64) bool {
	if s.units <= 0 || evaluations >= s.evaluations {
		return false
	}
	if s.parent != nil {
		if s.until > 0 && s.past(evaluations) || !s.parent.Next(evaluations+s.others.Evaluations()) {
			return false
		}
	} else {
		if s.lends > 0 {
			s.lend()
		}
		if !s.shared.goOn(s.round, s.moment(evaluations)) {
			return false
		}
	}
	s.worked = s.round + 1
	s.units--
	return true
}

// lend lets the host's part of a machine's search have the core: at once if that part borrows all cores, else now and then.
// That part is short, and a machine stands still until it is over. But Go lets a goroutine that became ready wait for 10 ms if
// all processors are busy.
func (s *Slice) lend() {
	lending.Lend()
	if s.kept++; s.kept >= s.lends {
		s.kept = 0
		runtime.Gosched()
	}
}

// moment returns where in its round the walk is: by its evaluations or, on a Both, by the part of its units that it has begun,
// because there evaluations say little. If the walk begins more units than the round was to have, each further one is a moment
// later than the end of the round.
func (s *Slice) moment(evaluations int64) int64 {
	if !s.both {
		return evaluations
	}
	begun := s.begun()
	planned := min(s.allotted, begun)
	hi, lo := bits.Mul64(uint64(planned), 1<<wholeRound)
	part, _ := bits.Div64(hi, lo, uint64(max(1, s.allotted)))
	return int64(part) + int64(begun-planned)
}

// wholeRound is the logarithm of the moment at which a round ends, on a Both. No round has more units.
const wholeRound = 40

// begun is how many units of the round the walk has begun.
func (s *Slice) begun() int { return s.earlier + s.size - s.units }

// step lets a walk do its portion of a round. It reports whether the walk can go on.
func (s *Slice) step(w Walk, round int, p portion) bool {
	start := time.Now()
	s.round, s.allotted, s.earlier, s.size, s.steps = round, p.planned, 0, 0, 0
	goesOn := true
	for goesOn && s.earlier+s.size < p.units && (s.steps == 0 || p.enough == nil || !p.enough(s.steps)) {
		s.earlier += s.size
		s.steps++
		s.size, s.rests = min(p.step, p.units-s.earlier), false
		s.units = s.size
		s.share = float64(s.units) / float64(p.full)
		if goesOn = w.Step(s); s.units > 0 && !s.rests {
			break
		}
	}
	s.took, s.did = s.took+time.Since(start), s.did+s.earlier+s.size
	return goesOn
}

// Left returns how many units are left.
func (s *Slice) Left() int { return s.units }

// Share returns which part of a round the walk is to do: 1, but from 0 to 1 on a Both and where rounds are short (see Pace). A method whose
// walks have units of different length does this part of what each of them has in a round.
func (s *Slice) Share() float64 {
	for s.parent != nil {
		s = s.parent
	}
	if s.share == 0 {
		return 1
	}
	return s.share
}

// Target returns the cost at which the run ends, for a walk that can stop inside a unit. If there is no target, it
// returns math.MinInt64, which no cost is below.
func (s *Slice) Target() int64 {
	switch {
	case s.parent != nil:
		return s.parent.Target()
	case s.hasTarget:
		return s.target
	}
	return math.MinInt64
}

// EvaluationsLeft returns how many more evaluations the walk may make; evaluations is how many it has made. A walk that
// makes many in one unit, such as a launch on a GPU, makes its last unit shorter.
func (s *Slice) EvaluationsLeft(evaluations int64) int64 {
	left := max(0, s.evaluations-evaluations)
	if s.parent != nil {
		left = min(left, s.parent.EvaluationsLeft(evaluations+s.others.Evaluations()))
	}
	return left
}

// Progress returns which part of the run's budget is spent, from 0 to 1; ok is false if the run has none. evaluations is how
// many the walk has made. The part never falls, but for a run that had come to its end and was resumed: it then begins at 0
// again. It is the same wherever and however fast the run works, and in its replay (see Pace).
//
// Under Work it counts the rounds and the units of this round before the present one, under Evaluations the walk's evaluations;
// under Time it goes by the number of rounds that the run will have at its present speed; if the time is over before that, it comes to
// 1 in the round that is broken off. Of several limits the one that is nearest to its end counts.
func (s *Slice) Progress(evaluations int64) (part float64, ok bool) {
	switch {
	case s.given:
		return s.progress, true
	case s.parent != nil:
		return s.ofSpan(evaluations)
	case s.stretch.endless():
		return 0, false
	}
	rounds := float64(s.before + int64(s.round))
	if begun := min(s.allotted, s.begun()); begun > 1 {
		rounds += float64(begun-1) / float64(s.allotted)
	}
	part, s.asked = s.stretch.progress(rounds, evaluations), true
	if over := s.shared.over.Load(); over > 0 {
		part = s.closing(part, evaluations, time.Duration(over))
	}
	return part, true
}

// closing is the progress of a walk whose time was over before its schedule was, because the machine was slower in the last rounds than
// before. The rest of the schedule then takes the time until the run breaks off, by the clock: a search that cools shall not end
// hot. It begins at once if the schedule has another round, else when a round may no longer have taken its time. Such a round
// does not count, as one that is broken off.
func (s *Slice) closing(part float64, evaluations int64, over time.Duration) float64 {
	begin := closeLate
	if s.stretch.progress(float64(s.before+int64(s.round)+1), evaluations) < closed {
		begin = 0
	}
	late := time.Since(s.start) - over - begin
	if s.closed == 0 && (part >= closed || late < 0) {
		return part
	}
	s.shared.hurried.Store(true)
	s.closed = max(s.closed, part+float64((1-part)*quotient(float64(late), float64(closeSpan-begin))))
	return s.closed
}

// ofSpan is the progress of a part.
func (s *Slice) ofSpan(evaluations int64) (part float64, ok bool) {
	if s.from >= s.to {
		return 0, false
	}
	if s.evaluations < math.MaxInt64 {
		part, ok = quotient(float64(evaluations), float64(s.evaluations)), true
	}
	if all := s.from == 0 && s.to == 1; ok && all {
		return part, ok
	}
	if whole, has := s.parent.Progress(evaluations + s.others.Evaluations()); has {
		part, ok = max(part, quotient(whole-s.from, s.to-s.from)), true
	}
	return part, ok
}

// Span gives the part of a walk, for which Sub made s, a span of the whole walk's budget: while the whole's progress goes from
// "from" to "to", the part's goes from 0 to 1. A part with a limit of evaluations also counts those: its progress is the greater
// of the two. Without Span its evaluations alone count, and a part without such a limit has the whole's progress. If from is not
// below to, the part has no budget. Span returns s.
func (s *Slice) Span(from, to float64) *Slice {
	s.from, s.to = from, to
	return s
}

// Course tells a part, for which Sub made s, how far it is, where the whole walk has no budget of its own but goes through
// cycles: the part sees this progress, from 0 to 1, throughout s. Course returns s.
func (s *Slice) Course(progress float64) *Slice {
	s.given, s.progress = true, max(0, min(1, progress))
	return s
}

// Until ends a part, for which Sub made s, with the unit in which the progress of the whole walk comes to the given one. It
// returns s.
func (s *Slice) Until(progress float64) *Slice {
	s.until = progress
	return s
}

// past reports whether the whole walk is where the part ends.
func (s *Slice) past(evaluations int64) bool {
	whole, ok := s.parent.Progress(evaluations + s.others.Evaluations())
	return ok && whole >= s.until
}

// Rest says that the walk has done enough of the round, though it has units left: its units last longer than those of the other
// walks, by which the method counts a round. So the units left are not work that was cut off.
func (s *Slice) Rest() {
	for ; s != nil; s = s.parent {
		s.rests = true
	}
}

// Aborted reports whether the run must stop at once. A walk whose unit may last longer than 10 ms calls it inside the
// unit. When it says yes, the walk gives the unit up: it restores its solution and counters to what they were before,
// or, if it has a complete result at hand, reports that. It has about 30 ms for this; then the run ends without it.
func (s *Slice) Aborted() bool {
	if s.shared.abort.Load() {
		return true
	}
	for s.parent != nil {
		s = s.parent
	}
	return s.both && s.shared.beyond(s.round, s.moment(0))
}

// Improved notes that the walk has a new incumbent of this cost.
func (s *Slice) Improved(cost int64, c multiwalk.Counters) {
	if s.parent != nil {
		if cost < s.incumbent {
			s.incumbent = cost
			c.Add(s.others)
			s.parent.Improved(cost, c)
		}
		return
	}
	moment := s.moment(c.Evaluations())
	s.found = append(s.found, improvement{cost, c, time.Since(s.start), s.round, moment})
	if s.hasTarget && cost <= s.target {
		s.shared.hit(s.round, moment)
		s.units = 0
	}
}

// Feasible notes a feasible solution, which it copies, and its cost. A walk on a problem that can tell (Teller) calls it for
// each one that is better than those before, whether it is an incumbent or not.
func (s *Slice) Feasible(x []int32, cost int64) {
	if s.parent != nil {
		s.parent.Feasible(x, cost)
	} else if s.feasible == nil || cost < s.feasibleCost {
		s.feasible, s.feasibleCost = append(s.feasible[:0], x...), cost
	}
}

// Fail ends the run with an error that the problem did not cause, such as the loss of a device. What the walks reported
// before still counts. After Fail the walk returns false from Step.
func (s *Slice) Fail(err error) {
	if s.parent != nil {
		s.parent.Fail(err)
	} else if s.failure == nil {
		s.failure = err
	}
	s.units = 0
}

// Sub is for a walk made of several walks. It returns a slice for one of these parts, which may do the given number of
// units, and may go on until its evaluation counter reaches the limit (math.MaxInt64: no limit). Every unit counts in s
// too, and where s ends, the part ends. others is the work of all other parts so far. incumbent is the cost of the
// whole walk's incumbent: when the part finds less, s reports it, with the counters of the whole walk.
func (s *Slice) Sub(units int, evaluations int64, others multiwalk.Counters, incumbent int64) *Slice {
	return &Slice{units: units, evaluations: evaluations, shared: s.shared, parent: s, others: others, incumbent: incumbent, to: 1}
}
