package nqueens

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// The adaptive scheme runs with the map that was measured, which is measured once, before the scheme is first timed,
// and kept in the journal.
func TestThreadMap_MeasuredIsUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs.csv")
	open := func() *Lab {
		c := tiny()
		c.Sizes, c.Threads = []int{150}, []int{3}
		l := newLab(t, c)
		must.Do(t, l.Open(file, papers.Machine{}))
		return l
	}
	l := open()
	if got := l.adaptive(0).Classes; got != nil {
		t.Errorf("before it was measured: %v", got)
	}
	s, _ := l.System(adaptiveID)
	must.Have(l.predict(t.Context(), s, 0, 150))(t)
	want := []queens.SizeClass{{Most: 100, Threads: 3}, {Most: 200, Threads: 3}} // 3 is all there is to choose from
	if got := l.adaptive(0).Classes; !slices.Equal(got, want) {
		t.Errorf("the scheme has the map %v, want %v", got, want)
	}
	e, err := l.open(instrument{adaptiveID, 0})
	if got, ok := e.scheme.(queens.Adaptive); err != nil || !ok || !slices.Equal(got.Classes, want) {
		t.Errorf("what evaluates is %+v, %v", e.scheme, err)
	}
	if got := l.adaptive(7).Classes; !slices.Equal(got, []queens.SizeClass{{Most: queens.MaxN, Threads: 7}}) {
		t.Errorf("with 7 threads: %v", got)
	}
	must.Do(t, l.Close())
	before := len(l.Results(nil))
	again := open()
	err = again.measureMap(t.Context())
	if err != nil || !slices.Equal(again.classes(), want) || len(again.Results(nil)) != before {
		t.Errorf("again: %v, %d cases after %d, %v", again.classes(), len(again.Results(nil)), before, err)
	}
}

func TestThreadMap_Given(t *testing.T) {
	for _, c := range []struct {
		given ThreadMap
		want  []queens.SizeClass
	}{{PaperMap, queens.PaperClasses()}, {DefaultMap, queens.DefaultClasses(2)}} {
		config := tiny()
		config.Map = c.given
		l := newLab(t, config)
		err := l.measureMap(t.Context())
		if err != nil || len(l.Results(nil)) != 0 || !slices.Equal(l.adaptive(0).Classes, c.want) {
			t.Errorf("%s: %v, %d measured, %v", c.given, l.adaptive(0).Classes, len(l.Results(nil)), err)
		}
	}
	config := tiny()
	config.Map = "best"
	const refusal = `no map of threads "best"; use measured, default or paper`
	must.Fail(t, refusal)(NewLab(config))
}

// Greater sizes add to the map and change none of its classes up to the sizes before.
func TestThreadMap_Sizes(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		want  int
	}{{[]int{8}, 1}, {[]int{100}, 1}, {[]int{50, 101}, 2}, {[]int{9000}, 7}, {[]int{1_000_000}, 7}, {nil, 7}} {
		l := &Lab{Config: Config{Sizes: c.sizes}}
		if got := l.sizesOfMap(); len(got) != c.want {
			t.Errorf("%v: %v", c.sizes, got)
		}
	}
}

func TestThreadMap_Interrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l := newLab(t, tiny())
	must.Fail(t, context.Canceled)(l.measureMap(ctx))
}

// Figure 3 shows the map in use beside the best numbers and the default.
func TestFigure3_ShowsTheMap(t *testing.T) {
	l := measured(t, false)
	table := tablesFigure3(l)[0]
	classes := []queens.SizeClass{{Most: 1000, Threads: 10}, {Most: 20_000, Threads: 16}}
	for i, c := range table.Columns {
		if c.Unit == "map in use" {
			for _, r := range table.Rows {
				if want := classOf(classes, sizeOf(t, r.Name)); r.Cells[i].Value != want {
					t.Errorf("N = %s: %+v, want %v", r.Name, r.Cells[i], want)
				}
			}
			return
		}
	}
	t.Error("no map in use")
}

func sizeOf(t *testing.T, name string) int { return must.Have(strconv.Atoi(name))(t) }
