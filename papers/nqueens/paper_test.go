package nqueens

import (
	"fmt"
	"hash/fnv"
	"slices"
	"testing"
	"time"

	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// Each figure of the tables was once compared with the paper. The checksum says whether one has changed since.
func TestPaper_IsAsPrinted(t *testing.T) {
	h := fnv.New64a()
	fmt.Fprint(h, Table1, Table3, Table4, Text, crossovers, MostAnnealed)
	if got := h.Sum64(); got != 0x17265352cffcf7f3 {
		t.Errorf("a figure has changed: %#x; compare it with the paper", got)
	}
}

// The settings of the paper's experiments that the program has by itself: 100 runs of each, 1 to 60 threads (2.2), its
// map of threads (2.2), sizes from 100 to a million (3.2 and 3.4).
func TestPaper_Settings(t *testing.T) {
	c, err := Config{}.withDefaults()
	if err != nil || c.Trials != 100 || c.Limit != 10*time.Second || c.Threads[0] != 1 ||
		c.Threads[len(c.Threads)-1] != 60 {
		t.Errorf("%+v, %v", c, err)
	}
	want := []queens.SizeClass{{Most: 1000, Threads: 10}, {Most: 10_000, Threads: 20}, {Most: 1_000_000, Threads: 40}}
	if !slices.Equal(queens.PaperClasses(), want) {
		t.Error(queens.PaperClasses())
	}
	list := paperSizes()
	if len(list) != 37 || list[0] != 100 || list[9] != 1000 || list[35] != 900_000 || list[36] != 1_000_000 {
		t.Error(list)
	}
}
