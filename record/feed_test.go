package record

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// What any reader of a feed gets, from whenever on, is a record of the run, during the run and at its end.
func TestFeed_IsARecord(t *testing.T) {
	f := new(Feed)
	must.Do(t, f.Begin(header(t)))
	var all, late bytes.Buffer
	var at Cursor
	res := solve(t, 1, func(e multiwalk.Event) {
		f.Observe(e)
		lines, _ := f.Read(&at)
		all.Write(lines)
	})
	killed, err := Read(bytes.NewReader(all.Bytes()), "feed")
	if x, cost, ok := killed[0].Best(); err != nil || !ok || cost < res.Cost || len(x) != len(res.Best) {
		t.Errorf("during the run a reader has %v, %d: %v", x, cost, err)
	}
	if b := f.Best(); b.Cost != res.Cost || !slices.Equal(b.Solution, res.Best) {
		t.Errorf("the best of the feed costs %d, want %d", b.Cost, res.Cost)
	}
	must.Do(t, f.Finish(New(header(t), res)))
	f.Close()
	again := must.Have(Replay(New(header(t), res), f.Course()))(t)
	for _, reader := range []struct {
		of *Feed
		to *bytes.Buffer
		at *Cursor
	}{{f, &all, &at}, {f, &late, new(Cursor)}, {again, new(bytes.Buffer), new(Cursor)}} {
		for {
			lines, wait := reader.of.Read(reader.at)
			if wait != nil {
				t.Fatal("a feed that is over has readers wait")
			}
			if lines == nil {
				break
			}
			reader.to.Write(lines)
		}
		if !bytes.Contains(reader.to.Bytes(), []byte(`{"line":"progress",`)) {
			t.Error("a reader does not see how the run went")
		}
		runs, err := Read(reader.to, "feed")
		if err != nil || len(runs) != 1 || runs[0].End == nil || runs[0].End.Cost != res.Cost || len(runs[0].History) != len(res.History) {
			t.Errorf("at the end a reader has %+v: %v", runs, err)
		}
	}
}

// However long the run, a feed keeps few lines, from the beginning to the end; a reader who waits is told.
func TestFeed_IsBounded(t *testing.T) {
	f := new(Feed)
	must.Do(t, f.Begin(header(t)))
	var at Cursor
	f.Read(&at)
	_, wait := f.Read(&at)
	const events = 20000
	for i := range events {
		f.Observe(multiwalk.Event{Elapsed: time.Duration(i) * time.Second, Cost: int64(events - i), Best: []int32{int32(i)}})
	}
	select {
	case <-wait:
	default:
		t.Error("a reader who waits is told nothing")
	}
	if len(f.course) > mostProgress || !bytes.Contains(f.course[0].text, []byte(`"cost":20000,`)) {
		t.Errorf("the feed keeps %d lines, the first %s", len(f.course), f.course[0].text)
	}
	course := f.Course()
	if n := bytes.Count(course, []byte("\n")); n > mostCourse+1 || !bytes.Contains(course, []byte(`"cost":20000,`)) || !bytes.Contains(course, f.course[len(f.course)-1].text) {
		t.Errorf("the course has %d lines", n)
	}
	lines, _ := f.Read(&at)
	if !bytes.Contains(lines, []byte(`"line":"live","cost":1,`)) || bytes.Count(lines, []byte("\n")) > mostProgress+1 {
		t.Errorf("a slow reader gets %d lines", bytes.Count(lines, []byte("\n")))
	}
}
