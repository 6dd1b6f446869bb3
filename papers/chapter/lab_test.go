package chapter

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
)

func newLab(t *testing.T, asked ...string) *Lab {
	t.Helper()
	c := Config{Asked: asked, Demo: true, Quick: true, Limit: 20 * time.Millisecond, Generations: 1}
	return must.Have(c.Make(Setup{Seed: 5, Cores: 2, Accelerator: device.Emulator()}))(t)
}

// Every study runs on cores, and on a device or says why not; places that run make the same individuals.
func TestStudies_Run(t *testing.T) {
	for _, s := range Studies() {
		t.Run(s.ID, func(t *testing.T) {
			l := newLab(t, s.ID)
			// The emulator is too slow for more than the generations by which places are compared.
			in := l.material(s, l.sizes(s)[0]).Instance
			for _, system := range l.Systems {
				must.Do(t, l.Solve(t.Context(), in, system, l.same(s), 1))
			}
			for _, id := range []string{core, cores} {
				system, _ := l.System(id)
				must.Do(t, l.Solve(t.Context(), in, system, papers.Trial{Size: l.sizes(s)[0]}, l.Tries))
			}
			table := l.table(s)
			for _, c := range table.Rows[0].Cells[:2] { // a busy machine may have made no generation
				if !c.Has() && c.Missing != "limit" {
					t.Errorf("no rate of cores: %+v", table.Rows)
				}
			}
			said := strings.Join(table.Notes, "\n")
			if strings.Contains(said, " differ: ") || !strings.Contains(said, "places made the same 1 generations") {
				t.Error(said)
			}
			system, _ := l.System(gpu)
			runs := l.Like(papers.Trial{Instance: s.ID, System: gpu, Size: l.sizes(s)[0], Length: 1}, 1)
			if cell := l.Missing(in, system); (len(runs) == 0) != (cell.Missing == "n/a") || len(runs) == 0 && !strings.Contains(said, "n/a: gpu: ") {
				t.Errorf("%d runs on the device, else %q:\n%s", len(runs), cell.Missing, said)
			}
		})
	}
}

// By hand: 3e6 evaluations in 2 s on a core, 30e6 in 1 s on a GPU, beside what the chapter prints; and runs that differ are told.
func TestTable_ByHand(t *testing.T) {
	l := newLab(t, "easea")
	l.Quick = false
	s := study("easea")
	for id, r := range map[string]papers.Run{gpu: {Evaluations: 30e6, Elapsed: time.Second}, core: {Evaluations: 3e6, Elapsed: 2 * time.Second}} {
		r.Trial, r.Walks = papers.Trial{Instance: s.ID, System: id, Size: 20000}, 1
		l.Take(r)
		r.Trial = l.same(s)
		r.Instance, r.System = s.ID, id
		l.Take(r)
	}
	table := l.table(s)
	row := table.Rows[len(table.Rows)-1]
	r := papers.Run{Trial: papers.Trial{Instance: s.ID, System: cores, Size: 20000}, Evaluations: 20001, Elapsed: time.Second, Walks: 1}
	l.Take(r)
	if c := l.rate(s, cores, 20000); c.Missing != "limit" {
		t.Errorf("a run without a generation has the rate %+v", c)
	}
	var got []float64
	for i, c := range table.Columns {
		if (c.Name == "GPU / core" || c.Name == s.Makes) && row.Cells[i].Has() {
			got = append(got, row.Cells[i].Value)
		}
	}
	if want := []float64{1.5, 30, 20, 105}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if said := strings.Join(table.Notes, "\n"); !strings.Contains(said, "core and gpu differ: after 1 generations") {
		t.Error(said)
	}
}

func TestConfig_Refuses(t *testing.T) {
	for _, c := range []Config{{Asked: []string{"none"}}, {IDs: []string{"none"}}, {Tries: -1}, {Generations: -1}} {
		if _, err := c.Make(Setup{Cores: 1, Data: t.TempDir()}); err == nil {
			t.Errorf("%+v is not refused", c)
		}
	}
	must.Fail(t, papers.ErrNoData.Error())((Config{}).Make(Setup{Cores: 1, Data: t.TempDir()}))
}
