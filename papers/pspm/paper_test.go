package pspm

import (
	"fmt"
	"hash/fnv"
	"slices"
	"testing"
)

// Each figure of the tables was once compared with the paper. The checksum says whether one has changed since.
func TestPaper_IsAsPrinted(t *testing.T) {
	h := fnv.New64a()
	fmt.Fprint(h, Table2, Table2Average, Table3, Table3Average, Table4)
	if got := h.Sum64(); got != 0x5ab9c4954126e87d {
		t.Errorf("a figure has changed: %#x; compare it with the paper", got)
	}
}

// The adopted values of the paper's Table 1: Ts 10000, Te 0.1, the cooling constant 0.99, Sp 10, Se 100, Pm and TPB 12,
// TB 98. Nsm 14, Ms 48 KB. Its kernel takes 6206 bytes of shared memory (5.1), and it averages 10 runs (5.2).
func TestPaper_Settings(t *testing.T) {
	if want := (Schedule{Start: 10_000, End: 0.1, Alpha: 0.99, Sweeps: 10, Every: 100}); PaperSchedule != want {
		t.Errorf("%+v", PaperSchedule)
	}
	if PaperMoves != 12 || PaperSearches != 98 ||
		paperShared != 49_152 || paperBlock != 6206 || paperProcessors != 14 {
		t.Error(PaperMoves, PaperSearches, paperShared, paperBlock, paperProcessors)
	}
	c, err := Config{Instances: DemoInstances()}.withDefaults()
	moves := []int{4, 8, 12, 24, 32, 48, 64, 128, 256, 512, 1024}
	if err != nil || c.Trials != 10 || !slices.Equal(c.Moves, moves) || c.Schedule != PaperSchedule {
		t.Errorf("%+v, %v", c, err)
	}
}
