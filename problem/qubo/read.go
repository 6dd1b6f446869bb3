package qubo

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// MaxN is the greatest number of bits that readers take.
const MaxN = 1 << 26

// A file may have free bits, and each more for each entry: so memory is in proportion to the file.
const (
	free = 1 << 15
	each = 4
)

// entries are what a file lists: weights of pairs, and of bits by themselves where both numbers are one.
type entries struct {
	n     int
	list  []Term
	lines []int32 // of the list
	head  int     // the line that promises them
	total uint64  // the weights without their signs
}

// header reads the number of bits and the number of entries.
func (s *scanner) header(bits, list string) (e entries, count int64, err error) {
	n, err := s.number(bits, 1, MaxN, "begin with two numbers, such as 50 107")
	if err != nil {
		return e, 0, err
	}
	e.n, e.head = int(n), s.line
	s.bits += e.n
	count, err = s.number(list, 0, math.MaxInt32, "begin with two numbers, such as 50 107")
	return e, count, err
}

// read reads count entries whose bits are counted from base. It makes room as they come: a file may promise more than it
// holds.
func (e *entries) read(s *scanner, count, base int64, what string) error {
	for k := range count {
		nth := func(which string) func() string {
			return func() string { return fmt.Sprintf("the %s of %s %d of %d", which, what, k+1, count) }
		}
		i, err := s.numberOf(nth("first"), base, base+int64(e.n)-1, remedyIndex)
		if err != nil {
			return err
		}
		j, err := s.numberOf(nth("second"), base, base+int64(e.n)-1, remedyIndex)
		if err != nil {
			return err
		}
		w, err := s.weight(func() string { return fmt.Sprintf("the weight of %s %d %d", what, i, j) })
		if err != nil {
			return err
		}
		if e.total += magnitude(w); e.total > math.MaxInt64/4 {
			return s.fail(fmt.Sprintf("weight %d", w), "weights that add up, without their signs, to less than 2^61", "divide them all by a common number")
		}
		e.list = append(e.list, Term{int32(min(i, j) - base), int32(max(i, j) - base), w})
		e.lines = append(e.lines, int32(s.line))
	}
	return nil
}

const remedyIndex = "correct the number, or the two at the top of the file"

// check refuses an instance out of proportion, and a pair that comes twice: whether its weights were meant to add up, or it
// is one pair seen from both sides, the file does not say.
func (e *entries) check(s *scanner, base int32) error {
	s.entries += len(e.list)
	if most := free + each*s.entries; s.bits > most {
		return failAt(s.file, e.head, fmt.Sprintf("%d bits in all up to here with %d entries", s.bits, s.entries),
			fmt.Sprintf("at most %d", most), "number those alone that some entry has")
	}
	order := make([]int32, len(e.list))
	for k := range order {
		order[k] = int32(k)
	}
	before := func(a, b int32) int {
		p, q := e.list[a], e.list[b]
		if p.I != q.I {
			return cmp.Compare(p.I, q.I)
		}
		if p.J != q.J {
			return cmp.Compare(p.J, q.J)
		}
		return cmp.Compare(a, b)
	}
	if !slices.IsSortedFunc(order, before) { // nearly all files are
		slices.SortFunc(order, before)
	}
	for k := 1; k < len(order); k++ {
		p, q := e.list[order[k-1]], e.list[order[k]]
		if p.I == q.I && p.J == q.J {
			return failAt(s.file, int(e.lines[order[k]]), fmt.Sprintf("the pair %d %d again", q.I+base, q.J+base),
				"it once, and it was in line "+strconv.Itoa(int(e.lines[order[k-1]])), "write it once, with the weight that it is to have")
		}
	}
	return nil
}

// instance makes the instance in which an entry of one bit costs own times its weight, one of two pair times.
func (e *entries) instance(file string, own, pair int64) (*Instance, error) {
	linear, pairs := make([]int64, e.n), e.list[:0]
	for _, t := range e.list {
		if t.I == t.J {
			linear[t.I] = own * t.Weight
		} else {
			pairs = append(pairs, Term{t.I, t.J, pair * t.Weight})
		}
	}
	return named(file)(New(e.n, linear, pairs))
}

// named gives an instance the name of its file.
func named(file string) func(p *Instance, err error) (*Instance, error) {
	return func(p *Instance, err error) (*Instance, error) {
		if err != nil {
			return nil, fmt.Errorf("multiwalk: %s: %w", file, err)
		}
		p.name = nameOf(file)
		return p, nil
	}
}

// ReadSparse reads the form .sparse of the Biq Mac library: the number of bits and of entries, then an entry a line, such as
// 2 7 -13, bits from 1. What is to be minimised is the sum over i of q[i][i]*x[i] plus twice that over i < j of
// q[i][j]*x[i]*x[j]. The file's name serves the instance's name and the errors, which say line, found, expected and remedy.
func ReadSparse(r io.Reader, file string) (*Instance, error) {
	s := newScanner(r, file, '#')
	e, count, err := s.header("the number of bits", "the number of entries")
	if err != nil {
		return nil, err
	}
	if err := e.read(s, count, 1, "entry"); err != nil {
		return nil, err
	}
	if err := s.end(fmt.Sprintf("%d entries", count)); err != nil {
		return nil, err
	}
	if err := e.check(s, 1); err != nil {
		return nil, err
	}
	return e.instance(file, 1, 2)
}

// ReadQUBO reads D-Wave's form .qubo: lines that begin with c are comments; the line p qubo 0 bits nodes couplers; then the
// nodes, such as 3 3 -5, and the couplers, such as 3 4 2, bits from 0. What is to be minimised is the sum of all, each once.
// Weights are whole numbers.
func ReadQUBO(r io.Reader, file string) (*Instance, error) {
	s := newScanner(r, file, 'c')
	for _, want := range []string{"p", "qubo"} {
		if w := s.next(); string(w) != want {
			return nil, s.fail(shown(w), want, "begin with p qubo 0 bits nodes couplers")
		}
	}
	if s.next() == nil { // a topology, which says nothing about weights
		return nil, s.fail("the end of the file", "a topology", "begin with p qubo 0 bits nodes couplers")
	}
	e, nodes, err := s.header("the number of bits", "the number of nodes")
	if err != nil {
		return nil, err
	}
	couplers, err := s.number("the number of couplers", 0, math.MaxInt32, "begin with p qubo 0 bits nodes couplers")
	if err != nil {
		return nil, err
	}
	if err := e.read(s, nodes, 0, "node"); err != nil {
		return nil, err
	}
	if err := e.read(s, couplers, 0, "coupler"); err != nil {
		return nil, err
	}
	for k, t := range e.list {
		if (t.I == t.J) != (int64(k) < nodes) {
			return nil, failAt(file, int(e.lines[k]), fmt.Sprintf("the pair %d %d", t.I, t.J),
				fmt.Sprintf("%d nodes first, one number twice, then couplers, two numbers", nodes), "correct the numbers behind p qubo, or the order")
		}
	}
	if err := s.end(fmt.Sprintf("%d nodes and %d couplers", nodes, couplers)); err != nil {
		return nil, err
	}
	if err := e.check(s, 0); err != nil {
		return nil, err
	}
	return e.instance(file, 1, 1)
}
