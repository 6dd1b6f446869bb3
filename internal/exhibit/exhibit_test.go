package exhibit

import (
	"bytes"
	"flag"
	"io"
	"math"
	"strconv"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares what is written with a file of testdata.
func golden(t *testing.T, file string, write func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, write(&b))
	must.Match(t, file, b.Bytes(), *update)
}

// sample has every kind of cell, heads that share and heads that do not, and a head wider than what is below it.
func sample() *Table {
	bound := Value(12.345)
	bound.Mark = Bound
	partial := Value(7)
	partial.Mark = Partial
	t := &Table{Name: "sample", Title: "Table 0: a sample", Head: "instance",
		Columns: []Column{
			{"CPU", "SSES", "1e6/s", Ours, 1}, {"CPU", "SSES", "1e6/s", Paper, 1}, {"CPU", "SEC", "%", Ours, 2},
			{"GPU", "SEC", "%", Ours, 2}, {"GPU", "SEC", "%", Paper, 2},
			{"a long head of one column", "speed-up", "", Ours, 0},
		},
		Rows: []Row{
			{"rd100", []Cell{Value(1234.56), Value(4.6), Value(2), Missing("no GPU"), Value(0.14), bound}},
			{"kroA150", []Cell{partial, Value(4.2), Value(4), Missing("no GPU"), Missing("-"), Value(3)}},
		},
		Notes: []string{"A note that is long enough to be folded, because it goes on and on until it has passed the hundredth column.", "a|b * < c"},
	}
	t.Average()
	return t
}

func TestTable_Golden(t *testing.T) {
	golden(t, "table.txt", sample().Text)
	golden(t, "table.csv", sample().CSV)
	golden(t, "table.md", sample().Markdown)
}

func TestRatio_CarriesMarks(t *testing.T) {
	marked := func(v float64, mark string) Cell { return Cell{Value: v, Mark: mark} }
	for _, c := range []struct{ over, under, want Cell }{
		{Value(6), Value(3), Value(2)},
		{Missing("a"), Missing("b"), Missing("a")},
		{Value(6), Missing("b"), Missing("b")},
		{marked(6, Bound), Value(3), marked(2, Bound)},
		{Value(6), marked(3, Bound), marked(2, AtLeast)},
		{marked(6, Bound), marked(3, Bound), marked(2, Partial)},
		{marked(6, Estimate), Value(3), marked(2, Estimate)},
		{marked(6, Bound+Estimate), Value(3), marked(2, Bound+Estimate)},
		{marked(6, Partial), marked(3, Estimate), marked(2, Partial+Estimate)},
	} {
		if got := Ratio(c.over, c.under, func(a, b float64) float64 { return a / b }); got != c.want {
			t.Errorf("%+v over %+v is %+v, want %+v", c.over, c.under, got, c.want)
		}
	}
	if text := marked(2.5, Partial+Estimate).format(1); text != "~2.5*" {
		t.Errorf("an estimate from few trials is written %s", text)
	}
}

func TestCell_SignificantDigits(t *testing.T) {
	for v, want := range map[float64]string{0: "0.00", 0.000123456: "0.000123", 1.5: "1.50", 0.009999: "0.0100", 99.96: "100", -27.25: "-27.2", 123.4: "123", 456789: "456789",
		math.Inf(1): "+Inf", 1e301: strconv.FormatFloat(1e301, 'f', 2, 64)} {
		if got := Value(v).format(-3); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}

func TestMean(t *testing.T) {
	for _, c := range []struct {
		cells []Cell
		want  Cell
	}{
		{[]Cell{Value(1), Value(2), Value(6)}, Value(3)},
		{[]Cell{Value(1), Missing("-")}, Cell{Value: 1, Mark: Partial}},
		{[]Cell{{Value: 1, Mark: Bound}, {Value: 3, Mark: Partial}}, Cell{Value: 2, Mark: Bound + Partial}},
		{[]Cell{Missing("no GPU"), Missing("no GPU")}, Missing("no GPU")},
		{nil, Missing("")},
	} {
		if got := Mean(c.cells); got != c.want {
			t.Errorf("mean of %v is %+v, want %+v", c.cells, got, c.want)
		}
	}
}

func TestAgainst(t *testing.T) {
	cell := func(v float64, mark string) Cell { return Cell{Value: v, Mark: mark} }
	for _, c := range []struct{ above, below, want Cell }{
		{cell(6, ""), cell(2, ""), cell(3, "")},
		{cell(6, ">"), cell(2, "~"), cell(3, "~>")},
		{cell(6, "*"), cell(2, ">"), cell(3, "*<")},
		{cell(6, ">"), cell(2, ">*"), Missing("-")},
		{Missing("no GPU"), cell(2, ">"), Missing("no GPU")},
		{cell(6, ">"), Missing("no GPU"), Missing("no GPU")},
	} {
		if got := Against(c.above, c.below, Quotient); got != c.want {
			t.Errorf("%+v against %+v: %+v, want %+v", c.above, c.below, got, c.want)
		}
	}
}
