package bounded

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
)

// Cursor goes through the words of a text that is at hand.
type Cursor struct {
	Text     []byte
	From, At int // where the last word begins and ends
}

// Over returns a cursor at the begin of a text, behind its byte order mark.
func Over(text []byte) *Cursor { return &Cursor{Text: text, At: len(text) - len(Unmark(text))} }

// Next returns the next word, an empty one at the end.
func (c *Cursor) Next() []byte {
	for c.At < len(c.Text) && Separates(c.Text[c.At]) {
		c.At++
	}
	c.From = c.At
	for c.At < len(c.Text) && !Separates(c.Text[c.At]) {
		c.At++
	}
	return c.Text[c.From:c.At]
}

// Count reads a number from least to most, in digits alone.
func (c *Cursor) Count(least, most int) (int, bool) {
	word := c.Next()
	n, err := strconv.ParseInt(string(word[:min(len(word), 20)]), 10, 32)
	return int(n), err == nil && int(n) >= least && int(n) <= most
}

// Pass says whether there are so many words more, and goes behind them.
func (c *Cursor) Pass(words int) bool {
	for range words {
		if len(c.Next()) == 0 {
			return false
		}
	}
	return true
}

// Counted says whether a text has that number of words, and counts no further.
func Counted(text []byte, words int) bool {
	if len(text) < 2*words-1 {
		return false
	}
	for range bytes.FieldsSeq(text) {
		if words--; words < 0 {
			return false
		}
	}
	return words == 0
}

// Part cuts the instance of a number from 1 out of a text of several, which go from where to where; head begins the part. Its lines keep their
// numbers.
func Part(text []byte, file string, number int, each [][2]int, head string) ([]byte, error) {
	if err := Numbered(file, number, len(each)); err != nil {
		return nil, err
	}
	at := each[number-1]
	lines := max(min(1, len(head)), bytes.Count(text[:at[0]], []byte("\n")))
	return slices.Concat([]byte(head), bytes.Repeat([]byte("\n"), lines), text[at[0]:at[1]]), nil
}

// Numbered refuses the number of an instance that a file does not hold.
func Numbered(file string, number, holds int) error {
	if number < 1 || number > holds {
		return fmt.Errorf("multiwalk: %s: there is no instance %d; it holds %d, #1 to #%[3]d", file, number, holds)
	}
	return nil
}
