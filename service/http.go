package service

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/nearest"
)

// Limits on who calls. What is slower is cut off.
const (
	headTime   = 10 * time.Second // for the head of a request
	bodyTime   = 2 * time.Minute  // for all of it
	answerTime = time.Minute      // for an answer; for each piece of a stream of events
	idleTime   = 2 * time.Minute  // between two requests
	mostHead   = 64 << 10         // bytes
	mostFile   = 255              // bytes of a file's name
)

// Server is an HTTP server of the service that minds these limits.
func (s *Service) Server() *http.Server {
	return &http.Server{Handler: s.Handler(), ReadHeaderTimeout: headTime, ReadTimeout: bodyTime, IdleTimeout: idleTime,
		MaxHeaderBytes: mostHead, ErrorLog: log.New(quiet{s}, "", 0)}
}

// quiet tells what goes wrong in the server, but not that strangers fail to connect.
type quiet struct{ *Service }

func (q quiet) Write(line []byte) (int, error) {
	if !bytes.Contains(line, []byte("TLS handshake error")) {
		q.Tell(string(bytes.TrimSpace(line)))
	}
	return len(line), nil
}

// Problem is what is answered where something is refused.
type Problem struct {
	Error string `json:"error" jsonschema:"what is wrong, and what to do"`
}

// refused is the error of a job that cannot be solved.
type refused struct{ error }

func (r refused) Unwrap() error { return r.error }

// say answers with a value in JSON.
func say(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"error":"the answer is no JSON"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // who does not read has gone
}

// refuse answers with an error. Those of the service's own, such as of a disk, are said to be so.
func refuse(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	switch big := (*http.MaxBytesError)(nil); {
	case errors.Is(err, errFull):
		status = http.StatusTooManyRequests
		w.Header().Set("Retry-After", "1")
	case errors.Is(err, errClosing):
		status = http.StatusServiceUnavailable
	case errors.As(err, &big), errors.Is(err, bounded.ErrTooLong):
		status = http.StatusRequestEntityTooLarge
	case errors.As(err, new(refused)):
		status = http.StatusBadRequest
	}
	say(w, status, Problem{plain(err)})
}

// submit takes a job.
func (s *Service) submit(w http.ResponseWriter, r *http.Request) {
	file, settings, err := s.asked(r)
	if err != nil {
		refuse(w, err)
		return
	}
	if err := s.room(); err != nil { // before the body is read
		refuse(w, err)
		return
	}
	limit := bounded.Limit{Most: s.MostBody, Remedy: "an instance as long is for the command line"}
	content, err := limit.ReadAll(http.MaxBytesReader(w, r.Body, s.MostBody+1))
	if err != nil {
		refuse(w, refused{fmt.Errorf("the instance: %w", err)})
		return
	}
	told, err := s.Submit(file, content, settings)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Location", "/v1/jobs/"+told.ID)
	say(w, http.StatusCreated, told)
}

// fileParameter names the instance's file, whose ending may tell its format.
const fileParameter = "file"

// asked reads the query of a job.
func (s *Service) asked(r *http.Request) (file string, settings Settings, err error) {
	known := []string{fileParameter}
	for _, k := range s.Solver.Settings() {
		known = append(known, k.Name)
	}
	file, settings = "model.json", Settings{}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return "", nil, refused{fmt.Errorf("the query is none: %w; write name=value, with & between, and %%3B for ;", err)}
	}
	for key, values := range query {
		at := slices.Index(known, key)
		switch {
		case at < 0:
			return "", nil, refused{fmt.Errorf("no setting %q is known here%s; known are %s", key, nearest.Hint(key, known), strings.Join(known, ", "))}
		case len(values) > 1 && (at == 0 || !s.Solver.Settings()[at-1].Many):
			return "", nil, refused{fmt.Errorf("%s is given %d times; give it once", key, len(values))}
		case at == 0:
			file = values[0]
		default:
			settings[key] = values
		}
	}
	if file == "" || len(file) > mostFile || strings.ContainsAny(file, "/\\\x00") || file[0] == '.' || file[0] == '-' {
		return "", nil, refused{fmt.Errorf("file=%.60q is no name of a file; give it without its folder, such as file=a.tsp", file)}
	}
	return file, settings, nil
}

// list tells of all jobs.
func (s *Service) list(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, s.List()) }

// get tells of a job.
func (s *Service) get(w http.ResponseWriter, r *http.Request) {
	if told, ok := s.Get(r.PathValue("id")); ok {
		say(w, http.StatusOK, told)
	} else {
		unknown(w)
	}
}

// stop ends a job.
func (s *Service) stop(w http.ResponseWriter, r *http.Request) {
	s.Stop(r.PathValue("id"))
	s.get(w, r)
}

func unknown(w http.ResponseWriter) {
	say(w, http.StatusNotFound, Problem{"there is no such job; GET /v1/jobs lists them"})
}

// found is the job of a path; it answers itself if there is none.
func (s *Service) found(w http.ResponseWriter, r *http.Request) *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	j := s.jobs[r.PathValue("id")]
	if j == nil {
		unknown(w)
	}
	return j
}

// file writes the solution as a file of the problem's own format, or of a model in the names of the document.
func (s *Service) file(w http.ResponseWriter, r *http.Request) {
	s.made(w, r, "text/plain; charset=utf-8", func(made io.Writer, seen *sight, x []int32) error { return seen.in.WriteSolution(made, x) })
}

// pictureName says in which format pictures are.
const pictureName = "picture.svg"

// picture draws the solution.
func (s *Service) picture(w http.ResponseWriter, r *http.Request) {
	s.made(w, r, "image/svg+xml", func(made io.Writer, seen *sight, x []int32) error {
		if err := seen.in.CheckPicture(pictureName); err != nil {
			return noPicture{err}
		}
		return seen.in.Draw(made, pictureName, x)
	})
}

// noPicture is the error of an instance that cannot be drawn.
type noPicture struct{ error }

// made answers with what is made of the best solution.
func (s *Service) made(w http.ResponseWriter, r *http.Request, kind string, make func(io.Writer, *sight, []int32) error) {
	j := s.found(w, r)
	if j == nil {
		return
	}
	x, err := s.solution(j)
	if err == nil && x == nil {
		say(w, http.StatusNotFound, Problem{"the job has no solution yet; wait for its events"})
		return
	}
	var text bytes.Buffer
	if err == nil {
		in, wrong := s.look(j)
		if err = wrong; err == nil {
			err = in.Problem.Space().Check(x)
		}
		if err == nil {
			err = make(&text, &sight{j.ID, in}, x)
		}
	}
	switch {
	case errors.As(err, new(noPicture)):
		say(w, http.StatusNotFound, Problem{"there is no picture of this instance"})
	case err != nil:
		refuse(w, err)
	default:
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(text.Bytes()) // who does not read has gone
	}
}
