package service_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/service"
)

// gate is a solver whose jobs are over when the test lets them, or when they are stopped.
type gate struct{ open chan string }

type told struct{ Status string }

func (g gate) Settings() []service.Setting { return []service.Setting{{Name: "time", Type: "string"}} }
func (g gate) Answer() reflect.Type        { return reflect.TypeFor[told]() }

func (g gate) Check(t service.Task) (*problem.Instance, error) {
	if string(t.Content) == "bad" {
		return nil, errors.New("bad is no instance; write good")
	}
	return &problem.Instance{}, nil
}

func (g gate) Solve(ctx context.Context, t service.Task, _ *record.Feed) (json.RawMessage, error) {
	status := "cancelled"
	select {
	case status = <-g.open:
	case <-ctx.Done():
	}
	switch status {
	case "panic":
		panic("the method fails")
	case "full":
		return nil, fmt.Errorf("the record: %w", syscall.ENOSPC)
	}
	return json.Marshal(told{status})
}

func open(t *testing.T, c service.Config) (*service.Service, gate) {
	t.Helper()
	g := gate{make(chan string)}
	c.Solver, c.AtOnce = g, 1
	s := must.Have(service.New(c))(t)
	t.Cleanup(s.Close)
	return s, g
}

func submit(t *testing.T, s *service.Service) service.Job {
	t.Helper()
	j := must.Have(s.Submit("a", []byte("good"), nil))(t)
	return j
}

// until waits for a job to have a state.
func until(t *testing.T, s *service.Service, id string, state service.State) service.Job {
	t.Helper()
	for t.Context().Err() == nil {
		if j, ok := s.Get(id); !ok || j.State == state {
			return j
		}
	}
	return service.Job{}
}

func ask(h http.Handler, change func(*http.Request), method, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader("good"))
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// The queue has a bound. A job that panics is that job's loss alone.
func TestQueue(t *testing.T) {
	s, g := open(t, service.Config{Queue: 2})
	first := submit(t, s)
	until(t, s, first.ID, service.Running)
	second, third := submit(t, s), submit(t, s)
	if w := ask(s.Handler(), nil, "POST", "/v1/jobs"); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("a full queue answers %d: %s", w.Code, w.Body)
	}
	g.open <- "panic"
	if j := until(t, s, first.ID, service.Failed); !strings.Contains(j.Error, "the method fails") {
		t.Errorf("a job that panics is %+v", j)
	}
	until(t, s, second.ID, service.Running)
	if j, _ := s.Get(third.ID); j.Place != 1 {
		t.Errorf("the last job is %+v", j)
	}
	g.open <- "done"
	g.open <- "done"
	if j := until(t, s, third.ID, service.Done); string(j.Result) != `{"Status":"done"}` {
		t.Errorf("the answer is %s", j.Result)
	}
}

// A job for which the disk has no room waits, before all others, until there is some. It may be stopped meanwhile.
func TestQueue_WaitsForRoom(t *testing.T) {
	t.Cleanup(service.Hurry())
	s, g := open(t, service.Config{})
	first, second := submit(t, s), submit(t, s)
	for range 3 {
		g.open <- "full"
	}
	g.open <- "done"
	if j := until(t, s, first.ID, service.Done); j.Error != "" || j.Attempts != 1 {
		t.Errorf("after a full disk the job is %+v", j)
	}
	g.open <- "full"
	s.Stop(second.ID)
	if j := until(t, s, second.ID, service.Stopped); j.State != service.Stopped {
		t.Errorf("a job that waits for room and is stopped is %+v", j)
	}
}

// An end that cannot be kept is in memory until it can.
func TestEnd_IsKeptLater(t *testing.T) {
	t.Cleanup(service.Hurry())
	folder := t.TempDir()
	s, g := open(t, service.Config{Store: folder})
	id := submit(t, s).ID
	until(t, s, id, service.Running)
	file := filepath.Join(folder, "jobs", id, "answer.json")
	must.Do(t, os.MkdirAll(filepath.Join(file, "in the way"), 0o700))
	g.open <- "done"
	want := `{"Status":"done"}`
	if j := until(t, s, id, service.Done); string(j.Result) != want {
		t.Errorf("the answer in memory is %s", j.Result)
	}
	must.Do(t, os.RemoveAll(file))
	for text := ""; text != want; {
		if told, err := os.ReadFile(file); t.Context().Err() != nil || err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		} else {
			text = string(told)
		}
	}
	s.Close()
	again, _ := open(t, service.Config{Store: folder})
	if j, _ := again.Get(id); j.State != service.Done || string(j.Result) != want {
		t.Errorf("after a restart it is %+v", j)
	}
}

// A job that is stopped while it runs is stopped, and has its answer.
func TestStop(t *testing.T) {
	s, _ := open(t, service.Config{})
	j := submit(t, s)
	until(t, s, j.ID, service.Running)
	s.Stop(j.ID)
	if j := until(t, s, j.ID, service.Stopped); string(j.Result) != `{"Status":"cancelled"}` {
		t.Errorf("it is %+v", j)
	}
}

// After the end no more are remembered than were asked for.
func TestKeep(t *testing.T) {
	s, g := open(t, service.Config{Keep: 2})
	var last service.Job
	for range 4 {
		last = submit(t, s)
		g.open <- "done"
		until(t, s, last.ID, service.Done)
	}
	if list := s.List(); len(list) != 2 || list[0].ID != last.ID {
		t.Errorf("the service knows %+v", list)
	}
}

// A service that comes back has all jobs: those that are over with their answers, the others go on. What is broken in its store is told, and
// stays.
func TestStore(t *testing.T) {
	folder := t.TempDir()
	s, g := open(t, service.Config{Store: folder})
	over, going, waiting := submit(t, s), submit(t, s), submit(t, s)
	g.open <- "done"
	until(t, s, over.ID, service.Done)
	until(t, s, going.ID, service.Running)
	if _, err := service.New(service.Config{Solver: g, Store: folder}); err == nil {
		t.Error("a second service takes the same store")
	}
	s.Close()
	broken := filepath.Join(folder, "jobs", strings.Repeat("b", 26))
	half := filepath.Join(folder, "jobs", strings.Repeat("c", 26))
	for _, f := range []string{broken, half} {
		must.Do(t, os.Mkdir(f, 0o700))
	}
	must.Do(t, os.WriteFile(filepath.Join(broken, "job.json"), []byte("{"), 0o600))
	var said []string
	s, g = open(t, service.Config{Store: folder, Tell: func(line string) { said = append(said, line) }})
	if len(said) != 1 || !strings.Contains(said[0], broken) {
		t.Errorf("it says %q", said)
	}
	if _, err := os.Stat(half); err == nil {
		t.Error("a job that was never answered stays")
	}
	if j, _ := s.Get(over.ID); j.State != service.Done || string(j.Result) != `{"Status":"done"}` {
		t.Errorf("the job that was over is %+v", j)
	}
	until(t, s, going.ID, service.Running)
	g.open <- "again"
	g.open <- "last"
	until(t, s, waiting.ID, service.Done)
	if j, _ := s.Get(going.ID); string(j.Result) != `{"Status":"again"}` {
		t.Errorf("the job that was broken off is %+v", j)
	}
}

// Only who has the token comes in, only by the right name where there is none, and no page of another origin ever.
func TestGuard(t *testing.T) {
	closed, _ := open(t, service.Config{Token: "secret"})
	local, _ := open(t, service.Config{Local: true})
	header := func(key, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(key, value) }
	}
	for _, c := range []struct {
		h            http.Handler
		change       func(*http.Request)
		method, path string
		want         int
	}{
		{closed.Handler(), nil, "GET", "/v1/jobs", 401},
		{closed.Handler(), nil, "GET", "/metrics", 401},
		{closed.Handler(), nil, "POST", "/v1/jobs", 401},
		{closed.Handler(), nil, "GET", "/", 200},
		{closed.Handler(), header("Authorization", "Bearer secret"), "GET", "/v1/jobs", 200},
		{closed.Handler(), header("Authorization", "Bearer secre"), "GET", "/v1/jobs", 401},
		{closed.Handler(), header("Authorization", "secret"), "GET", "/v1/jobs", 401},
		{local.Handler(), nil, "GET", "/v1/jobs", 200},
		{local.Handler(), func(r *http.Request) { r.Host = "[::1]:4380" }, "GET", "/v1/jobs", 200},
		{local.Handler(), func(r *http.Request) { r.Host = "evil.example" }, "GET", "/v1/jobs", 403},
		{local.Handler(), header("Origin", "https://evil.example"), "POST", "/v1/jobs", 403},
	} {
		if w := ask(c.h, c.change, c.method, c.path); w.Code != c.want {
			t.Errorf("%s %s: %d, want %d: %s", c.method, c.path, w.Code, c.want, w.Body)
		}
	}
}

// The description has each path that the handler serves, and no other.
func TestOpenAPI_HasTheRoutes(t *testing.T) {
	s, _ := open(t, service.Config{})
	text := must.Have(s.OpenAPI())(t)
	doc := text.(map[string]any)
	for path, item := range doc["paths"].(map[string]map[string]any) {
		for method := range item {
			at := strings.ReplaceAll(path, "{id}", "x")
			if w := ask(s.Handler(), nil, strings.ToUpper(method), at); w.Code == http.StatusMethodNotAllowed || strings.Contains(w.Body.String(), "nothing at this path") {
				t.Errorf("%s %s: %d", method, path, w.Code)
			}
		}
	}
	for method, paths := range map[string][]string{"GET": {"/v1/jobs", "/v1/jobs/{id}", "/v1/jobs/{id}/events", "/v1/jobs/{id}/solution",
		"/v1/jobs/{id}/picture", "/v1/openapi.json", "/metrics"}, "POST": {"/v1/jobs"}, "DELETE": {"/v1/jobs/{id}"}} {
		for _, path := range paths {
			if _, ok := doc["paths"].(map[string]map[string]any)[path][strings.ToLower(method)]; !ok {
				t.Errorf("%s %s is not described", method, path)
			}
		}
	}
}

// A job that takes the service down with it lets others go first, and fails in the end.
func TestStore_JobsThatBringTheServiceDown(t *testing.T) {
	folder := t.TempDir()
	s, _ := open(t, service.Config{Store: folder})
	first, second := submit(t, s), submit(t, s)
	until(t, s, first.ID, service.Running)
	s.Close()
	for attempts := range 6 {
		attempted(t, folder, first.ID, attempts)
		s, g := open(t, service.Config{Store: folder})
		switch attempts {
		case 0:
			until(t, s, first.ID, service.Running)
		case 5:
			if j := until(t, s, first.ID, service.Failed); !strings.Contains(j.Error, "5 times") {
				t.Errorf("the job is %+v", j)
			}
			until(t, s, second.ID, service.Running)
			g.open <- "method_ended"
			until(t, s, second.ID, service.Done)
		default:
			until(t, s, second.ID, service.Running)
		}
		s.Close()
	}
}

// attempted has the store say how often a job was begun.
func attempted(t *testing.T, folder, id string, times int) {
	t.Helper()
	file := filepath.Join(folder, "jobs", id, "job.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var j service.Job
	if err := json.Unmarshal(text, &j); err != nil || j.Attempts != max(0, times-1) {
		t.Errorf("before attempt %d a service that ended in order leaves %s: %v", times, text, err)
	}
	j.Attempts = times
	if text, err = json.Marshal(j); err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
