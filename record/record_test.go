package record

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

// displaced costs the sum of |x[i]-i|.
type displaced int

func (n displaced) Space() multiwalk.Space { return multiwalk.Permutation(int(n)) }

func (n displaced) Cost(x []int32) int64 {
	var c int64
	for i, v := range x {
		c += max(int64(v)-int64(i), int64(i)-int64(v))
	}
	return c
}

// shuffler is a method that draws random solutions.
type shuffler struct {
	Tries  int
	Inner  walk.Method
	Others []walk.Method
	Gap    time.Duration
	F      func()
	hidden int
}

func (shuffler) Name() string { return "shuffler" }

func (shuffler) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	return search{p, plan}, nil
}

type search struct {
	p    multiwalk.Problem
	plan walk.Plan
}

func (search) Slice() int { return 10 }

func (s search) NewWalk(id int) (walk.Walk, error) {
	n := s.p.Space().Len()
	return &drawn{p: s.p, r: multiwalk.NewRand(s.plan.Seed, id), x: make([]int32, n), best: make([]int32, n), cost: 1 << 40}, nil
}

type drawn struct {
	p       multiwalk.Problem
	r       *multiwalk.Rand
	x, best []int32
	cost    int64
	c       multiwalk.Counters
}

func (w *drawn) Step(s *walk.Slice) bool {
	for s.Next(w.c.Evaluations()) {
		w.p.Space().Random(w.r, w.x)
		if part, ok := s.Progress(w.c.Evaluations()); ok && part > 0.5 { // a replay without the run's paces differs
			w.p.Space().Random(w.r, w.x)
		}
		w.c.FullEvaluations++
		w.c.Units++
		if c := w.p.Cost(w.x); c < w.cost {
			w.cost = c
			copy(w.best, w.x)
			s.Improved(c, w.c)
		}
	}
	return true
}

func (w *drawn) Best() ([]int32, int64) {
	if w.c.Units == 0 {
		return nil, 0
	}
	return w.best, w.cost
}

func (w *drawn) Counters() multiwalk.Counters { return w.c }

const instance = "displaced 7\n"

func header(t *testing.T) Header {
	t.Helper()
	m := must.Have(MethodOf(shuffler{}))(t)
	return Header{Program: "v0", Problem: "displaced", Instance: "seven", File: "seven.txt", Hash: Hash([]byte(instance)),
		N: 7, Method: m, Device: "cpu", Stop: []multiwalk.Stop{multiwalk.Evaluations(200)}}
}

func solve(t *testing.T, workers int, observe func(multiwalk.Event)) *multiwalk.Result {
	t.Helper()
	return must.Have(multiwalk.Minimize(context.Background(), displaced(7), shuffler{}, multiwalk.Settings{
		Seed: 5, Walks: 3, Workers: workers, Stop: []multiwalk.Stop{multiwalk.Evaluations(200)}, Observe: observe}))(t)
}

func text(t *testing.T, r Run) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, Write(&b, r))
	return b.String()
}

func TestRead_WhatWriteWrote(t *testing.T) {
	run := New(header(t), solve(t, 1, nil))
	want := text(t, run)
	runs := must.Have(Read(strings.NewReader(want+want), "two.jsonl"))(t)
	if len(runs) != 2 || runs[0].At != "two.jsonl:1" || runs[1].At == runs[0].At {
		t.Fatalf("read %d runs, at %q; want 2 at two.jsonl:1 and later", len(runs), runs[0].At)
	}
	for _, r := range runs {
		if got := text(t, r); got != want {
			t.Errorf("read and written again:\n%s\nwant\n%s", got, want)
		}
		must.Do(t, Verify(r, displaced(7), Hash([]byte(instance))))
	}
}

func TestLogical_IsEqualForAnyNumberOfWorkers(t *testing.T) {
	one, two := text(t, New(header(t), solve(t, 1, nil)).Logical()), text(t, New(header(t), solve(t, 2, nil)).Logical())
	if one != two {
		t.Errorf("records differ:\n%s\n%s", one, two)
	}
	if strings.Contains(one, "elapsed") || strings.Contains(one, "workers") {
		t.Errorf("logical record names the machine or its time:\n%s", one)
	}
}

func TestMerge_DropsACutLine(t *testing.T) {
	whole := text(t, New(header(t), solve(t, 1, nil)))
	killed := must.Have(Read(strings.NewReader(whole[:len(whole)-9]), "killed.jsonl"))(t)
	if len(killed) != 1 || !killed[0].Truncated || killed[0].End != nil || len(killed[0].History) == 0 {
		t.Fatalf("a record cut in its last line reads as %+v", killed)
	}
	runs, _ := Read(strings.NewReader(whole), "whole.jsonl")
	var b bytes.Buffer
	must.Do(t, Merge(&b, killed, runs))
	merged, err := Read(&b, "merged.jsonl")
	if err != nil || len(merged) != 2 || merged[1].End == nil {
		t.Fatalf("merged record reads as %d runs, %v", len(merged), err)
	}
}

func TestRead_RefusesNamingThePlace(t *testing.T) {
	whole := text(t, New(header(t), solve(t, 1, nil)))
	first, rest, _ := strings.Cut(whole, "\n")
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", "no run in it"},
		{"blank lines", "\n\n", "no run in it"},
		{"binary", "\x00\x01\x02\n", "r:1: not JSON at byte"}, {"a document", "{\n\"tour\": 1}\n", "is it a record"},
		{"cut header", first[:40], "r:1: not JSON at byte"},
		{"no header", rest, `r:1: "incumbent" line before the first run line`},
		{"cut in the middle", first + "\n{\"line\":\"incum\n" + rest, "r:2: not JSON"},
		{"unknown line", first + "\n{\"line\":\"coffee\"}\n", `r:2: unknown line "coffee"`},
		{"wrong type", first + "\n{\"line\":\"incumbent\",\"cost\":\"x\"}\n", `r:2: field "cost"`},
		{"after the end", whole + `{"line":"incumbent"}` + "\n", "after the end of its run"},
		{"later format", `{"line":"run","format":9,"n":1}` + "\n", "r:1: format 9 is newer"},
		{"no format", `{"line":"run"}` + "\n", "r:1: run line without a format"},
		{"no size", `{"line":"run","format":1}` + "\n", "r:1: run line with n 0"},
	} {
		must.Fail(t, c.want)(Read(strings.NewReader(c.in), "r"))
	}
}

func TestVerify_SaysWhatDiffers(t *testing.T) {
	good := New(header(t), solve(t, 1, nil))
	hash := Hash([]byte(instance))
	for _, c := range []struct {
		name, want string
		spoil      func(*Run)
	}{
		{"hash", "the record has sha256:00, the file sha256:", func(r *Run) { r.Hash = "sha256:00" }},
		{"n", "the record has n=8, the file n=7", func(r *Run) { r.N = 8 }},
		{"no end", "has no solution", func(r *Run) { r.End = nil }},
		{"twice", "twice, at positions 0 and 1", func(r *Run) { r.End.Solution[0] = r.End.Solution[1] }},
		{"short", "has 6 elements", func(r *Run) { r.End.Solution = r.End.Solution[:6] }},
		{"cost", "(difference -1)", func(r *Run) { r.End.Cost-- }},
		{"history", "the record's last incumbent costs", func(r *Run) { r.History[len(r.History)-1].Cost-- }},
		{"order", "no less than the", func(r *Run) { r.History[1].Cost = r.History[0].Cost }},
	} {
		runs := must.Have(Read(strings.NewReader(text(t, good)), "r"))(t)
		c.spoil(&runs[0])
		must.Fail(t, c.want)(Verify(runs[0], displaced(7), hash))
	}
}

func TestRead_NamesThatAreNoUTF8(t *testing.T) {
	run := New(header(t), solve(t, 1, nil))
	for _, name := range []string{"caf\xe9.tsp", `"quoted".tsp`, "größe.tsp", "a\nb"} {
		run.File, run.Instance = name, name
		runs, err := Read(strings.NewReader(text(t, run)), "r")
		if err != nil || runs[0].File != name || runs[0].Instance != name {
			t.Errorf("%q is read as %+v, %v", name, runs, err)
		}
	}
}

func TestMethodOf_NestsMethods(t *testing.T) {
	m, err := MethodOf(shuffler{Tries: 3, Inner: shuffler{Tries: 4}, Others: []walk.Method{&shuffler{}}, hidden: 1})
	if err != nil {
		t.Fatal(err)
	}
	inner := `{"Tries":0,"Inner":null,"Others":[],"Gap":0}`
	want := `{"Tries":3,"Inner":{"name":"shuffler","settings":{"Tries":4,"Inner":null,"Others":[],"Gap":0}},` +
		`"Others":[{"name":"shuffler","settings":` + inner + `}],"Gap":0}`
	if m.Name != "shuffler" || string(m.Settings) != want {
		t.Errorf("got %s %s\nwant %s", m.Name, m.Settings, want)
	}
	if m, err = MethodOf(nil); err != nil || m.Name != "" || string(m.Settings) != "{}" {
		t.Errorf("MethodOf(nil) = %+v, %v", m, err)
	}
}

func TestHash_IgnoresLineEnds(t *testing.T) {
	if Hash([]byte("a\r\nb\r\n")) != Hash([]byte("a\nb\n")) || Hash([]byte("a")) == Hash([]byte("b")) {
		t.Error("hash depends on the line ends, or on nothing")
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"line":"run","format":1,"n":2}` + "\n" + `{"line":"end","solution":[1,0]}` + "\n"))
	f.Add([]byte(`{"line":"run","format":1,"n":2}` + "\n" + `{"line":"live","cost":3,"solution":[1,0]}` + "\n" + `{"line":"inc`))
	f.Add([]byte("\x00"))
	for _, s := range boundedtest.Seeds(
		`{"line":"run","format":#,"n":#}`+"\n",
		`{"line":"run","format":1,"n":#,"seed":#,"walks":#,"stop":[{"kind":"time","value":#}],"start":[#,0],"workers":#}`+"\n",
		`{"line":"run","format":1,"n":2}`+"\n"+`{"line":"incumbent","cost":#,"walk":#,"round":#,"evaluations":#,"moves":#}`+"\n"+
			`{"line":"end","cost":#,"walk":#,"rounds":#,"full_evaluations":#,"elapsed_seconds":#,"solution":[1,#]}`+"\n",
	) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var runs []Run
		var err error
		boundedtest.Linear(t, len(in), func() { runs, err = Read(bytes.NewReader(in), "f") })
		if err != nil {
			return
		}
		for _, r := range runs {
			_ = Verify(r, displaced(2), r.Hash) // whatever stands in the record, it must not panic
			_ = r.Check()
			_, _ = r.Method.Restore([]walk.Method{shuffler{}})
		}
		var once bytes.Buffer
		if err := Merge(&once, runs); err != nil {
			t.Fatalf("cannot write what was read: %v", err)
		}
		again, err := Read(bytes.NewReader(once.Bytes()), "f")
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, once.Bytes())
		}
		var twice bytes.Buffer
		if err := Merge(&twice, again); err != nil || !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Errorf("reading and writing once more changed the record (%v):\n%s\n%s", err, once.Bytes(), twice.Bytes())
		}
	})
}

// Walks that did not win a race to the target stop where the machine lets them.
func TestLogical_LeavesOutTheCountersOfARace(t *testing.T) {
	for _, walks := range []int{1, 4} {
		run := Run{Header: Header{Walks: walks}, End: &End{Status: multiwalk.TargetReached, Counters: multiwalk.Counters{Units: 7}}}
		if got := run.Logical().End.Counters.Units; (got == 0) != (walks > 1) || run.End.Units != 7 {
			t.Errorf("%d walks: %d units", walks, got)
		}
	}
}
