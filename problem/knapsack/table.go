package knapsack

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// rule ends each instance of a table.
const rule = "-----"

// SniffTable says whether a text begins as a table of Pisinger's: a name, a line of n and a number, and one of c and a number.
func SniffTable(content []byte) bool {
	c := bounded.Over(content)
	for _, want := range []string{"", "n", "0", "c", "0"} {
		word := c.Next()
		_, err := bounded.Whole(word)
		if len(word) == 0 || want == "0" && err != nil || want != "" && want != "0" && string(word) != want {
			return false
		}
	}
	return true
}

// ReadTable reads an instance of Pisinger's published files (knapPI_*.csv): its name, lines of n, c, z and time with a number each, and a
// line of each item: its number, its profit, its weight, and whether the best solution has it. A rule ends it.
func ReadTable(r io.Reader, file string) (*Instance, error) {
	in := reader{bounded.NewWords(r, file, "a knapsack of Pisinger's: a name, n, c, z and time with a number each, and items", mostBytes), ""}
	name := bounded.Shown(in.Word())
	n, err := in.titled("n", 1, MostItems)
	if err != nil {
		return nil, err
	}
	c, err := in.titled("c", 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	if _, err = in.titled("z", 0, math.MaxInt64); err != nil {
		return nil, err
	}
	if err = in.title("time"); err == nil {
		_, err = in.Float("the seconds behind time", math.MaxInt64)
	}
	if err != nil {
		return nil, err
	}
	var profit, weight []int32
	for i := range n {
		if _, err = in.Whole("the number of an item", i+1, i+1); err != nil {
			return nil, err
		}
		if profit, err = in.one(profit, "the profit of item %d", i+1); err != nil {
			return nil, err
		}
		if weight, err = in.one(weight, "the weight of item %d", i+1); err != nil {
			return nil, err
		}
		if _, err = in.Whole(fmt.Sprintf("whether the best solution has item %d", i+1), 0, 1); err != nil {
			return nil, err
		}
	}
	if word := in.Word(); len(word) > 0 && string(word) != rule {
		in.Back()
	}
	if err = in.End(fmt.Sprintf("%d items", n)); err != nil {
		return nil, err
	}
	return in.instance(name[1:len(name)-1], profit, weight, []int64{c})
}

// title reads the word that a line of the head begins with.
func (in reader) title(want string) error {
	if word, err := in.Next(); err != nil || string(word) != want {
		return in.Fail("found %q where the word %s should be: begin with a name, and n, c, z and time with a number each", word, want)
	}
	return nil
}

// titled reads a line of the head: a word and a number.
func (in reader) titled(word string, lo, hi int64) (int64, error) {
	if err := in.title(word); err != nil {
		return 0, err
	}
	return in.Whole("the number behind "+word, lo, hi)
}

// tables returns from where to where each instance of a file of tables goes; nil for another text.
func tables(content []byte) (list [][2]int) {
	if !SniffTable(content) {
		return nil
	}
	at := 0
	for line := range bytes.Lines(content) {
		end := at + len(line)
		if len(list) == 0 {
			list = append(list, [2]int{0, end})
		}
		list[len(list)-1][1] = end
		if string(bytes.TrimSpace(line)) == rule && len(bytes.TrimSpace(content[end:])) > 0 {
			list = append(list, [2]int{end, end})
		}
		at = end
	}
	return list
}

// Tables is how many instances a text of Pisinger's tables holds; 0 for another text.
func Tables(content []byte) int { return len(tables(content)) }
