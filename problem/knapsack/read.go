package knapsack

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// mostBytes bounds a file.
const mostBytes = 1 << 30

// reader reads one text.
type reader struct {
	*bounded.Words
	of string // " of instance 3", or "" where there is one alone
}

// Read reads what Write writes: the words p and knapsack, the number of items and of rows, the capacity of each row, and of each item its
// profit and its weight in each row. An error has the file, the line, and what is wrong there.
func Read(r io.Reader, file string) (*Instance, error) {
	in := reader{bounded.NewWords(r, file, "a knapsack", mostBytes), ""}
	for _, want := range []string{"p", "knapsack"} {
		if word, err := in.Next(); err != nil || string(word) != want {
			return nil, in.Fail("found %q where the word %s should be: begin with p knapsack, the number of items, and the number of rows",
				word, want)
		}
	}
	n, rows, err := in.sizes()
	if err != nil {
		return nil, err
	}
	capacity, err := in.capacities(rows)
	if err != nil {
		return nil, err
	}
	var profit, weight []int32
	for i := range n {
		if profit, err = in.one(profit, "the profit of item %d", i+1); err != nil {
			return nil, err
		}
		for k := range rows {
			if weight, err = in.one(weight, "the weight of item %d in row %d", i+1, k+1); err != nil {
				return nil, err
			}
		}
	}
	if err := in.End(fmt.Sprintf("%d items", n)); err != nil {
		return nil, err
	}
	return in.instance(bounded.NameOf(file), profit, weight, capacity)
}

// ReadPisinger reads instances as Pisinger's generators and kplib write them (.kp): the number of items, the capacity, and of each item its
// profit and its weight. D. Pisinger, "Where are the hard knapsack problems?", 2005.
func ReadPisinger(r io.Reader, file string) (*Instance, error) {
	in := reader{bounded.NewWords(r, file, "a knapsack: items, capacity, and of each item the profit and the weight", mostBytes), ""}
	n, err := in.Whole("the number of items", 1, MostItems)
	if err != nil {
		return nil, err
	}
	capacity, err := in.capacities(1)
	if err != nil {
		return nil, err
	}
	var profit, weight []int32
	for i := range n {
		if profit, err = in.one(profit, "the profit of item %d", i+1); err != nil {
			return nil, err
		}
		if weight, err = in.one(weight, "the weight of item %d", i+1); err != nil {
			return nil, err
		}
	}
	if err := in.End(fmt.Sprintf("%d items", n)); err != nil {
		return nil, err
	}
	return in.instance(bounded.NameOf(file), profit, weight, capacity)
}

// ReadORLibrary reads the form of OR-Library's mknap files: how many instances there are, and of each the numbers of items and of rows, the
// best profit known or 0, the profits, the weights row by row, and the capacities. Names are the file's with -1, -2 and so on
// unless there is one instance alone. P. C. Chu and J. E. Beasley, "A genetic algorithm for the multidimensional knapsack problem", 1998.
func ReadORLibrary(r io.Reader, file string) (list []*Instance, err error) {
	kind := "a file of OR-Library's mknap: instances, and of each items, rows and the best profit known"
	in := reader{bounded.NewWords(r, file, kind, mostBytes), ""}
	instances, err := in.Whole("the number of instances", 1, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	for at := range instances {
		name := bounded.NameOf(file)
		if instances > 1 {
			name += "-" + strconv.FormatInt(at+1, 10)
			in.of = fmt.Sprintf(" of instance %d", at+1)
		}
		p, err := in.orLibrary(name)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, in.End(fmt.Sprintf("instance %d", instances))
}

func (in reader) orLibrary(name string) (*Instance, error) {
	n, rows, err := in.sizes()
	if err != nil {
		return nil, err
	}
	if _, err = in.Float("the best profit known"+in.of+", or 0", math.MaxInt64); err != nil {
		return nil, err
	}
	var profit, byRow []int32
	for i := range n {
		if profit, err = in.one(profit, "the profit of item %d", i+1); err != nil {
			return nil, err
		}
	}
	for k := range rows {
		for i := range n {
			if byRow, err = in.one(byRow, "the weight in row %d of item %d", k+1, i+1); err != nil {
				return nil, err
			}
		}
	}
	capacity, err := in.capacities(rows)
	if err != nil {
		return nil, err
	}
	weight := make([]int32, 0, len(byRow))
	for i := range n {
		for k := range rows {
			weight = append(weight, byRow[k*n+i])
		}
	}
	return in.instance(name, profit, weight, capacity)
}

// sizes reads the numbers of items and of rows.
func (in reader) sizes() (n, rows int64, err error) {
	if n, err = in.Whole("the number of items"+in.of, 1, MostItems); err != nil {
		return 0, 0, err
	}
	rows, err = in.Whole("the number of rows"+in.of, 1, min(MostRows, mostWeights/n))
	return n, rows, err
}

// one reads a profit or a weight.
func (in reader) one(list []int32, what string, args ...any) ([]int32, error) {
	v, err := in.Whole(fmt.Sprintf(what, args...)+in.of, 0, math.MaxInt32)
	return append(list, int32(v)), err
}

// capacities reads those of all rows.
func (in reader) capacities(rows int64) (list []int64, err error) {
	for k := range rows {
		c, err := in.Whole(fmt.Sprintf("the capacity of row %d", k+1)+in.of, 0, math.MaxInt64)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// instance makes what was read a problem.
func (in reader) instance(name string, profit, weight []int32, capacity []int64) (*Instance, error) {
	p, err := New(name, profit, weight, capacity)
	if err != nil {
		return nil, in.Fail("%w", err)
	}
	return p, nil
}

// Part returns the instance of a number from 1 of a file of OR-Library, or of Pisinger's tables, as a text of one instance with the same lines.
func Part(content []byte, file string, number int) ([]byte, error) {
	all, head := parts(content), "1"
	if all == nil {
		all, head = tables(content), ""
	}
	if all == nil {
		if _, err := ReadORLibrary(bytes.NewReader(content), file); err != nil && !Sniff(content) && !SniffPisinger(content) {
			return nil, err
		}
		return nil, fmt.Errorf("multiwalk: %s: only a file of OR-Library's mknap, or a table of Pisinger's, has instances by number", file)
	}
	return bounded.Part(content, file, number, all, head)
}

// Sniff says whether a text begins as one of Write does.
func Sniff(content []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(bounded.Unmark(content), " \t\r\n"), []byte("\n"))
	words := bytes.Fields(line[:min(len(line), 1<<10)])
	return len(words) > 1 && string(words[0]) == "p" && string(words[1]) == "knapsack"
}

// SniffORLibrary says whether a text is one of OR-Library's mknap, and nothing is missing.
func SniffORLibrary(content []byte) bool { return parts(content) != nil }

// SniffPisinger says whether a text is a number of items, alone in its line, the capacity likewise, and two numbers for each item.
func SniffPisinger(content []byte) bool {
	n, line := 0, 0
	for text := range bytes.Lines(bounded.Unmark(content)) {
		words := bytes.Fields(text[:min(len(text), 1<<10)])
		if len(words) == 0 {
			continue
		}
		if line++; line == 3 {
			return len(words) == 2 && n > 0 && bounded.Counted(content, 2*n+2)
		}
		if len(words) != 1 {
			return false
		}
		if line == 1 {
			n, _ = bounded.Over(words[0]).Count(1, MostItems)
		}
	}
	return false
}

// parts returns from where to where each instance of a file of OR-Library goes; nil for another text.
func parts(content []byte) (list [][2]int) {
	c := bounded.Over(content)
	instances, _ := c.Count(1, MostItems)
	for range instances {
		n, items := c.Count(1, MostItems)
		from := c.From
		rows, ok := c.Count(1, MostItems)
		if !items || !ok || n*rows > len(content) || !c.Pass(1+n+n*rows+rows) {
			return nil
		}
		list = append(list, [2]int{from, c.At})
	}
	if len(c.Next()) > 0 {
		return nil
	}
	return list
}
