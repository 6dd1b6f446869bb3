package nqueens

import (
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// crossover returns the size from which on a system is faster than another at all sizes that both were timed at, and the
// greatest of these: from 0 if it is slower there, most 0 if there is none.
func (l *Lab) crossover(s, over System) (from, most int) {
	for _, n := range slices.Backward(l.sizes(paperSizes())) {
		ours, theirs := l.time(evaluated(s, n)), l.time(evaluated(over, n))
		if !ours.Has() || !theirs.Has() {
			continue
		}
		most = max(most, n)
		if ours.Value >= theirs.Value {
			break
		}
		from = n
	}
	return from, most
}

// crossoverCell is the crossover as a cell; at the least size it is a bound.
func (l *Lab) crossoverCell(s, over System) exhibit.Cell {
	from, most := l.crossover(s, over)
	switch {
	case most == 0:
		return exhibit.Missing("-")
	case from == 0:
		return exhibit.Missing("never")
	}
	c := exhibit.Value(float64(from))
	if from == l.sizes(paperSizes())[0] {
		c.Mark = exhibit.Bound
	}
	return c
}

// doing says what a rival does, a system of one core that a scheme has to beat.
func doing(s System) string {
	if s.Order == 1 {
		return "counts lines"
	}
	return "compares all pairs"
}

// crossovers is the table of the sizes from which a parallel scheme beats one core, and says so in words below.
func (l *Lab) crossovers() *exhibit.Table {
	sheet := papers.NewSheet[System, float64]("crossover", "scheme",
		"From which size N a parallel scheme beats one core")
	for _, rival := range l.shared() {
		var printed func(float64) float64
		if rival.ID == "serial" {
			printed = func(v float64) float64 { return v }
		}
		sheet.Column(exhibit.Column{Group: "one core that", Name: doing(rival)},
			func(s System) exhibit.Cell { return l.crossoverCell(s, rival) }, printed)
	}
	for _, s := range l.Here() {
		if s.Where == papers.OneCore {
			continue
		}
		var printed *float64
		if v, ok := crossovers[s.ID]; ok {
			v := float64(v)
			printed = &v
		}
		sheet.Row(s.name(), s, printed)
		sheet.Table.Notes = append(sheet.Table.Notes, l.inWords(s))
	}
	best := fastest(l.Here(), l.sizes(paperSizes()), func(s System, n int) exhibit.Cell { return l.time(evaluated(s, n)) })
	sheet.Table.Notes = append(sheet.Table.Notes, "The fastest way to evaluate one candidate: "+best+".", speedupNote)
	return sheet.Table
}

// inWords says from where on a scheme is worth its while.
func (l *Lab) inWords(s System) string {
	var parts []string
	for _, rival := range l.shared() {
		from, most := l.crossover(s, rival)
		switch {
		case most == 0:
			parts = append(parts, fmt.Sprintf("was not timed beside one core that %s", doing(rival)))
		case from == 0:
			parts = append(parts, fmt.Sprintf("never beats one core that %s, up to N = %d", doing(rival), most))
		default:
			parts = append(parts, fmt.Sprintf("beats one core that %s from N = %d on", doing(rival), from))
		}
	}
	return s.name() + " " + strings.Join(parts, ", and ") + "."
}

// fastest says which of the systems takes the least time at which sizes.
func fastest(systems []System, sizes []int, time func(s System, n int) exhibit.Cell) string {
	type span struct {
		name     string
		from, to int
	}
	var spans []span
	for _, n := range sizes {
		name, least := "", exhibit.Cell{}
		for _, s := range systems {
			if c := time(s, n); c.Has() && (name == "" || c.Value < least.Value) {
				name, least = s.name(), c
			}
		}
		switch {
		case name == "":
		case len(spans) > 0 && spans[len(spans)-1].name == name:
			spans[len(spans)-1].to = n
		default:
			spans = append(spans, span{name, n, n})
		}
	}
	var parts []string
	for _, s := range spans {
		size := fmt.Sprintf("from %d to %d", s.from, s.to)
		if s.from == s.to {
			size = fmt.Sprintf("at %d", s.from)
		}
		parts = append(parts, s.name+" "+size)
	}
	if len(parts) == 0 {
		return "nothing was timed"
	}
	return strings.Join(parts, ", ")
}
