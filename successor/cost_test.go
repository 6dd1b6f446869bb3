package successor

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/tuning"
)

// Which scheme runs, and by how many threads a state, on a GPU of 132 multiprocessors.
func TestChoose(t *testing.T) {
	p := pricing{func(name string, size int) float64 { return tuning.Of(name, 90, size) }, 132}
	for _, c := range []struct {
		what   string
		s      Settings
		l      load
		scheme Scheme
		team   int
	}{
		{"many states have a warp each", Settings{}, load{4096, 9800, false, 1}, OnePass, 32},
		{"few possibilities too", Settings{}, load{16, 20, false, 1}, OnePass, 32},
		{"few states share out their possibilities", Settings{}, load{8, 9800, false, 1}, OnePass, 256},
		{"dear ratings are stored, if they are needed twice", Settings{}, load{4096, 9800, true, 20}, Stored, 256},
		{"else not", Settings{}, load{4096, 9800, false, 20}, OnePass, 32},
		{"nor light ones", Settings{}, load{4096, 9800, true, 1}, OnePass, 32},
		{"nor more than the paper's scheme takes", Settings{}, load{4096, 100_000, true, 20}, OnePass, 32},
		{"nor more than fit", Settings{}, load{1 << 20, 9800, true, 20}, OnePass, 32},
		{"what is named stays", Settings{Scheme: Stored}, load{4096, 9800, false, 1}, Stored, 256},
		{"threads too", Settings{Scheme: OnePass, Threads: 1024}, load{4096, 20, false, 1}, OnePass, 1024},
	} {
		if scheme, team := p.choose(c.s, c.l); scheme != c.scheme || team != c.team {
			t.Errorf("%s: scheme %d, %d threads; want %d, %d", c.what, scheme, team, c.scheme, c.team)
		}
	}
}

// By the model the one pass is never slower than the stored scheme where ratings are light, and a time grows with all that there is.
func TestCost_Grows(t *testing.T) {
	p := pricing{func(name string, size int) float64 { return tuning.Of(name, 90, size) }, 132}
	for _, l := range []load{{1, 1, false, 1}, {4096, 1224, true, 1}, {1024, 9800, false, 3}} {
		for _, way := range []Scheme{OnePass, Stored} {
			least := p.cost(way, l, 64)
			more := []load{{8 * l.states, l.most, l.rated, l.dear}, {l.states, 8*l.most + 64, l.rated, l.dear}, {l.states, l.most, l.rated, 8 * l.dear}}
			for _, m := range more {
				if c := p.cost(way, m, 64); c < least || p.cost(OnePass, l, 64) > p.cost(Stored, l, 64) {
					t.Errorf("scheme %d, %+v: %v; %+v: %v", way, l, least, m, c)
				}
			}
		}
	}
}
