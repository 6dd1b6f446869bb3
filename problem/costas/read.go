package costas

import (
	"fmt"
	"io"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Prefix begins the name of an instance: costas:18.
const Prefix = "costas:"

// Sniff says whether content names an instance.
func Sniff(content []byte) bool {
	_, ok := bounded.Behind(content, Prefix)
	return ok
}

// Named makes the instance that a text names, such as costas:18; file is the text's name for messages.
func Named(content []byte, file string) (*Instance, error) {
	number, _ := bounded.Behind(content, Prefix)
	n, err := strconv.Atoi(string(number))
	if err != nil || n < 1 || n > MaxN {
		return nil, fmt.Errorf("costas: %s: give the number of columns, from 1 to %d, as in %s18", bounded.Stem(file), MaxN, Prefix)
	}
	return New(n)
}

// BestKnown is 0 for orders of which there are arrays: all up to 31, those one or two below a prime (Welch), and two below a power of a
// prime (Golomb), of which primes are counted here.
func (p *Instance) BestKnown() (cost int64, proven, ok bool) {
	return 0, true, p.n <= 31 || prime(p.n+1) || prime(p.n+2)
}

func prime(n int32) bool {
	for d := int32(2); d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}

// WriteSolution writes the row of the dot in each column, from 1 on.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error { return bounded.WriteOrder(w, x) }

// ReadSolution reads the row in each column, from 1 or from 0 on.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	return bounded.ReadOrder(r, file, "a row for each column", int(p.n))
}
