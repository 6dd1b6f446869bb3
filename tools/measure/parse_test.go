package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// sample reads a program's output.
func sample(t *testing.T, name string) string {
	t.Helper()
	text := must.Have(os.ReadFile(filepath.Join("testdata", name)))(t)
	return string(text)
}

// wants compares figures, one number each.
func wants(t *testing.T, s samples, want map[string]float64) {
	t.Helper()
	for name, x := range want {
		if got := s[name]; len(got) != 1 || got[0] != x {
			t.Errorf("%s is %v, not %v; there are %d figures", name, got, x, len(s))
		}
	}
}

func TestSamples_Bench(t *testing.T) {
	s := samples{}
	s.bench(sample(t, "gpu.txt"), 16)
	wants(t, s, map[string]float64{
		"EAX_GPUToOptimum/rd100 hits": 10, "EAX_GPUToOptimum/d493 median_ms": 51.7, "EAX_GPUToOptimum/d493 max_ms": 1100,
		"On_QAPToTarget/tai25b/gpu mean_ms": 1.1, "TabuGPU_Entries/tabu/uniform/n=30 entries/s": 3.1e11,
		"Evaluate/fine-2-closed/1000000/permutation Gpairs/s": 203.1, "Evaluate/fine-2-closed/1000000/permutation total-µs": 2774000,
		"Genetic_Blocks/tai25b/n=25/each=1 us/generation": 12.3, "Count/n=20/gpu:0 ns/op": 1.46e9,
	})
	if len(s) != 2*3+3+6+4+3+2 {
		t.Errorf("%d figures", len(s))
	}
	one := samples{}
	one.bench("BenchmarkX/fine-2 \t 3\t 7 ns/op\n", 1)
	wants(t, one, map[string]float64{"X/fine-2 ns/op": 7}) // one processor adds nothing to a name
}

func TestSamples_Log(t *testing.T) {
	s := samples{}
	s.log(sample(t, "launch.txt"), find("launch").Pattern)
	wants(t, s, map[string]float64{"false first": 0.128148, "true first": 0.103429, "true driver": 0.022105})
	s = samples{}
	s.log(sample(t, "twins.txt"), find("twins").Pattern)
	wants(t, s, map[string]float64{"Sum go": 0.273, "Sum cuda": 0.438, "Scan ratio": 1.018, "Anneal_Plane rate": 74.7})
}

func TestSamples_Solve(t *testing.T) {
	const summary = `{"cost": 102, "best_known": 100, "status": "time_limit", "elapsed_seconds": 20.1}`
	const record = `{"line":"run","format":1}
{"line":"incumbent","cost":150,"elapsed_seconds":0.5}
{"line":"incumbent","cost":110,"elapsed_seconds":0.9}
{"line":"incumbent","cost":102,"elapsed_seconds":7}
{"line":"end","cost":102,"elapsed_seconds":20.1}
`
	s := samples{}
	must.Do(t, s.solve("x ", []byte(summary), record, []string{"250ms", "1s", "20s"}))
	wants(t, s, map[string]float64{"x gap": 2, "x gap@1s": 10, "x gap@20s": 2, "x best found": 7, "x hits": 0, "x elapsed": 20.1})
	if _, ok := s["x gap@250ms"]; ok {
		t.Error("there was no solution yet after 0.25 s")
	}
}

func TestValue_IsReadAsWritten(t *testing.T) {
	v := sum([]float64{3, 1, 2, 10})
	if v != (value{N: 4, Mean: 4, Median: 2.5, Min: 1, Max: 10}) {
		t.Errorf("%+v", v)
	}
	text, err := v.MarshalText()
	var back value
	if err != nil || back.UnmarshalText(text) != nil || back != v {
		t.Errorf("%s reads as %+v: %v", text, back, err)
	}
	if back.UnmarshalText([]byte("n=1 mean=x")) == nil {
		t.Error("it read nonsense")
	}
}
