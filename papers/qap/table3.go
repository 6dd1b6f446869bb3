package qap

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// runTable3 runs the paper's model on the GPU with the paper's numbers of blocks and with its own, on all cores and on
// one.
func runTable3(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.Instances, func(in Instance) error {
		for _, id := range []string{gaGPU, gaGPUs, gaCores, modelI, modelII, textGPU, textCores, textModelI, textModelII} {
			if err := l.run(ctx, in, id, 0); err != nil {
				return err
			}
		}
		for _, blocks := range l.Blocks {
			for _, id := range []string{gaGPU, textGPU} {
				if err := l.run(ctx, in, id, blocks); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func tablesTable3(l *Lab) []*exhibit.Table {
	s := papers.NewSheet[Instance, PaperTable3]("table3", "instance",
		"Table III: mean time of the genetic algorithm to an acceptable solution, on the GPU, on all cores and on one")
	at := func(group, name string, ours func(Instance) exhibit.Cell, paper func(PaperTable3) float64) {
		s.Column(exhibit.Column{Group: group, Name: name, Unit: "s", Digits: -3}, ours, paper)
	}
	text := func(group, name, id string, blocks int) { at(group, name+", "+textName, l.ours(id, blocks), nil) }
	gpu, one := l.Title(papers.OneGPU), l.Title(papers.OneCore)
	at(gpu, "all blocks", l.ours(gaGPU, 0), nil)
	text(gpu, "all blocks", textGPU, 0)
	for _, blocks := range l.Blocks {
		paper := map[int]func(PaperTable3) float64{
			30: gpu1,
			60: func(r PaperTable3) float64 { return r.GPU2 },
		}[blocks]
		at(gpu, fmt.Sprintf("%d blocks", blocks), l.ours(gaGPU, blocks), paper)
		text(gpu, fmt.Sprintf("%d blocks", blocks), textGPU, blocks)
	}
	at(l.Title(papers.AllGPUs), "all blocks", l.ours(gaGPUs, 0), nil)
	at(l.Title(papers.AllCores), "128 a core", l.ours(gaCores, 0), nil)
	text(l.Title(papers.AllCores), "128 a core", textCores, 0)
	at(one, "Model I", l.ours(modelI, 0), func(r PaperTable3) float64 { return r.ModelI })
	text(one, "Model I", textModelI, 0)
	s.Column(exhibit.Column{Group: one, Name: "its size"}, nil, func(r PaperTable3) float64 { return float64(r.Size) })
	at(one, "Model II", l.ours(modelII, 0), func(r PaperTable3) float64 { return r.ModelII })
	text(one, "Model II", textModelII, 0)
	l.speedups(s)
	rows(l, s, Table3, name3)
	s.Average(nil)
	s.Table.Notes = append(l.notes(), "The paper's 60 blocks are on two GPUs. Model I's sizes are the paper's.")
	if l.Has(gaGPU) {
		s.Table.Notes = append(s.Table.Notes, "All blocks: as many as the method takes by itself"+l.held(gaGPU)+".", l.sooner("genetic", gaGPU))
	}
	return []*exhibit.Table{s.Table}
}

// speedups adds the columns of times against each other.
func (l *Lab) speedups(s *sheet3) {
	for _, c := range []struct {
		group, name string
		above       func(Instance) exhibit.Cell
		blocks      int
		paper       func(PaperTable3) float64
	}{
		{"speed-up to Model I", "30 blocks", l.mean(modelI, 0), 30, func(r PaperTable3) float64 { return r.SpeedupI[0] }},
		{"speed-up to Model I", "all blocks", l.mean(modelI, 0), 0, nil},
		{"to Model II", "30 blocks", l.mean(modelII, 0), 30, func(r PaperTable3) float64 { return r.SpeedupII[0] }},
		{"to Model II", "all blocks", l.mean(modelII, 0), 0, nil},
		{"to " + l.Title(papers.AllCores), "all blocks", l.mean(gaCores, 0), 0, nil},
		{"to the paper's GPU", "all blocks", printed(Table3, name3, gpu1), 0, nil},
	} {
		ours := over(c.above, l.mean(gaGPU, c.blocks))
		if !l.Has(gaGPU) || c.blocks != 0 && !slices.Contains(l.Blocks, c.blocks) {
			ours = nil
		}
		s.Column(exhibit.Column{Group: c.group, Name: c.name, Digits: 1}, ours, c.paper)
	}
}

// held says how many blocks a system had: the different numbers of the instances' first runs.
func (l *Lab) held(id string) string {
	var counts []string
	for _, in := range l.Instances {
		if list := l.toTarget(in, id, 0); len(list) > 0 {
			if text := fmt.Sprint(list[0].Walks); !slices.Contains(counts, text) {
				counts = append(counts, text)
			}
		}
	}
	if counts == nil {
		return ""
	}
	return ", here " + strings.Join(counts, " or ")
}

// sooner says on how many instances a system is how much sooner than the paper's GPU.
func (l *Lab) sooner(what, id string) string {
	count, all, least := [2]int{}, 0, 0.0
	for _, in := range l.Instances {
		c := over(printed(Table3, name3, gpu1), l.mean(id, 0))(in)
		if !c.Has() {
			continue
		}
		if all++; all == 1 || c.Value < least {
			least = c.Value
		}
		for i, bound := range []float64{20, 100} {
			if c.Value >= bound {
				count[i]++
			}
		}
	}
	if all == 0 {
		return fmt.Sprintf("Of %s on a GPU there is nothing to compare with the paper's GPU.", what)
	}
	return fmt.Sprintf("%s on the GPU is at the target 20 times sooner than the paper's one GPU on %d of %d instances, 100 times "+
		"sooner on %d; the least is %.3g times.", what, count[0], all, count[1], least)
}

// methodIDs are the systems of other methods, and the genetic algorithm for comparison.
func (l *Lab) methodIDs() []string {
	var ids []string
	for _, s := range l.Systems {
		if !s.Genetic && l.On.Runs(s) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// runMethods runs other methods to the same targets.
func runMethods(ctx context.Context, l *Lab) error { return l.runSystems(ctx, l.methodIDs()...) }

func tablesMethods(l *Lab) []*exhibit.Table {
	const autoGPU, autoCores, autoCore = "auto-gpu", "auto-cores", "auto-core"
	ids := slices.DeleteFunc(append(l.methodIDs(), gaGPU, gaCores), func(id string) bool { return !l.Has(id) })
	notes, hasAuto := l.chosen(), l.Has(autoGPU)
	if hasAuto {
		notes = append(notes, l.sooner("auto", autoGPU))
	}
	return l.compared("methods", "Other methods", "ms", ids, func(times *sheet3) {
		ratio := func(name string, above func(Instance) exhibit.Cell) {
			if hasAuto {
				times.Column(exhibit.Column{Group: "auto on the GPU", Name: name, Unit: "x", Digits: -3}, over(above, l.mean(autoGPU, 0)), nil)
			}
		}
		ratio("over the paper's GPU", printed(Table3, name3, gpu1))
		ratio("over "+l.Title(papers.AllCores), l.mean(autoCores, 0))
		ratio("over one core", l.mean(autoCore, 0))
	}, notes)
}

// sheet3 is a table by instance, beside the paper's Table III.
type sheet3 = papers.Sheet[Instance, PaperTable3]

func gpu1(r PaperTable3) float64 { return r.GPU1 }

// compared are two tables of systems: how soon they are at the target, and how many of their runs get there. more adds columns to
// the first.
func (l *Lab) compared(name, title, unit string, ids []string, more func(times *sheet3), notes []string) []*exhibit.Table {
	times := papers.NewSheet[Instance, PaperTable3](name, "instance", title+": mean time to the acceptable solution")
	hits := papers.NewSheet[Instance, PaperTable3](name+"-hits", "instance", title+": runs at the acceptable solution within the limit")
	times.Column(exhibit.Column{Group: "the paper", Name: "one GPU", Unit: "s", Digits: 2}, nil, gpu1)
	for _, id := range ids {
		s, _ := l.System(id)
		times.Column(exhibit.Column{Group: l.Title(s.Where), Name: s.Title, Unit: unit, Digits: -3}, func(in Instance) exhibit.Cell {
			c := l.mean(id, 0)(in)
			c.Value *= map[string]float64{"s": 1, "ms": 1000}[unit]
			return c
		}, nil)
		hits.Column(exhibit.Column{Group: l.Title(s.Where), Name: s.Title, Unit: "%"}, l.hits(id, 0), nil)
	}
	more(times)
	rows(l, times, Table3, name3)
	rows(l, hits, Table3, name3)
	times.Average(nil)
	times.Table.Notes, hits.Table.Notes = append(l.notes(), notes...), l.notes()
	return []*exhibit.Table{times.Table, hits.Table}
}

// chosen says what auto chooses, on each part of the machine.
func (l *Lab) chosen() []string {
	var notes []string
	for _, s := range l.Systems {
		if s.Title != "auto" || l.Device(s.Where) == nil {
			continue
		}
		names := map[string][]string{}
		for _, in := range l.Instances {
			name := l.method(s, in, l.Device(s.Where)).Name()
			names[name] = append(names[name], in.Name)
		}
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(names)) {
			part := name
			if len(names) > 1 {
				part += " (" + strings.Join(names[name], ", ") + ")"
			}
			parts = append(parts, part)
		}
		notes = append(notes, fmt.Sprintf("auto on %s: %s.", l.Title(s.Where), strings.Join(parts, "; ")))
	}
	return notes
}
