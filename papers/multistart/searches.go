package multistart

import (
	"context"
	"fmt"
	"slices"

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

// study is searches of which there are so many, on an instance.
type study struct {
	name, title string
	in          Instance
	mappings    []System // that have searches to count
	core        System
	has         bool // there is a core to compare with
}

// run runs a core, and each mapping with each number of searches.
func (l *Lab) run(ctx context.Context, v study) error {
	if v.has {
		if err := l.Solve(ctx, v.in, v.core, papers.Trial{}, l.Tries); err != nil {
			return err
		}
	}
	return papers.Each(ctx, v.mappings, func(s System) (err error) {
		for _, n := range l.sides() {
			if err == nil {
				err = l.Solve(ctx, v.in, s.sized(n), papers.Trial{}, l.Tries)
			}
		}
		return err
	})
}

// descents are the studies of iterated local search: by parts of 3-opt, and by 3-opt, of which all cores make as many searches too.
func (l *Lab) descents() []study {
	parts := study{name: "searches", title: "Both mappings by the number of searches", in: l.subject(), mappings: l.mappings()}
	whole := study{name: "searches-3opt", title: "Iterated 3-opt by the number of searches", in: l.subject()}
	for _, s := range Systems() {
		if s, ok := l.System(s.ID); ok && s.ThreeOpt && s.Where != papers.OneCore {
			whole.mappings = append(whole.mappings, s)
		}
	}
	parts.core, parts.has = l.core(false)
	whole.core, whole.has = l.core(true)
	return []study{parts, whole}
}

func runSearches(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.descents(), func(v study) error { return l.run(ctx, v) })
}

func searchTables(l *Lab) []*exhibit.Table { return l.allCounted(l.descents()) }

// allCounted returns the tables of several studies.
func (l *Lab) allCounted(list []study) (tables []*exhibit.Table) {
	for _, v := range list {
		tables = append(tables, l.counted(v)...)
	}
	return tables
}

// counted is the table of a study by the number of searches, if there are any runs: speed-ups rise with it, and the chapter says that
// solutions get worse.
func (l *Lab) counted(v study) []*exhibit.Table {
	v.mappings = slices.DeleteFunc(slices.Clone(v.mappings), func(s System) bool {
		return !slices.ContainsFunc(l.sides(), func(n int) bool { return len(l.Find(v.in, s.sized(n).ID, l.Tries)) > 0 })
	})
	if len(v.mappings) == 0 {
		return nil
	}
	s := papers.NewSheet[int, float64](v.name, "searches", v.title+", on "+v.in.Name)
	cell := func(system System, n int, of func(papers.Runs) exhibit.Cell) exhibit.Cell {
		return l.Cell(v.in, system.sized(n), papers.Trial{}, l.Tries, of)
	}
	for _, system := range v.mappings {
		priced := func(n int) exhibit.Cell { return cell(system, n, pricedASecond) }
		s.Column(exhibit.Column{Group: system.Title, Name: "prices", Unit: "1e6/s", Digits: -3}, func(n int) exhibit.Cell {
			c := priced(n)
			c.Value /= 1e6
			return c
		}, nil)
		s.Column(exhibit.Column{Group: system.Title, Name: "speed-up", Digits: -3}, func(n int) exhibit.Cell {
			if !v.has {
				return exhibit.Missing("-")
			}
			return exhibit.Ratio(priced(n), l.prices(entry{In: v.in, S: v.core}), exhibit.Quotient)
		}, nil)
		s.Column(exhibit.Column{Group: system.Title, Name: "error", Unit: "%", Digits: 3}, func(n int) exhibit.Cell {
			return cell(system, n, func(list papers.Runs) exhibit.Cell { return meanError(v.in, list) })
		}, nil)
		s.Column(exhibit.Column{Group: system.Title, Name: "moves of a search", Digits: -3}, func(n int) exhibit.Cell {
			return cell(system, n, func(list papers.Runs) exhibit.Cell {
				return exhibit.Value(list.Mean(papers.Run.Made) / float64(list[0].Walks))
			})
		}, nil)
	}
	papers.Sizes(s, l.sides())
	s.Table.Notes = append([]string{
		fmt.Sprintf("%d elements, up to %d runs of each, seeds from %d, %v (--limit) at the most; the speed-up is over one core, by prices.",
			v.in.Problem.Space().Len(), l.Tries, l.Seed, l.Limit),
		"The chapter: more solutions that are explored at a time improve the speed-up of both mappings, and make the final ones worse. In the same " +
			"time each search then makes fewer moves.",
	}, l.Reasons([]Instance{v.in})...)
	return []*exhibit.Table{s.Table}
}
