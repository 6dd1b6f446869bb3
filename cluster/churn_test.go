package cluster

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single"
)

// A longer one: go test ./cluster -run TestChurn -v -timeout 2h -workers 1000 -minutes 60
var (
	churnWorkers = flag.Int("workers", 30, "nodes of a server that come and go")
	churnMinutes = flag.Float64("minutes", .04, "for so long")
	churnServer  = flag.Bool("churn.server", false, "this process is the server")
)

// census is what a server holds.
type census struct {
	MB         float64 // of the system
	Heap       uint64  // in use, once garbage is collected
	Goroutines int
	Nodes      int // connections
	Streams    int
	Consumers  int
	Stored     uint64 // bytes of units and objects
	Files      int    // in its folder, and open ones
}

func (s *Server) census() (c census, err error) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	c.Heap, c.Goroutines, c.Nodes, c.MB = m.HeapInuse, runtime.NumGoroutine(), s.nats.NumClients(), float64(m.Sys)/(1<<20)
	if text, err := os.ReadFile("/proc/self/status"); err == nil {
		_, resident, _ := strings.Cut(string(text), "VmRSS:")
		if _, err := fmt.Sscan(resident, &c.MB); err != nil {
			return c, err
		}
		c.MB /= 1 << 10
	}
	js, err := s.nats.Jsz(nil)
	if err != nil {
		return c, err
	}
	c.Streams, c.Consumers, c.Stored = js.Streams, js.Consumers, js.Bytes
	open, _ := os.ReadDir("/proc/self/fd") // where there is none, these are not counted
	c.Files = len(open) - c.Nodes
	return c, filepath.WalkDir(s.temp.Path, func(string, os.DirEntry, error) error {
		c.Files++
		return nil
	})
}

// serveChurn is the process of the server: it answers each line by a census.
func serveChurn(t *testing.T) {
	go Frugal(t.Context())
	s := serve(t, Serving{})
	fmt.Println(s.Address())
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		c, err := s.census()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(c)
		fmt.Println(string(text))
	}
}

// churn is a server in a process of its own.
type churn struct {
	*testing.T
	server *exec.Cmd
	where  string
	ask    io.Writer
	lines  *bufio.Scanner
	runs   int
}

func newChurn(t *testing.T) *churn {
	cmd := exec.Command(os.Args[0], "-test.run=^TestChurn$", "-churn.server")
	cmd.Stderr = os.Stderr
	ask, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	c := &churn{T: t, server: cmd, ask: ask, lines: bufio.NewScanner(answers)}
	t.Cleanup(func() {
		ask.Close()
		_, _ = io.Copy(io.Discard, answers)
		_ = cmd.Wait()
	})
	if !c.lines.Scan() {
		t.Fatal("the server does not say where it is")
	}
	c.where = c.lines.Text()
	return c
}

func (c *churn) census() (now census) {
	c.Helper()
	fmt.Fprintln(c.ask)
	if !c.lines.Scan() {
		c.Fatal("the server is gone")
	}
	if err := json.Unmarshal(c.lines.Bytes(), &now); err != nil {
		c.Fatal(err)
	}
	return now
}

// run is one on an instance of its own. Every third is killed, or what its server sees of that.
func (c *churn) run() {
	c.runs++
	text := fmt.Sprintf("60 run %d %s", c.runs, strings.Repeat("of an instance ", 4000))
	d, err := Dial(c.Context(), c.where, build, Instance{Content: []byte(text)}, nil)
	if err != nil {
		c.Error(err)
		return
	}
	defer d.Close()
	kill := func(e multiwalk.Event) {
		if e.Round > 1 && c.runs%3 == 0 {
			d.Close()
		}
	}
	if _, err := multiwalk.Minimize(c.Context(), &line{n: 60}, single.Anneal{}, multiwalk.Settings{Seed: uint64(c.runs), Walks: 5,
		Stop: []multiwalk.Stop{multiwalk.Work(8)}, Device: d, Observe: kill}); err != nil {
		c.Error(err)
	}
}

// mill has each worker leave and another come in its place, in turn, until the context is done.
func (c *churn) mill(ctx context.Context, leave []func()) {
	for i := 0; ctx.Err() == nil; i = (i + 1) % len(leave) {
		leave[i]()
		leave[i] = join(c.T, c.where, fmt.Sprint("node ", i), nil)
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// TestChurn has nodes, each with a connection of its own, and runs come and go. What the server holds does not grow.
func TestChurn(t *testing.T) {
	if *churnServer {
		serveChurn(t)
		return
	}
	c := newChurn(t)
	leave := make([]func(), *churnWorkers)
	for i := range leave {
		leave[i] = join(t, c.where, fmt.Sprint("node ", i), nil)
	}
	first := c.census()
	t.Logf("%+v", first)
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(*churnMinutes*float64(time.Minute)))
	defer cancel()
	var group sync.WaitGroup
	defer group.Wait()
	group.Go(func() { c.mill(ctx, leave) })
	for said := time.Now(); ctx.Err() == nil; {
		if c.run(); time.Since(said) > time.Minute {
			said = time.Now()
			t.Logf("%d runs: %+v", c.runs, c.census())
		}
	}
	group.Wait()
	last := c.census()
	t.Logf("%d runs: %+v", c.runs, last)
	c.compare(first, last)
}

// compare wants of the last census what the first had, but for what killed runs left, which the server forgets with time.
func (c *churn) compare(first, last census) {
	c.Helper()
	killed := min(c.runs/3, int(float64(c.runs)/3*objectTime.Minutes()/max(*churnMinutes, objectTime.Minutes())*2))
	left := uint64(killed) << 17
	if last.Streams != first.Streams || last.Consumers != first.Consumers || last.Stored > first.Stored+left {
		c.Error("the server's queues or objects have become more")
	}
	if last.Goroutines > first.Goroutines+*churnWorkers/2+20 || last.Files > first.Files+20 {
		c.Error("the server's goroutines or files have become more")
	}
	if last.Heap > first.Heap*3/2+left+8<<20 {
		c.Error("the server's heap has grown")
	}
	if *churnWorkers <= 1000 && last.MB > 100+float64(left>>20) {
		c.Error("the server needs more than 100 MB")
	}
}

// What a run told of itself that is killed goes once a node has an answer that nobody waits for, or asks for the run; what a run tells that
// lives stays.
func TestRun_ThatIsKilled(t *testing.T) {
	t.Parallel()
	server := serve(t, Serving{})
	where := server.Address()
	at, goOn := make(chan struct{}), make(chan struct{})
	stop := sync.OnceFunc(func() { close(at) })
	join(t, where, "node", func(c int64) int64 {
		stop()
		<-goOn
		return c
	})
	lives, dead := dialled(t, where, nil), dialled(t, where, nil)
	defer lives.Close()
	w, err := newCrew(lives, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, where)
	told := func(stream string) uint64 {
		s, err := c.js.Stream(t.Context(), stream)
		if err != nil {
			t.Error(err)
			return 0
		}
		return s.CachedInfo().State.Msgs
	}
	go func() {
		<-at
		if n := told(streamObjects); n != 4 || told(streamUnits) == 0 {
			t.Errorf("two runs have %d objects, and %d units", n, told(streamUnits))
		}
		dead.Close()
		close(goOn)
	}()
	solveOn(t, dead, nil) // goes on alone
	for told(streamObjects) > 2 || told(streamUnits) > 0 {
		time.Sleep(time.Millisecond)
	}
	asks := &worker{client: c, sessions: map[stay]*session{}}
	s := asks.session(t.Context(), stay{w.run, onCores}, "")
	s.users--
	if asks.bury(t.Context(), w.run); told(streamObjects) != 2 || len(asks.quiet()) != 1 {
		t.Errorf("a run that lives has %d objects", told(streamObjects))
	}
	lives.Close()
	for told(streamObjects) > 0 || len(asks.quiet()) > 0 {
		asks.bury(t.Context(), w.run)
	}
}
