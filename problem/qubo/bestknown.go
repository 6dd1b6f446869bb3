package qubo

import (
	"cmp"
	_ "embed"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Name is that of the instance's file, without folder and ending, or of the random instance; qubo for one of New.
func (p *Instance) Name() string { return cmp.Or(p.name, "qubo") }

// WriteSolution writes the bits, as 0 and 1 in one line.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error { return bounded.WriteBits(w, x) }

// ReadSolution reads the bits, with white space between or without.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	return bounded.ReadBits(r, file, p.Space().Len())
}

// BestKnown is that of the published instance of this name and size.
func (p *Instance) BestKnown() (cost int64, optimal, ok bool) {
	return BestKnown(p.Name(), p.Space().Len())
}

// BestKnown returns the least cost known of a published instance, one of OR-Library's bqp files or of Gset (with the sign of an
// Instance's cost), by name and number of bits, and whether it is proven optimal.
func BestKnown(name string, n int) (cost int64, optimal, ok bool) {
	fields, ok := bestKnown()[strings.ToLower(name)]
	if !ok || fields[1] != strconv.Itoa(n) {
		return 0, false, false
	}
	cost, _ = strconv.ParseInt(fields[2], 10, 64) // a test parses them all
	return cost, len(fields) == 4, true
}

// bestKnownText has a line for each instance: name, bits, cost, and "optimal" where that is proven.
//
//go:embed bestknown.txt
var bestKnownText string

var bestKnown = sync.OnceValue(func() map[string][]string {
	list := map[string][]string{}
	for line := range strings.Lines(bestKnownText) {
		fields := strings.Fields(line)
		list[fields[0]] = fields
	}
	return list
})
