package cluster

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats-server/v2/server/ats"
	"github.com/nats-io/nats.go"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/walk"
)

// Larger ones: go test ./cluster -run TestSimulation -v -nodes 1000 -rounds 400
var (
	simNodes  = flag.Int("nodes", 10, "nodes of simulated clusters")
	simRounds = flag.Int64("rounds", 80, "rounds of simulated runs")
	simCase   = flag.Int("simulation", -1, "the simulation that this process is for")
)

// roundTime is how long a walk's round lasts on a simulated node.
const roundTime = 20 * time.Millisecond

// nap is a method whose work is sleep. Units take longer by an exponential share, of this mean.
type nap struct {
	Spread float64
	Units  int  // of a round
	Cools  bool // walks ask for progress
}

func (nap) Name() string { return "nap" }

func (m nap) Prepare(multiwalk.Problem, walk.Plan) (walk.Search, error) { return naps{m}, nil }

type naps struct{ nap }

func (s naps) Slice() int { return s.Units }

func (s naps) NewWalk(id int) (walk.Walk, error) {
	return &napper{nap: s.nap, id: uint64(id), x: make([]int32, 1)}, nil
}

type napper struct {
	nap
	id   uint64
	x    []int32
	done multiwalk.Counters
}

// awake has when walks first worked since the server came back.
var awake sync.Map

func (w *napper) Step(s *walk.Slice) bool {
	awake.LoadOrStore(w.id, time.Now())
	for s.Next(0) {
		if w.Cools {
			s.Progress(0)
		}
		r := rand.New(rand.NewPCG(w.id, uint64(w.done.Units)))
		time.Sleep(time.Duration(float64(roundTime) / float64(w.Units) * (1 + w.Spread*r.ExpFloat64())))
		w.done.Units++
	}
	return true
}

func (w *napper) Best() ([]int32, int64)       { return w.x, 0 }
func (w *napper) Counters() multiwalk.Counters { return w.done }
func (w *napper) Save(a *checkpoint.Archive)   { a.Fields("nap", &w.x, &w.done) }

// wire is a machine's way to the server, which takes some time.
type wire struct {
	server *server.Server
	delay  time.Duration
	mu     sync.Mutex
	dead   bool
	ends   []net.Conn
	lines  *sync.WaitGroup // of all wires: who carries
	joins  chan struct{}   // closed when a wire that was cut is whole again; nil: it is
}

// cut holds back all that is on the wire, or lets it go.
func (w *wire) cut(off bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if off {
		w.joins = make(chan struct{})
		return
	}
	close(w.joins)
	w.joins = nil
}

// whole waits until the wire is.
func (w *wire) whole() {
	w.mu.Lock()
	joins := w.joins
	w.mu.Unlock()
	if joins != nil {
		<-joins
	}
}

// InProcessConn implements nats.InProcessConnProvider.
func (w *wire) InProcessConn() (net.Conn, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.dead || w.joins != nil { // a new connection may not wait here: its caller holds locks
		return nil, errors.New("there is no way to the machine")
	}
	far, err := w.server.InProcessConn()
	if err != nil {
		return nil, err
	}
	near, inner := net.Pipe()
	w.ends = append(w.ends, near, far)
	greeted := new(atomic.Bool)
	w.lines.Go(func() { w.carry(far, inner, greeted) })
	w.lines.Go(func() { w.carry(inner, far, greeted) })
	return near, nil
}

// kill is what kill -9 does to who is at this end.
func (w *wire) kill() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dead = true
	for _, c := range w.ends {
		c.Close()
	}
}

// carry hands on, after the wire's time, what comes. It takes all at once: who writes holds locks, and the clock stands while others wait for
// these. Until the server has answered the first ping it hands on at once too, whether the wire is cut or not: so long who connects holds a
// lock.
func (w *wire) carry(to, from net.Conn, greeted *atomic.Bool) {
	type part struct {
		due  time.Time
		data []byte
		wait bool
	}
	var mu sync.Mutex
	var parts []part
	more := make(chan struct{}, 1)
	w.lines.Go(func() {
		defer to.Close()
		for range more {
			mu.Lock()
			now := parts
			parts = nil
			mu.Unlock()
			for _, p := range now {
				if p.wait {
					time.Sleep(time.Until(p.due))
					w.whole()
				}
				_, _ = to.Write(p.data) // if nobody reads it, from ends too
			}
		}
	})
	defer close(more)
	for buf := make([]byte, 1<<12); ; {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		mu.Lock()
		parts = append(parts, part{time.Now().Add(w.delay), bytes.Clone(buf[:n]), greeted.Load()})
		mu.Unlock()
		if bytes.Contains(buf[:n], []byte("PONG\r\n")) { // the client asks first
			greeted.Store(true)
		}
		select {
		case more <- struct{}{}:
		default:
		}
	}
}

// simulation is a run on machines that are not there: the program's own server, nodes and run, on a clock that goes on once all of them wait.
// So what processors do takes no time, and the rest does not depend on the machine.
type simulation struct {
	delay  time.Duration // of messages, one way
	spread float64       // see nap
	killed int           // nodes, half-way
	down   time.Duration // for so long there is no server, half-way
	apart  time.Duration // for so long half of the nodes are cut off
	walks  int           // of each node
	units  int           // of a round; 0: one, and work limits the run, not time
	cools  bool          // walks ask for progress
}

// simulated is a server that no network leads to.
func simulated(t *testing.T) *server.Server {
	opts := (&Server{temp: &wholefile.Folder{Path: t.TempDir()}}).options(defaultMemory)
	opts.DontListen = true
	s, err := server.NewServer(opts)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.WaitForShutdown)
	t.Cleanup(s.Shutdown)
	return s
}

// restart kills the server, and has another in its place after a while. All nodes then work again within a second.
func (c simulation) restart(t *testing.T, s *server.Server, wires []*wire) (check func()) {
	var back time.Time
	time.AfterFunc(time.Duration(*simRounds)*roundTime/2, func() {
		s.Shutdown()
		s.WaitForShutdown()
		time.Sleep(c.down)
		next := simulated(t)
		for _, w := range wires {
			w.mu.Lock()
			w.server = next
			w.mu.Unlock()
		}
		awake.Clear()
		back = time.Now()
	})
	return func() {
		last := time.Duration(0)
		for i := range *simNodes {
			at, ok := awake.Load(uint64(i))
			if !ok {
				t.Fatalf("walk %d does not go on", i)
			}
			last = max(last, at.(time.Time).Sub(back))
		}
		t.Logf("all work again %v after the server is back", last)
		if back.IsZero() || last > time.Second {
			t.Error("that is more than a second")
		}
	}
}

// run returns which share of the nodes' time was work of the run.
func (c simulation) run(t *testing.T) float64 {
	lines := new(sync.WaitGroup)
	t.Cleanup(lines.Wait) // after the server's end: the clock stands once the test is over
	s := simulated(t)
	ctx, cancel := context.WithCancel(t.Context())
	var nodes sync.WaitGroup
	defer nodes.Wait()
	defer cancel()
	wires := make([]*wire, *simNodes)
	var joined sync.WaitGroup
	for i := range wires { // all at once: while they waited for each other, those before would give signs of life
		wires[i] = &wire{server: s, delay: c.delay, lines: lines}
		joined.Add(1)
		said := sync.OnceFunc(joined.Done)
		n := Node{Name: fmt.Sprint("node ", i), Cores: 1, Build: build, Tell: func(string) { said() }, Make: napping}
		nodes.Go(func() {
			defer said()
			if err := n.join(ctx, wires[i].address()); err != nil {
				t.Error(err)
			}
		})
	}
	joined.Wait()
	home := &wire{server: s, delay: c.delay, lines: lines}
	d, err := home.address().device(t.Context(), build, Instance{Content: []byte("1")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if d.Workers() != *simNodes {
		t.Errorf("%d of %d nodes are seen", d.Workers(), *simNodes)
	}
	time.AfterFunc(time.Duration(*simRounds)*roundTime/2, func() {
		for _, w := range wires[:c.killed] {
			w.kill()
		}
	})
	if c.down > 0 {
		defer c.restart(t, s, append(wires, home))()
	}
	walks, rounds := *simNodes*c.walks, *simRounds/int64(c.walks)
	if c.apart > 0 {
		rounds = c.part(wires[:len(wires)/2])
	}
	stop := multiwalk.Work(rounds)
	if c.units > 0 {
		stop = multiwalk.Time(time.Duration(*simRounds) * roundTime)
	}
	res, err := multiwalk.Minimize(t.Context(), &line{n: 1}, nap{c.spread, max(1, c.units), c.cools}, multiwalk.Settings{Walks: walks,
		Stop: []multiwalk.Stop{stop}, Device: d})
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(walks) * rounds; c.units == 0 && res.Counters.Units != want {
		t.Errorf("%d units of work count, not %d", res.Counters.Units, want)
	}
	var work float64
	for _, n := range res.Nodes {
		if work += n.Work; c.apart > 0 && n.Work < (healthy+healthy/2).Seconds() {
			t.Errorf("%s, which was cut off, has worked for %v s", n.Node, n.Work)
		}
	}
	if length := work / float64(res.Rounds*int64(walks)); length < roundTime.Seconds()/8 {
		t.Errorf("a walk's round lasts %.1f ms, which messages should not go for", 1e3*length)
	}
	return work / res.Elapsed.Seconds() / float64(*simNodes)
}

// healthy is how long all nodes work before some are cut off.
const healthy = 5 * time.Second

// part cuts wires, and returns how many rounds keep all nodes busy as long as that afterwards again.
func (c simulation) part(wires []*wire) (rounds int64) {
	time.AfterFunc(healthy, func() {
		for _, w := range wires {
			w.cut(true)
		}
		time.AfterFunc(c.apart, func() {
			for _, w := range wires {
				w.cut(false)
			}
		})
	})
	return int64((2*healthy + c.apart/2) / roundTime)
}

func napping(_ Instance, m record.Method) (multiwalk.Problem, walk.Method, error) {
	method, err := m.Restore([]walk.Method{nap{}})
	return &line{n: 1}, method, err
}

func (w *wire) address() address {
	return address{url: "nats://simulated", shown: "simulated", via: []nats.Option{nats.InProcessServer(w)}}
}

var simulations = []struct {
	what string
	simulation
	least float64 // share of the time
}{
	{"one room", simulation{delay: 100 * time.Microsecond, walks: 1}, .95},
	{"one continent", simulation{delay: 10 * time.Millisecond, walks: 1}, .5},
	{"rounds of unequal length", simulation{delay: 100 * time.Microsecond, spread: .2, walks: 1}, .7},
	{"the same with four walks a node", simulation{delay: 100 * time.Microsecond, spread: .2, walks: 4}, .7},
	{"by time, units of unequal length", simulation{delay: 100 * time.Microsecond, spread: .2, walks: 1, units: 256}, .7},
	{"the same with four walks a node, which cool", simulation{delay: 100 * time.Microsecond, spread: .2, walks: 4, units: 256, cools: true}, .7},
	{"half of the nodes cut off for 30 s", simulation{delay: 100 * time.Microsecond, apart: 30 * time.Second, walks: 1}, .5},
	{"the server down for 2 s", simulation{delay: 100 * time.Microsecond, down: 2 * time.Second, walks: 1}, .2},
	{"a node killed half-way", simulation{delay: 100 * time.Microsecond, killed: 1, walks: 1}, .2},
	{"the same with four walks a node", simulation{delay: 100 * time.Microsecond, killed: 1, walks: 4}, .2},
}

// TestSimulation has the code that schedules run on a clock of its own. Each simulation is a process, since timers that libraries keep for
// another use are of the clock by which they were made.
func TestSimulation(t *testing.T) {
	if *simCase < 0 {
		for i := range simulations {
			out, err := exec.Command(os.Args[0], "-test.run=^TestSimulation$", "-test.v", fmt.Sprint("-simulation=", i),
				fmt.Sprint("-nodes=", *simNodes), fmt.Sprint("-rounds=", *simRounds), "-test.timeout=10m").CombinedOutput()
			if t.Logf("%s", out); err != nil {
				t.Error(err)
			}
		}
		return
	}
	ats.Register() // the server's clock of caches, which nothing here looks at, must be outside
	defer ats.Unregister()
	c := simulations[*simCase]
	synctest.Test(t, func(t *testing.T) {
		share := c.run(t)
		t.Logf("%d nodes, %s: %.1f %% of their time is work of the run", *simNodes, c.what, 100*share)
		if share < c.least || share > 1 {
			t.Errorf("at least %v was expected", c.least)
		}
	})
}
