package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

const build = "test 1, build a"

// line is a permutation whose neighbours are to have small products, as a file has it: its length.
type line struct {
	n     int
	price func(int64) int64 // what a node makes of costs, or nil
}

func (l *line) Space() multiwalk.Space { return multiwalk.Permutation(l.n) }

func (l *line) Cost(x []int32) (sum int64) {
	for i, v := range x {
		sum += int64(v)*int64(x[(i+1)%len(x)])%61 + int64(v)*int64(i)%7
	}
	if l.price != nil {
		return l.price(sum)
	}
	return sum
}

var methods = []walk.Method{single.Anneal{}, single.Tabu{}}

// server starts one on loopback, or wherever else.
func serve(t *testing.T, o Serving) *Server {
	t.Helper()
	o.Build = build
	if o.Listen == "" {
		o.Listen = "localhost:0"
	}
	s, err := Serve(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// join has a node work until the test is over or the function is called.
func join(t *testing.T, where, name string, price func(int64) int64) (leave func()) {
	t.Helper()
	return enter(t, where, node(name, price, nil))
}

// enter is join for any node.
func enter(t *testing.T, where string, n Node) (leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	joined := make(chan struct{}, 100)
	n.Tell = func(string) { joined <- struct{}{} }
	group.Go(func() {
		if err := Join(ctx, where, n); err != nil {
			t.Error(err)
		}
		joined <- struct{}{}
	})
	<-joined
	leave = func() {
		cancel()
		group.Wait()
	}
	t.Cleanup(leave)
	return leave
}

func node(name string, price func(int64) int64, tell func(string)) Node {
	return Node{Name: name, Cores: 1, Build: build, Tell: tell,
		Make: func(of Instance, m record.Method) (multiwalk.Problem, walk.Method, error) {
			l := &line{price: price}
			if _, err := fmt.Sscan(string(of.Content), &l.n); err != nil {
				return nil, nil, err
			}
			method, err := m.Restore(methods)
			return l, method, err
		}}
}

// units is how many a node has done that answers, as long as one does.
func units(t *testing.T, where, name string) int64 {
	list, err := Nodes(t.Context(), where, build)
	if err != nil {
		t.Error(err)
	}
	for _, n := range list {
		if n.Name == name {
			return n.Units
		}
	}
	return 0
}

// solve makes a run on a server's nodes, or here where there is no server. The line says all that its seed promises.
func solve(t *testing.T, where string, tell func(string), observe func(multiwalk.Event)) string {
	t.Helper()
	if where == "" {
		return solveOn(t, nil, observe)
	}
	d := dialled(t, where, tell)
	defer d.Close()
	return solveOn(t, d, observe)
}

func dialled(t *testing.T, where string, tell func(string)) *Device {
	t.Helper()
	d, err := Dial(t.Context(), where, build, Instance{Content: []byte("60"), File: "60.line"}, tell)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// solveOn is solve on a device.
func solveOn(t *testing.T, d multiwalk.Device, observe func(multiwalk.Event)) string {
	t.Helper()
	s := multiwalk.Settings{Seed: 3, Walks: 5, Stop: []multiwalk.Stop{multiwalk.Work(24)}, Observe: observe, Device: d}
	res, err := multiwalk.Minimize(t.Context(), &line{n: 60}, single.Anneal{}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range res.History {
		res.History[i].Elapsed = 0
	}
	if d != nil {
		told := 0
		for _, n := range res.Nodes {
			told += n.Incumbents
		}
		if len(res.Finders) != len(res.History) || told != len(res.History) {
			t.Errorf("%d incumbents, %d of known nodes, %d in their shares", len(res.History), len(res.Finders), told)
		}
	}
	return fmt.Sprint(res.Cost, res.Best, res.Counters, res.Rounds, res.Status, res.History)
}

// A run that work limits finds the same on any number of nodes, also where one is slow, one leaves half-way, and one takes a unit and dies.
func TestRun_FindsTheSameOnAnyNodes(t *testing.T) {
	t.Parallel()
	want := solve(t, "", nil, nil)
	for _, nodes := range []int{1, 2, 8} {
		where := serve(t, Serving{}).Address()
		for i := range nodes {
			join(t, where, fmt.Sprint("node ", i), nil)
		}
		if got := solve(t, where, nil, nil); got != want {
			t.Errorf("on %d nodes\n%s\nand here\n%s", nodes, got, want)
		}
	}
	where := serve(t, Serving{}).Address()
	slow := 0
	join(t, where, "slow", func(c int64) int64 {
		if slow++; slow%512 == 0 {
			time.Sleep(time.Millisecond)
		}
		return c
	})
	leave := join(t, where, "leaves", nil)
	dies(t, where)
	var once sync.Once
	got := solve(t, where, nil, func(e multiwalk.Event) {
		if e.Round > 8 {
			once.Do(func() { go leave() })
		}
	})
	if got != want {
		t.Errorf("where nodes die\n%s\nand here\n%s", got, want)
	}
}

// dies takes the first unit, and is not heard of again.
func dies(t *testing.T, where string) {
	t.Helper()
	c := connect(t, where)
	q, err := c.queue(t.Context(), groupOf(build, ""))
	if err != nil {
		t.Fatal(err)
	}
	taken := make(chan bool)
	t.Cleanup(func() {
		if !<-taken {
			t.Error("the node that was to die had nothing to do")
		}
	})
	batch, err := q.Fetch(1, jetstream.FetchMaxWait(time.Minute))
	if err == nil {
		err = c.nc.Flush() // it waits before the run has units
	}
	go func() { taken <- err == nil && (<-batch.Messages()) != nil }()
}

func connect(t *testing.T, where string) *client {
	t.Helper()
	a, err := parse(where)
	if err != nil {
		t.Fatal(err)
	}
	c, err := dial(t.Context(), a, "test", build)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.nc.Close)
	if err := c.furnish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c
}

// A node that tells of costs which are none, and one that sends garbage, change nothing: the run tells of them, and does without. The honest
// node works once they were told of.
func TestRun_BelievesNobody(t *testing.T) {
	t.Parallel()
	want := solve(t, "", nil, nil)
	half := func(c int64) int64 { return c / 2 }
	for name, evil := range map[string]func(t *testing.T, where string){
		"liar":    func(t *testing.T, where string) { join(t, where, "liar", half) },
		"garbage": garbage,
	} {
		t.Run(name, func(t *testing.T) {
			where := serve(t, Serving{}).Address()
			caught := make(chan struct{})
			join(t, where, "honest", func(c int64) int64 {
				<-caught
				return c
			})
			evil(t, where)
			var told atomic.Int64
			got := solve(t, where, func(line string) {
				if strings.Contains(line, name) && told.Add(1) == 1 {
					close(caught)
				}
			}, nil)
			if got != want && name != "liar" { // whose answers are refused from the first false cost on
				t.Errorf("found with it\n%s\nand here\n%s", got, want)
			}
			if told.Load() != 1 {
				t.Errorf("told of it %d times", told.Load())
			}
		})
	}
}

// garbage answers units with what is none.
func garbage(t *testing.T, where string) {
	c := connect(t, where)
	q, err := c.queue(t.Context(), groupOf(build, ""))
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for t.Context().Err() == nil {
			batch, err := q.Fetch(1, jetstream.FetchMaxWait(time.Second))
			if err != nil {
				return
			}
			for m := range batch.Messages() {
				a, _ := c.message(t.Context(), subjectAnswer+m.Headers().Get(headRun), "garbage", []byte(strings.Repeat("garbage", 100)))
				a.Header.Set(headKey, m.Headers().Get(headKey))
				a.Header.Set(headNode, "garbage")
				a.Header.Set(headName, "garbage")
				if reply, err := c.ask(t.Context(), a); err == nil && string(reply.Data) == replyNo {
					_ = m.Nak()
					return
				}
				_ = m.Ack()
			}
		}
	}()
}

// A server that is killed and comes back has lost the queue and the instance. Runs and nodes come back by themselves.
func TestRun_OutlivesTheServer(t *testing.T) {
	t.Parallel()
	want := solve(t, "", nil, nil)
	first := serve(t, Serving{})
	where := first.Address()
	join(t, where, "node", nil)
	var once sync.Once
	var restarted sync.WaitGroup
	got := solve(t, where, nil, func(e multiwalk.Event) {
		if e.Round > 4 {
			once.Do(func() {
				restarted.Go(func() {
					first.Close()
					serve(t, Serving{Listen: where})
				})
			})
		}
	})
	restarted.Wait()
	if got != want {
		t.Errorf("found with it\n%s\nand here\n%s", got, want)
	}
}

// A server that is lost before it knows of the run ends it no more than later.
func TestRun_WhoseServerIsLostAtOnce(t *testing.T) {
	t.Parallel()
	server := serve(t, Serving{})
	where := server.Address()
	join(t, where, "node", nil)
	var told atomic.Bool
	d := dialled(t, where, func(string) { told.Store(true) })
	defer d.Close()
	server.Close()
	for d.client.nc.IsConnected() {
		time.Sleep(time.Millisecond)
	}
	if got, want := solveOn(t, d, nil), solve(t, "", nil, nil); got != want || !told.Load() {
		t.Errorf("found without it, told of that %t\n%s\nand here\n%s", told.Load(), got, want)
	}
}

// Where the server's memory is full the run goes on, if need be alone. Once there is room, nodes work again.
func TestRun_WithAFullServer(t *testing.T) {
	t.Parallel()
	want := solve(t, "", nil, nil)
	where := serve(t, Serving{Memory: 1 << 14}).Address()
	join(t, where, "node", nil)
	c := connect(t, where)
	full := (*jetstream.APIError)(nil)
	for size := 5000; size > 0; { // up to the last byte
		if _, err := c.js.Publish(t.Context(), subjectUnit+"others.run", make([]byte, size)); errors.As(err, &full) {
			size /= 2
		}
	}
	if full.ErrorCode != jetstream.ErrorCode(10023) {
		t.Errorf("a full server says %v", full)
	}
	empty := func() {
		s, err := c.js.Stream(t.Context(), streamUnits)
		if err == nil {
			err = s.Purge(t.Context(), jetstream.WithPurgeSubject(subjectUnit+"others.run"))
		}
		if err != nil {
			t.Error(err)
		}
	}
	alone := ""
	if got := solve(t, where, func(line string) { alone += line }, nil); got != want {
		t.Errorf("found with it\n%s\nand here\n%s", got, want)
	}
	if done := units(t, where, "node"); done > 0 || alone == "" {
		t.Errorf("the node has done %d units; the run says %q", done, alone)
	}
	empty()
	if got := solve(t, where, nil, nil); got != want {
		t.Errorf("found once there was room\n%s\nand here\n%s", got, want)
	}
	if units(t, where, "node") == 0 {
		t.Error("the node does nothing once there is room")
	}
}
