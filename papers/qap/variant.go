package qap

import (
	"context"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/walk"
)

// The variants of the paper's model that its text tells of: order crossover, individuals that are shuffled between
// blocks, the p_m of the text, the best individual kept when a block begins anew, and cut points that all threads of a block share. They are run where they are asked for.
const (
	oxGPU, oxCores, oxCore     = "ga-ox-gpu", "ga-ox-cores", "ga-ox-core"
	shuffledGPU, shuffledCores = "ga-shuffled-gpu", "ga-shuffled-cores"
	textGPU, textCores         = "ga-text-gpu", "ga-text-cores"
	keptGPU, keptCores         = "ga-kept-gpu", "ga-kept-cores"
	cutGPU, cutCores           = "ga-cut-gpu", "ga-cut-cores"
	textModelI, textModelII    = "model-1-text", "model-2-text"
)

// textName heads columns of the systems with the p_m of the text.
var textName = fmt.Sprintf("p_m %v", paperMutation)

// Variants returns the systems that SystemsNamed names only where it is asked for them.
func Variants() []System {
	variant := func(id, title string, where papers.Where, of func(in Instance) walk.Method) System {
		return System{Base: papers.At(id, title, where), Genetic: true, Variant: true,
			Method: func(in Instance, _ multiwalk.Device) walk.Method { return of(in) }}
	}
	// Section III-B.1: "the PMX operator worked much better than the OX operator on QAPs".
	ox := func(Instance) walk.Method { return population.Genetic{Crossover: "ox"} }
	// Section III-B.2 tells of the study before, which shuffled the individuals of all blocks every 500 generations;
	// restarts came with independent blocks.
	shuffled := func(Instance) walk.Method {
		return cooperate.Islands{Method: population.Genetic{Restart: "none"}, Every: paperShuffle}
	}
	// Section IV-A: "We used a mutation rate of p_m = 0.1 in all experiments".
	text := func(Instance) walk.Method { return population.Genetic{Mutation: paperMutation} }
	// Section III-B.3: "keeping the best individual during reinitialization causes ill effect".
	kept := func(Instance) walk.Method { return population.Genetic{Keep: true} }
	// Section IV: "To use the same cut-points among threads in one generation may result in some speedup".
	cut := func(Instance) walk.Method { return population.Genetic{Cuts: paperSize} }
	return []System{
		variant(oxGPU, "genetic, OX", papers.OneGPU, ox),
		variant(oxCores, "genetic, OX", papers.AllCores, ox),
		variant(oxCore, "genetic, OX", papers.OneCore, ox),
		variant(shuffledGPU, "genetic, shuffled", papers.OneGPU, shuffled),
		variant(shuffledCores, "genetic, shuffled", papers.AllCores, shuffled),
		variant(textGPU, "genetic, "+textName, papers.OneGPU, text),
		variant(textCores, "genetic, "+textName, papers.AllCores, text),
		variant(keptGPU, "genetic, best kept", papers.OneGPU, kept),
		variant(keptCores, "genetic, best kept", papers.AllCores, kept),
		variant(cutGPU, "genetic, cut alike", papers.OneGPU, cut),
		variant(cutCores, "genetic, cut alike", papers.AllCores, cut),
		variant(textModelI, "genetic, Model I, "+textName, papers.OneCore, func(in Instance) walk.Method {
			return population.Genetic{Population: tuned(in), Mutation: paperMutation}
		}),
		variant(textModelII, "genetic, Model II, "+textName, papers.OneCore, text),
	}
}

// withVariants adds those that are not among the systems.
func withVariants(systems []System) []System {
	return append(systems, slices.DeleteFunc(Variants(), func(v System) bool {
		return slices.ContainsFunc(systems, func(s System) bool { return s.ID == v.ID })
	})...)
}

// variantIDs are the systems of the table of variants, by place and with the paper's model first.
func (l *Lab) variantIDs() []string {
	if !slices.ContainsFunc(l.Systems, func(s System) bool { return s.Variant }) {
		return nil
	}
	ids := []string{gaGPU, oxGPU, shuffledGPU, textGPU, keptGPU, cutGPU, gaCores, oxCores, shuffledCores, textCores, keptCores, cutCores,
		modelII, oxCore, textModelII}
	return slices.DeleteFunc(ids, func(id string) bool { return !l.Has(id) })
}

// runVariants runs the paper's model and its variants to the same targets.
func runVariants(ctx context.Context, l *Lab) error { return l.runSystems(ctx, l.variantIDs()...) }

func tablesVariants(l *Lab) []*exhibit.Table {
	ids := l.variantIDs()
	if len(ids) == 0 {
		return nil
	}
	return l.compared("variants", "Variants of the paper's model", "s", ids, func(*sheet3) {}, l.variantNotes())
}

// variantNotes are the paper's remarks on its variants. It prints no figures of them.
func (l *Lab) variantNotes() []string {
	var notes []string
	for _, of := range []struct {
		ids  []string
		note string
	}{
		{[]string{oxGPU, oxCores, oxCore},
			"OX: order crossover in place of PMX. The paper tried both beforehand and says that PMX " +
				"worked much better; it prints no figures."},
		{[]string{shuffledGPU, shuffledCores},
			fmt.Sprintf("Shuffled: the individuals of all blocks are shuffled every %d "+
				"generations, without restarts, as in the study before the paper's. The paper's blocks are independent; it does not "+
				"compare them, and says that a group of small independent ones stagnates without restarts.", paperShuffle)},
		{[]string{keptGPU, keptCores},
			"Best kept: when a block begins anew, its best individual is the first of the new ones. The paper found ill effect, and draws all anew."},
		{[]string{cutGPU, cutCores},
			"Cut alike: in a generation all individuals of a block are cut at the same points, as the paper proposes for its GPU, without figures."},
		{[]string{textGPU, textCores, textModelI, textModelII},
			fmt.Sprintf("%s: a child mutates as often as the paper's text says, "+
				"in the others with probability %v.", textName, max(0, l.Mutation))},
	} {
		if slices.ContainsFunc(of.ids, l.Has) {
			notes = append(notes, of.note)
		}
	}
	return notes
}

// textOf is the system with the p_m of the text on a part of the machine.
func textOf(w papers.Where) string {
	return map[papers.Where]string{papers.OneGPU: textGPU, papers.AllCores: textCores, papers.OneCore: textModelII}[w]
}

// runText runs what Table II measures with the p_m of the text as well, if its systems are there. It predicts nothing
// of it.
func (l *Lab) runText(ctx context.Context, in Instance, b bundle) error {
	if id := textOf(b.where); l.Has(id) {
		return l.run(ctx, in, id, b.asked)
	}
	return nil
}

// text2 is what a row of Table II asks of the system with the p_m of the text.
func (l *Lab) text2(of func(id string, blocks int) func(Instance) exhibit.Cell) func(row2) exhibit.Cell {
	return func(r row2) exhibit.Cell {
		id, blocks := textOf(r.b.where), r.b.asked
		if r.b.where == papers.OneCore {
			blocks = 0 // a core has no blocks
		}
		if !l.Has(id) {
			return exhibit.Missing("-")
		}
		return of(id, blocks)(r.in)
	}
}

// textGain is how many times as soon as a single run a row is, with the p_m of the text.
func (l *Lab) textGain(r row2) exhibit.Cell {
	if r.lone() {
		return exhibit.Value(1)
	}
	mean := l.text2(l.mean)
	return exhibit.Against(mean(row2{r.in, bundle{r.b.where.One(), 1, 1}}), mean(r), exhibit.Quotient)
}
