package walk

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// scribe is a Crew whose answer to a unit is that the state has one byte more. It notes the rounds at which units begin, once answered.
type scribe struct {
	began chan int64
	asks  bool // walks ask for progress
}

func (s *scribe) Do(_ context.Context, _ int, text, was []byte, accept func(string, []byte) error) error {
	u := new(unit)
	if err := unpack(text, u.Save); err != nil {
		return err
	}
	d := &deed{worked: u.rounds, asked: s.asks, state: append(slices.Clone(was), byte(u.before))}
	answer, err := packed(d.Save)
	s.began <- u.before
	if err != nil {
		return err
	}
	return accept("scribe", answer)
}

func (*scribe) Close() error { return nil }

// A guess is the answer to the unit that follows, whole. To any other, and to one that depends on another stretch, it is none.
func TestAhead_AnswersOnlyWhatIsAsked(t *testing.T) {
	for _, c := range []struct {
		what   string
		asks   bool
		change func(u *unit)
		anew   int // units that the crew does beside the first and the two that follow
	}{
		{"the same unit", true, func(*unit) {}, 0},
		{"another state", false, func(u *unit) { u.state = []byte("other") }, 1},
		{"another search", false, func(u *unit) { u.search = []byte("other") }, 1},
		{"fewer rounds", false, func(u *unit) { u.rounds = 3 }, 1},
		{"another stretch", true, func(u *unit) { u.stretch.rounds = 7 }, 1},
		{"another stretch that nobody asks for", false, func(u *unit) { u.stretch.rounds = 7 }, 0},
	} {
		crew := &scribe{make(chan int64, 100), c.asks}
		a := newAhead(t.Context(), crew, 1)
		if n := a.upTo(0, 12, 12, 4); n != 4 {
			t.Errorf("units have %d rounds", n)
		}
		u := &unit{rounds: 4, units: 1, full: 1, state: []byte("a")}
		var got []string
		ask := func() {
			next := *u
			if err := a.do(u, func(said answer) error {
				d := new(deed)
				err := unpack(said.text, d.Save)
				got = append(got, fmt.Sprint(d.state))
				next.before, next.state = u.before+int64(u.rounds), d.state
				return err
			}); err != nil {
				t.Error(c.what, err)
			}
			u = &next
		}
		ask()
		for range 3 { // the first unit, and two guesses
			<-crew.began
		}
		c.change(u)
		want := append(slices.Clone(u.state), byte(u.before))
		if ask(); got[1] != fmt.Sprint(want) {
			t.Errorf("%s: the answer is %s, want %v", c.what, got[1], want)
		}
		if a.stop(); len(crew.began) < c.anew || c.anew == 0 && len(crew.began) > 0 {
			t.Errorf("%s: the crew does %d units more", c.what, len(crew.began))
		}
	}
}
