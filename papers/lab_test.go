package papers

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
)

func TestFirst(t *testing.T) {
	if d, err := first(device.GPU(3, 1)); err != nil || d.String() != "gpu:3" || d.Workers() != 1 { // here or not
		t.Error(d, err)
	}
	for name, want := range map[string]string{"emulator": "emulator", "emulator:3": "emulator"} {
		d := must.Have(device.Parse(name))(t)
		if one, err := first(d); err != nil || one.String() != want || one.Workers() != 1 {
			t.Errorf("the first of %s is %v, %v", name, one, err)
		}
	}
	if d, err := first(nil); d != nil || err != nil {
		t.Error(d, err)
	}
}

// place is a system that runs there and does nothing.
type place struct{ where Where }

func (p place) Key() string  { return "place" }
func (p place) Place() Where { return p.where }

// A trial of one core has a core of its own, as far as that is known; all other systems have the machine alone.
func TestSetup_Jobs(t *testing.T) {
	for _, c := range []struct{ asked, cores, known, want int }{{0, 16, 8, 8}, {0, 4, 8, 4}, {0, 16, 0, 1}, {16, 16, 8, 16}} {
		s := Setup[place]{Jobs: c.asked, Cores: c.cores}
		must.Do(t, s.Fill(func([]string) ([]place, error) { return nil, nil }, nil, 0))
		s.Jobs, s.known = c.asked, c.known
		s.jobs(0)
		if one, all, gpu := s.JobsOf(place{OneCore}), s.JobsOf(place{AllCores}), s.JobsOf(place{GPU}); one != c.want || all != 1 || gpu != 1 {
			t.Errorf("%+v: %d trials of one core at a time, %d of all cores, %d of a GPU", c, one, all, gpu)
		}
	}
}

func TestSetup_JobsNote(t *testing.T) {
	for want, s := range map[string]Setup[place]{
		"Trials of one core: one at a time.":                               {Jobs: 1},
		"Trials of one core: 8 at a time, each with a core of its own.":    {Jobs: 8, known: 8},
		"Trials of one core: 16 at a time (--jobs), and it is not known":   {Jobs: 16, known: 8},
		"Trials of one core: 2 at a time (--jobs), and it is not known th": {Jobs: 2},
	} {
		if got := s.JobsNote(); len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("%d jobs, %d cores known: %q", s.Jobs, s.known, got)
		}
	}
	if s := (Setup[place]{Jobs: 8, Shown: true}); s.JobsNote() != nil {
		t.Error("it tells of this machine what another one may have measured")
	}
}

// outcome is a result with every type of column.
type outcome struct {
	Number trial         `journal:"number"`
	Name   string        `journal:"name"`
	Long   time.Duration `journal:"long_s"`
	Share  float64       `journal:"share"`
	Good   bool          `journal:"good"`
	Count  int64         `journal:"count"`
	hidden int
}

type trial int

func (o outcome) Key() trial { return o.Number }

func (o outcome) Valid() error {
	if o.Count == 13 {
		return errors.New("no such count")
	}
	return nil
}

func TestCodec(t *testing.T) {
	if got := names(columnsOf[outcome]("")); !slices.Equal(got, []string{"number", "name", "long_s", "share", "good", "count"}) {
		t.Fatal(got)
	}
	columns := columnsOf[outcome]("number size=count name long_s share good") // another order, and another name
	if got := names(columns); !slices.Equal(got, []string{"number", "size", "name", "long_s", "share", "good"}) {
		t.Fatal(got)
	}
	o := outcome{7, "a, b", 1234567890, 1e-9, true, -3, 0}
	line := fields(columns, o)
	if want := []string{"7", "-3", "a, b", "1.234567890", "1e-09", "true"}; !slices.Equal(line, want) {
		t.Errorf("written as %q, want %q", line, want)
	}
	if got, err := parse[outcome](columns, line); err != nil || got != o {
		t.Errorf("read as %+v, %v", got, err)
	}
	for at, bad := range [][]string{{"x", "", "1.5"}, {"x", "13", "99999999999999999999"}, nil, {"x", "-1", "NaN"}, {"x", "-1", "NaN", "+Inf"}, {"x"}} {
		for _, text := range bad {
			wrong := slices.Clone(line)
			wrong[at] = text
			if got, err := parse[outcome](columns, wrong); err == nil {
				t.Errorf("%q is read as %+v", wrong, got)
			}
		}
	}
}

func TestLab_RunsWhatIsMissing(t *testing.T) {
	var l Lab[trial, outcome]
	l.Take(outcome{Number: 2, Name: "first"})
	if l.Take(outcome{Number: 2}) {
		t.Error("a trial has two results")
	}
	all := []trial{0, 1, 2, 3, 4, 5}
	var ran atomic.Int64
	one := func(n trial) error {
		ran.Add(1)
		return l.Keep(outcome{Number: n})
	}
	enough := func() bool { return len(l.Results(nil)) >= 4 }
	if err := l.Run(t.Context(), 1, all, enough, one); err != nil || ran.Load() != 3 {
		t.Errorf("%d ran, %v", ran.Load(), err)
	}
	if r, ok := l.Result(2); !ok || r.Name != "first" {
		t.Errorf("%+v", r)
	}
	bad := errors.New("bad")
	failing := func(n trial) error {
		if n%10 == 7 {
			return bad
		}
		return one(n)
	}
	never := func() bool { return false }
	// One at a time, as another one may run beside the one that fails.
	err := l.Run(t.Context(), 1, []trial{6, 7, 8}, never, failing)
	if _, ok := l.Result(8); !errors.Is(err, bad) || ok {
		t.Errorf("%v; it went on: %v", err, ok)
	}
	err = l.Run(t.Context(), 2, []trial{16, 17}, never, failing)
	if _, ok := l.Result(16); !errors.Is(err, bad) || !ok {
		t.Errorf("%v; what ran beside it is kept: %v", err, ok)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Do(t, l.Run(ctx, 1, []trial{99}, never, one))
	if _, ok := l.Result(99); ok {
		t.Error("ran after the end")
	}
}

func TestDeviation(t *testing.T) {
	list := []float64{4, 2, 9, 1}
	if m, d := Median(list), Deviation(list); m != 3 || math.Abs(d-math.Sqrt(38.0/3)) > 1e-12 || Deviation(list[:1]) != 0 {
		t.Errorf("median %v, deviation %v", m, d)
	}
}

func TestMean(t *testing.T) {
	for _, c := range []struct {
		list         []float64
		mean, median float64
	}{{nil, 0, 0}, {[]float64{3}, 3, 3}, {[]float64{9, 1, 2}, 4, 2}, {[]float64{1, 8, 2, 1}, 3, 1.5}} {
		if mean, median := Mean(c.list), Median(c.list); mean != c.mean || median != c.median {
			t.Errorf("of %v: mean %v, median %v", c.list, mean, median)
		}
	}
}
