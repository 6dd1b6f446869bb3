package cli

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/cluster"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// joined is the server that a node, a process of its own, says that it works for.
func joined(t *testing.T, lines *bufio.Reader) (where string) {
	t.Helper()
	line, err := lines.ReadString('\n')
	where, _, ok := strings.Cut(strings.TrimPrefix(line, "works for "), " as ")
	if err != nil || !ok {
		t.Fatalf("a node says %q: %v", line, err)
	}
	return where
}

// A run on the nodes of a server is that of one machine, byte for byte.
func TestCluster_IsOneMachine(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	_, _, lines := start(t, "serve", "--listen=localhost:0", "--cores=1", "--name=first")
	where := joined(t, lines)
	_, _, lines = start(t, "join", where, "--cores=1", "--device=emulator", "--name=second")
	joined(t, lines)

	solve := func(record string, more ...string) {
		t.Helper()
		b.want(0, append([]string{"solve", "demo", "--walks=4", "--work=8", "--target=none", "--logical", "--quiet", "--record=" + record}, more...)...)
	}
	solve("here.jsonl")
	solve("there.jsonl", "--device=cluster:"+where)
	b.want(0, "nodes", where, "--json")
	var nodes []cluster.Status
	if err := json.Unmarshal(b.out.Bytes(), &nodes); err != nil || len(nodes) != 2 || nodes[0].Units+nodes[1].Units == 0 {
		t.Errorf("the nodes are %+v: %v", nodes, err)
	}
	if read(t, "there.jsonl") != read(t, "here.jsonl") {
		t.Error("the record is not that of a run here")
	}
	b.want(0, "verify", "there.jsonl", "--replay")

	solve("exchange.here.jsonl", "--method=exchange") // whose walks tell each other of what they find
	solve("exchange.there.jsonl", "--method=exchange", "--device=cluster:"+where)
	if read(t, "exchange.there.jsonl") != read(t, "exchange.here.jsonl") {
		t.Error("the record of walks that exchange solutions is not that of a run here")
	}

	write(t, "square.dat", squareText(7))
	onGPU := func(record, device string) {
		t.Helper()
		b.want(0, "solve", "square.dat", "--method=tabu", "--walks=2", "--work=2", "--target=none", "--logical", "--quiet", "--record="+record, "--device="+device)
	}
	onGPU("here.gpu.jsonl", "emulator")
	onGPU("there.gpu.jsonl", "gpus@cluster:"+where)
	if want := strings.Replace(read(t, "here.gpu.jsonl"), `"emulator"`, `"gpus:1"`, 1); read(t, "there.gpu.jsonl") != want {
		t.Errorf("on a node's GPU\n%s\nand here\n%s", read(t, "there.gpu.jsonl"), want)
	}
	b.want(2, "solve", "square.dat", "--device=gpus:0@cluster:"+where)
	b.want(2, "join", where, "--device=cpu:1")
}

// What cannot be reached is an error of the environment that says what to do.
func TestCluster_NobodyThere(t *testing.T) {
	b := newBench(t)
	for _, args := range []string{"nodes localhost:1", "join localhost:1", "solve ring.tsp --device cluster:localhost:1"} {
		b.want(3, strings.Fields(args)...)
		if got := b.err.String(); !strings.Contains(got, "is multiwalk serve running there?") || strings.Count(got, "\n") != 1 {
			t.Errorf("multiwalk %s says %q", args, got)
		}
	}
}

// The summary says how long nodes were idle since the run went on, if it is resumed.
func TestSummary_OfNodes(t *testing.T) {
	j := &job{settings: multiwalk.Settings{Device: device.Emulators(2),
		Resume: &checkpoint.Saved{Header: checkpoint.Header{Elapsed: 6 * time.Second}}}}
	res := &multiwalk.Result{Walks: 9, Elapsed: 10 * time.Second, Nodes: []multiwalk.NodeShare{{Node: "a", Work: 1, Incumbents: 2}, {Node: "b", Work: 3}}}
	want := "nodes: a 25 % of the work, 2 incumbents; b 75 % of the work, 0 incumbents; 2 emulators, idle for 50 % of the run\n"
	if got := j.nodes(res); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
