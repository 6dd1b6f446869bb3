package colouring

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/runtest/everywhere"
	"github.com/multiwalk/multiwalk/successor"
)

// graph is a random graph.
func graph(n, colours int, seed uint64) *Instance {
	g, err := Draw(n, seed)
	if err != nil {
		panic(err)
	}
	return New(g.N, colours, g.Edges)
}

func conflictsOf(p *Instance, x []int32) int64 {
	n, _ := p.Verify(x)
	return n
}

func TestColouring_Conforms(t *testing.T) {
	for _, n := range []int{1, 2, 9, 40} {
		conformance.Problem(t, graph(n, 3, 3))
	}
}

// Everywhere the optimum is found, which enumeration proves.
func TestColouring_Optimum(t *testing.T) {
	p := graph(8, 3, 2)
	least := runtest.LeastBy(p.Space(), func(x []int32) int64 { return conflictsOf(p, x) })
	if everywhere.Optimum(t, p, least); least == 0 {
		t.Error("the instance is too easy")
	}
}

// Without any setting a random graph is coloured with 17 colours, as few as DSJC125.5 needs, which is of its kind.
func TestColouring_Solves(t *testing.T) {
	if res := everywhere.Auto(t, graph(125, 17, 1), device.CPU(1), 2, multiwalk.Target(0), multiwalk.Evaluations(200_000_000)); res.Cost != 0 {
		t.Errorf("%v", res)
	}
}

// A seed gives one result: again on the emulator, and on a GPU.
func TestColouring_OneSeedOneResult(t *testing.T) {
	everywhere.OneResult(t, graph(30, 5, 5), 2, 20_000)
}

// bySuccessors has a population release up to two vertices of each colouring at a time, and draw their colours anew. A colouring with a
// conflict more is accepted one time in seven: what accepts none settles with some conflicts left.
func bySuccessors(t *testing.T, p *Instance, on multiwalk.Device, population int, seed uint64, evaluations int64) *multiwalk.Result {
	t.Helper()
	m := successor.IteratedGreedy{Population: population, Release: 2, Temperature: 0.5}
	res := must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: seed, Device: on,
		Stop: []multiwalk.Stop{multiwalk.Target(0), multiwalk.Evaluations(evaluations)}}))(t)
	return res
}

// By successors alone a random graph is coloured, and a seed and a population give one result on all devices.
func TestColouring_BySuccessors(t *testing.T) {
	if res := bySuccessors(t, graph(125, 19, 1), device.CPU(1), 1, 1, 300_000); res.Cost != 0 {
		t.Fatal(res)
	}
	p := graph(40, 7, 5)
	want := bySuccessors(t, p, device.CPU(1), 4, 3, 800)
	for _, on := range everywhere.Devices()[1:] {
		if got := bySuccessors(t, p, on, 4, 3, 800); got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) {
			t.Errorf("on %v: %v; want %v", on, got, want)
		}
	}
}

// What a state keeps of a colouring is what Complete makes of it anew, after any vertices were released and assigned.
func TestColouring_State(t *testing.T) {
	p := graph(45, 4, 2)
	c, r := p.Construction(), multiwalk.NewRand(7, 0)
	x := make([]int32, c.Size)
	c.Complete(x)
	for range 200 {
		a, b := int32(r.IntN(45)), int32(r.IntN(45))
		p.Release(x, a)
		if a != b {
			p.Release(x, b)
			p.Assign(x, b, int32(r.IntN(4)))
		}
		weights := make([]int64, 4)
		p.Weights(x, a, 0, weights)
		for colour, w := range weights {
			if w != p.Weigh(x, a, int32(colour)) {
				t.Fatalf("weights %v of vertex %d", weights, a)
			}
		}
		p.Assign(x, a, int32(r.IntN(4)))
		anew := slices.Clone(x)
		if c.Complete(anew); !slices.Equal(anew, x) || p.Price(x) != conflictsOf(p, x[:45]) {
			t.Fatalf("%v, anew %v", x, anew)
		}
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "f:1: no line begins with p",
		"e 1 2\n":                  "f:1:",
		"c x\np edge 0 0\n":        "f:2:",
		"p edge 2 1\ne 1 3\n":      "f:2:",
		"p edge 2 1\ne 1 1\n":      "f:2:",
		"p edge 3 2\ne 1 x\n":      "f:2:",
		"p edge 3 2\n@@q@2":        "none of the 2 edges",
		"p edge 2 2\ne 1 2\ne 2 1": "", // once
		"p col 2 1\n e 2 1":        "",

		"p edge 5 1\ne 4 5\np edge 2 1\ne 1 2\n": "f:3: \"p edge 2 1\" is a second line",
		"p cnf 3 2\n1 2 0\n-1 3 0\n":             "f:1: \"p cnf 3 2\" does not say",
	} {
		g, err := Read(strings.NewReader(text), "f")
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v", text, err)
		case want == "" && (err != nil || len(g.Edges) != 1):
			t.Errorf("%q: %v, %v", text, g, err)
		}
	}
	for text, odd := range map[string]bool{"p edge 3 2\ne 1 2\ne 2 3": false, "p edge 3 4\ne 1 2\ne 2 3": false, "p edge 3 2\ne 1 2\ne 2 1": false,
		"p edge 3 3\ne 1 2\ne 2 3": true, "p edge 3 1\ne 1 2\ne 2 3": true} {
		if g, err := Read(strings.NewReader(text), "f"); err != nil || (g.Note != "") != odd {
			t.Errorf("%q: %+v, %v", text, g, err)
		}
	}
	for text, want := range map[string]bool{"c a\np edge 3 2\n": true, "p col 3 2\n": true, "p cnf 3 2\n": false, "": false} {
		if Sniff([]byte(text)) != want {
			t.Errorf("%q is one: %v", text, !want)
		}
	}
}

// A greedy colouring never has fewer colours than there must be, nor a clique more vertices; odd rings and cliques have the numbers that
// everybody knows.
func TestGreedy(t *testing.T) {
	ring := func(n int32) *Graph {
		g := &Graph{N: int(n)}
		for v := range n {
			g.Edges = append(g.Edges, [2]int32{v, (v + 1) % n})
		}
		return g
	}
	all := &Graph{N: 70}
	for v := range int32(70) {
		for w := range v {
			all.Edges = append(all.Edges, [2]int32{w, v})
		}
	}
	for want, g := range map[[2]int]*Graph{{1, 1}: {N: 4}, {2, 2}: ring(8), {3, 2}: ring(9), {3, 3}: ring(3), {70, 70}: all} {
		if colours, clique := g.Greedy(); colours != want[0] || clique != want[1] {
			t.Errorf("%d vertices: %d colours, a clique of %d, want %v", g.N, colours, clique, want)
		}
	}
	if k, proven := ring(9).Fewer(); k != 2 || proven {
		t.Error(k, proven)
	}
	if k, proven := all.Fewer(); k != 70 || !proven {
		t.Error(k, proven)
	}
	for seed := range uint64(10) {
		g := must.Have(Draw(8, seed))(t)
		colours, clique := g.Greedy()
		if runtest.Least(New(g.N, colours, g.Edges)) > 0 || clique > 1 && runtest.Least(New(g.N, clique-1, g.Edges)) == 0 {
			t.Errorf("seed %d: %d colours, a clique of %d", seed, colours, clique)
		}
	}
}

func TestReadSolution(t *testing.T) {
	p := New(3, 2, [][2]int32{{0, 1}, {1, 2}})
	for text, want := range map[string]string{"s col 2\nl 1 1\nl 2 2\nl 3 1\n": "", "1 2\n1\n": "", "1 2": "f:1: vertex 3", "1 2 3": `f:1: found "3"`,
		"c x\nl 4 1": "f:2:", "1 1 1 1": "f:1: there are more", "l 1 1\nl 1 2": "f:2: vertex 1 has a colour already", "l 1 x": `f:1: "l 1 x"`, "x": `f:1: found "x"`, "": "f:1: vertex 1"} {
		x, err := p.ReadSolution(strings.NewReader(text), "f")
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v", text, err)
		case want == "" && (err != nil || !slices.Equal(x, []int32{0, 1, 0}) || p.CheckSolved(x) != nil):
			t.Errorf("%q: %v, %v", text, x, err)
		}
	}
	if p.CheckSolved([]int32{0, 0, 1}) == nil {
		t.Error("a conflict is no solution")
	}
}

func TestPicture(t *testing.T) {
	p, svg := New(3, 2, [][2]int32{{0, 1}, {1, 2}}), bytes.Buffer{}
	must.Do(t, p.SVG(&svg, []int32{0, 0, 1}))
	if s := svg.String(); strings.Count(s, "<circle") != 3 || strings.Count(s, "M") != 2 || !strings.Contains(s, "2 colours, 1 conflicts") {
		t.Error(s)
	}
}
