package service

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
)

// Shown is a run of somebody else's that a service shows.
type Shown struct {
	File     string
	Feed     *record.Feed
	Instance func() (*problem.Instance, error)
	Stop     func() // nil if the run is over
}

// Show is a service that takes no jobs: it shows runs that others make, or have made.
func Show(c Config, runs ...Shown) *Service {
	s := &Service{Config: c, store: &store{}, jobs: map[string]*job{}}
	s.ctx, s.end = context.WithCancel(context.Background())
	s.work = sync.NewCond(&s.mu)
	s.meters = newMeters(s)
	now := time.Now().UTC()
	for i, r := range runs {
		id := strconv.Itoa(i + 1)
		j := &job{Job: Job{ID: id, File: r.File, State: Done, Created: now.Add(-time.Duration(i)), Started: &now}, feed: r.Feed, shown: &r}
		if r.Stop != nil {
			j.State, j.cancel = Running, r.Stop
		}
		s.jobs[id] = j
	}
	return s
}

// Over tells that the first of the runs shown is over, with what it answers.
func (s *Service) Over(answer json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now().UTC()
	j := s.jobs["1"]
	j.State, j.Ended, j.answer = Done, &now, answer
}

// Watched says whether anybody follows events.
func (s *Service) Watched() bool { return s.meters.streams.Load() > 0 }

// Instance is what there is to know of a job's instance.
type Instance struct {
	Name      string   `json:"name" jsonschema:"of the instance"`
	Problem   string   `json:"problem" jsonschema:"its name, as multiwalk problems lists it"`
	Title     string   `json:"title" jsonschema:"what the problem is"`
	Word      string   `json:"word" jsonschema:"what a cost is called: cost, or what is maximised"`
	Maximised bool     `json:"maximised" jsonschema:"a cost has the other sign of what is maximised"`
	Real      bool     `json:"real" jsonschema:"costs stand for real numbers; lines of events have these as f"`
	Units     float64  `json:"units" jsonschema:"of a model: its objective is offset and a cost divided by units; 0: costs are what is wanted"`
	Offset    float64  `json:"offset" jsonschema:"of a model: see units"`
	BestKnown *float64 `json:"best_known" jsonschema:"the least cost that is published, in the sign of costs; null: none is known"`
	Picture   bool     `json:"picture" jsonschema:"solutions can be drawn"`
	Notes     []string `json:"notes" jsonschema:"how the file was understood"`
}

// instance tells of a job's instance.
func (s *Service) instance(w http.ResponseWriter, r *http.Request) {
	j := s.found(w, r)
	if j == nil {
		return
	}
	in, err := s.look(j)
	if err != nil {
		say(w, http.StatusNotFound, Problem{plain(err)})
		return
	}
	told := Instance{Name: in.Name, Problem: in.Format.Name, Title: in.Format.Title, Word: in.Format.Word(), Maximised: in.Format.Maximised != "",
		Real: in.Format.Real, Units: in.Format.Units, Offset: in.Format.Offset, Picture: in.CheckPicture(pictureName) == nil, Notes: append([]string{}, in.Notes...)}
	if known, ok := in.BestKnown(); ok && !in.Format.Real {
		cost := float64(known.Cost)
		told.BestKnown = &cost
	}
	say(w, http.StatusOK, told)
}
