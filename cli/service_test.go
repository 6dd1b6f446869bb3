package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/model"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/service"
)

const quboModel = `{"qubo": {"terms": [["a", "a", -1], ["b", "b", -1.5], ["a", "b", 2]], "offset": 1}}`

// served is a service of the test's program, and its client.
type served struct {
	t   *testing.T
	url string
}

func newServed(t *testing.T, change func(*service.Config)) *served {
	t.Helper()
	c := service.Config{Solver: newJobSolver(&console.Console{Version: "test"}, &testProgram, ""), Schema: model.Schema, AtOnce: 2}
	if change != nil {
		change(&c)
	}
	s := must.Have(service.New(c))(t)
	web := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		s.Close()
		web.Close()
	})
	return &served{t, web.URL}
}

// open asks for a path.
func (s *served) open(ctx context.Context, method, path, body string) *http.Response {
	s.t.Helper()
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer
}

// call asks for a path and returns the answer's body.
func (s *served) call(want int, method, path, body string) []byte {
	s.t.Helper()
	answer := s.open(s.t.Context(), method, path, body)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != want {
		s.t.Fatalf("%s %s: %s, want %d, %v: %s", method, path, answer.Status, want, err, text)
	}
	return text
}

// job reads a job out of an answer.
func (s *served) job(text []byte) (j service.Job, r report) {
	s.t.Helper()
	if err := json.Unmarshal(text, &j); err != nil {
		s.t.Fatalf("%v: %s", err, text)
	}
	if j.Result != nil {
		if err := json.Unmarshal(j.Result, &r); err != nil {
			s.t.Fatalf("%v: %s", err, j.Result)
		}
	}
	return j, r
}

// lines are the events of a job, as lines of a record, up to its end.
func (s *served) lines(id string) []byte {
	var lines bytes.Buffer
	for line := range bytes.Lines(s.call(200, "GET", "/v1/jobs/"+id+"/events", "")) {
		if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
			lines.Write(data)
		}
	}
	return lines.Bytes()
}

// ended waits for the end of a job.
func (s *served) ended(id string) (service.Job, report) {
	s.t.Helper()
	s.lines(id)
	j, r := s.job(s.call(200, "GET", "/v1/jobs/"+id, ""))
	if j.Ended == nil {
		s.t.Errorf("the events are over, and the job is %+v", j)
	}
	return j, r
}

// What solve takes and answers, the service does, and its events are a record.
func TestService_IsSolve(t *testing.T) {
	b := newBench(t)
	s := newServed(t, nil)
	j, _ := s.job(s.call(201, "POST", "/v1/jobs?file=ring.tsp&evaluations=20000&seed=3&method=tabu&set=tenure=5&target=none", ringText()))
	ended, r := s.ended(j.ID)
	if ended.State != service.Done || ended.Error != "" || !r.Verified || r.Method != "tabu" || r.File != "ring.tsp" {
		t.Errorf("the job is %+v", ended)
	}
	b.want(0, append([]string{"solve", ring, "--method=tabu", "--set=tenure=5", "--json", "--target=none"}, quick...)...)
	var here report
	if err := json.Unmarshal(b.out.Bytes(), &here); err != nil || here.Cost != r.Cost || !slices.Equal(here.Solution, r.Solution) {
		t.Errorf("solve finds %d, and the service %d: %v", here.Cost, r.Cost, err)
	}
	write(t, "events.jsonl", string(s.lines(j.ID)))
	if !strings.Contains(read(t, "events.jsonl"), `{"line":"progress",`) {
		t.Error("who looks at it later does not see how it went")
	}
	b.want(0, "verify", "events.jsonl")
	if got := s.call(200, "GET", "/v1/jobs/"+j.ID+"/picture", ""); !bytes.HasSuffix(got, []byte("</svg>\n")) {
		t.Errorf("the picture is %s", got)
	}

	j, _ = s.job(s.call(201, "POST", "/v1/jobs?evaluations=1000", quboModel))
	if _, r = s.ended(j.ID); string(r.Answer) != `{"objective":-0.5,"values":{"a":0,"b":1}}` {
		t.Errorf("the answer is %s", r.Answer)
	}
	if got := s.call(200, "GET", "/v1/jobs/"+j.ID+"/solution", ""); strings.TrimSpace(string(got)) != string(r.Answer) {
		t.Errorf("the solution is %s", got)
	}
}

// A run that goes on is watched, and stopped; what it has found stays.
func TestService_WatchAndStop(t *testing.T) {
	s := newServed(t, func(c *service.Config) { c.AtOnce = 1 })
	first, _ := s.job(s.call(201, "POST", "/v1/jobs?file=ring.tsp&time=10m&target=none", ringText()))
	second, _ := s.job(s.call(201, "POST", "/v1/jobs?file=ring.tsp&time=10m", ringText()))
	if second.Place == 0 {
		t.Errorf("the second job is %+v", second)
	}
	stopped, _ := s.job(s.call(200, "DELETE", "/v1/jobs/"+second.ID, ""))
	if stopped.State != service.Stopped {
		t.Errorf("a job that waits is %s when it is stopped", stopped.State)
	}
	r := s.open(t.Context(), "GET", "/v1/jobs/"+first.ID+"/events", "")
	defer r.Body.Close()
	var lines strings.Builder
	for in := bufio.NewScanner(r.Body); in.Scan(); {
		data, ok := strings.CutPrefix(in.Text(), "data: ")
		if !ok {
			continue
		}
		lines.WriteString(data + "\n")
		if strings.HasPrefix(data, `{"line":"live"`) {
			j, _ := s.job(s.call(200, "GET", "/v1/jobs/"+first.ID, ""))
			if j.State == service.Running && (j.Best == nil || !strings.HasPrefix(j.Best.Text, "cost ") || len(j.Best.Solution) != 12) {
				t.Errorf("the best of a running job is %+v", j.Best)
			}
			s.call(200, "GET", "/v1/jobs/"+first.ID+"/picture", "")
			s.call(200, "DELETE", "/v1/jobs/"+first.ID, "")
		}
	}
	runs, err := record.Read(strings.NewReader(lines.String()), "events")
	if err != nil || len(runs) != 1 || runs[0].End == nil || runs[0].End.Status != multiwalk.Cancelled {
		t.Fatalf("the events are %s: %v", lines.String(), err)
	}
	j, rep := s.ended(first.ID)
	if j.State != service.Stopped || rep.Status != multiwalk.Cancelled || rep.Cost != runs[0].End.Cost || !rep.Verified {
		t.Errorf("the stopped job is %+v", j)
	}
}

// Whatever is wrong is said with its place and what to do.
func TestService_Refuses(t *testing.T) {
	s := newServed(t, func(c *service.Config) { c.MostBody = 1000 })
	for _, c := range []struct {
		status                    int
		method, path, body, wants string
	}{
		{400, "POST", "/v1/jobs", `{"qubo":{"terms":[["a","a"]]}}`, "model.json: at /qubo/terms/0: found"},
		{400, "POST", "/v1/jobs", `{"qubo":{"term":[]}}`, `at /qubo/term: no member \"term\" is known here, did you mean \"terms\"?`},
		{400, "POST", "/v1/jobs", "", "model.json: the file is empty"},
		{400, "POST", "/v1/jobs?tim=3", quboModel, `no setting \"tim\" is known here, did you mean \"time\"?`},
		{400, "POST", "/v1/jobs?time=%zz", quboModel, "the query is none"},
		{400, "POST", "/v1/jobs?time=1ms;seed=4", quboModel, "%3B for ;"},
		{400, "POST", "/v1/jobs?time=fast", quboModel, `time: \"fast\" is no time; write seconds`},
		{400, "POST", "/v1/jobs?time=1s&time=2s", quboModel, "time is given 2 times; give it once"},
		{400, "POST", "/v1/jobs?time=2h", quboModel, "time 2h0m0s is above this service's limit of 1h0m0s; ask for less"},
		{400, "POST", "/v1/jobs?method=psychic", quboModel, `unknown method \"psychic\"`},
		{400, "POST", "/v1/jobs?method=beam", quboModel, "beam"},
		{400, "POST", "/v1/jobs?device=gpu", quboModel, `no setting \"device\"`},
		{400, "POST", "/v1/jobs?file=../a.tsp", quboModel, "is no name of a file"},
		{400, "POST", "/v1/jobs?set=a=1", quboModel, "set needs a method whose settings it changes"},
		{413, "POST", "/v1/jobs", strings.Repeat(" ", 1001), "an instance as long is for the command line"},
		{404, "GET", "/v1/jobs/x", "", "there is no such job"},
		{404, "GET", "/v1/job", "", "/v1/openapi.json lists the paths"},
		{405, "PUT", "/v1/jobs", "", "this path takes GET or POST"},
	} {
		got := string(s.call(c.status, c.method, c.path, c.body))
		if !strings.Contains(got, c.wants) || strings.Contains(got, "--") {
			t.Errorf("%s %s: %s, want %s", c.method, c.path, got, c.wants)
		}
	}
}

// None of a hundred jobs at once is lost.
func TestService_HundredAtOnce(t *testing.T) {
	unraced.Test(t)
	s := newServed(t, nil)
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			j, _ := s.job(s.call(201, "POST", fmt.Sprintf("/v1/jobs?evaluations=2000&seed=%d&target=none&file=ring.tsp", i), ringText()))
			ended, r := s.ended(j.ID)
			if ended.State != service.Done || !r.Verified || r.Seed != uint64(i) {
				t.Errorf("job %d is %+v", i, ended)
			}
		})
	}
	all.Wait()
	var list []service.Job
	if err := json.Unmarshal(s.call(200, "GET", "/v1/jobs", ""), &list); err != nil || len(list) != 100 {
		t.Errorf("the service knows %d jobs: %v", len(list), err)
	}
	if got := string(s.call(200, "GET", "/metrics", "")); !strings.Contains(got, `multiwalk_jobs_ended_total{state="done"} 100`) {
		t.Errorf("the metrics are %s", got)
	}
}

// process starts serve as a process and returns it with its client.
func process(t *testing.T, flags ...string) (*exec.Cmd, *served) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "MULTIWALK_TEST_AS_COMMAND="+strings.Join(append([]string{"serve", "--http=localhost:0"}, flags...), "\x1f"))
	out := must.Have(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	for in := bufio.NewScanner(out); in.Scan(); {
		if where, ok := strings.CutPrefix(in.Text(), "jobs: "); ok {
			where, _, _ = strings.Cut(where, "/ ")
			return cmd, &served{t, where}
		}
	}
	t.Fatal("serve does not say where it takes jobs")
	return nil, nil
}

// A job that Ctrl-C and kill -9 broke off finds what it would have found.
func TestService_JobsSurvive(t *testing.T) {
	unraced.Test(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send another one an interrupt on Windows")
	}
	b := newBench(t)
	const rounds = "40"
	b.want(0, "solve", "demo", "--work="+rounds, "--target=none", "--json", "--plot=demo.svg", "--workers=1", "--method=tabu")
	var whole report
	must.Do(t, json.Unmarshal(b.out.Bytes(), &whole))
	text := must.Have(testProgram.Content("demo", nil))(t)
	store := filepath.Join(t.TempDir(), "store")
	flags := []string{"--listen=localhost:0", "--cores=0", "--store=" + store}
	cmd, s := process(t, flags...)
	j, _ := s.job(s.call(201, "POST", "/v1/jobs?file=demo.tsp&method=tabu&target=none&work="+rounds, string(text)))
	for _, signal := range []os.Signal{syscall.SIGINT, os.Kill} {
		s.begun(j.ID)
		must.Do(t, cmd.Process.Signal(signal))
		if err := cmd.Wait(); signal == syscall.SIGINT && err != nil {
			t.Errorf("serve ends with %v", err)
		}
		cmd, s = process(t, flags...)
	}
	if got := string(s.call(200, "GET", "/metrics", "")); !strings.Contains(got, "multiwalk_cluster_nodes 0\n") {
		t.Errorf("the metrics are %s", got)
	}
	ended, r := s.ended(j.ID)
	if ended.State != service.Done || r.Cost != whole.Cost || !slices.Equal(r.Solution, whole.Solution) || r.Rounds != whole.Rounds {
		t.Errorf("the job is %s (%s) and found %d in %d rounds, want %d in %d", ended.State, ended.Error, r.Cost, r.Rounds, whole.Cost, whole.Rounds)
	}
}

// Two services share a machine with a cluster: jobs alone need no port but that of HTTP.
func TestService_NeedsNoClusterPort(t *testing.T) {
	taken, err := net.Listen("tcp", "localhost:4333")
	if err == nil { // or it is taken anyway
		defer taken.Close()
	}
	for range 2 {
		_, s := process(t)
		j, _ := s.job(s.call(201, "POST", "/v1/jobs?evaluations=1000", quboModel))
		if ended, _ := s.ended(j.ID); ended.State != service.Done {
			t.Errorf("the job is %s: %s", ended.State, ended.Error)
		}
	}
	b := newBench(t)
	b.want(2, "serve", "--http=localhost:0", "--cores=1")
	if !strings.Contains(b.err.String(), "give --listen HOST:PORT too") {
		t.Error(b.err.String())
	}
}

// begun waits for the first incumbent of a job.
func (s *served) begun(id string) {
	ctx, cancel := context.WithCancel(s.t.Context())
	defer cancel()
	answer := s.open(ctx, "GET", "/v1/jobs/"+id+"/events", "")
	defer answer.Body.Close()
	for in := bufio.NewScanner(answer.Body); in.Scan(); {
		if strings.HasPrefix(in.Text(), "event: live") {
			return
		}
	}
}

// The description has all that the service takes, and what it answers is as it says.
func TestService_OpenAPI(t *testing.T) {
	s := newServed(t, nil)
	var doc struct {
		OpenAPI string
		Paths   map[string]map[string]struct {
			Parameters []struct{ Name, Description string }
		}
		Components struct{ Schemas map[string]json.RawMessage }
	}
	text := s.call(200, "GET", "/v1/openapi.json", "")
	must.Do(t, json.Unmarshal(text, &doc))
	var names []string
	for _, p := range doc.Paths["/v1/jobs"]["post"].Parameters {
		names = append(names, p.Name)
		if p.Description == "" || strings.Contains(p.Description, "${") {
			t.Errorf("parameter %s is described as %q", p.Name, p.Description)
		}
	}
	want := slices.Sorted(slices.Values(append([]string{"file"}, offered...)))
	if slices.Sort(names); !slices.Equal(names, want) {
		t.Errorf("the parameters are %v, want %v", names, want)
	}
	job, _ := s.job(s.call(201, "POST", "/v1/jobs?evaluations=1000", quboModel))
	s.ended(job.ID)
	whole := s.call(200, "GET", "/v1/jobs/"+job.ID, "")
	ended, _ := s.job(whole)
	for name, value := range map[string][]byte{"Job": whole, "Result": ended.Result, "Model": []byte(quboModel), "Problem": s.call(404, "GET", "/v1/jobs/x", "")} {
		if err := valid(doc.Components.Schemas[name], value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// valid checks a value by a schema of the description, but for what that refers to.
func valid(schema, value []byte) error {
	var s jsonschema.Schema
	if err := json.Unmarshal(bytes.ReplaceAll(schema, []byte(`"$ref":"#/components/schemas/Result"`), []byte(`"type":["object","null"]`)), &s); err != nil {
		return err
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal(value, &v); err != nil {
		return err
	}
	return resolved.Validate(v)
}
