package docs_test

import (
	"bytes"
	"flag"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/must"
)

// After a change of the tables: go test ./docs -run TestClusters_Chart -update
var update = flag.Bool("update", false, "write charts anew")

// The chart of clusters.md has the figures of its tables: percentages at 10 nodes, 100, and so on.
func TestClusters_Chart(t *testing.T) {
	c := exhibit.Chart{Name: "clusters", Title: "Which share of the nodes' time brings the target nearer"}
	marks := []float64{10, 100, 1000, 10000}
	panel := exhibit.Panel{X: exhibit.Axis{Label: "nodes", Log: true, Ticks: marks}, Y: exhibit.Axis{Label: "%", Ticks: []float64{0, 25, 50, 75, 100}}}
	for line := range strings.Lines(read(t, "clusters.md")) {
		cells := strings.Split(strings.Trim(line, "| \n"), "|")
		if !strings.HasPrefix(line, "| ") || !strings.Contains(line, "%") {
			continue
		}
		name := strings.TrimSpace(cells[0])
		s := exhibit.Series{Name: name, Style: len(panel.Series), Dashed: strings.HasPrefix(name, "ttt")}
		for i, cell := range cells[1:] {
			if percent, ok := strings.CutSuffix(strings.TrimSpace(cell), " %"); ok {
				y := must.Have(strconv.ParseFloat(percent, 64))(t)
				s.Add(math.Pow(10, float64(i+1)), y)
			}
		}
		if len(s.X) > 0 {
			panel.Series = append(panel.Series, s)
		}
	}
	c.Panels = []exhibit.Panel{panel}
	var b bytes.Buffer
	must.Do(t, c.SVG(&b))
	const file = "images/clusters.svg"
	if *update {
		must.Do(t, os.WriteFile(file, b.Bytes(), 0o666))
	}
	if read(t, file) != b.String() {
		t.Errorf("%s does not have the figures of the tables", file)
	}
}
