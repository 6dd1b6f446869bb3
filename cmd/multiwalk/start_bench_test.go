package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
)

// BenchmarkSolve_Start measures how long a user waits, beside the search: the time of the whole process on a GPU less that of the search,
// with an empty cache of kernels (cold) and once they are in it (warm). It reports the medians of -benchtime pairs of runs. The end of the
// process, 0.06 s to close the driver's context, is in them.
//
//	go test ./cmd/multiwalk -run - -bench Solve_Start -benchtime 5x
func BenchmarkSolve_Start(b *testing.B) {
	must.Ready(b, device.GPU())
	for _, v := range []struct{ name, instance, methods string }{
		{"assignment", assignmentFile(b, 30), "auto tabu iterated-tabu genetic islands memetic parallel-tempering pspm climb anneal vns"},
		{"tour", "demo", "auto eax pspm climb anneal late-acceptance threshold vns"},
		{"bits", "qubo:500", "auto tabu iterated-tabu anneal"},
		{"perceptron", "perceptron:61x61", "auto message-passing tabu anneal"},
		{"clauses", "sat:n250-r4.2-k3-s1", "auto focused weighting anneal"},
		{"triples", "q3ap:15:1", "auto"},
	} {
		for method := range strings.FieldsSeq(v.methods) {
			b.Run(v.name+"/"+method, func(b *testing.B) {
				var cold, warm []float64
				for b.Loop() {
					caches := b.TempDir()
					cold = append(cold, startOf(b, caches, v.instance, method))
					warm = append(warm, startOf(b, caches, v.instance, method))
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(middle(cold), "cold_s")
				b.ReportMetric(middle(warm), "warm_s")
			})
		}
	}
}

// assignmentFile draws a quadratic assignment problem of n facilities and writes it to a file.
func assignmentFile(b *testing.B, n int) string {
	r := multiwalk.NewRand(1, 0)
	text := fmt.Appendln(nil, n)
	for range 2 {
		values := make([]int, n*n)
		for i := range n {
			for j := range i {
				values[i*n+j] = r.IntN(100)
				values[j*n+i] = values[i*n+j]
			}
		}
		for i := range n {
			text = fmt.Appendln(text, strings.Trim(fmt.Sprint(values[i*n:(i+1)*n]), "[]"))
		}
	}
	path := filepath.Join(b.TempDir(), "drawn.dat")
	must.Do(b, os.WriteFile(path, text, 0o600))
	return path
}

// startOf is the time of a process less that of its search, in seconds.
func startOf(b *testing.B, caches, instance, method string) float64 {
	b.Helper()
	whole, result := timed(b, []string{"XDG_CACHE_HOME=" + caches, "CUDA_CACHE_DISABLE=1"},
		"solve", instance, "--method", method, "--device", "gpu", "--time", "100ms", "--seed", "1", "--json")
	return whole - result.Elapsed
}

// searched is what the command says of a run.
type searched struct {
	Elapsed float64 `json:"elapsed_seconds"`
	Cost    int64
	Work    float64 `json:"-"` // the seconds that cores had for it
}

// timed runs this binary as the command; it returns the seconds from its start to its end, and what it says.
func timed(b *testing.B, env []string, args ...string) (seconds float64, result searched) {
	b.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), "MULTIWALK_TEST_AS_COMMAND="+strings.Join(args, "\x1f")), env...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	began := time.Now()
	err := cmd.Run()
	seconds = time.Since(began).Seconds()
	if err != nil || json.Unmarshal(out.Bytes(), &result) != nil {
		b.Fatalf("multiwalk %s: %v\n%s", strings.Join(args, " "), err, said.String())
	}
	result.Work = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	return seconds, result
}

func middle(x []float64) float64 {
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}
