package multistart

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// sides are the numbers of searches of the GPU: the Lab's, and quarters of it down to one for each thread of a warp.
func (l *Lab) sides() (list []int) {
	for n := l.Searches; n > 0 && (n >= 32 || len(list) == 0); n /= 4 {
		list = append([]int{n}, list...)
	}
	return list
}

// subject is the instance on which searches are counted: the one in the middle.
func (l *Lab) subject() Instance { return l.Instances[len(l.Instances)/2] }

// mappings are the systems of the GPU that have searches to count.
func (l *Lab) mappings() (list []System) {
	for _, id := range []string{searchGPU, neighbourGPU} {
		if s, ok := l.System(id); ok {
			list = append(list, s)
		}
	}
	return list
}

// runSearches runs both mappings with each number of searches, and a core.
func runSearches(ctx context.Context, l *Lab) error {
	in := l.subject()
	if core, ok := l.System(oneCore); ok {
		if err := l.Solve(ctx, in, core, papers.Trial{}, l.Tries); err != nil {
			return err
		}
	}
	return papers.Each(ctx, l.mappings(), func(s System) (err error) {
		for _, n := range l.sides() {
			if err == nil {
				err = l.Solve(ctx, in, s.sized(n), papers.Trial{}, l.Tries)
			}
		}
		return err
	})
}

// searchTables is the table by the number of searches, if there is a GPU: speed-ups rise with it, and the chapter says that tours get worse.
func searchTables(l *Lab) []*exhibit.Table {
	in := l.subject()
	if l.Device(papers.OneGPU) == nil || len(l.mappings()) == 0 {
		return nil
	}
	s := papers.NewSheet[int, float64]("searches", "searches", "Both mappings by the number of searches, on "+in.Name)
	cell := func(system System, n int, of func(papers.Runs) exhibit.Cell) exhibit.Cell {
		return l.Cell(in, system.sized(n), papers.Trial{}, l.Tries, of)
	}
	core, has := l.System(oneCore)
	for _, system := range l.mappings() {
		priced := func(n int) exhibit.Cell { return cell(system, n, pricedASecond) }
		s.Column(exhibit.Column{Group: system.Title, Name: "prices", Unit: "1e6/s", Digits: -3}, func(n int) exhibit.Cell {
			c := priced(n)
			c.Value /= 1e6
			return c
		}, nil)
		s.Column(exhibit.Column{Group: system.Title, Name: "speed-up", Digits: -3}, func(n int) exhibit.Cell {
			if !has {
				return exhibit.Missing("-")
			}
			return exhibit.Ratio(priced(n), l.prices(entry{In: in, S: core}), exhibit.Quotient)
		}, nil)
		s.Column(exhibit.Column{Group: system.Title, Name: "error", Unit: "%", Digits: 3}, func(n int) exhibit.Cell {
			return cell(system, n, func(list papers.Runs) exhibit.Cell { return meanError(in, list) })
		}, nil)
		s.Column(exhibit.Column{Group: system.Title, Name: "moves of a search", Digits: -3}, func(n int) exhibit.Cell {
			return cell(system, n, func(list papers.Runs) exhibit.Cell {
				return exhibit.Value(list.Mean(papers.Run.Made) / float64(list[0].Walks))
			})
		}, nil)
	}
	papers.Sizes(s, l.sides())
	s.Table.Notes = append([]string{
		fmt.Sprintf("%d cities, up to %d runs of each, seeds from %d, %v (--limit) at the most; the speed-up is over one core, by prices.",
			in.Problem.Space().Len(), l.Tries, l.Seed, l.Limit),
		"The chapter: more solutions that are explored at a time improve the speed-up of both mappings, and make the final ones worse. In the same " +
			"time each search then makes fewer moves.",
	}, l.Reasons([]Instance{in})...)
	return []*exhibit.Table{s.Table}
}
