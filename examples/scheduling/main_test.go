package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
)

func TestScheduling_Conforms(t *testing.T) {
	for _, n := range []int{1, 2, 20} {
		conformance.Problem(t, Generate(n, 3, 3).Scheduling)
	}
}

// devices are the processor, the emulator and, where there is one, a GPU.
func devices() []multiwalk.Device {
	all := []multiwalk.Device{device.CPU(1), device.Emulator()}
	if gpu := device.GPU(0); gpu.Ready() == nil {
		all = append(all, gpu)
	}
	return all
}

// A seed and a population give one result on all devices. On one small instance enumeration proves it.
func TestScheduling_OneSeedOneResult(t *testing.T) {
	p, least, x := Generate(7, 3, 1), int64(math.MaxInt64), make([]int32, 7)
	for k := range 2187 {
		for i := range x {
			x[i] = int32(k % 3)
			k /= 3
		}
		least = min(least, (&Makespan{p.Scheduling}).Cost(x))
	}
	o := options{population: 8, seed: 2, evaluations: 500}
	for _, p := range []*Instance{p, Generate(40, 5, 4)} {
		var first []int32
		for _, on := range devices() {
			res, err := o.minimize(p, on)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = res.Best
			}
			if !slices.Equal(res.Best, first) || p.Tasks == 7 && res.Cost != least {
				t.Errorf("on %v: %v; cores: %v; optimum %d", on, res, first, least)
			}
		}
	}
}

// The bound is one: no schedule of the small instance ends before it.
func TestBound(t *testing.T) {
	for seed := range uint64(5) {
		p, x := Generate(7, 3, seed), make([]int32, 7)
		for k := range 2187 {
			for i := range x {
				x[i] = int32(k % 3)
				k /= 3
			}
			if last := p.Verify(x) * p.Scale; last < float64(p.Bound)-8 { // times are rounded
				t.Fatalf("seed %d: %v ends at %v, bound %d", seed, x, last, p.Bound)
			}
		}
	}
}

// A published instance is scheduled within half a per cent of the best known length by successors and local search together.
func TestScheduling_Published(t *testing.T) {
	folder := os.Getenv("MULTIWALK_DATA")
	if folder == "" {
		folder = "../../../shared/data"
	}
	p, err := Read(filepath.Join(folder, "etc/u_c_hihi.0"))
	if err != nil {
		t.Skip(err)
	}
	res, err := options{seed: 1, evaluations: 5000}.minimize(p, device.CPU(1))
	if err != nil {
		t.Fatal(err)
	}
	if last := p.Verify(res.Best); last > 1.005*7358942.75 || last < 7346524 { // the bound of preemptive schedules
		t.Errorf("it ends at %.2f", last)
	}
}

func TestRead_Refuses(t *testing.T) {
	for text, want := range map[string]string{
		"":               "begins with 0",
		"2 0 1 x 0":      "2 tasks and 0 machines",
		"2 2 1 2 3 -1":   "time 2 of task 2",
		"1 2 1 x":        "time 2 of task 1",
		"1 1 1000000000": "time 1 of task 1",
		"1 99":           "99 machines",
	} {
		name := filepath.Join(t.TempDir(), "bad")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestPicture(t *testing.T) {
	p, err := Scaled(2, 2, []float64{3, 1, 2, 5})
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := p.Picture(&svg, []int32{0, 0}); err != nil {
		t.Fatal(err)
	}
	if s := svg.String(); strings.Count(s, "#48c") != 1 || strings.Count(s, "#e93") != 1 || !strings.Contains(s, "until 5") {
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
