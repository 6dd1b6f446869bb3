package knapsack

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Prefix begins the names of drawn instances: knapsack:500 has one row, knapsack:500x5 five, and knapsack:500x5:7 is another one by
// the seed 7; 1 if none is given.
const Prefix = "knapsack:"

// mostDrawn bounds the weights of an instance that its name alone tells.
const mostDrawn = 10_000_000

// Draw draws an instance as Chu and Beasley do ("A genetic algorithm for the multidimensional knapsack problem", 1998), with room for half
// of the weight: weights are uniform in [1, 1000], and a profit is the average weight of the item and up to 500 more.
func Draw(items, rows int, seed uint64) (*Instance, error) {
	if items < 1 || rows < 1 || items > MostItems || rows > MostRows || items*rows > mostDrawn {
		return nil, fmt.Errorf("multiwalk: %s%dx%d is not drawn; there may be 1 to %d items, 1 to %d rows, and up to %d weights",
			Prefix, items, rows, MostItems, MostRows, mostDrawn)
	}
	r := multiwalk.NewRand(seed, 0)
	profit, weight, capacity := make([]int32, items), make([]int32, 0, items*rows), make([]int64, rows)
	for i := range items {
		sum := 0
		for k := range rows {
			w := 1 + r.IntN(1000)
			weight, sum = append(weight, int32(w)), sum+w
			capacity[k] += int64(w)
		}
		profit[i] = int32(sum/rows + r.IntN(501))
	}
	for k := range capacity {
		capacity[k] /= 2
	}
	return New(fmt.Sprintf("knapsack-%dx%d-seed%d", items, rows, seed), profit, weight, capacity)
}

// Named draws the instance that a text names; file is the text's name for messages.
func Named(text, file string) (*Instance, error) {
	sizes, seed, err := bounded.Drawn(strings.TrimPrefix(text, Prefix), "number of items", "number of rows")
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %s: %w; give the number of items, of rows if there are several, and a seed if you like, such as "+
			"%s500x5:7", file, err, Prefix)
	}
	return Draw(sizes[0], append(sizes, 1)[1], seed)
}

// Write writes an instance so that Read reads it.
func (p *Instance) Write(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "p knapsack %d %d\n", len(p.profit), p.rows)
	for k, c := range p.capacity {
		separator := " "
		if k == p.rows-1 {
			separator = "\n"
		}
		fmt.Fprint(w, c, separator)
	}
	for i, v := range p.profit {
		fmt.Fprint(w, v)
		for _, weight := range p.weights(int32(i)) {
			fmt.Fprint(w, " ", weight)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
