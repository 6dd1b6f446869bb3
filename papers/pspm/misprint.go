package pspm

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Misprint is a figure of the paper that its other figures contradict.
type Misprint struct {
	Table    string    // where it stands, such as "Table 3"
	Figure   string    // what it is
	Printed  []float64 // one figure, or several alike
	Computed []float64 // from the rows, or the other columns, as printed
	Comment  string    // what is likely meant
}

// String says it in a sentence.
func (m Misprint) String() string {
	return fmt.Sprintf("%s of the paper, %s: printed %s, computed %s; %s.",
		m.Table, m.Figure, figures(m.Printed), figures(m.Computed), m.Comment)
}

func figures(list []float64) string {
	var parts []string
	for _, f := range list {
		parts = append(parts, strconv.FormatFloat(f, 'g', 4, 64))
	}
	return strings.Join(parts, ", ")
}

// Misprints recomputes the averages and speed-ups of the paper's tables from what they are made of, and returns those
// that rounding cannot explain.
func Misprints() []Misprint {
	return slices.Concat(averages(), speedups(), blocksOfEquation3())
}

// averages compares the last rows with the means of those above. Figures with d digits after the point may be off by
// half of the last, in the rows and in the mean.
func averages() []Misprint {
	var list []Misprint
	check := func(table, figure, comment string, printed, digit float64, rows []float64) {
		sum := 0.0
		for _, v := range rows {
			sum += v
		}
		if mean := sum / float64(len(rows)); math.Abs(mean-printed) > digit {
			list = append(list, Misprint{table, "average of " + figure, []float64{printed}, []float64{mean}, comment})
		}
	}
	for _, c := range []struct {
		figure string
		of     func(PaperTable2) float64
	}{
		{"CPU SSPM's SSES", func(r PaperTable2) float64 { return r.SSPMSSES }}, {"CPU SSPM's SEC", func(r PaperTable2) float64 { return r.SSPMSEC }},
		{"CPU PSSM's SSES", func(r PaperTable2) float64 { return r.PSSMSSES }}, {"CPU PSSM's SEC", func(r PaperTable2) float64 { return r.PSSMSEC }},
		{"GPU PSPM's SSES", func(r PaperTable2) float64 { return r.PSPMSSES }}, {"GPU PSPM's SEC", func(r PaperTable2) float64 { return r.PSPMSEC }},
		{"speed-up over SSPM", func(r PaperTable2) float64 { return r.OverSSPM }}, {"speed-up over PSSM", func(r PaperTable2) float64 { return r.OverPSSM }},
	} {
		check("Table 2", c.figure, "the rows hold", c.of(Table2Average), 0.1, column(Table2, c.of))
	}
	for _, c := range []struct {
		figure, comment string
		digit           float64
		of              func(PaperTable3) float64
	}{
		{"CPU SSPM's TC", "the rows hold", 0.01, func(r PaperTable3) float64 { return r.SSPMTC }},
		{"GPU PSPM's TC", "the rows hold", 0.01, func(r PaperTable3) float64 { return r.PSPMTC }},
		{"the TC speed-up", "the rows hold", 0.1, func(r PaperTable3) float64 { return r.Speedup }},
		{"CPU SSPM's SEC", "the rows hold", 0.1, func(r PaperTable3) float64 { return r.SSPMSEC }},
		{"CPU PSSM's SEC", "the printed average improvement over PSSM, 47.0, fits the computed one", 0.1, func(r PaperTable3) float64 { return r.PSSMSEC }},
		{"GPU PSPM's SEC", "the rows hold", 0.1, func(r PaperTable3) float64 { return r.PSPMSEC }},
		{"the improvement over SSPM", "the rows hold", 0.1, func(r PaperTable3) float64 { return r.ImprovesSSPM }},
		{"the improvement over PSSM", "the rows hold", 0.1, func(r PaperTable3) float64 { return r.ImprovesPSSM }},
	} {
		check("Table 3", c.figure, c.comment, c.of(Table3Average), c.digit, column(Table3, c.of))
	}
	return list
}

// column returns a figure of all rows.
func column[R any](rows []R, of func(R) float64) []float64 {
	var list []float64
	for _, r := range rows {
		list = append(list, of(r))
	}
	return list
}

// speedups compares each speed-up with the ratio of the figures beside it, all with half a unit of their last digit.
func speedups() []Misprint {
	var list []Misprint
	check := func(table, figure, comment string, printed, over, under, half float64) {
		if !isRatio(printed, over, under, half) {
			list = append(list, Misprint{table, figure, []float64{printed}, []float64{over / under}, comment})
		}
	}
	for _, r := range Table2 {
		check("Table 2", "speed-up over SSPM on "+r.Instance, "the columns hold", r.OverSSPM, r.PSPMSSES, r.SSPMSSES, 0.05)
		check("Table 2", "speed-up over PSSM on "+r.Instance, "the columns hold", r.OverPSSM, r.PSPMSSES, r.PSSMSSES, 0.05)
	}
	for _, r := range Table3 {
		check("Table 3", "TC speed-up on "+r.Instance, "the columns hold", r.Speedup, r.PSPMTC, r.SSPMTC, 0.005)
	}
	of4 := Misprint{Table: "Table 4", Comment: "they are means of the speed-ups on each instance, " +
		"as the 99.0 of Table 2 shows, " +
		"and not ratios of the means beside them"}
	var at []float64
	for _, r := range Table4 {
		if !isRatio(r.Speedup, r.PSPMSSES, r.SSPMSSES, 0.05) {
			at = append(at, float64(r.Moves))
			of4.Printed, of4.Computed = append(of4.Printed, r.Speedup), append(of4.Computed, r.PSPMSSES/r.SSPMSSES)
		}
	}
	of4.Figure = "speed-ups at " + figures(at) + " moves"
	return append(list, of4)
}

// isRatio says whether a ratio, printed with one digit after the point, can be that of two figures that were rounded by up
// to half.
func isRatio(printed, over, under, half float64) bool {
	return printed+0.05 >= (over-half)/(under+half) && printed-0.05 <= (over+half)/(under-half)
}

// blocksOfEquation3 puts the paper's own numbers into equation (3), which rounds up how many blocks fit.
func blocksOfEquation3() []Misprint {
	fit := float64(paperShared) / paperBlock
	up, down := math.Ceil(fit)*paperProcessors, math.Floor(fit)*paperProcessors
	if up == PaperSearches || down != PaperSearches {
		return nil
	}
	return []Misprint{{"Equation (3)", "number of blocks", []float64{PaperSearches}, []float64{up},
		"what fits is rounded down, which gives the 98 of Table 1"}}
}
