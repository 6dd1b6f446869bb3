package cluster

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/problem/costas"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/stat"
	"github.com/multiwalk/multiwalk/walk"
)

// What eight nodes bring, beside what ttt says that eight walks do: go test ./cluster -run TestEight -v -eight 30 -eight.data FOLDER
var (
	eightRuns   = flag.Int("eight", 0, "runs of each kind; 0: none")
	eightData   = flag.String("eight.data", ".", "the folder of tai35a.dat")
	eightOnly   = flag.String("eight.only", "", "this contest only, such as costas:17")
	eightCores  = flag.Int("eight.cores", 1, "of each node")
	eightWork   = flag.Duration("eight.work", 0, "for so long each instance is worked on to see how much that brings; 0: it is not")
	eightSpaces = flag.Bool("eight.spaces", false, "each node has a network of its own, which needs root and ip")
	eightDelay  = flag.String("eight.delay", "", "the delay of messages from such a network, such as 5ms, which needs tc")
	eightNode   = flag.String("eight.node", "", "this process is a node of that server")
)

const eight = 8

// longest is how long a run of one walk may take. What it then has not found says that it takes longer.
const longest = time.Minute

// late is a problem as a user writes one: jobs with due dates, one after the other. Each hour that a job is late costs.
type late int

func (n late) Space() multiwalk.Space { return multiwalk.Permutation(int(n)) }

func (n late) Cost(x []int32) (cost int64) {
	now := int64(0)
	for _, job := range x {
		j := int64(job)
		now += 1 + j*7919%97
		cost += (1 + j*31%10) * max(0, now-j*j*7907%(40*int64(n)))
	}
	return cost
}

// contest is an instance that both work on, and the cost to come to.
type contest struct {
	file   string
	method walk.Method
	target int64
}

var contests = []contest{{"tai35a.dat", single.Tabu{}, 2426850}, {"costas:17", single.Tabu{}, 0}, {"100.jobs", single.Tabu{}, 64800}}

func (c contest) content(t *testing.T) []byte {
	if !strings.HasSuffix(c.file, ".dat") {
		return []byte(c.file)
	}
	text, err := os.ReadFile(*eightData + "/" + c.file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func made(of Instance, m record.Method) (p multiwalk.Problem, _ walk.Method, err error) {
	method, err := m.Restore(methods)
	n := 0
	switch name := string(of.Content); {
	case err != nil:
	case costas.Sniff(of.Content):
		p, err = costas.Named(of.Content, of.File)
	case strings.HasSuffix(of.File, ".jobs"):
		_, err = fmt.Sscan(name, &n)
		p = late(n)
	default:
		p, err = qap.Read(bytes.NewReader(of.Content), of.File)
	}
	return p, method, err
}

// run is one to the target, or to what else ends it.
func (c contest) run(t *testing.T, s multiwalk.Settings) *multiwalk.Result {
	method, err := record.MethodOf(c.method)
	if err != nil {
		t.Fatal(err)
	}
	p, m, err := made(Instance{Content: c.content(t), File: c.file}, method)
	if err != nil {
		t.Fatal(err)
	}
	if s.Stop == nil {
		s.Stop = []multiwalk.Stop{multiwalk.Target(c.target)}
	}
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	res, err := multiwalk.Minimize(ctx, p, m, s)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// away is run on the nodes.
func (c contest) away(t *testing.T, where string, s multiwalk.Settings) *multiwalk.Result {
	d, err := Dial(t.Context(), where, build, Instance{Content: c.content(t), File: c.file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s.Device = d
	return c.run(t, s)
}

// singles is a sample of runs of one walk on one core, in seconds and in evaluations, and how many of these they make in a second. As many
// work at once as nodes have cores.
func (c contest) singles(t *testing.T) (seconds, evaluations *stat.Sample, speed float64) {
	list, work := make([]stat.Observation, 2**eightRuns), make([]stat.Observation, 2**eightRuns)
	walk.BesideEach(eight**eightCores, len(list), t.Failed, func(_, i int) {
		res := c.run(t, multiwalk.Settings{Seed: uint64(i + 1), Walks: 1, Device: device.CPU(1)})
		cut := res.Status != multiwalk.TargetReached
		list[i] = stat.Observation{Time: res.Elapsed.Seconds(), Censored: cut}
		work[i] = stat.Observation{Time: float64(res.Evaluations()), Censored: cut}
	})
	var spent, made float64
	for i := range list {
		spent, made = spent+list[i].Time, made+work[i].Time
	}
	seconds, err := stat.NewSample(list)
	if err == nil {
		evaluations, err = stat.NewSample(work)
	}
	if err != nil {
		t.Fatal(err)
	}
	return seconds, evaluations, made / spent
}

// race compares what nodes take to the target with what ttt says of as many walks. Luck aside, they take as long as one walk for the
// evaluations of the one that found it.
func (c contest) race(t *testing.T, where string) {
	walks := eight * *eightCores
	sample, work, speed := c.singles(t)
	list, over, owed := make([]stat.Observation, *eightRuns), 0.0, 0.0
	for i := range list {
		res := c.away(t, where, multiwalk.Settings{Seed: uint64(1000 + i), Walks: walks})
		last := res.History[len(res.History)-1]
		list[i] = stat.Observation{Time: last.Elapsed.Seconds(), Censored: res.Status != multiwalk.TargetReached}
		over, owed = over+res.Elapsed.Seconds()/float64(len(list)), owed+float64(last.Evaluations)/speed/float64(len(list))
	}
	nodes, err := stat.NewSample(list)
	if err != nil {
		t.Fatal(err)
	}
	ci := sample.Bootstrap(stat.Resampling{Seed: 1}, func(s *stat.Sample) []float64 {
		return []float64{s.Fastest(float64(walks)), s.FastestQuantile(float64(walks), .5)}
	})
	fit, err := work.Fit(stat.ShiftedFamily, stat.Likelihood)
	if err != nil {
		t.Fatal(err)
	}
	for p := 10.0; p <= 1e4; p *= 10 {
		t.Logf("%s: %.0f walks by ttt: %.1f %% efficient", c.file, p, 100*stat.Speedup(fit, p)/p)
	}
	t.Logf("%s to %d: one walk %.2f s; %d walks by ttt %.2f s (%.2f to %.2f), on nodes %.2f s (over after %.2f s)",
		c.file, c.target, sample.Mean(), walks, sample.Fastest(float64(walks)), ci[0].Low, ci[0].High, nodes.Mean(), over)
	t.Logf("%s: median by ttt %.2f s (%.2f to %.2f), on nodes %.2f s; %d of %d walks censored; nodes take %.2f times as long as one walk for its evaluations",
		c.file, sample.FastestQuantile(float64(walks), .5), ci[1].Low, ci[1].High, nodes.Quantile(.5), sample.Runs()-sample.Reached(), sample.Runs(), nodes.Mean()/owed)
}

// work compares how many evaluations nodes make in a time with what as many machines make that know nothing of each other.
func (c contest) work(t *testing.T, where string) {
	var alone atomic.Int64
	stop := []multiwalk.Stop{multiwalk.Time(*eightWork)}
	walk.BesideEach(eight, eight, t.Failed, func(_, i int) {
		alone.Add(c.run(t, multiwalk.Settings{Seed: uint64(i), Walks: *eightCores, Device: device.CPU(*eightCores), Stop: stop}).Evaluations())
	})
	for _, each := range []int{1, 4} {
		before := spent(t, where)
		res := c.away(t, where, multiwalk.Settings{Seed: 1, Walks: each * eight * *eightCores, Stop: stop})
		after, all := spent(t, where), res.Elapsed.Seconds()*float64(eight**eightCores)
		t.Logf("%s, %d walks for %v: %.3f of the work of %d machines; cores work for %.1f %% and talk for %.1f %% of the time",
			c.file, res.Walks, *eightWork, float64(res.Evaluations())/float64(alone.Load()), eight, 100*(after.Work-before.Work)/all, 100*(after.Talk-before.Talk)/all)
	}
}

// spent is what all nodes have done.
func spent(t *testing.T, where string) (all Status) {
	list, err := Nodes(t.Context(), where, build)
	if err != nil || len(list) != eight {
		t.Fatal(len(list), "nodes answer:", err)
	}
	for _, s := range list {
		all.Work, all.Talk = all.Work+s.Work, all.Talk+s.Talk
	}
	return all
}

// spaced gives a node a network of its own, and returns what its command begins with.
func spaced(t *testing.T, i int) []string {
	name, end := fmt.Sprint("mw", i), fmt.Sprint("mwe", i)
	lines := []string{"netns add " + name, "link add " + end + " type veth peer name eth0 netns " + name, "link set " + end + " master mwbr up",
		fmt.Sprintf("-n %s addr add 10.77.0.%d/24 dev eth0", name, i+2), "-n " + name + " link set eth0 up"}
	if i == 0 {
		lines = append([]string{"link add mwbr type bridge", "addr add 10.77.0.1/24 dev mwbr", "link set mwbr up"}, lines...)
		t.Cleanup(func() { _ = exec.Command("ip", "link", "del", "mwbr").Run() })
	}
	t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", name).Run() })
	for _, line := range lines {
		if out, err := exec.Command("ip", strings.Fields(line)...).CombinedOutput(); err != nil {
			t.Fatalf("ip %s: %v: %s", line, err, out)
		}
	}
	enter := []string{"ip", "netns", "exec", name}
	if *eightDelay != "" {
		delay := append(enter[:len(enter):len(enter)], "tc", "qdisc", "add", "dev", "eth0", "root", "netem", "delay", *eightDelay)
		if out, err := exec.Command(delay[0], delay[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("tc: %v: %s", err, out)
		}
	}
	return enter
}

// begin has eight processes join a server.
func begin(t *testing.T) (where string) {
	listen := "localhost:0"
	if *eightSpaces {
		listen = "10.77.0.1:0"
	}
	var enter [eight][]string
	for i := range enter {
		if *eightSpaces {
			enter[i] = spaced(t, i)
		}
	}
	where = serve(t, Serving{Listen: listen}).Address()
	for _, args := range enter {
		args = append(args, os.Args[0], "-test.run=^TestEight$", "-test.timeout=1h", "-eight.node="+where, fmt.Sprint("-eight.cores=", *eightCores))
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", *eightCores+1))
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		})
		lines := bufio.NewReader(out)
		if line, err := lines.ReadString('\n'); err != nil {
			t.Fatalf("a node says %q: %v", line, err)
		}
		go io.Copy(io.Discard, lines)
	}
	return where
}

func TestEight(t *testing.T) {
	if *eightNode != "" {
		n := Node{Name: fmt.Sprint("node ", os.Getpid()), Cores: *eightCores, Build: build, Make: made, Tell: func(line string) { fmt.Println(line) }}
		if err := Join(context.Background(), *eightNode, n); err != nil {
			t.Error(err)
		}
		return
	}
	if *eightRuns == 0 && *eightWork == 0 {
		t.Skip("-eight and -eight.work tell how much")
	}
	where := begin(t)
	for _, c := range contests {
		if *eightOnly != "" && *eightOnly != c.file {
			continue
		}
		if *eightWork > 0 {
			c.work(t, where)
		}
		if *eightRuns > 0 {
			c.race(t, where)
		}
	}
}
