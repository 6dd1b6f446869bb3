package service

import (
	"net/http"
	"reflect"
	"strings"
)

// route is a path of the service, with what its description says.
type route struct {
	method, path string
	summary      string
	serve        http.HandlerFunc
	status       int          // of success
	kind         string       // of the content then
	answer       reflect.Type // of JSON content; nil: it has no schema
	errors       []int        // besides 401
}

const (
	asJSON   = "application/json"
	asEvents = "text/event-stream"
)

// routes are all paths but those of the page.
func (s *Service) routes() []route {
	one, all := reflect.TypeFor[Job](), reflect.TypeFor[[]Job]()
	list := []route{
		{"GET", "/v1/jobs", "List the jobs, the newest first.", s.list, 200, asJSON, all, nil},
		{"GET", "/v1/jobs/{id}", "Tell of a job, with its best solution or its result.", s.get, 200, asJSON, one, []int{404}},
		{"DELETE", "/v1/jobs/{id}", "Stop a job. What it has found stays.", s.stop, 200, asJSON, one, []int{404}},
		{"GET", "/v1/jobs/{id}/instance", "Tell of a job's instance.", s.instance, 200, asJSON, reflect.TypeFor[Instance](), []int{404}},
		{"GET", "/v1/jobs/{id}/events", "Follow a job: the lines of its record as server-sent events.", s.events, 200, asEvents, nil, []int{404, 503}},
		{"GET", "/v1/jobs/{id}/solution", "The best solution as a file of the problem's own format; of a model in its names.", s.file, 200,
			"text/plain", nil, []int{404}},
		{"GET", "/v1/jobs/{id}/picture", "The best solution as a picture.", s.picture, 200, "image/svg+xml", nil, []int{404}},
	}
	if s.Solver == nil {
		return list
	}
	return append(list,
		route{"POST", "/v1/jobs", "Submit a job: the body is the instance, a model in JSON or the text of a file.", s.submit, 201, asJSON, one,
			[]int{400, 413, 429, 503}},
		route{"GET", "/v1/openapi.json", "This description.", s.describe, 200, asJSON, nil, nil},
		route{"GET", "/metrics", "What the service does, in Prometheus' text form.", s.measured, 200, "text/plain", nil, nil})
}

// Handler serves all paths.
func (s *Service) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.HandleFunc(r.method+" "+r.path, r.serve)
	}
	mux.Handle("GET /{$}", http.HandlerFunc(page))
	mux.Handle("GET /page/", http.HandlerFunc(page))
	return s.guard(inJSON(mux))
}

// inJSON has the mux's own refusals say what to do, in JSON as all others.
func inJSON(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := mux.Handler(r); pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		var known []string
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
			other := r.Clone(r.Context())
			other.Method = method
			if _, pattern := mux.Handler(other); pattern != "" {
				known = append(known, method)
			}
		}
		if known == nil {
			say(w, http.StatusNotFound, Problem{"there is nothing at this path; GET /v1/openapi.json lists the paths"})
			return
		}
		w.Header().Set("Allow", strings.Join(known, ", "))
		say(w, http.StatusMethodNotAllowed, Problem{"this path takes " + strings.Join(known, " or ")})
	})
}
