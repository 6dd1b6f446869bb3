package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// What a run says to a node that brings an answer.
const (
	replyTaken = "taken"
	replyLate  = "late"   // another was first, or the unit is of the past
	replyNo    = "refuse" // an answer of this node was wrong, so it shall leave the run alone
)

const (
	// A unit without an answer is offered once more after slow times as long as units took of late, at least hasty and at most overdue, and each
	// time after twice as long. Who has it may be dead, or slow; that somebody does it twice is harmless.
	slow, hasty, overdue = 4, beat / 2, 10 * time.Second
	// silence is after how many beats without a sign of life of any node the run works alone. The run counts those in which it had a
	// processor itself: where its machine is busy, it has not heard what was said.
	silence = 5
)

var errAlone = errors.New("multiwalk: cluster: no node is there")

// crew is a run's side of the cluster.
type crew struct {
	*client
	device  *Device
	group   string // of nodes that have what the run is on
	run     string
	told    [][]byte // what nodes must know of the run: the instance and the task, each an object
	subs    []*nats.Subscription
	done    context.Context // ends with the run
	end     context.CancelFunc
	mu      sync.Mutex
	waiting map[string]*errand
	number  int64
	offers  chan struct{}   // closed, and replaced, when all must be offered again
	wrong   map[string]bool // nodes that are not believed
	known   bool            // nodes can know what they must of the run
	usual   time.Duration   // from the offer of a unit to its answer, of late; 0: none has come
	quiet   int             // beats since a node was heard of that is believed; Dial has heard of one
	company context.Context // ends when there are too many of them
	part    context.CancelFunc
}

// errand is a unit on its way.
type errand struct {
	answers     chan *nats.Msg
	unit, state []byte
}

func newCrew(d *Device, text []byte) (*crew, error) {
	w := &crew{client: d.client, device: d, group: groupOf(d.client.build, d.model), run: rand.Text(), told: [][]byte{d.of.Content, text},
		waiting: map[string]*errand{}, offers: make(chan struct{}), wrong: map[string]bool{}}
	w.done, w.end = context.WithCancel(context.Background())
	w.company, w.part = context.WithCancel(w.done)
	if err := w.introduce(); err != nil {
		w.end()
		return nil, err
	}
	hears := map[string]nats.MsgHandler{subjectAnswer + w.run: w.hear, subjectState + w.run: w.hearState, subjectBeat: w.hearBeat}
	for subject, hear := range hears {
		sub, err := w.nc.Subscribe(subject, hear)
		if err == nil {
			err = sub.SetPendingLimits(nats.DefaultSubPendingMsgsLimit, mostObject)
		}
		if err != nil {
			return nil, errors.Join(err, w.Close())
		}
		w.subs = append(w.subs, sub)
	}
	go w.comeBack()
	go w.listen()
	return w, nil
}

// introduce announces the run. A server that is full, or lost, hears of it later.
func (w *crew) introduce() error {
	err := w.putAll()
	if err != nil && !errors.Is(err, errTooLong) {
		err = w.announce()
	}
	if w.known = err == nil; w.known || errors.Is(err, errTooLong) {
		return err
	}
	w.device.tell(err.Error() + ": the run " + w.device.alone() + " until that is over")
	w.part()
	select {
	case w.back <- struct{}{}:
	default: // it is back already
	}
	return nil
}

// announce stores what nodes must know of the run, where the server may have lost all.
func (w *crew) announce() error {
	if err := w.furnish(w.done); err != nil {
		return err
	}
	return w.putAll()
}

// putAll does, where nodes have made the stores.
func (w *crew) putAll() error {
	var group sync.WaitGroup
	failed := make([]error, len(w.told))
	for i, data := range w.told {
		group.Go(func() { _, failed[i] = w.put(w.done, w.run, data) })
	}
	group.Wait()
	return errors.Join(failed...)
}

// comeBack offers all units again whenever the connection was lost: the server may have been, with all that it had. Now and then it stores
// again what nodes must know, before the server forgets it. No clock but the server's counts.
func (w *crew) comeBack() {
	again := time.NewTicker(objectTime / 4)
	defer again.Stop()
	for {
		select {
		case <-w.done.Done():
			return
		case <-again.C:
			_ = w.announce() // in a while again
			continue
		case <-w.back:
		}
		for w.announce() != nil && w.done.Err() == nil {
			time.Sleep(200 * time.Millisecond)
		}
		w.mu.Lock()
		w.known = true
		close(w.offers)
		w.offers = make(chan struct{})
		w.mu.Unlock()
	}
}

// Do implements walk.Crew.
func (w *crew) Do(ctx context.Context, walk int, unit, state []byte, accept func(node string, answer []byte) error) error {
	e := &errand{make(chan *nats.Msg, 1), unit, state}
	key, company := w.open(walk, e)
	defer w.close(key)
	if w.long(len(unit)) {
		defer w.drop(w.objectName(w.run, unit))
	}
	if company.Err() != nil {
		return errAlone
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(company, cancel)()
	began := time.Now()
	wait, offered, full := w.due(), began, (*jetstream.APIError)(nil)
	for {
		again, due := w.again(), time.After(wait)
		switch err := w.offer(ctx, key, e); {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			wait, offered = min(2*wait, time.Hour), time.Now()
		case errors.As(err, &full) || time.Since(offered) > silence*beat: // the run waits for no server that is full, or away
			return err
		default:
			due = time.After(beat / 2)
		}
		m, err := w.await(ctx, e, again, due)
		if err != nil {
			return err
		}
		if m != nil {
			w.lasted(time.Since(began))
			return w.take(ctx, m, accept)
		}
	}
}

// due is after how long a unit is offered once more.
func (w *crew) due() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.usual == 0 {
		return overdue // nodes have to prepare
	}
	return min(max(hasty, slow*w.usual), overdue)
}

// lasted notes how long an answer took.
func (w *crew) lasted(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.usual == 0 {
		w.usual = d
	}
	w.usual += (d - w.usual) / 32
}

// await waits for an answer. It returns none when the unit is to be offered once more.
func (w *crew) await(ctx context.Context, e *errand, again <-chan struct{}, due <-chan time.Time) (*nats.Msg, error) {
	select {
	case m := <-e.answers:
		return m, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-again:
		return nil, nil
	case <-due:
		return nil, nil
	}
}

// open begins to wait for an answer, as long as there is company.
func (w *crew) open(walk int, e *errand) (key string, company context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.number++
	key = strconv.Itoa(walk) + "." + strconv.FormatInt(w.number, 10)
	w.waiting[key] = e
	return key, w.company
}

func (w *crew) close(key string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.waiting, key)
}

// again is closed when units must be offered again.
func (w *crew) again() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.offers
}

// offer puts a unit into the queue, with its walk's state unless that is long.
func (w *crew) offer(ctx context.Context, key string, e *errand) error {
	content, whole := e.unit, !w.long(len(e.unit)+len(e.state))
	if whole {
		content = slices.Concat(e.unit, e.state)
	}
	m, err := w.message(ctx, subjectUnit+w.group+"."+w.run, w.run, content)
	if err != nil {
		return err
	}
	if whole {
		m.Header.Set(headUnit, strconv.Itoa(len(e.unit)))
	}
	m.Header.Set(headRun, w.run)
	m.Header.Set(headKey, key)
	m.Header.Set(headTask, w.objectName(w.run, w.told[1]))
	ctx, cancel := w.asks(ctx, 0)
	defer cancel()
	_, err = w.js.PublishMsg(ctx, m)
	return err
}

// take has the run look at an answer. A node that was wrong is told so when it comes again.
func (w *crew) take(ctx context.Context, m *nats.Msg, accept func(string, []byte) error) error {
	node, name := m.Header.Get(headNode), m.Header.Get(headName)
	content, err := w.content(ctx, m.Header, m.Data)
	if object := m.Header.Get(headObject); object != "" {
		w.drop(object)
	}
	if err == nil {
		if err = accept(name[:min(len(name), mostName)], content); err == nil {
			return nil
		}
	}
	w.mu.Lock()
	known := w.wrong[node]
	w.wrong[node] = true
	w.mu.Unlock()
	if !known && ctx.Err() == nil {
		w.device.tell(fmt.Sprintf("node %.64q is left out from now on: %v", name, err))
	}
	return err
}

// hear passes an answer on to who waits for it.
func (w *crew) hear(m *nats.Msg) {
	reply := replyLate
	w.mu.Lock()
	e := w.waiting[m.Header.Get(headKey)]
	if w.wrong[m.Header.Get(headNode)] {
		reply = replyNo
	} else if e != nil {
		select {
		case e.answers <- m:
			reply = replyTaken
		default:
		}
	}
	w.mu.Unlock()
	_ = m.Respond([]byte(reply)) // else the node asks again
}

// hearState sends the state of a unit's walk to a node that has to know it.
func (w *crew) hearState(m *nats.Msg) {
	w.mu.Lock()
	e := w.waiting[m.Header.Get(headKey)]
	w.mu.Unlock()
	if e == nil {
		_ = m.Respond(nil) // the unit is of the past
		return
	}
	go func() { // it may be an object
		if reply, err := w.letter(w.done, m.Header.Get(headApart) != "", m.Reply, w.run, e.state); err == nil {
			_ = w.nc.PublishMsg(reply) // else the node asks again
		}
	}()
}

// hearBeat notes that a node lives.
func (w *crew) hearBeat(m *nats.Msg) {
	var s Status
	if json.Unmarshal(m.Data, &s) != nil || s.Build != w.build || s.lends(w.device.model) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.wrong[s.ID] {
		return
	}
	if w.quiet = 0; w.known && w.company.Err() != nil {
		w.company, w.part = context.WithCancel(w.done)
	}
}

// listen counts the beats in which no node was heard of. After too many the run works alone.
func (w *crew) listen() {
	for tick := time.NewTicker(beat); ; {
		select {
		case <-w.done.Done():
			tick.Stop()
			return
		case <-tick.C:
			w.mu.Lock()
			w.quiet++
			alone := w.quiet > silence && w.company.Err() == nil
			if alone {
				w.part()
			}
			w.mu.Unlock()
			if alone {
				w.device.tell("no node of " + w.device.where + " gives a sign of life: the run " + w.device.alone() + " until one comes")
			}
		}
	}
}

// Close implements walk.Crew: nodes forget the run.
func (w *crew) Close() error {
	w.end()
	for _, s := range w.subs {
		_ = s.Unsubscribe() // with the run's name nobody asks for anything any more
	}
	if !w.nc.IsConnected() { // a server that is gone has nothing to forget
		return nil
	}
	_ = w.nc.Publish(subjectStop+w.run, nil)
	for _, data := range w.told {
		w.drop(w.objectName(w.run, data))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*beat)
	defer cancel()
	if s, err := w.js.Stream(ctx, streamUnits); err == nil {
		_ = s.Purge(ctx, jetstream.WithPurgeSubject(subjectUnit+w.group+"."+w.run)) // what is left is refused by nobody's listening
	}
	return nil
}
