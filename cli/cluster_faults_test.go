package cli

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// More moments: go test ./cli -run TestCluster_Faults -moments 20 -moments.seed 2
var (
	moments   = flag.Int("moments", 3, "random moments at which each fault strikes a cluster")
	faultSeed = flag.Uint64("moments.seed", 1, "seed of the moments")
)

// link forwards connections to a server. A moment is a number of bytes that went through it, so it may be in the midst of a message.
type link struct {
	net.Listener
	to     string
	mu     sync.Mutex
	open   *sync.Cond
	cut    bool
	bytes  int
	moment int           // at which the link cuts itself
	due    chan struct{} // closed then
}

func newLink(t *testing.T, to string) *link {
	t.Helper()
	listener := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	l := &link{Listener: listener, to: to, moment: math.MaxInt}
	l.open = sync.NewCond(&l.mu)
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			go l.connect(from)
		}
	}()
	return l
}

func (l *link) connect(from net.Conn) {
	defer from.Close()
	to, err := net.Dial("tcp", l.to)
	if err != nil {
		return
	}
	defer to.Close()
	go func() {
		l.forward(to, from)
		to.Close()
	}()
	l.forward(from, to)
}

// forward carries bytes, which a link that is cut holds back.
func (l *link) forward(to, from net.Conn) {
	for part := make([]byte, 1<<12); ; {
		n, err := from.Read(part)
		if err != nil {
			return
		}
		l.pass(n)
		if _, err := to.Write(part[:n]); err != nil {
			return
		}
	}
}

func (l *link) pass(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.bytes += n; l.bytes >= l.moment {
		l.moment, l.cut = math.MaxInt, true
		close(l.due)
	}
	for l.cut {
		l.open.Wait()
	}
}

// await arms the link: once so many bytes more have gone through it, it cuts itself and closes the channel.
func (l *link) await(bytes int) <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.moment, l.due = l.bytes+bytes, make(chan struct{})
	return l.due
}

// sever cuts the link, or joins it again.
func (l *link) sever(cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = cut
	l.open.Broadcast()
}

// site is a server, which is a node too, another node, and a run, each a process; and the links of the last two to the server.
type site struct {
	*testing.T
	b                 *bench
	server, node, run *exec.Cmd
	where             string
	nodes, runs       *link
}

func newSite(t *testing.T) *site {
	s := &site{T: t, b: newBench(t)}
	write(t, "square.dat", squareText(150))
	s.serve("localhost:0")
	s.nodes, s.runs = newLink(t, s.where), newLink(t, s.where)
	s.join()
	return s
}

func (s *site) serve(at string) {
	s.Helper()
	var lines *bufio.Reader
	s.server, _, lines = start(s.T, "serve", "--listen="+at, "--cores=1", "--name=first")
	s.where = joined(s.T, lines)
}

func (s *site) join() {
	s.Helper()
	var lines *bufio.Reader
	s.node, _, lines = start(s.T, "join", s.nodes.Addr().String(), "--cores=1", "--name=second")
	joined(s.T, lines)
}

// kill ends a process that can do nothing about it.
func kill(c *exec.Cmd) {
	_ = c.Process.Kill()
	_ = c.Wait()
}

// squareText is a random assignment, whose runs have incumbents for some rounds.
func squareText(n int) string {
	var b strings.Builder
	fmt.Fprintln(&b, n)
	r := rand.New(rand.NewPCG(1, 2))
	for range 2 * n * n {
		fmt.Fprintln(&b, r.IntN(100))
	}
	return b.String()
}

// solved is the command that makes the run, wherever.
func solved(record string, more ...string) []string {
	return append([]string{"solve", "square.dat", "--method=tabu", "--walks=4", "--work=12", "--logical", "--record=" + record}, more...)
}

// fault is one that strikes a run, and what mends it once the run is over.
type fault struct {
	strike func(s *site)
	heals  string // the run stays cut off until it says this
	mend   func(s *site, record string)
}

var faults = map[string]fault{
	"a node is killed": {strike: func(s *site) { kill(s.node) }, mend: func(s *site, _ string) { s.join() }},
	"the server is killed and begun again": {strike: func(s *site) {
		kill(s.server)
		s.serve(s.where)
	}},
	"the run is killed":  {strike: func(s *site) { kill(s.run) }, mend: (*site).resume},
	"a node is cut off":  {strike: func(s *site) { s.nodes.sever(true) }, mend: func(s *site, _ string) { s.nodes.sever(false) }},
	"the run is cut off": {heals: "the run goes on here"},
}

// try makes a run on the nodes, with a fault at a moment.
func (s *site) try(record string, moment int, f fault) error {
	s.Helper()
	due := s.runs.await(moment)
	defer s.runs.sever(false)
	var lines *bufio.Reader
	s.run, _, lines = start(s.T, solved(record, "--device="+s.device(), "--checkpoint="+record+".ck", "--checkpoint-every=1ms")...)
	all := make(chan string)
	go func() { all <- s.listen(lines, f.heals) }()
	var said string
	select {
	case <-due:
		if f.strike != nil {
			f.strike(s)
		}
		if f.heals == "" {
			s.runs.sever(false)
		}
		said = <-all
	case said = <-all:
		s.runs.await(math.MaxInt / 2)
		return fmt.Errorf("it was over before: %s", said)
	}
	err := s.run.Wait()
	if f.mend != nil {
		f.mend(s, record)
	}
	if read(s.T, record) == read(s.T, "here.jsonl") {
		return nil
	}
	return fmt.Errorf("the record is not that of a run here: %w: %s", err, said)
}

// device is the cluster, for runs.
func (s *site) device() string { return "cluster:" + s.runs.Addr().String() }

// listen returns all that a run says. Once it has said what heals, it is cut off no more.
func (s *site) listen(lines *bufio.Reader, heals string) string {
	var b strings.Builder
	for {
		line, err := lines.ReadString('\n')
		if b.WriteString(line); err != nil {
			return b.String()
		}
		if heals != "" && strings.Contains(line, heals) {
			s.runs.sever(false)
		}
	}
}

// resume goes on with a run that was killed, from its checkpoint if it has come as far as that.
func (s *site) resume(record string) {
	s.Helper()
	if err := os.Remove(record); err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.Fatal(err)
	}
	if _, err := os.Stat(record + ".ck"); err != nil {
		s.b.want(0, solved(record, "--device="+s.device())...)
		return
	}
	s.b.want(0, "resume", record+".ck", "--device="+s.device(), "--logical", "--record="+record)
}

// TestCluster_Faults has faults strike a run of processes at random moments. Each time its record is, byte for byte, that of a run on one
// machine, which can be replayed: no incumbent is lost, no work counts twice, and no cost is false.
func TestCluster_Faults(t *testing.T) {
	unraced.Test(t)
	s := newSite(t)
	s.b.want(0, append(solved("here.jsonl"), "--quiet")...)
	total := s.runs.bytes
	must.Do(t, s.try("there.jsonl", 1, fault{}))
	total = s.runs.bytes - total
	r := rand.New(rand.NewPCG(*faultSeed, 0))
	for i := range *moments {
		for _, name := range slices.Sorted(maps.Keys(faults)) {
			moment := r.IntN(total * 3 / 4)
			if err := s.try(fmt.Sprintf("%s %d.jsonl", name, i), moment, faults[name]); err != nil {
				t.Errorf("%s after %d bytes of %d: %v", name, moment, total, err)
			}
		}
	}
}
