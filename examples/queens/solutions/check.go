package solutions

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

// ErrUnsound is wrapped by the error about a file that holds what is no solution, or one twice.
var ErrUnsound = errors.New("not all are different solutions")

// AppendLine appends a solution as a line: the row of the queen in each column, from 1, separated by blanks.
func AppendLine(to []byte, x []int32) []byte {
	for _, v := range x {
		to = append(strconv.AppendInt(to, int64(v)+1, 10), ' ')
	}
	to[len(to)-1] = '\n'
	return to
}

// Check reads a file of such lines, proves each, and makes sure that none comes twice. It returns the number of queens, 0
// for an empty file, and of solutions before the first flaw, whose place the error names. It keeps a hash of 128 bits
// of each solution.
func Check(r io.Reader, name string) (n int, solutions int64, err error) {
	w := bounded.NewWords(r, name, "a file of solutions", math.MaxInt64-1)
	w.Remedy = "each line must have the row of each column, from 1"
	seen := map[[16]byte]int{} // line by hash
	var q *nqueens.Instance
	var x []int32
	for {
		if x, err = readLine(w, x[:0], n); errors.Is(err, io.EOF) {
			return n, solutions, nil
		}
		if q == nil && err == nil {
			n = len(x)
			q, err = nqueens.New(n)
		}
		if err != nil {
			return n, solutions, err
		}
		if err := q.CheckSolved(x); err != nil {
			return n, solutions, w.Fail("%w: %w", ErrUnsound, err)
		}
		h := hash(x)
		if first := seen[h]; first != 0 {
			return n, solutions, w.Fail("%w: it repeats line %d", ErrUnsound, first)
		}
		seen[h] = w.Line
		solutions++
	}
}

// readLine appends the rows of the next line that has any, n of them, or any number for 0; io.EOF if there is none.
func readLine(w *bounded.Words, x []int32, n int) ([]int32, error) {
	word, err := w.Next()
	for ; err == nil; word, err = w.Next() {
		most := nqueens.MaxN
		if n > 0 {
			most = n
		}
		v, err := w.Value(word, "a row", 1, int64(most))
		if err != nil {
			return nil, err
		}
		if x = append(x, int32(v-1)); w.More() && len(x) < most {
			continue
		}
		if n > 0 && (len(x) < n || w.More()) {
			return nil, w.Fail("the lines before have %d rows, this one has not; %s", n, w.Remedy)
		}
		return x, nil
	}
	if !errors.Is(err, io.EOF) {
		err = w.Fail("%w", err)
	}
	return nil, err
}

func hash(x []int32) [16]byte {
	h, b := sha256.New(), make([]byte, 0, 4096)
	for i, v := range x {
		if b = binary.LittleEndian.AppendUint32(b, uint32(v)); len(b) == cap(b) || i == len(x)-1 {
			h.Write(b)
			b = b[:0]
		}
	}
	return [16]byte(h.Sum(nil))
}
