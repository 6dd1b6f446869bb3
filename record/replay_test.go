package record

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

// repeat runs a record's run again, as its header says.
func repeat(t *testing.T, r Run) Run {
	t.Helper()
	m := must.Have(r.Method.Restore([]walk.Method{shuffler{}}))(t)
	res := must.Have(multiwalk.Minimize(context.Background(), displaced(7), m, r.Settings()))(t)
	return New(r.Header, res)
}

// Runs of every kind are repeated from their records, and also from those without times.
func TestReplay_FindsTheSame(t *testing.T) {
	for name, s := range kinds() {
		r := recorded(t, s)
		for r.End.Partial { // a busy machine broke its last round off, and no replay of that is promised
			r = recorded(t, s)
		}
		for _, r := range []Run{r, again(t, r.Logical())} {
			if err := r.Replayable(); err != nil {
				t.Errorf("%s: %v", name, err)
			} else if err := r.Compare(repeat(t, r)); err != nil {
				t.Errorf("%s: %v\n%s", name, err, text(t, r))
			}
		}
	}
}

// What a record claims and verifies but did not happen, its replay denies.
func TestReplay_DeniesForgeries(t *testing.T) {
	for _, c := range []struct {
		want  string
		forge func(*Run)
	}{
		{"incumbent 1 is cost", func(r *Run) { r.History[0].Cost++ }},
		{"incumbent 1 is cost", func(r *Run) { r.Seed++ }},
		{"incumbents by the record, and", func(r *Run) { r.History = r.History[:1] }},
		{"by the record than by its replay", func(r *Run) { r.End.Solution[0], r.End.Solution[1] = r.End.Solution[1], r.End.Solution[0] }},
		{"found by walk", func(r *Run) { r.End.Walk++ }},
		{"units and 1 restarts by the record, and", func(r *Run) { r.End.Restarts++ }},
		{"rounds by the record, and", func(r *Run) { r.End.Rounds++ }},
	} {
		r := recorded(t, kinds()["evaluations"])
		c.forge(&r)
		must.Fail(t, c.want)(r.Compare(repeat(t, r)))
	}
}

func TestReplayable(t *testing.T) {
	good := recorded(t, kinds()["evaluations"])
	for _, c := range []struct {
		want  string
		spoil func(*Run)
	}{
		{"killed", func(r *Run) { *r = killed(*r) }},
		{"broken off", func(r *Run) { r.End.Partial = true }},
		{"failed", func(r *Run) { r.End.Status = multiwalk.Failed }},
		{"before its first round", func(r *Run) { r.End.Rounds, r.End.Status = 0, multiwalk.Cancelled }},
	} {
		r := again(t, good)
		c.spoil(&r)
		must.Fail(t, c.want)(r.Replayable())
	}
}

func TestRestore_IsTheWayBack(t *testing.T) {
	known := []walk.Method{shuffler{Tries: 7}}
	for _, want := range []shuffler{
		{}, {Tries: -3, Gap: time.Second},
		{Inner: shuffler{Tries: 4, Inner: shuffler{}}, Others: []walk.Method{shuffler{Tries: 1}, shuffler{}}},
	} {
		m := must.Have(MethodOf(want))(t)
		if got, err := m.Restore(known); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s gives %+v, %v; want %+v", m.Settings, got, err, want)
		}
	}
	deep := `{}`
	for range 40 {
		deep = `{"Inner":{"name":"shuffler","settings":` + deep + `}}`
	}
	for settings, want := range map[string]string{
		`{"Coffee":1}`: `no setting "Coffee"`, `{"hidden":1}`: `no setting "hidden"`, `{"F":1}`: `no setting "F"`, `{"Tries":"x"}`: "setting Tries",
		`{"Inner":{"name":"tea","settings":{}}}`: `no method "tea"`, `[]`: "its settings", `{"Inner":7}`: "setting Inner", `{"Others":{}}`: "setting Others",
		deep: "more than 16 methods one in another",
	} {
		must.Fail(t, want)((Method{"shuffler", json.RawMessage(settings)}).Restore(known))
	}
}
