package main

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
)

func TestColouring_Conforms(t *testing.T) {
	for _, n := range []int{1, 2, 9, 40} {
		conformance.Problem(t, Generate(n, 3, 3))
	}
}

// optimum enumerates all colourings.
func optimum(p *Colouring) int64 {
	least, x := int64(math.MaxInt64), make([]int32, p.N)
	var extend func(v int)
	extend = func(v int) {
		if v == len(x) {
			least = min(least, p.Verify(x))
			return
		}
		for x[v] = 0; x[v] < p.Colours; x[v]++ {
			extend(v + 1)
		}
	}
	extend(0)
	return least
}

// devices are the processor, the emulator and, where there is one, a GPU.
func devices() []multiwalk.Device {
	all := []multiwalk.Device{device.CPU(0), device.Emulator()}
	if gpu := device.GPU(); gpu.Ready() == nil {
		all = append(all, gpu)
	}
	return all
}

func minimize(t *testing.T, p *Colouring, on multiwalk.Device, stop ...multiwalk.Stop) *multiwalk.Result {
	t.Helper()
	method, on, _, err := auto.Choose(p, nil, on)
	if err != nil {
		t.Fatal(err)
	}
	res, err := multiwalk.Minimize(context.Background(), p, method, multiwalk.Settings{Seed: 2, Device: on, Walks: 2, Stop: stop})
	if err != nil {
		t.Fatal(err)
	}
	if conflicts := p.Verify(res.Best); conflicts != res.Cost {
		t.Errorf("cost %d, checked %d", res.Cost, conflicts)
	}
	return res
}

// Everywhere the optimum is found, which enumeration proves.
func TestColouring_Optimum(t *testing.T) {
	p := Generate(8, 3, 2)
	least := optimum(p)
	for _, on := range devices() {
		if res := minimize(t, p, on, multiwalk.Target(least), multiwalk.Work(1000)); res.Status != multiwalk.TargetReached || least == 0 {
			t.Errorf("on %v: %v, optimum %d", on, res, least)
		}
	}
}

// Without any setting a random graph is coloured with 17 colours, as few as DSJC125.5 needs, which is of its kind.
func TestColouring_Solves(t *testing.T) {
	if res := minimize(t, Generate(125, 17, 1), device.CPU(1), multiwalk.Target(0), multiwalk.Evaluations(200_000_000)); res.Cost != 0 {
		t.Errorf("%v", res)
	}
}

// A seed gives one result: again on the emulator, and on a GPU.
func TestColouring_OneSeedOneResult(t *testing.T) {
	p := Generate(30, 5, 5)
	want := minimize(t, p, device.Emulator(), multiwalk.Evaluations(20_000))
	for _, on := range append(devices()[1:], device.Emulator()) {
		got := minimize(t, p, on, multiwalk.Evaluations(20_000))
		if got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) {
			t.Errorf("on %v: %v; want %v", on, got, want)
		}
	}
}

// By successors alone a random graph is coloured, and a seed and a population give one result on all devices.
func TestColouring_BySuccessors(t *testing.T) {
	o := options{by: "successors", seed: 1, evaluations: 300_000}
	res, err := o.minimize(Generate(125, 19, 1), device.CPU(1))
	if err != nil || res.Cost != 0 {
		t.Fatal(res, err)
	}
	o, p := options{by: "successors", population: 4, seed: 3, evaluations: 800}, Generate(40, 7, 5)
	want, err := o.minimize(p, device.CPU(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, on := range devices()[1:] {
		got, err := o.minimize(p, on)
		if err != nil || got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) {
			t.Errorf("on %v: %v, %v; want %v", on, got, err, want)
		}
	}
	o.by, o.evaluations = "both", 20_000
	if both, err := o.minimize(p, device.CPU(1)); err != nil || both.Cost > want.Cost {
		t.Errorf("%v, %v; by successors alone %v", both, err, want)
	}
}

// What a state keeps of a colouring is what Complete makes of it anew, after any vertices were released and assigned.
func TestColouring_State(t *testing.T) {
	p := Generate(45, 4, 2)
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
		if c.Complete(anew); !slices.Equal(anew, x) || p.Price(x) != p.Verify(x[:45]) {
			t.Fatalf("%v, anew %v", x, anew)
		}
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "no line that begins with p",
		"e 1 2\n":                  ":1:",
		"c x\np edge 0 0\n":        ":2:",
		"p edge 2 1\ne 1 3\n":      ":2:",
		"p edge 2 1\ne 1 1\n":      ":2:",
		"p edge 3 2\ne 1 x\n":      ":2:",
		"p edge 3 2\n@@q@2":        "none of the 2 edges",
		"p edge 2 2\ne 1 2\ne 2 1": "", // once
	} {
		name := filepath.Join(t.TempDir(), "graph.col")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := Read(name, 1)
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v", text, err)
		case want == "" && (err != nil || p.Cost([]int32{0, 0}) != 1):
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

func TestPicture(t *testing.T) {
	p, svg := New(3, 2, [][2]int32{{0, 1}, {1, 2}}), bytes.Buffer{}
	if err := p.Picture(&svg, []int32{0, 0, 1}); err != nil {
		t.Fatal(err)
	}
	if s := svg.String(); strings.Count(s, "<circle") != 3 || strings.Count(s, "M") != 2 || !strings.Contains(s, "2 colours, 1 conflicts") {
		t.Error(s)
	}
}

// The quick start of the README is a program, of less than 40 lines.
func TestReadme_QuickStartIsAProgram(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("quickstart/main.go")
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(program, []byte("\n")); lines >= 40 || !bytes.Contains(readme, append([]byte("```go\n"), program...)) {
		t.Errorf("the README has another program than quickstart, which has %d lines", lines)
	}
}
