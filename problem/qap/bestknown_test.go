package qap

import (
	"strings"
	"testing"
)

func TestBestKnown_AreNumbers(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(bestKnownText), "\n")
	for _, line := range lines {
		f := strings.Fields(line)
		cost, optimal, ok := BestKnown(f[0])
		if !ok || cost == 0 && f[1] != "0" || optimal != (len(f) == 3 && f[2] == "optimal") || len(f) < 2 || len(f) > 3 {
			t.Errorf("%s: %d, %v, %v", line, cost, optimal, ok)
		}
	}
	if len(lines) != len(bestKnown()) || len(lines) != 152 {
		t.Errorf("%d lines, %d instances", len(lines), len(bestKnown()))
	}
	for name, want := range map[string]int64{"bur26a": 5426670, "esc16f": 0, "wil100": 273038, "tai80b": 818415043} {
		if cost, optimal, _ := BestKnown(name); cost != want || optimal != (cost < 100 || cost == 5426670) {
			t.Errorf("%s: %d, %v", name, cost, optimal)
		}
	}
}
