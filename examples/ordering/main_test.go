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

func TestOrdering_Conforms(t *testing.T) {
	for _, n := range []int{1, 2, 9, 40} {
		conformance.Problem(t, Generate(n, 3))
	}
}

// optimum enumerates all orders.
func optimum(p *Ordering) int64 {
	best := int64(math.MinInt64)
	var extend func(x []int32, k int)
	extend = func(x []int32, k int) {
		if k == len(x) {
			best = max(best, p.Verify(x))
			return
		}
		for i := k; i < len(x); i++ {
			x[k], x[i] = x[i], x[k]
			extend(x, k+1)
			x[k], x[i] = x[i], x[k]
		}
	}
	x := make([]int32, p.N)
	for i := range x {
		x[i] = int32(i)
	}
	extend(x, 0)
	return best
}

// devices are the processor, the emulator and, where there is one, a GPU.
func devices() []multiwalk.Device {
	all := []multiwalk.Device{device.CPU(0), device.Emulator()}
	if gpu := device.GPU(); gpu.Ready() == nil {
		all = append(all, gpu)
	}
	return all
}

func minimize(t *testing.T, p *Ordering, on multiwalk.Device, stop ...multiwalk.Stop) *multiwalk.Result {
	t.Helper()
	method, on, _, err := auto.Choose(p, nil, on)
	if err != nil {
		t.Fatal(err)
	}
	res, err := multiwalk.Minimize(context.Background(), p, method, multiwalk.Settings{Seed: 2, Device: on, Walks: 2, Stop: stop})
	if err != nil {
		t.Fatal(err)
	}
	if sum := p.Verify(res.Best); sum != -res.Cost {
		t.Errorf("cost %d, checked %d", res.Cost, -sum)
	}
	return res
}

// Everywhere the optimum is found, which enumeration proves.
func TestOrdering_Optimum(t *testing.T) {
	p := Generate(7, 1)
	most := optimum(p)
	for _, on := range devices() {
		if res := minimize(t, p, on, multiwalk.Target(-most), multiwalk.Work(1000)); res.Status != multiwalk.TargetReached {
			t.Errorf("on %v: %v, optimum %d", on, res, most)
		}
	}
}

// A seed gives one result: again on the emulator, and on a GPU.
func TestOrdering_OneSeedOneResult(t *testing.T) {
	p := Generate(30, 5)
	want := minimize(t, p, device.Emulator(), multiwalk.Evaluations(20_000))
	for _, on := range append(devices()[1:], device.Emulator()) {
		got := minimize(t, p, on, multiwalk.Evaluations(20_000))
		if got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) {
			t.Errorf("on %v: %v; want %v", on, got, want)
		}
	}
}

func TestRead_Refuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "begins with 0",
		"2 0 1 x 0":         "entry 1 in row 2",
		"2 0 1 268435457 0": "entry 1 in row 2",
		"6000":              "begins with 6000",
	} {
		name := filepath.Join(t.TempDir(), "bad.mat")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestPicture(t *testing.T) {
	p, svg := New(2, []int32{0, 3, 1, 0}), bytes.Buffer{}
	if err := p.Picture(&svg, []int32{0, 1}); err != nil {
		t.Fatal(err)
	}
	if s := svg.String(); strings.Count(s, "#26b") != 1 || strings.Count(s, "#d33") != 1 || !strings.Contains(s, "2 rows, 3 above") {
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
