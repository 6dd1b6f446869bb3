package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// onBoth says whether the run was on cores and machines at the same time.
func (r Run) onBoth() bool {
	return strings.Contains(r.Device, "+") || r.End != nil && len(r.End.Sides) > 0
}

// uncounted is sides without what depends on the machine where walks raced to a target.
func uncounted(sides []multiwalk.Side) []multiwalk.Side {
	list := slices.Clone(sides)
	for i := range list {
		list[i].Counters = multiwalk.Counters{}
	}
	return list
}

// checkSides checks what a run says of its cores and its machines: that the two together are the run.
func (r Run) checkSides() error {
	if r.End == nil || !r.onBoth() {
		return nil
	}
	e := r.End
	if len(e.Sides) != 2 {
		return fmt.Errorf("it was on %s, and has %d sides; they are the cores and the machines", r.Device, len(e.Sides))
	}
	var sum multiwalk.Side
	for _, s := range e.Sides {
		if s.Walks < 1 || s.Workers < 1 || s.Workers > s.Walks || s.Incumbents < 0 {
			return fmt.Errorf("its side on %s has %d walks on %d workers, and %d incumbents", s.Device, s.Walks, s.Workers, s.Incumbents)
		}
		if err := checkCounted("its side on "+s.Device, e.Elapsed, s.Counters); err != nil {
			return err
		}
		sum.Walks += s.Walks
		sum.Add(s.Counters)
	}
	var found [2]int
	for _, h := range r.History {
		switch {
		case h.Walk >= e.Sides[0].Walks:
			found[1]++
		case h.Walk >= 0:
			found[0]++
		}
	}
	switch {
	case sum.Walks != r.Walks:
		return fmt.Errorf("its sides have %d walks, and the run %d", sum.Walks, r.Walks)
	case sum.Counters != e.Counters:
		return fmt.Errorf("its sides count %s together, and the run %s", counted(sum.Counters), counted(e.Counters))
	case found != [2]int{e.Sides[0].Incumbents, e.Sides[1].Incumbents}:
		return fmt.Errorf("its sides found %d and %d incumbents, by its history %d and %d", e.Sides[0].Incumbents, e.Sides[1].Incumbents,
			found[0], found[1])
	}
	if err := walk.CheckBalances(e.Balance, e.Sides[0].Walks); err != nil {
		return err
	}
	if n := len(e.Balance); n > 0 && e.Balance[n-1].Round > e.Rounds {
		return fmt.Errorf("it has a balance from round %d on, but ended after %d rounds", e.Balance[n-1].Round, e.Rounds)
	}
	return nil
}

// compareSides reports which side did something else in the repetition of a run.
func (r Run) compareSides(again Run) error {
	a, b := r.End.Sides, again.End.Sides
	if len(a) != len(b) {
		return fmt.Errorf("multiwalk: the run has %d sides by the record, and %d by its replay", len(a), len(b))
	}
	for i := range a {
		was, is := fmt.Sprintf("%d walks, %d incumbents", a[i].Walks, a[i].Incumbents), fmt.Sprintf("%d walks, %d incumbents", b[i].Walks, b[i].Incumbents)
		if !r.raced() {
			was, is = was+", "+counted(a[i].Counters), is+", "+counted(b[i].Counters)
		}
		if was != is {
			return fmt.Errorf("multiwalk: %s had %s by the record, and %s by its replay", a[i].Device, was, is)
		}
	}
	return nil
}
