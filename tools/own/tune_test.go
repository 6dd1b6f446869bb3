package own

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/must"
)

var tuning = flag.Bool("own.tune", false, "tune the rivals for the times that rivals.txt lacks, and write it")

// limits are the times of the races.
var limits = []time.Duration{time.Second, 5 * time.Second, 20 * time.Second}

const rivalsFile = "rivals.txt"

// TestRivals_Tune writes what rivals.txt lacks. Who takes lines out finds the same settings again, unless no line of an instance is left:
// then its proposals of a second are those of the machine at hand.
//
//	go test ./tools/own -run Rivals_Tune -own.tune -timeout 0
func TestRivals_Tune(t *testing.T) {
	if !*tuning {
		t.Skip("-own.tune is not given")
	}
	known, rates := kept(t), map[string]int{}
	for _, c := range all() {
		rates[c.Name] = c.rate()
	}
	for _, s := range known {
		rates[s.name] = s.rate
	}
	var writing sync.Mutex
	for i, limit := range limits {
		var running sync.WaitGroup
		free := make(chan struct{}, runtime.GOMAXPROCS(0))
		for _, c := range all() {
			if of(known, c.Name, limit) != nil {
				continue
			}
			var before *setting
			if i > 0 {
				before = of(known, c.Name, limits[i-1])
			}
			free <- struct{}{}
			running.Go(func() {
				s := c.tune(limit, rates[c.Name], before)
				writing.Lock()
				defer writing.Unlock()
				known = append(known, s)
				write(t, known)
				<-free
			})
		}
		running.Wait()
	}
}

// kept reads the file.
func kept(t *testing.T) []setting {
	t.Helper()
	return must.Have(settings(tuned))(t)
}

// of returns a copy of the setting of an instance for a time, or nil.
func of(known []setting, name string, limit time.Duration) *setting {
	for _, s := range known {
		if s.name == name && s.limit == limit {
			return &s
		}
	}
	return nil
}

// write replaces the lines of the file, by time.
func write(t *testing.T, known []setting) {
	place := map[string]int{}
	for i, c := range all() {
		place[c.Name] = i
	}
	slices.SortFunc(known, func(a, b setting) int {
		return cmp.Or(cmp.Compare(a.limit, b.limit), place[a.name]-place[b.name])
	})
	var text strings.Builder
	for line := range strings.Lines(tuned) {
		if strings.HasPrefix(line, "#") {
			text.WriteString(line)
		}
	}
	for _, s := range known {
		fmt.Fprintln(&text, s)
	}
	if err := os.WriteFile(rivalsFile, []byte(text.String()), 0o644); err != nil {
		t.Error(err)
	}
}

// Every instance has a line, in a release one for every time. It can be read back, and no instance is tuned that is not raced.
func TestRivals_AreTunedForEachTime(t *testing.T) {
	known := kept(t)
	for _, c := range all() {
		for _, limit := range limits {
			s := of(known, c.Name, limit)
			if s == nil {
				if limit == limits[0] || os.Getenv("MULTIWALK_RELEASE") != "" {
					t.Errorf("%s has no line for %v: see TestRivals_Tune", c.Name, limit)
				}
				continue
			}
			if v := c.Rival(limit); v.Hot != s.hot || v.Cold != s.cold || v.Others != s.others || s.cold <= 0 || s.hot < s.cold {
				t.Errorf("%v is run as %v", s, v)
			}
		}
	}
	for _, s := range known {
		if !slices.ContainsFunc(all(), func(c Case) bool { return c.Name == s.name }) || !slices.Contains(limits, s.limit) {
			t.Errorf("%v: no race has that", s)
		}
		if back, err := settings(s.String()); err != nil || back[0] != s {
			t.Errorf("%v is read as %v, %v", s, back, err)
		}
	}
}

// The tuning finds the same again, of its own grid, and nothing in that is better.
func TestCase_TuneIsDeterministic(t *testing.T) {
	const rate = 20 * proposals
	c := knapsackCase(60, 3, 1)
	first := c.tune(time.Second, rate, nil)
	if again := c.tune(time.Second, rate, nil); again != first {
		t.Errorf("%v, and again %v", first, again)
	}
	least := c.found(Rival{first.hot, first.cold, first.others, c.Moves}, 2, rate, time.Second)
	for _, v := range wide(c.guess()) {
		if cost := c.found(v, 2, rate, time.Second); cost < least {
			t.Errorf("%v is tuned to, and %v finds %v instead of %v", first, v, cost, least)
		}
	}
	longer := c.tune(2*time.Second, rate, &first)
	if longer.hot > 2*first.hot || longer.cold > first.cold || longer.others != first.others {
		t.Errorf("%v, and for twice the time %v", first, longer)
	}
}

// A rival has every move that its problem prices: each kind is drawn, and each changes the cost by what it says.
func TestMoves_ArePricedByTheProblem(t *testing.T) {
	kinds := map[string]int{"cvrp": 3, "tiny": 3, "colouring": 2, "timetable": 2, "qubo": 1, "lop": 2, "trade": 2, "ta051": 2, "ta081": 2,
		"flow": 2, "knapsack": 2, "setups": 2, "sites": 21}
	for _, c := range slices.Concat(all(), small()) {
		x := c.random(1)
		family, _, _ := strings.Cut(c.Name, "-")
		moves := c.Moves(source(1), x)
		if want := kinds[family]; len(moves) != want {
			t.Errorf("%s: the rival has %d kinds of moves, want %d", c.Name, len(moves), want)
		}
		for k, m := range moves {
			for range 50 {
				before := c.Problem.Cost(x)
				d := m.draw()
				if got := c.Problem.Cost(x); got != before {
					t.Fatalf("%s: drawing move %d makes it: %d, then %d", c.Name, k, before, got)
				}
				m.accept()
				if got := c.Problem.Cost(x) - before; got != d {
					t.Fatalf("%s: move %d costs %d, and it says %d", c.Name, k, got, d)
				}
			}
		}
	}
}
