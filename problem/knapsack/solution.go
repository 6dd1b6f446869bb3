package knapsack

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Name is that of the instance's file, without folder and ending, or of the drawn instance.
func (p *Instance) Name() string { return cmp.Or(p.name, "knapsack") }

// WriteSolution writes which items are taken, as 0 and 1 in one line.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error { return bounded.WriteBits(w, x) }

// ReadSolution reads the bits, with white space between or without.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	return bounded.ReadBits(r, file, len(p.profit))
}

// bestKnownText has a line for each published instance: its name, the numbers of items and of rows, the sums of the profits and of the
// capacities, by which it is known whatever its file is called, the greatest profit known, and "optimal" where that is proven. Those of
// OR-Library are of Chu and Beasley.
//
//go:embed bestknown.txt
var bestKnownText string

// published is what an instance is known by.
type published struct {
	items, rows      int
	profit, capacity int64
}

// known is the greatest profit that anybody has published.
type known struct {
	profit  int64
	optimal bool
}

var bestKnown = sync.OnceValue(func() map[published]known {
	list := map[published]known{}
	for line := range strings.Lines(bestKnownText) {
		var name string
		var at published
		var best known
		fmt.Sscan(line, &name, &at.items, &at.rows, &at.profit, &at.capacity, &best.profit) // a test reads them all
		best.optimal = strings.HasSuffix(strings.TrimSpace(line), "optimal")
		list[at] = best
	}
	return list
})

// BestKnown is the least cost known of a published instance, and whether it is proven to be the least.
func (p *Instance) BestKnown() (cost int64, optimal, ok bool) {
	best, ok := bestKnown()[p.identity()]
	return -best.profit, best.optimal, ok
}

// identity is what the instance is known by.
func (p *Instance) identity() published {
	at := published{items: len(p.profit), rows: p.rows}
	for _, v := range p.profit {
		at.profit += int64(v)
	}
	for _, c := range p.capacity {
		at.capacity += c
	}
	return at
}
