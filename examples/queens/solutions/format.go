package solutions

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"sync"
)

// Format is how solutions are written to a file.
type Format int

const (
	// Text is a line a solution: the row of the queen in each column, from 1 as in the files of solve, separated by
	// blanks.
	Text Format = iota
	// Binary is a head of 16 bytes, the 8 characters of Magic and the number of queens as 64 bits, then a solution
	// after the other: the row of each column, from 0, as 16 bits up to 65,536 queens, else as 32. All numbers are
	// little-endian.
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
	if f == Text {
		return appendLine(to, x)
	}
	w, at := width(len(x)), len(to)
	to = slices.Grow(to, w*len(x))[:at+w*len(x)]
	b := to[at:]
	if w == 2 {
		for ; len(x) >= 4; x, b = x[4:], b[8:] {
			binary.LittleEndian.PutUint64(b, pack(x[0], x[1], x[2], x[3]))
		}
		for _, v := range x {
			binary.LittleEndian.PutUint16(b, uint16(v))
			b = b[2:]
		}
		return to
	}
	for _, v := range x {
		binary.LittleEndian.PutUint32(b, uint32(v))
		b = b[4:]
	}
	return to
}

// appendLine appends a solution in the Text format. Rows up to 9,999, which are most, are copied from a table, 8 bytes
// each whatever they need: that takes a fourth of the time of strconv.
func appendLine[R row](to []byte, x []R) []byte {
	const widest = 8
	known := numerals()
	to = slices.Grow(to, (len(strconv.Itoa(len(x)))+1)*len(x)+widest)
	b, at := to[:cap(to)], len(to)
	for _, v := range x {
		if k := uint32(v) + 1; k < uint32(len(known)) {
			d := &known[k]
			binary.LittleEndian.PutUint64(b[at:], d.text)
			at += int(d.len)
		} else {
			at = len(append(strconv.AppendUint(b[:at], uint64(k), 10), ' '))
		}
	}
	b[at-1] = '\n'
	return b[:at]
}

// numeral is a number with the blank behind it, the first character in the lowest byte.
type numeral struct {
	text uint64
	len  uint8
}

// numerals are those below 10,000.
var numerals = sync.OnceValue(func() *[10_000]numeral {
	list := new([10_000]numeral)
	for i := range list {
		var b [8]byte
		list[i].len = uint8(copy(b[:], strconv.Itoa(i)+" "))
		list[i].text = binary.LittleEndian.Uint64(b[:])
	}
	return list
})
