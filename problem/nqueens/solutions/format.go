package solutions

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"sync"
)

// Format is how solutions are written to a file.
type Format int

const (
	// Text is a line a solution: the row of the queen in each column, from 1 as in the files of solve, separated by blanks.
	Text Format = iota
	// Binary is a head of 16 bytes, the 8 characters of Magic and the number of queens as 64 bits, then a solution after the
	// other: the row of each column, from 0, as 16 bits up to 65,536 queens, else as 32. All numbers are little-endian.
	Binary
)

// Magic begins a file in the Binary format. Its last byte is its version.
const Magic = "nqueens\x01"

const headSize = len(Magic) + 8

// ParseFormat reads "text" or "binary".
func ParseFormat(s string) (Format, error) {
	for _, f := range []Format{Text, Binary} {
		if s == f.String() {
			return f, nil
		}
	}
	return 0, fmt.Errorf("multiwalk: unknown format %q of solutions; use text or binary", s)
}

// String returns "text" or "binary".
func (f Format) String() string {
	switch f {
	case Text:
		return "text"
	case Binary:
		return "binary"
	}
	return fmt.Sprintf("Format(%d)", int(f))
}

// head returns what a file begins with.
func (f Format) head(n int) []byte {
	if f == Text {
		return nil
	}
	return binary.LittleEndian.AppendUint64([]byte(Magic), uint64(n))
}

// width is the bytes of a row in the Binary format.
func width(n int) int {
	if n <= 1<<16 {
		return 2
	}
	return 4
}

// encode appends a solution.
func encode[R row](f Format, to []byte, x []R) []byte {
	switch {
	case f == Text:
		return appendLine(to, x)
	case width(len(x)) == 2:
		for _, v := range x {
			to = append(to, byte(v), byte(uint32(v)>>8))
		}
	default:
		for _, v := range x {
			to = binary.LittleEndian.AppendUint32(to, uint32(v))
		}
	}
	return to
}

// appendLine appends a solution in the Text format. Rows up to 9,999, which are most, are copied from a table: that takes
// a third of the time of strconv.
func appendLine[R row](to []byte, x []R) []byte {
	known := numerals()
	for _, v := range x {
		k := uint32(v) + 1
		if k >= uint32(len(known)) {
			to = append(strconv.AppendUint(to, uint64(k), 10), ' ')
			continue
		}
		d := &known[k]
		to = append(to, d.text[:]...)[:len(to)+int(d.len)]
	}
	to[len(to)-1] = '\n'
	return to
}

// numeral is a number with the blank behind it.
type numeral struct {
	text [5]byte
	len  uint8
}

// numerals are those below 10,000.
var numerals = sync.OnceValue(func() *[10_000]numeral {
	list := new([10_000]numeral)
	for i := range list {
		s := strconv.Itoa(i) + " "
		list[i].len = uint8(copy(list[i].text[:], s))
	}
	return list
})
