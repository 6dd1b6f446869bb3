package tsp

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// randomFile writes a valid file of 1 to 8 cities: any metric and format, coordinates from equal to as far apart as
// may be, sometimes fixed edges and display data.
func randomFile(r *multiwalk.Rand) string {
	n, metric := 1+r.IntN(8), Explicit+Metric(r.IntN(int(Floor3D)))
	var b strings.Builder
	kind := []string{"TSP", "TSP", "ATSP", "HPP"}[r.IntN(4)]
	fmt.Fprintf(&b, "NAME: m\nTYPE: %s\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: %v\n", kind, n, metric)
	if metric == Explicit {
		names := slices.Sorted(maps.Keys(formats))
		name := names[r.IntN(len(names))]
		fmt.Fprintf(&b, "EDGE_WEIGHT_FORMAT: %s\nEDGE_WEIGHT_SECTION\n", name)
		for range formats[name].count(n) {
			if formats[name].full {
				b.WriteString("7 ")
			} else {
				fmt.Fprintf(&b, "%d ", int32(r.Uint32()))
			}
		}
		b.WriteString("\n")
	} else {
		limits := []int{2, 60, 300, 300_000_000}
		if metric.spherical() {
			limits = limits[:3]
		}
		b.WriteString("NODE_COORD_SECTION\n")
		randomRows(&b, r, n, metric.Dimensions(), limits[r.IntN(len(limits))])
	}
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "FIXED_EDGES_SECTION\n%d %d\n-1\n", 1+r.IntN(n), 1+r.IntN(n))
	}
	if r.IntN(3) == 0 {
		b.WriteString("DISPLAY_DATA_SECTION\n")
		randomRows(&b, r, n, 2, 100)
	}
	b.WriteString("EOF\n")
	return b.String()
}

func randomRows(b *strings.Builder, r *multiwalk.Rand, n, columns, limit int) {
	for i := range n {
		fmt.Fprintf(b, "%d", i+1)
		for range columns {
			fmt.Fprintf(b, " %g", float64(r.IntN(2*limit+1)-limit))
		}
		b.WriteString("\n")
	}
}

// damaged drops, doubles, moves or replaces a word or a line.
func damaged(r *multiwalk.Rand, text string) string {
	separator := []string{"\n", " "}[r.IntN(2)]
	parts := strings.Split(text, separator)
	i, j := r.IntN(len(parts)), r.IntN(len(parts))
	switch r.IntN(4) {
	case 0:
		parts = slices.Delete(parts, i, i+1)
	case 1:
		parts = slices.Insert(parts, j, parts[i])
	case 2:
		parts[i], parts[j] = parts[j], parts[i]
	case 3:
		parts[i] = []string{"", "-1", "0", "9", "2147483647", "-2147483648", "1e308", "GEO", "EXPLICIT", "EOF"}[r.IntN(10)]
	}
	return strings.Join(parts, separator)
}

// What FuzzRead hardly gets to: files of the right shape, whole and with up to three damages.
func TestRead_RandomFilesWholeAndDamaged(t *testing.T) {
	unraced.Test(t)
	r := randomStream(11)
	read := [4]int{}
	for round := range 20_000 {
		damages := round % 4
		text := randomFile(r)
		for range damages {
			text = damaged(r, text)
		}
		p, err := Read(strings.NewReader(text), "f")
		switch {
		case err == nil:
			read[damages]++
			exercise(t, p)
		case !strings.HasPrefix(err.Error(), "f:") || damages == 0 && !strings.Contains(err.Error(), "joins city"):
			t.Fatalf("%v in\n%s", err, text)
		}
		if t.Failed() {
			t.Fatalf("round %d:\n%s", round, text)
		}
	}
	t.Logf("read of 5000 by number of damages: %v", read)
}
