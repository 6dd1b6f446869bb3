package qap

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"
	"time"
)

// Each figure of the tables was once compared with the paper. The checksum says whether one has changed since.
func TestPaper_IsAsPrinted(t *testing.T) {
	h := fnv.New64a()
	fmt.Fprint(h, Table1, Table2, Table3)
	if got := h.Sum64(); got != 0xd0169a99ba539483 {
		t.Errorf("a figure has changed: %#x; compare it with the paper", got)
	}
}

// The settings of the paper's sections III-B and IV-A, and what the program does by itself.
func TestPaper_Settings(t *testing.T) {
	if paperRuns != 30 || paperSize != 128 || paperLoose != "tai50b" || paperWithin != 6 ||
		paperMutation != 0.1 || paperShuffle != 500 {
		t.Error(paperRuns, paperSize, paperLoose, paperWithin, paperMutation, paperShuffle)
	}
	// Within 0.06 % of the known optimum for tai50b, the optimum itself for all others.
	a, b := acceptable("tai50b", 458_821_517), acceptable("tai40b", 637_250_948)
	if a != 459_096_809 || b != 637_250_948 {
		t.Error(a, b)
	}
	c, err := Config{Instances: []Instance{ring(2, 4)}}.withDefaults()
	if err != nil || c.Runs != 30 || !slices.Equal(c.Blocks, []int{30, 60, 1000}) || c.Singles != 1000 ||
		c.Races != 100 || c.Mutation != 0.9 || c.Limit != 5*time.Second || c.Budget != 5*time.Second {
		t.Errorf("%+v, %v", c, err)
	}
	const instances = "tai25b kra30a kra30b tai30b kra32 tai35b ste36b tai40b tai50b"
	if got := strings.Join(PaperInstances(), " "); got != instances {
		t.Error(got)
	}
	for name, want := range map[string]int{"kra30a": 1024, "ste36b": 256, "tai50b": 512, "kra32": 128, "nug12": 128} {
		if got := tuned(Instance{Name: name}); got != want {
			t.Errorf("Model I's population for %s is %d, want %d", name, got, want)
		}
	}
}
