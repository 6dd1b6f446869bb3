package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/walk"
)

// mostCores and mostMachines bound what a node says of itself.
const mostCores, mostMachines = 1 << 16, 1 << 10

// Node is a machine that works for others.
type Node struct {
	Name  string // that others see
	Cores int    // how many units it works on at once
	Build string // of the program
	// Machines are lent too, each for a unit at a time; nil: none. Package device makes them.
	Machines multiwalk.Accelerator
	// Make makes the problem and the method of a run from what the program that began it said of them.
	Make func(of Instance, method record.Method) (multiwalk.Problem, walk.Method, error)
	Tell func(string) // of what happens; nil tells nobody
}

// mostName bounds the name of a node, in bytes.
const mostName = 64

// refusal is how long a unit waits for another node, where this one is not believed.
const refusal = 100 * time.Millisecond

// worker is a node at work.
type worker struct {
	Node
	*client
	id       string
	model    string // of the machines
	busy     atomic.Int64
	units    atomic.Int64
	work     atomic.Int64 // nanoseconds
	talk     atomic.Int64 // nanoseconds
	mu       sync.Mutex
	sessions map[stay]*session
}

// Join works for the runs of a server until ctx is done. If the server goes away, the node waits for it.
func Join(ctx context.Context, where string, n Node) error {
	if len(n.Name) == 0 || len(n.Name) > mostName || !utf8.ValidString(n.Name) {
		return fmt.Errorf("multiwalk: cluster: a node has a name of 1 to %d bytes, and not %q", mostName, n.Name)
	}
	least := 1
	if n.Machines != nil {
		least = 0
	}
	if n.Cores < least || n.Cores > mostCores {
		return fmt.Errorf("multiwalk: cluster: a node has from %d to %d cores, and not %d", least, mostCores, n.Cores)
	}
	a, err := parse(where)
	if err != nil {
		return err
	}
	return n.join(ctx, a)
}

// lent is the model of the machines, "" where there are none, and their number.
func (n *Node) lent() (model string, many int, err error) {
	if n.Machines == nil {
		return "", 0, nil
	}
	if many = n.Machines.Workers(); many > mostMachines {
		return "", 0, fmt.Errorf("multiwalk: cluster: a node lends at most %d machines, and not %d", mostMachines, many)
	}
	model, err = gpu.Model(n.Machines)
	return model, many, err
}

func (n Node) join(ctx context.Context, a address) error {
	model, machines, err := n.lent()
	if err != nil {
		return err
	}
	c, err := dial(ctx, a, "multiwalk node "+n.Name, n.Build)
	if err != nil {
		return err
	}
	defer c.nc.Close()
	if n.Tell == nil {
		n.Tell = func(string) {}
	}
	w := &worker{Node: n, client: c, id: rand.Text(), model: model, sessions: map[stay]*session{}}
	for subject, hear := range map[string]nats.MsgHandler{subjectRoll: w.answerRoll, subjectStop + "*": w.stop} {
		if _, err := c.nc.Subscribe(subject, hear); err != nil {
			return err
		}
	}
	if err := c.nc.FlushTimeout(patience); err != nil { // from here on the server knows of the node
		return err
	}
	n.Tell(fmt.Sprintf("works for %s as %s; cores: %d%s", a.shown, n.Name, n.Cores, lending(n.Machines, model)))
	roomForMessages(n.Cores + machines)
	var group sync.WaitGroup
	group.Go(func() { w.beats(ctx) })
	group.Go(func() { w.buries(ctx) })
	for range n.Cores {
		group.Go(func() { w.pull(ctx, onCores) })
	}
	for i := range machines {
		group.Go(func() { w.pull(ctx, place(i)) })
	}
	group.Wait()
	w.forget(func(*session) bool { return true })
	return nil
}

// roomForMessages gives Go a processor more than there are places that compute. Else a message waits up to 10 ms each time, until Go takes a
// processor from one of these.
func roomForMessages(places int) {
	if runtime.GOMAXPROCS(0) <= places {
		runtime.GOMAXPROCS(places + 1)
	}
}

// lending is what a node says of machines.
func lending(machines multiwalk.Accelerator, model string) string {
	if machines == nil {
		return ""
	}
	return fmt.Sprintf("; %v (%s)", machines, model)
}

func (w *worker) status() []byte {
	moved := w.nc.Stats()
	machines := 0
	if w.Machines != nil {
		machines = w.Machines.Workers()
	}
	text, _ := json.Marshal(Status{ID: w.id, Name: w.Name, Build: w.Build, Cores: w.Cores, Busy: int(w.busy.Load()), Units: w.units.Load(),
		Machines: machines, Model: w.model, Work: time.Duration(w.work.Load()).Seconds(), Talk: time.Duration(w.talk.Load()).Seconds(),
		Bytes: moved.InBytes + moved.OutBytes})
	return text
}

func (w *worker) answerRoll(m *nats.Msg) { _ = m.Respond(w.status()) } // who hears nothing asks again

// beats says now and then that the node lives, and forgets runs that no unit has come from for long.
func (w *worker) beats(ctx context.Context) {
	for tick := time.NewTicker(beat); ; {
		_ = w.nc.Publish(subjectBeat, w.status()) // the next is as good
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.forget(func(s *session) bool { return s.idle() > idleTime })
		}
	}
}

// pull takes units for a place from the queue, one after the other.
func (w *worker) pull(ctx context.Context, on place) {
	for ctx.Err() == nil {
		if err := w.pullFrom(ctx, on); err != nil && ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-time.After(100*time.Millisecond + time.Duration(mrand.IntN(300))*time.Millisecond): // apart from others
			}
		}
	}
}

// pullFrom works until the server is lost, or has lost the queue. It asks for the next unit so long before this one is done, if that takes
// as long as the last, as a message needs to go and to come back: any earlier, and it would keep work from a core that is free.
func (w *worker) pullFrom(ctx context.Context, on place) error {
	model := w.model
	if on == onCores {
		model = ""
	}
	group := groupOf(w.client.build, model)
	queue, err := w.queue(ctx, group)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if err = w.furnish(ctx); err == nil {
			queue, err = w.queue(ctx, group)
		}
	}
	if err != nil {
		return err
	}
	lead, err := w.nc.RTT()
	var bringing sync.WaitGroup
	defer bringing.Wait()
	next, last := w.fetch(ctx, queue), time.Duration(0)
	for err == nil && ctx.Err() == nil {
		var m jetstream.Msg
		if m, err = next.unit(); m == nil {
			next = w.fetch(ctx, queue)
			continue
		}
		ask := sync.OnceValue(func() *pulled { return w.fetch(ctx, queue) })
		began, early := time.Now(), time.AfterFunc(max(last-lead, last/2), func() { ask() })
		if last == 0 { // nobody knows how long the first takes
			early.Stop()
		}
		end := w.do(ctx, on, m)
		early.Stop()
		last, next = time.Since(began), ask()
		if time.Since(next.asked) > leaseTime { // another may have it by now
			next.leave()
			next = w.fetch(ctx, queue)
		}
		bringing.Wait()
		bringing.Go(end)
	}
	next.leave()
	return err
}

// pulled is a unit that was asked for.
type pulled struct {
	asked  time.Time
	batch  jetstream.MessageBatch
	err    error
	cancel context.CancelFunc
}

// fetch asks for a unit. Nothing waits for a server that is lost.
func (w *worker) fetch(ctx context.Context, queue jetstream.Consumer) *pulled {
	p := &pulled{asked: time.Now()}
	ctx, p.cancel = w.asks(ctx, 0)
	p.batch, p.err = queue.Fetch(1, jetstream.FetchContext(ctx))
	return p
}

// unit waits for it. There may be none for so long that one has to ask again.
func (p *pulled) unit() (m jetstream.Msg, err error) {
	defer p.cancel()
	if p.err != nil {
		return nil, p.err
	}
	if m = <-p.batch.Messages(); m != nil {
		return m, nil
	}
	if err = p.batch.Error(); errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	return nil, err
}

// leave gives back a unit that nobody will work on.
func (p *pulled) leave() {
	if p.cancel(); p.err != nil {
		return
	}
	if m := <-p.batch.Messages(); m != nil {
		_ = m.Nak() // else it goes to another after the lease
	}
}

// stop hears that a run is over.
func (w *worker) stop(m *nats.Msg) {
	name := m.Subject[len(subjectStop):]
	w.forget(func(s *session) bool { return s.run == name })
}
