package service

import (
	"net/http"
	"sync/atomic"

	"github.com/VictoriaMetrics/metrics"
)

// meters count what the service does.
type meters struct {
	set       *metrics.Set
	submitted *metrics.Counter
	waited    *metrics.Summary
	worked    *metrics.Summary
	streams   atomic.Int64
}

func newMeters(s *Service) *meters {
	set := metrics.NewSet()
	m := &meters{set: set, submitted: set.NewCounter("multiwalk_jobs_submitted_total"), waited: set.NewSummary("multiwalk_job_wait_seconds"),
		worked: set.NewSummary("multiwalk_job_run_seconds")}
	for _, state := range []State{Done, Stopped, Failed} {
		m.over(state)
	}
	set.NewGauge("multiwalk_jobs_queued", func() float64 {
		s.mu.Lock()
		defer s.mu.Unlock()
		return float64(len(s.queue))
	})
	set.NewGauge("multiwalk_jobs_running", func() float64 {
		s.mu.Lock()
		defer s.mu.Unlock()
		count := 0
		for _, j := range s.jobs {
			if j.State == Running {
				count++
			}
		}
		return float64(count)
	})
	set.NewGauge("multiwalk_event_streams", func() float64 { return float64(m.streams.Load()) })
	return m
}

func (m *meters) over(state State) *metrics.Counter {
	return m.set.GetOrCreateCounter(`multiwalk_jobs_ended_total{state="` + string(state) + `"}`)
}

// ended counts a job that is over.
func (m *meters) ended(j Job) {
	m.over(j.State).Inc()
	if j.Started != nil {
		m.worked.Update(j.Ended.Sub(*j.Started).Seconds())
	}
}

// measured writes the metrics in Prometheus' text form.
func (s *Service) measured(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	s.meters.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
	if s.Metrics == nil {
		return
	}
	if err := s.Metrics(r.Context(), w); err != nil {
		s.Tell("metrics: " + plain(err))
	}
}
