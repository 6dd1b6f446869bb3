package service

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"

	"github.com/multiwalk/multiwalk/record"
)

const (
	// mostStreams bounds how many streams of events there are at the same time.
	mostStreams = 256
	// beat is the time between two signs of life in a stream that is silent.
	beat = 15 * time.Second
	// pace is the least time between two pieces of a stream.
	pace = 100 * time.Millisecond
	// overID is the identifier behind the last event.
	overID = "over"
)

// events sends the lines of a job's record as server-sent events, from its beginning to its end, each under the line's own kind.
func (s *Service) events(w http.ResponseWriter, r *http.Request) {
	j := s.found(w, r)
	if j == nil {
		return
	}
	if s.meters.streams.Add(1) > mostStreams {
		s.meters.streams.Add(-1)
		say(w, http.StatusServiceUnavailable, Problem{"too many watch already; try again later, or GET the job itself"})
		return
	}
	defer s.meters.streams.Add(-1)
	if r.Header.Get("Last-Event-ID") == overID {
		w.WriteHeader(http.StatusNoContent) // which keeps browsers from asking again
		return
	}
	feed, err := s.feedOf(j)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	to := &stream{w: w, control: http.NewResponseController(w)}
	_ = to.control.SetReadDeadline(time.Time{}) // the request is read, and its connection stays
	if feed != nil {
		to.follow(r, feed)
	}
	to.send([]byte("id: " + overID + "\n\n"))
}

// stream is a reader of events.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// follow sends a feed until its end, or until the reader has gone.
func (t *stream) follow(r *http.Request, feed *record.Feed) {
	var at record.Cursor
	last := time.Now()
	for {
		lines, wait := feed.Read(&at)
		switch {
		case len(lines) > 0:
			if !t.send(events(lines)) {
				return
			}
			last = time.Now()
			if !pause(r, pace) {
				return
			}
			continue
		case wait == nil:
			return
		}
		silence := time.NewTimer(time.Until(last.Add(beat)))
		select {
		case <-wait:
		case <-silence.C:
			if last = time.Now(); !t.send([]byte(": still there\n\n")) {
				return
			}
		case <-r.Context().Done():
			silence.Stop()
			return
		}
		silence.Stop()
	}
}

// pause waits; it returns false if the reader has gone.
func pause(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

// send returns false if the reader has gone or is too slow.
func (t *stream) send(text []byte) bool {
	if err := t.control.SetWriteDeadline(time.Now().Add(answerTime)); err != nil {
		return false
	}
	if _, err := t.w.Write(text); err != nil {
		return false
	}
	return t.control.Flush() == nil
}

// events writes lines of a record as server-sent events.
func events(lines []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(lines) {
		var kind struct{ Line string }
		if json.Unmarshal(line, &kind) != nil {
			continue
		}
		b.WriteString("event: " + kind.Line + "\ndata: ")
		b.Write(bytes.TrimSpace(line))
		b.WriteString("\n\n")
	}
	return b.Bytes()
}
