package walk

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// Remote is a Device whose walks work at other places, such as the machines of a cluster. The run itself stays where it is: it keeps all
// walks, and sends their states away as units, some rounds of a batch each. What a walk does in these is a function of its unit, so it
// does not matter who works on one, how often, and when an answer comes. The method is prepared there as it is here, on cores.
type Remote interface {
	multiwalk.Device
	// Begin makes ready for a run of the method, which was prepared with the plan.
	// walks is how many there are.
	Begin(p multiwalk.Problem, m Method, plan Plan, walks int) (Crew, error)
}

// Crew does the units of a run.
type Crew interface {
	// Do has somebody work on a unit (see Replica), and returns nil once accept has taken an answer: accept checks it, and evaluates each
	// solution anew. If Do returns an error, nobody did, and the run does the unit itself. Do returns soon after ctx is done. It is called
	// by many goroutines at once; each calls accept on its own, which may last until others have answered. node is the name of who answers.
	// state is that of the walk, which may be long. The unit has its digest, so it goes only to who has not left the walk in that state.
	Do(ctx context.Context, walk int, unit, state []byte, accept func(node string, answer []byte) error) error
	// Close is called once, at the end of the run.
	Close() error
}

// unit is what a walk does up to the next barrier.
type unit struct {
	walk, rounds        int
	before              int64 // rounds of the run before
	units, full         int   // of a round, and of a whole one
	evaluations, target int64
	hasTarget           bool
	stretch             stretch
	search, state       []byte // of the search, of the walk
	sum                 []byte // digest of the walk's state, in place of which it travels
}

// Save implements checkpoint.Saver, as a message.
func (u *unit) Save(a *checkpoint.Archive) {
	a.Fields("unit", &u.walk, &u.rounds, &u.before, &u.units, &u.full, &u.evaluations, &u.target, &u.hasTarget, &u.stretch, &u.search, &u.sum)
}

// text is the unit without the walk's state.
func (u *unit) text() ([]byte, error) {
	u.sum = sum256(u.state)
	return packed(u.Save)
}

func sum256(state []byte) []byte {
	sum := sha256.Sum256(state)
	return sum[:]
}

// deed is what came of a unit.
type deed struct {
	failure      []byte // an error; the rest then means nothing
	ended        bool
	worked, left int // see Slice
	rests, asked bool
	took         time.Duration
	found        []improvement // elapsed since the unit began
	feasible     []int32
	feasibleCost int64
	state        []byte
}

// Save implements checkpoint.Saver, as a message.
func (d *deed) Save(a *checkpoint.Archive) {
	a.Fields("deed", &d.failure, &d.ended, &d.worked, &d.left, &d.rests, &d.asked, &d.took, &d.found, &d.feasible, &d.feasibleCost, &d.state)
}

// packed is a message, or a state.
func packed(save func(a *checkpoint.Archive)) ([]byte, error) {
	a := checkpoint.Writer(1 << 10)
	save(a)
	return a.Bytes(), a.Err()
}

// unpack reads what packed wrote, all of it. The text may come from anybody, so what breaks is an error too.
func unpack(text []byte, save func(a *checkpoint.Archive)) error {
	a := checkpoint.Reader(text)
	if broke := guard(func() { save(a) }); broke != nil {
		return broke
	}
	if a.Err() == nil && len(a.Bytes()) > 0 {
		return fmt.Errorf("it has %d bytes more than the method reads", len(a.Bytes()))
	}
	return a.Err()
}

// enlist has a Remote make ready. Where the end of all walks proves something, the run believes nobody else, and works alone.
func (r *run) enlist() (err error) {
	d, ok := r.s.Device.(Remote)
	if r.lender() != nil {
		if err := r.lendable(); err != nil {
			return err
		}
	}
	if _, proves := As[Prover](r.search); !ok || proves {
		return nil
	}
	if _, err := packed(r.parts); err != nil {
		return fmt.Errorf("multiwalk: method %s cannot run on %v: %w", r.m.Name(), d, err)
	}
	r.doers = &doers{shares: map[string]*multiwalk.NodeShare{}, cores: d.Workers()}
	if r.s.Resume != nil {
		r.doers.finders = make([]string, len(r.res.History)) // a checkpoint does not say
	}
	if r.crew, err = d.Begin(r.p, r.m, r.given, len(r.walks)); err == nil {
		r.ahead = newAhead(r.urgent, r.crew, len(r.walks))
	}
	return err
}

// doers is who does the work of a run on a Remote.
type doers struct {
	mu      sync.Mutex
	stints  [][]stint // of each walk, in this batch
	shares  map[string]*multiwalk.NodeShare
	finders []string        // of the history
	unit    int             // how many rounds a unit has
	ways    []time.Duration // by how much answers of this batch came later than the work took
	cores   int             // if walks are more than these, units wait for them and not for messages
}

// abreast is how many walks work at once.
func (r *run) abreast() int {
	if r.doers != nil {
		return min(r.doers.cores, len(r.walks))
	}
	return min(r.res.Workers, len(r.walks))
}

// stint is what a node did of a walk's part of a batch, up to a round.
type stint struct {
	until int
	node  string
}

// begin begins a batch. Messages are to take a twentieth of its time, so units are long where the last batch's were long on their way.
func (d *doers) begin(lap time.Duration, walks int) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stints = make([][]stint, walks)
	d.unit = remoteUnit
	if n := len(d.ways); n > 0 && lap > 0 && walks <= d.cores {
		slices.Sort(d.ways) // those on their way to a node that died are longer than half of them
		d.unit = int(min(mostBatch, max(remoteUnit, 20*d.ways[n/2]/lap)))
	}
	d.ways = d.ways[:0]
}

// answered notes by how much an answer came later than the work on it took.
func (d *doers) answered(way time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ways = append(d.ways, way)
}

// did notes who did a walk's part of the batch, up to a round.
func (d *doers) did(walk, until int, node string, took time.Duration, evaluations int64) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.of(node)
	s.Units, s.Work, s.Evaluations = s.Units+1, s.Work+took.Seconds(), s.Evaluations+evaluations
	d.stints[walk] = append(d.stints[walk], stint{until, node})
}

// finder is who did a round of a walk's part of the batch.
func (d *doers) finder(walk int, round int64) string {
	for _, s := range d.stints[walk] {
		if round < int64(s.until) {
			return s.node
		}
	}
	return multiwalk.HereNode
}

// of is the share of a node. Names come from others, so there is an end of them.
func (d *doers) of(node string) *multiwalk.NodeShare {
	const most = 1 << 14
	if d.shares[node] == nil {
		if len(d.shares) >= most {
			node = "others"
		}
		d.shares[node] = cmp.Or(d.shares[node], &multiwalk.NodeShare{Node: node})
	}
	return d.shares[node]
}

// credit says who found what the history has since the last time.
func (r *run) credit() {
	d := r.doers
	if d == nil {
		return
	}
	for _, pt := range r.res.History[min(len(d.finders), len(r.res.History)):] {
		node := multiwalk.HereNode
		if pt.Walk >= 0 && len(d.stints) > 0 {
			node = d.finder(pt.Walk, pt.Round-(r.res.Rounds+r.void+1))
		}
		d.finders = append(d.finders, node)
		d.of(node).Incumbents++
	}
	r.res.Finders = slices.Clone(d.finders)
	r.res.Nodes = nil
	for _, s := range d.shares {
		r.res.Nodes = append(r.res.Nodes, *s)
	}
	slices.SortFunc(r.res.Nodes, func(a, b multiwalk.NodeShare) int { return strings.Compare(a.Node, b.Node) })
}

// dismiss ends what enlist began.
func (r *run) dismiss() error {
	if r.crew == nil {
		return nil
	}
	r.ahead.stop()
	return r.crew.Close()
}

// remotely has a walk's part of the batch done elsewhere, one unit after the other. It returns from which round on that is to be done here.
func (r *run) remotely(i int, p portion) (round int) {
	if r.crew == nil {
		return 0
	}
	for !r.ended[i] {
		n := r.shared.beginSome(round, r.doers.unit)
		if n == 0 {
			break
		}
		var done bool
		if r.lender() != nil {
			done = r.sentLent(i, round, n, p)
		} else {
			done, _ = r.sent(i, round, n, p)
		}
		if !done {
			if r.urgent.Err() != nil || r.lender() != nil {
				return mostBatch
			}
			break
		}
		round += n
	}
	return round
}

// sent has rounds of the batch done elsewhere. It returns false if nobody did, and why an answer was refused.
func (r *run) sent(i, round, rounds int, p portion) (done bool, refused error) {
	u, err := r.unitOf(i, round, rounds, p)
	if err != nil {
		return false, nil
	}
	made := r.walks[i].Counters().Evaluations()
	err = r.ahead.do(u, func(a answer) error {
		took, err := r.accept(u, round, a)
		if refused = err; err == nil {
			r.doers.answered(a.came.Sub(a.sent) - took)
			r.doers.did(i, round+rounds, a.node, took, r.walks[i].Counters().Evaluations()-made)
		}
		return err
	})
	return err == nil, refused
}

// accept takes an answer to a unit, which begins with a round of the batch, if it can be one. Then the walk, its slice and whether it has
// ended are as if it had worked here.
func (r *run) accept(u *unit, round int, a answer) (took time.Duration, err error) {
	d := new(deed)
	if err := unpack(a.text, d.Save); err != nil {
		return 0, fmt.Errorf("the answer cannot be read: %w", err)
	}
	if d.failure != nil {
		return 0, errors.New(string(d.failure))
	}
	if err := d.check(u); err != nil {
		return 0, err
	}
	w, was := r.walks[u.walk], r.counters[u.walk]
	save := func(a *checkpoint.Archive) { SaveWalk(a, w) }
	if err = unpack(d.state, save); err == nil {
		if broke := guard(func() { err = r.audit(w, was, d) }); broke != nil {
			err = broke
		}
	}
	if err != nil {
		return 0, errors.Join(err, unpack(u.state, save)) // the walk is as it was
	}
	s := &r.slices[u.walk]
	s.units, s.rests, s.asked = d.left, d.rests, s.asked || d.asked
	if d.worked > 0 {
		s.worked = round + d.worked
	}
	if d.feasible != nil {
		s.Feasible(d.feasible, d.feasibleCost)
	}
	r.ended[u.walk] = d.ended
	began := a.came.Sub(s.start) - d.took // no other machine's clock is asked
	for _, f := range d.found {
		f.elapsed, f.round = f.elapsed+max(0, began), f.round+round
		if s.found = append(s.found, f); s.hasTarget && f.cost <= s.target {
			r.shared.hit(f.round, f.moment)
		}
	}
	return d.took, nil
}

// check refuses numbers that no work on the unit comes to.
func (d *deed) check(u *unit) error {
	ordered := slices.IsSortedFunc(d.found, func(a, b improvement) int {
		return cmp.Or(cmp.Compare(a.round, b.round), cmp.Compare(a.moment, b.moment), cmp.Compare(b.cost, a.cost))
	})
	if d.worked < 0 || d.worked > u.rounds || d.left < 0 || d.left > u.units || d.took < 0 || d.took > time.Hour || !ordered {
		return errors.New("the answer is out of bounds")
	}
	for i, f := range d.found {
		if f.round < 0 || f.round >= u.rounds || f.elapsed < 0 || f.elapsed > d.took || i > 0 && f.cost >= d.found[i-1].cost {
			return errors.New("the answer has incumbents that are out of order")
		}
	}
	return nil
}

// audit evaluates what a walk that came back says it found: all incumbents but the last are worse than that. So costs are true. Whether
// the walk went its own way is not to be seen without going it again.
func (r *run) audit(w Walk, was multiwalk.Counters, d *deed) error {
	x, cost := w.Best()
	c := w.Counters()
	if min(c.FullEvaluations-was.FullEvaluations, c.DeltaEvaluations-was.DeltaEvaluations, c.Moves-was.Moves, c.Units-was.Units) < 0 {
		return errors.New("the answer counts less work than was done before")
	}
	if n := len(d.found); n > 0 && d.found[n-1].cost < cost {
		return fmt.Errorf("the answer tells of a cost %d, and its solution is said to cost %d", d.found[n-1].cost, cost)
	}
	if x != nil {
		if v, _, err := r.rules.judge(x); err != nil || v.cost != cost {
			return cmp.Or(err, fmt.Errorf("the answer's solution costs %d, and is said to cost %d", v.cost, cost))
		}
	}
	if d.feasible != nil {
		if v, _, err := r.rules.judge(d.feasible); err != nil || v.cost != d.feasibleCost || !v.feasible {
			return cmp.Or(err, fmt.Errorf("the answer's feasible solution costs %d, and is said to cost %d", v.cost, d.feasibleCost))
		}
	}
	return nil
}
