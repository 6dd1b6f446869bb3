package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// BenchmarkUse_Document solves a problem of 2,000 bits, with a tenth of all terms, to the same target as a JSON document and as a file of the
// format .qubo. ratio is what cores work for the process with the one by what they do with the other, the median of pairs of runs.
//
//	go test ./cmd/multiwalk -run - -bench Use_Document -benchtime 5x
func BenchmarkUse_Document(b *testing.B) {
	const n = 2000
	r := multiwalk.NewRand(1, 0)
	var lines, terms bytes.Buffer
	pairs := 0
	add := func(i, j int) {
		w := 1 + r.IntN(100) - 101*r.IntN(2)
		fmt.Fprintf(&lines, "%d %d %d\n", i, j, w)
		fmt.Fprintf(&terms, `,["x%d","x%d",%d]`, i, j, w)
	}
	for i := range n {
		add(i, i)
	}
	for i := range n {
		for j := range i {
			if r.IntN(10) == 0 {
				add(j, i)
				pairs++
			}
		}
	}
	folder := b.TempDir()
	file, document := filepath.Join(folder, "drawn.qubo"), filepath.Join(folder, "drawn.json")
	must.Do(b, os.WriteFile(file, []byte(fmt.Sprintf("p qubo 0 %d %d %d\n", n, n, pairs)+lines.String()), 0o600))
	must.Do(b, os.WriteFile(document, []byte(`{"qubo": {"terms": [`+terms.String()[1:]+`]}}`), 0o600))
	var ratios, search []float64
	for seed := 1; b.Loop(); seed++ {
		args := []string{"--evaluations", "40000000", "--seed", strconv.Itoa(seed), "--json"} // the clock decides nothing
		_, best := timed(b, nil, append([]string{"solve", file}, args...)...)
		args = append(args, "--target", strconv.FormatInt(best.Cost, 10))
		_, a := timed(b, nil, append([]string{"solve", file}, args...)...)
		_, d := timed(b, nil, append([]string{"solve", document}, args...)...)
		ratios, search = append(ratios, d.Work/a.Work), append(search, a.Elapsed)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(middle(ratios), "ratio")
	b.ReportMetric(middle(search), "search_s")
}

// BenchmarkUse_Python is what three lines of Python take beside the search: the start of Python and of the command, and what goes between.
// cpu_s is the time that cores work for it, with the search.
//
//	go test ./cmd/multiwalk -run - -bench Use_Python -benchtime 10x
func BenchmarkUse_Python(b *testing.B) {
	run := python(b)
	const program = `import multiwalk
r = multiwalk.solve(multiwalk.tour([(0, 0), (3, 4), (3, 0), (0, 4), (1, 7)]), evaluations=20000)
print(r.data["elapsed_seconds"])`
	var beside, work []float64
	for b.Loop() {
		began, c := time.Now(), run("-c", program)
		out, err := c.Output()
		whole := time.Since(began).Seconds()
		search, wrong := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil || wrong != nil {
			b.Fatal(err, wrong)
		}
		beside, work = append(beside, whole-search), append(work, (c.ProcessState.UserTime()+c.ProcessState.SystemTime()).Seconds())
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(middle(work), "cpu_s")
	b.ReportMetric(middle(beside), "beside_s")
}

// BenchmarkUse_Jobs posts 100 jobs to a service at once, which has a job for each core, and follows the events of each. latency is the median
// time from the posts to the end of a job's events, by half of what all searches together take on the cores, which is what the median job waits
// for at the least. lost counts jobs without an answer.
//
//	go test ./cmd/multiwalk -run - -bench Use_Jobs -benchtime 1x
func BenchmarkUse_Jobs(b *testing.B) {
	url := service(b)
	lost, latency := 0, []float64{}
	for b.Loop() {
		took, searches := post(b, url+"/v1/jobs?evaluations=2000000")
		lost += jobsAtOnce - len(took)
		latency = append(latency, middle(took)/(searches/float64(runtime.GOMAXPROCS(0))/2))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(lost), "lost")
	b.ReportMetric(middle(latency), "latency")
}

const jobsAtOnce = 100

// service starts this binary as a service and returns its address.
func service(b *testing.B) string {
	b.Helper()
	serve := exec.Command(os.Args[0])
	serve.Env = append(os.Environ(), "MULTIWALK_TEST_AS_COMMAND="+strings.Join([]string{"serve", "--http", "localhost:0"}, "\x1f"))
	says := must.Have(serve.StdoutPipe())(b)
	must.Do(b, serve.Start())
	b.Cleanup(func() {
		_ = serve.Process.Signal(os.Interrupt)
		_ = serve.Wait()
	})
	for lines := bufio.NewScanner(says); lines.Scan(); {
		if _, address, ok := strings.Cut(lines.Text(), "jobs: "); ok {
			go io.Copy(io.Discard, says)
			return strings.TrimSuffix(strings.Fields(address)[0], "/")
		}
	}
	b.Fatal("the service does not start")
	return ""
}

// post posts all jobs at once. It returns how long those took that have an answer, and how long their searches did.
func post(b *testing.B, to string) (took []float64, searches float64) {
	r, terms := multiwalk.NewRand(1, 0), []string{}
	for k := range 1800 {
		terms = append(terms, fmt.Sprintf("[%d,%d,%d]", k%60, r.IntN(60), r.IntN(201)-100))
	}
	model := `{"qubo": {"terms": [` + strings.Join(terms, ",") + `]}}`
	var all sync.WaitGroup
	var mu sync.Mutex
	began := time.Now()
	for range jobsAtOnce {
		all.Go(func() {
			var job struct{ ID string }
			if !ask(b, http.MethodPost, to, strings.NewReader(model), &job) {
				return
			}
			at, _, _ := strings.Cut(to, "?")
			ask(b, http.MethodGet, at+"/"+job.ID+"/events", nil, nil)
			whole := time.Since(began).Seconds()
			var told struct{ Result *searched }
			if ask(b, http.MethodGet, at+"/"+job.ID, nil, &told) && told.Result != nil {
				mu.Lock()
				defer mu.Unlock()
				took, searches = append(took, whole), searches+told.Result.Elapsed
			}
		})
	}
	all.Wait()
	return took, searches
}

// ask reads an answer to its end; it says whether it is one.
func ask(b *testing.B, method, to string, body io.Reader, into any) bool {
	r, err := http.NewRequest(method, to, body)
	if err != nil {
		b.Error(err)
		return false
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		b.Error(err)
		return false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && into != nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil || answer.StatusCode >= 300 {
		b.Errorf("%s %s: %s, %v: %s", method, to, answer.Status, err, text)
		return false
	}
	return true
}
