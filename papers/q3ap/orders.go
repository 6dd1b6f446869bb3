package q3ap

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// both returns an instance in the order of its published value and in the other, where runs have no target, so that they may find
// what nobody has.
func both(in Instance) ([]Instance, error) {
	other, err := swapped(in)
	if err != nil {
		return []Instance{in}, err
	}
	return []Instance{in, other}, nil
}

// searcher is the system that runs both orders: tabu search on the GPU, else on all cores, else what there is.
func (l *Lab) searcher() (s System, ok bool) {
	for _, id := range []string{tabuGPU, tabuCores, tabuCore} {
		if s, ok = l.System(id); ok && l.Has(id) {
			return s, true
		}
	}
	here := l.Here()
	if len(here) == 0 {
		return s, false
	}
	return here[0], true
}

// runOrders runs one system in both orders.
func runOrders(ctx context.Context, l *Lab) error {
	s, ok := l.searcher()
	if !ok {
		return nil
	}
	return papers.Each(ctx, l.Instances, func(in Instance) error {
		list, _ := both(in) // the table says why there is no other
		return papers.Each(ctx, list, func(in Instance) error { return l.run(ctx, in, s) })
	})
}

// tablesOrders shows what each order comes to, and what is better than all that was known.
func tablesOrders(l *Lab) []*exhibit.Table {
	t := papers.NewSheet[Instance, PaperRow]("orders", "instance", "Both orders of the matrices: F is squared, D prices p and q")
	t.Column(exhibit.Column{Name: "best known"}, func(in Instance) exhibit.Cell {
		if in.Best == 0 {
			return exhibit.Missing("-")
		}
		return exhibit.Value(float64(in.Best))
	}, func(r PaperRow) float64 { return r.Optimal })
	s, ok := l.searcher()
	if ok {
		group := l.Title(s.Where) + ", " + s.Title
		least := func(_ Instance, list Runs) exhibit.Cell { return exhibit.Value(float64(list.Costs()[0])) }
		t.Column(exhibit.Column{Group: group, Name: "least"}, l.cell(s, least), nil)
		t.Column(exhibit.Column{Group: group, Name: "of the runs", Unit: "%"}, l.cell(s, func(_ Instance, list Runs) exhibit.Cell {
			return exhibit.Value(100 * float64(list.Hits(list.Costs()[0])) / float64(len(list)))
		}), nil)
	}
	t.Table.Notes = l.notes()
	for _, in := range l.Instances {
		list, err := both(in)
		if err != nil {
			t.Table.Notes = append(t.Table.Notes, fmt.Sprintf("%s has no other order: %v.", in.Name, err))
		}
		for _, in := range list {
			t.Row(in.Name, in, papers.Find(Table, in.Name, instanceOf))
			if runs := l.find(in, s.ID); ok && len(runs) > 0 && in.Best > 0 && runs.Costs()[0] < in.Best {
				t.Table.Notes = append(t.Table.Notes, fmt.Sprintf("%s: %d is below all that was known, %d.", in.Name, runs.Costs()[0], in.Best))
			}
		}
	}
	return []*exhibit.Table{t.Table}
}
