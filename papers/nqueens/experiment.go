package nqueens

import (
	"slices"

	"github.com/multiwalk/multiwalk/papers"
)

// Experiment is a table or a figure of the paper.
type Experiment = papers.Experiment[*Lab]

// Experiments returns all experiments, in the paper's order.
func Experiments() []Experiment {
	return []Experiment{
		{Name: "figure1", Title: "the share of annealing that evaluation takes", Run: runFigure1, Tables: tablesFigure1, Charts: chartsFigure1},
		{Name: "table1", Title: "the settings of annealing, and what they find", Run: runTable1, Tables: tablesTable1},
		{Name: "figure2", Title: "speed-up by the number of threads", Run: runFigure2, Tables: tablesFigure2, Charts: chartsFigure2},
		{Name: "figure3", Title: "the best number of threads", Run: runFigure3, Tables: tablesFigure3, Charts: chartsFigure3},
		{Name: "figure4", Title: "running time of all schemes", Run: runFigure4, Tables: tablesFigure4, Charts: chartsFigure4},
		{Name: "figure5", Title: "speed-up of all schemes, and from which size", Run: runFigure4, Tables: tablesFigure5, Charts: chartsFigure5},
		{Name: "table3", Title: "thresholds of 1 k to 8 k", Run: runTable(Table3), Tables: tablesTable(Table3)},
		{Name: "table4", Title: "thresholds of 16 k to 128 k", Run: runTable(Table4), Tables: tablesTable(Table4)},
		{Name: "figure6", Title: "random against valid candidates", Run: runFigure6, Tables: tablesFigure6, Charts: chartsFigure6},
		{Name: "figure7", Title: "speed-up of annealing", Run: runFigure7, Tables: tablesFigure7, Charts: chartsFigure7},
		{Name: "batch", Title: "many candidates at once, which the paper leaves to future work", Run: runBatch, Tables: tablesBatch},
		{Name: "islands", Title: "a genetic algorithm on islands by each scheme, of which the paper has no figures", Run: runIslands, Tables: tablesIslands},
	}
}

// sizes returns the Lab's, or an experiment's own.
func (l *Lab) sizes(own []int) []int {
	if l.Sizes != nil {
		return l.Sizes
	}
	return own
}

// paperSizes are those of Figures 4 to 6. The paper shows each power of ten in a panel of its own.
func paperSizes() []int {
	var list []int
	for scale := 100; scale < 1_000_000; scale *= 10 {
		for digit := 1; digit < 10; digit++ {
			list = append(list, digit*scale)
		}
	}
	return append(list, 1_000_000)
}

// annealedSizes are those of Figures 1 and 7, which Table 1 has settings for.
func (l *Lab) annealedSizes() []int {
	list := l.sizes([]int{10, 20, 50, 100, 200, 300, 500, 700, 1000, 1500, 2000, 2500, 3000})
	return slices.DeleteFunc(slices.Clone(list), func(n int) bool { return n < Table1[0].From || n > MostAnnealed })
}
