package walk

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/plain"
	"github.com/multiwalk/multiwalk/internal/wholefile"
)

const (
	// keepEvery is the default of Checkpoint.Every.
	keepEvery = 30 * time.Second
	// keepShare says when the run takes another state between two that are written, to have a late one at its end: after it
	// has worked for keepShare times as long as it took to take the last state.
	keepShare = 400
	// dueShare is the same for a state that is to be written, where Every is not given.
	dueShare = 200
)

// keeper has the states of a run kept.
type keeper struct {
	c       multiwalk.Checkpoint
	free    bool // Every was not given
	newest  atomic.Pointer[checkpoint.Saved]
	writing sync.Mutex        // held while a state is written, and for ever once the run is over
	kept    *checkpoint.Saved // the last that was written; of whoever holds writing
	own     *checkpoint.Lock  // nil if it is the caller's, or there is no file

	header     *checkpoint.Header // of all states; nil before the first. This and what follows is of the run's goroutine
	taken, due time.Time          // when the newest was taken, and when the next is to be written
	took       time.Duration
}

// newKeeper returns nil where no checkpoints are asked for.
func newKeeper(c multiwalk.Checkpoint) *keeper {
	if c.File == "" && c.Write == nil {
		return nil
	}
	free := c.Every == 0
	c.Every = cmp.Or(c.Every, keepEvery)
	return &keeper{c: c, free: free}
}

// claim keeps other runs from writing the same file, unless the caller does. A run that begins does not replace what is in a file.
func (k *keeper) claim(begins bool) (err error) {
	if k == nil || k.c.File == "" || k.c.Lock != nil {
		return nil
	}
	if k.own, err = checkpoint.NewLock(k.c.File); err != nil {
		return fmt.Errorf("multiwalk: no checkpoint can be written: %w", err)
	}
	if begins && wholefile.Filled(k.c.File) {
		k.own.Release()
		return fmt.Errorf("multiwalk: the checkpoint %s is there already: go on from it by checkpoint.Read and Settings.Resume, or remove it, "+
			"or name another file", filename.Shown(k.c.File))
	}
	return nil
}

// keep takes the state of the run, if it is time to, and has it written every now and then. It is called between two rounds.
func (r *run) keep(end bool) error {
	k, now := r.keeper, time.Now()
	if k == nil || r.res.Partial {
		return nil
	}
	due := !now.Before(k.due)
	switch {
	case r.cut && (end || !due):
		return nil
	case !due && !end && now.Sub(k.taken) < keepShare*k.took:
		return nil
	case !r.enter(inSave):
		return nil
	}
	defer r.enter(atWork)
	var state *checkpoint.Saved
	var err error
	if broke := guard(func() { state, err = r.saved() }); broke != nil || err != nil {
		return errors.Join(broke, err)
	}
	k.newest.Store(state)
	k.taken, k.took = time.Now(), time.Since(now)
	if !due || end {
		return nil
	}
	k.due = k.taken.Add(k.every())
	switch {
	case !k.writing.TryLock(): // the one before is being written, so this one is left out
	case k.c.Write == nil:
		go k.write(r.note)
	default:
		k.write(r.note)
	}
	return nil
}

// every is the time to the next state that is to be written, by how long the last took.
func (k *keeper) every() time.Duration {
	if k.free {
		return max(k.c.Every, dueShare*k.took)
	}
	return k.c.Every
}

// write writes the newest state while the run goes on. If that fails, the next one may be written, or the last.
func (k *keeper) write(note func(string)) {
	defer k.writing.Unlock()
	if err := k.store(); err != nil {
		note(fmt.Sprintf("no checkpoint was written, and the one before is kept: %v", err))
	}
}

// store writes the newest state, unless there is none that has not been written.
func (k *keeper) store() error {
	state := k.newest.Load()
	if state == nil || state == k.kept {
		return nil
	}
	content, err := state.Encode()
	if err != nil {
		return err
	}
	if k.c.Write != nil {
		err = k.c.Write(content)
	} else {
		err = wholefile.Write(k.c.File, func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		})
	}
	if err == nil {
		k.kept = state
	}
	return err
}

// finish writes the newest state at the end of the run. From then on another run may write.
func (k *keeper) finish() error {
	if k == nil {
		return nil
	}
	k.writing.Lock()
	defer k.own.Release()
	if err := k.store(); err != nil {
		return fmt.Errorf("multiwalk: %w, and the one before is kept: %w", multiwalk.ErrCheckpoint, err)
	}
	return nil
}

// saved is the state of the run.
func (r *run) saved() (*checkpoint.Saved, error) {
	room := 1 << 12
	if last := r.keeper.newest.Load(); last != nil {
		room += len(last.State)
	}
	a := checkpoint.Writer(room)
	r.fields(a)
	(&tally{len(r.walks), r.res.Walks, r.ended, r.counters}).Save(a)
	r.parts(a)
	if err := a.Err(); err != nil {
		return nil, fmt.Errorf("multiwalk: method %s cannot be kept in a checkpoint: %w", r.res.Method, err)
	}
	return &checkpoint.Saved{Header: r.head(), State: a.Bytes()}, nil
}

// head is the header of the state between these two rounds.
func (r *run) head() checkpoint.Header {
	if r.keeper.header == nil {
		h := r.identity()
		r.keeper.header = &h
	}
	h := *r.keeper.header
	h.Rounds, h.Elapsed, h.Loading, h.Lap, h.Notes = r.res.Rounds, r.elapsed(), r.res.Loading, r.clock.lap, r.res.Notes
	return h
}

// keepFresh keeps a run that begins and was over before its walks were made, so that there is no state of them: its start, and the best
// solution that it knows.
func (r *run) keepFresh() error {
	k := r.keeper
	if k == nil || k.newest.Load() != nil || r.s.Resume != nil || r.res.Best == nil || !r.enter(inSave) {
		return nil
	}
	defer r.enter(atWork)
	a := checkpoint.Writer(1 << 12)
	a.Fields("fresh", &r.s.Start, &r.res.Best)
	h := r.head()
	h.Fresh = true
	k.newest.Store(&checkpoint.Saved{Header: h, State: a.Bytes()})
	return a.Err()
}

// identity is what the headers of the run's checkpoints have in common. Writing it takes longer than a small state.
func (r *run) identity() checkpoint.Header {
	h := checkpoint.Header{Layout: layout(), Problem: nameOf(r.p), Space: r.rules.space.String(), Instance: r.s.Checkpoint.Instance,
		Method: describe(r.m), Device: kindOf(r.s.Device), Seed: r.s.Seed, Walks: r.s.Walks, Planned: r.planned,
		Limits: map[string]int64{}, Own: r.s.Checkpoint.Own}
	for _, l := range r.limits() {
		if l.most > 0 {
			h.Limits[string(l.kind)] = l.most
		}
	}
	switch d := r.s.Device.(type) {
	case multiwalk.Both:
		h.Machines = d.Machines.Workers()
	case multiwalk.Accelerator:
		h.Machines = r.s.WorkerCount()
	}
	return h
}

// layout says how numbers lie in memory, which is how a state has them.
func layout() string {
	first := "highest"
	if plain.LowestFirst() {
		first = "lowest"
	}
	return fmt.Sprintf("%d bits, %s byte first", strconv.IntSize, first)
}

func nameOf(p multiwalk.Problem) string {
	if n, ok := p.(multiwalk.Namer); ok {
		return n.Name()
	}
	return fmt.Sprintf("%T", p)
}

var address = regexp.MustCompile(`\(0x[0-9a-f]+\)`)

// describe writes a method with its settings.
func describe(m Method) string {
	return m.Name() + ": " + address.ReplaceAllString(fmt.Sprintf("%#v", m), "")
}

// fields saves what the run knows beside its walks.
func (r *run) fields(a *checkpoint.Archive) {
	a.Fields("run", &r.s.Start, &r.res.Rounds, &r.res.Best, &r.res.Cost, &r.res.Walk, &r.res.History, &r.bestUnits,
		&r.pacing.list, &r.pacing.stretches, &r.feasible.X, &r.feasible.Cost)
	if r.both != nil {
		r.both.save(a)
	}
}

// tally is what the run counts of its walks.
type tally struct {
	walks, searches int
	ended           []bool
	counters        []multiwalk.Counters
}

// Save saves the tally, which stands before the walks: a run that is resumed reads it before it makes any.
func (t *tally) Save(a *checkpoint.Archive) {
	a.Fields("walks", &t.walks, &t.searches, &t.ended, &t.counters)
}

// total is what the walks did together.
func (t *tally) total() multiwalk.Counters { return sum(t.counters) }

// parts saves the search and its walks.
func (r *run) parts(a *checkpoint.Archive) {
	SaveSearch(a, r.search)
	for _, w := range r.walks {
		SaveWalk(a, w)
	}
}

// SaveWalk saves a walk, or notes that it cannot be saved. A walk or a search made of walks calls it for each.
func SaveWalk(a *checkpoint.Archive, w Walk) {
	if s, ok := As[checkpoint.Saver](w); ok {
		s.Save(a)
		return
	}
	a.Fail(fmt.Errorf("its walk, a %T, %w", w, checkpoint.ErrNoSaver))
}

// SaveSearch saves what a search keeps between rounds, if it keeps anything. A search made of another one calls it.
func SaveSearch(a *checkpoint.Archive, s Search) {
	if v, ok := As[checkpoint.Saver](s); ok {
		v.Save(a)
	}
}
