package qap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/stat"
)

// paperWay heads the columns of predictions as the paper makes them.
const paperWay = "the paper's way"

// within is how far a prediction may be off, of what is measured.
const within = 0.2

// runSingles runs what predictions rest on: single blocks on the GPU, and single populations on a core.
func runSingles(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.Instances, func(in Instance) error {
		if err := l.singles(ctx, in); err != nil {
			return err
		}
		if err := l.paces(ctx, in, gaGPU, 1); err != nil {
			return err
		}
		return l.run(ctx, in, modelII, 0)
	})
}

// runTable2 runs single blocks, then many, and measures their pace.
func runTable2(ctx context.Context, l *Lab) error {
	if err := runSingles(ctx, l); err != nil {
		return err
	}
	return papers.Each(ctx, l.Instances, func(in Instance) error {
		for _, b := range []bundle{{papers.OneGPU, 1, 1}, {where: papers.OneCore}} {
			if err := l.runText(ctx, in, b); err != nil {
				return err
			}
		}
		for _, b := range l.asked() {
			if err := errors.Join(l.run(ctx, in, idOf(b.where), b.asked), l.runText(ctx, in, b)); err != nil {
				return err
			}
			if b.where != papers.AllCores {
				if err := l.paces(ctx, in, idOf(b.where), b.asked); err != nil {
					return err
				}
			}
			if b.asked > 0 {
				if err := l.races(ctx, in, b.asked); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// asked returns what is predicted and measured, for all instances.
func (l *Lab) asked() []bundle {
	var list []bundle
	for _, blocks := range l.Blocks {
		list = append(list, bundle{papers.OneGPU, blocks, blocks})
	}
	list = append(list, bundle{where: papers.OneGPU}, bundle{where: papers.AllGPUs}, bundle{where: papers.AllCores})
	return slices.DeleteFunc(list, func(b bundle) bool { return !l.Has(idOf(b.where)) })
}

// bundles are those of an instance that were run.
func (l *Lab) bundles(in Instance) []bundle {
	var list []bundle
	for _, b := range l.asked() {
		if runs := l.toTarget(in, idOf(b.where), b.asked); len(runs) > 0 {
			b.blocks = runs[0].Walks
			list = append(list, b)
		}
	}
	slices.SortStableFunc(list, func(a, b bundle) int {
		if a.where != papers.OneGPU || b.where != papers.OneGPU {
			return 0 // the others come after them
		}
		return cmp.Compare(a.blocks, b.blocks)
	})
	return list
}

// row2 is a row of Table II; blocks 1 are single runs.
type row2 struct {
	in Instance
	b  bundle
}

// lone says whether it is a row of single runs.
func (r row2) lone() bool { return r.b.blocks == 1 && r.b.asked == 1 }

// paper2 finds what the paper has of a row: blocks on one GPU, and 60 on two.
func paper2(r row2) *PaperBlocks {
	p := papers.Find(Table2, r.in.Name, name2)
	if p == nil || r.b.where != papers.OneGPU {
		return nil
	}
	switch r.b.asked {
	case 1:
		return &p.One
	case 30:
		return &p.Thirty
	case 60:
		return &p.Sixty
	}
	return nil
}

// time2 is the mean time of a row.
func (l *Lab) time2(r row2) exhibit.Cell {
	if !r.lone() {
		return l.mean(idOf(r.b.where), r.b.asked)(r.in)
	}
	runs := l.alone(r.in, r.b.where)
	if len(runs) == 0 {
		return exhibit.Missing("-")
	}
	return expected(runs, l.seconds(r.in, r.b.where))
}

// deviation2 is the standard deviation of a row.
func (l *Lab) deviation2(r row2) exhibit.Cell {
	if !r.lone() {
		return l.deviation(idOf(r.b.where), r.b.asked)(r.in)
	}
	return spread(l.alone(r.in, r.b.where), l.seconds(r.in, r.b.where))
}

// gain2 is how many times as soon as a single run a row is.
func (l *Lab) gain2(r row2) exhibit.Cell {
	if r.lone() {
		return exhibit.Value(1)
	}
	return exhibit.Against(l.time2(row2{r.in, bundle{r.b.where.One(), 1, 1}}), l.time2(r), exhibit.Quotient)
}

// paperM is M(p) by the paper's way: a gamma distribution fitted to single runs by least squares, and nothing else.
func (l *Lab) paperM(r row2) exhibit.Cell {
	f := l.forecast(r.in, r.b.where)
	if r.lone() || f.paper == nil {
		return exhibit.Missing("-")
	}
	return exhibit.Value(stat.Fastest(f.paper, float64(r.b.blocks)))
}

// ourM is a figure of M(p) by ours.
func (l *Lab) ourM(of func(prediction) float64) func(row2) exhibit.Cell {
	return func(r row2) exhibit.Cell {
		if !r.lone() {
			if p, ok := l.predict(r.in, r.b); ok {
				return exhibit.Value(of(p))
			}
		}
		return exhibit.Missing("-")
	}
}

// off is how far a prediction is from what was measured, in per cent of it.
func (l *Lab) off(of, measured func(row2) exhibit.Cell) func(row2) exhibit.Cell {
	return func(r row2) exhibit.Cell {
		if r.lone() {
			return exhibit.Missing("-")
		}
		return exhibit.Against(of(r), measured(r), func(m, t float64) float64 { return 100 * (m/t - 1) })
	}
}

// raced is the mean time of races side by side: that of as many blocks by themselves for as many generations.
func (l *Lab) raced(r row2) exhibit.Cell {
	list := l.Like(race(r.in, r.b.asked), math.MaxInt)
	pace, ok := l.paceOf(r.in, gaGPU, r.b.asked)
	if r.b.where != papers.OneGPU || r.b.asked < 2 || len(list) == 0 || !ok {
		return exhibit.Missing("-")
	}
	c := generations(list)
	c.Value = pace.after(c.Value)
	return c
}

func value(p prediction) float64 { return p.value }
func low(p prediction) float64   { return p.low }
func high(p prediction) float64  { return p.high }

func tablesTable2(l *Lab) []*exhibit.Table {
	s := papers.NewSheet[row2, PaperBlocks]("table2", "instance, blocks",
		"Table II: parallel independent runs, and what single runs say of them")
	second := func(group, name string, ours func(row2) exhibit.Cell, paper func(PaperBlocks) float64) {
		s.Column(exhibit.Column{Group: group, Name: name, Unit: "s", Digits: -3}, ours, paper)
	}
	second("measured", "Tp,avg", l.time2, func(p PaperBlocks) float64 { return p.Mean })
	second("measured", "σ", l.deviation2, func(p PaperBlocks) float64 { return p.Deviation })
	s.Column(exhibit.Column{Group: "measured", Name: "gain", Digits: 2}, l.gain2, func(p PaperBlocks) float64 { return p.Gain })
	if slices.ContainsFunc([]string{textGPU, textCores, textModelII}, l.Has) {
		second(textName, "Tp,avg", l.text2(l.mean), nil)
		second(textName, "σ", l.text2(l.deviation), nil)
		s.Column(exhibit.Column{Group: textName, Name: "gain", Digits: 2}, l.textGain, nil)
	}
	if l.Has(gaGPU) {
		second("races", "Tp,avg", l.raced, nil)
	}
	second(paperWay, "M(p)", l.paperM, func(p PaperBlocks) float64 { return p.M })
	second(paperWay, "Δp", func(r row2) exhibit.Cell {
		return exhibit.Against(l.time2(r), l.paperM(r), func(t, m float64) float64 { return t - m })
	}, func(p PaperBlocks) float64 { return p.Delta })
	s.Column(exhibit.Column{Group: paperWay, Name: "off", Unit: "%", Digits: 1}, l.off(l.paperM, l.time2), nil)
	second("ours", "M(p)", l.ourM(value), nil)
	second("ours", "95 % from", l.ourM(low), nil)
	second("ours", "to", l.ourM(high), nil)
	s.Column(exhibit.Column{Group: "ours", Name: "off", Unit: "%", Digits: 1}, l.off(l.ourM(value), l.time2), nil)
	if l.Has(gaGPU) {
		s.Column(exhibit.Column{Group: "ours", Name: "off, races", Unit: "%", Digits: 1}, l.off(l.ourM(value), l.raced), nil)
	}
	all := l.rows2()
	for _, r := range all {
		s.Row(l.name(r), r, paper2(r))
		last := s.Table.Rows[len(s.Table.Rows)-1]
		for k, c := range s.Table.Columns {
			if r.lone() && c.Group == paperWay && c.Source == exhibit.Paper {
				last.Cells[k] = exhibit.Missing("-") // the paper has no M(1)
			}
		}
	}
	s.Table.Notes = append(l.notes(), l.notes2()...)
	s.Table.Notes = append(s.Table.Notes, l.verdicts(all)...)
	return []*exhibit.Table{s.Table}
}

// rows2 returns the rows: single blocks and many of them, a core and all.
func (l *Lab) rows2() []row2 {
	var list []row2
	for _, in := range l.Instances {
		if len(l.alone(in, papers.OneGPU)) > 0 {
			list = append(list, row2{in, bundle{papers.OneGPU, 1, 1}})
		}
		onCores := false
		for _, b := range l.bundles(in) {
			if b.where == papers.AllCores && !onCores && len(l.alone(in, papers.OneCore)) > 0 {
				list, onCores = append(list, row2{in, bundle{papers.OneCore, 1, 1}}), true
			}
			list = append(list, row2{in, b})
		}
	}
	return list
}

// name is a row's.
func (l *Lab) name(r row2) string {
	switch {
	case r.b.where == papers.OneCore || r.b.where == papers.AllCores:
		return r.in.Name + ", " + l.Title(r.b.where)
	case r.b.where == papers.AllGPUs:
		return fmt.Sprintf("%s, all %d on %s", r.in.Name, r.b.blocks, l.Title(papers.AllGPUs))
	}
	if r.b.asked == 0 {
		return fmt.Sprintf("%s, all %d", r.in.Name, r.b.blocks)
	}
	return fmt.Sprintf("%s, %d", r.in.Name, r.b.blocks)
}
