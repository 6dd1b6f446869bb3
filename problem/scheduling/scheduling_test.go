package scheduling

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/runtest/everywhere"
	"github.com/multiwalk/multiwalk/successor"
)

func TestScheduling_Conforms(t *testing.T) {
	for _, n := range []int{1, 2, 20} {
		conformance.Problem(t, Generate(n, 3, 3).Scheduling)
		conformance.Problem(t, Generate(n, 3, 3).Squares())
	}
}

// minimize draws successors, and goes on from what they found by local search, on cores.
func minimize(t *testing.T, p *Instance, on multiwalk.Device, population int, seed uint64, evaluations int64) *multiwalk.Result {
	t.Helper()
	drawn := must.Have(multiwalk.Minimize(context.Background(), p.Scheduling, successor.IteratedGreedy{Population: population, Release: 4},
		multiwalk.Settings{Seed: seed, Device: on, Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}))(t)
	return must.Have(multiwalk.Minimize(context.Background(), p.Makespan(), Local{}, multiwalk.Settings{Seed: seed, Start: drawn.Best,
		Device: device.CPU(1), Stop: []multiwalk.Stop{multiwalk.Evaluations(1000 * evaluations)}}))(t)
}

// A seed and a population give one result on all devices. On one small instance enumeration proves it.
func TestScheduling_OneSeedOneResult(t *testing.T) {
	p := Generate(7, 3, 1)
	least := runtest.Least(p.Makespan())
	for _, p := range []*Instance{p, Generate(40, 5, 4)} {
		var first []int32
		for _, on := range everywhere.Devices() {
			res := minimize(t, p, on, 8, 2, 500)
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
		p := Generate(7, 3, seed)
		for x := range runtest.Solutions(p.Space()) {
			if last := p.Last(x) * p.Scale; last < float64(p.Bound)-8 { // times are rounded
				t.Fatalf("seed %d: %v ends at %v, bound %d", seed, x, last, p.Bound)
			}
		}
	}
}

// Tasks that take no time, all or on one machine each, end at once, and no bound says otherwise; times of any size keep their digits.
func TestScaled_ExtremeTimes(t *testing.T) {
	for _, times := range [][]float64{{0, 0, 0, 0}, {0, 5, 7, 0}, {5e-324, 0, 0, 5e-324}} {
		p := Scaled(2, 2, times)
		conformance.Problem(t, p.Scheduling)
		if p.Bound != 0 || p.Makespan().Cost([]int32{0, 1}) != 0 || p.Cost([]int32{0, 1}) != 0 {
			t.Errorf("%v: bound %d, cost %d, late %d", times, p.Bound, p.Makespan().Cost([]int32{0, 1}), p.Cost([]int32{0, 1}))
		}
	}
	for _, unit := range []float64{1e-199, 1e-6, 1, 1e6} {
		if p := Scaled(2, 2, []float64{1 * unit, 4 * unit, 2 * unit, 4 * unit}); p.Times[0] != room/8 || p.Times[2] != room/4 {
			t.Errorf("in units of %g: %v", unit, p.Times)
		}
	}
}

// A published instance is scheduled within half a per cent of the best known length by successors and local search together.
func TestScheduling_Published(t *testing.T) {
	folder := os.Getenv("MULTIWALK_DATA")
	if folder == "" {
		folder = "../../../shared/data"
	}
	file, err := os.Open(filepath.Join(folder, "etc/u_c_hihi.0"))
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	p := must.Have(Read(file, "u_c_hihi.0"))(t)
	alone := must.Have(multiwalk.Minimize(context.Background(), p.Makespan(), p.Makespan().Method(), multiwalk.Settings{Seed: 1, Device: device.CPU(1),
		Stop: []multiwalk.Stop{multiwalk.Evaluations(5_000_000)}}))(t)
	for _, res := range []*multiwalk.Result{minimize(t, p, device.CPU(1), 0, 1, 5000), alone} {
		if last := p.Last(res.Best); last > 1.005*7358942.75 || last < 7346524 { // the bound of preemptive schedules
			t.Errorf("it ends at %.2f", last)
		}
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "f:1: the file ends where the number of tasks",
		"2 0 1 x 0":         "f:1: found 0 as the number of machines",
		"2 2\n1 2\n3 -1":    `f:3: found "-1" where the time of task 2 on machine 2`,
		"1 2 1 x":           `f:1: found "x" where the time of task 1 on machine 2`,
		"1 1 1e13":          `f:1: found "1e13"`,
		"1 99":              "f:1: found 99 as the number of machines",
		"2 2\n1 2\n3 4 5":   `f:3: found "5" after 2 times of each of 2 tasks`,
		"2 2\n1 2\n3 4.5\n": "",
	} {
		p, err := Read(strings.NewReader(text), "f")
		switch {
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%q: %v", text, err)
		case want == "" && (err != nil || p.Last([]int32{1, 1}) != 6.5):
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

func TestPicture(t *testing.T) {
	p := Scaled(2, 2, []float64{3, 1, 2, 5}).Makespan()
	var svg bytes.Buffer
	must.Do(t, p.SVG(&svg, []int32{0, 0}))
	if s := svg.String(); strings.Count(s, "#48c") != 1 || strings.Count(s, "#e93") != 1 || !strings.Contains(s, "until 5") {
		t.Error(s)
	}
}

// A run that is resumed is as if it had not been interrupted.
func TestLocal_Resumes(t *testing.T) {
	p := Generate(60, 5, 2).Makespan()
	run := func(s multiwalk.Settings) *multiwalk.Result {
		s.Seed, s.Walks = 1, 2
		return must.Have(multiwalk.Minimize(context.Background(), p, Local{}, s))(t)
	}
	file := filepath.Join(t.TempDir(), "run")
	whole := run(multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(40)}})
	run(multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(20)}, Checkpoint: multiwalk.Checkpoint{File: file}})
	saved := must.Have(checkpoint.Read(file))(t)
	res := run(multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(40)}, Resume: saved})
	if res.Cost != whole.Cost || !slices.Equal(res.Best, whole.Best) || res.Evaluations() != whole.Evaluations() {
		t.Errorf("resumed %v, in one piece %v", res, whole)
	}
}
