package qubo

import (
	"strconv"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/benchdata"
)

func TestBestKnown_AreNumbers(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(bestKnownText), "\n")
	for _, line := range lines {
		f := strings.Fields(line)
		n, err := strconv.Atoi(f[1])
		cost, optimal, ok := BestKnown(strings.ToUpper(f[0]), n)
		if err != nil || !ok || cost >= 0 || optimal != (len(f) == 4 && f[3] == "optimal") || len(f) < 3 || len(f) > 4 {
			t.Errorf("%s: %d, %v, %v, %v", line, cost, optimal, ok, err)
		}
	}
	if len(lines) != len(bestKnown()) {
		t.Errorf("%d lines, %d instances", len(lines), len(bestKnown()))
	}
	if _, _, ok := BestKnown("g1", 801); ok {
		t.Error("a graph of 801 vertices is not g1")
	}
}

func TestBestKnown_IsThatOfTheLists(t *testing.T) {
	for set, sign := range map[string]int64{"BQP": 1, "GSET": -1} {
		for name, want := range benchdata.BestKnown(t, set) {
			fields := bestKnown()[name]
			if len(fields) < 3 || fields[2] != strconv.FormatInt(sign*want, 10) {
				t.Errorf("%s: %v, the list has %d", name, fields, want)
			}
		}
	}
}
