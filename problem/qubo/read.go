package qubo

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
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

	base   int64 // the first bit's number in the file
	asked  int64 // what base is by the format; 0 in place of 1 is taken where no number is n
	low    bool  // there was a 0 where the format counts from 1
	high   bool  // there was an n
	graph  bool  // entries may lack weights, if all do
	bare   bool  // they do
	offset string
}

// header reads the number of bits and the number of entries.
func (s *scanner) header(bits, list string, base int64) (e entries, count int64, err error) {
	e.base, e.asked = base, base
	n, err := s.number(bits, 1, MaxN, "begin with two numbers, such as 50 107")
	if err != nil {
		return e, 0, err
	}
	e.n, e.head = int(n), s.Line
	s.bits += e.n
	count, err = s.number(list, 0, math.MaxInt32, "begin with two numbers, such as 50 107")
	return e, count, err
}

// read reads count entries. It makes room as they come: a file may promise more than it holds.
func (e *entries) read(s *scanner, count int64, what string) error {
	for k := range count {
		if err := e.entry(s, func() string { return fmt.Sprintf("%s %d of %d", what, k+1, count) }, what); err != nil {
			return err
		}
	}
	return nil
}

// entry reads one, the weight of a pair.
func (e *entries) entry(s *scanner, which func() string, what string) error {
	i, err := e.bit(s, "first", which)
	if err != nil {
		return err
	}
	j, err := e.bit(s, "second", which)
	if err != nil {
		return err
	}
	w := int64(1)
	if e.graph && len(e.list) == 0 {
		e.bare = e.bare || !s.More()
	}
	if e.graph && s.More() == e.bare {
		return s.Found(fmt.Sprintf("%s %d %d %s a weight", what, i, j, map[bool]string{true: "with", false: "without"}[e.bare]),
			"the same as of the first", "give all a weight, or none")
	}
	if !e.bare {
		if w, err = s.weight(func() string { return fmt.Sprintf("the weight of %s %d %d", what, i, j) }); err != nil {
			return err
		}
	}
	if e.total += magnitude(w); e.total > math.MaxInt64/4 {
		return s.Found(fmt.Sprintf("weight %d", w), "weights that add up, without their signs, to less than 2^61", "divide them all by a common number")
	}
	e.list = append(e.list, Term{int32(min(i, j) - e.base), int32(max(i, j) - e.base), w})
	e.lines = append(e.lines, int32(s.Line))
	return nil
}

// bit reads the number of one. A format that counts from 1 is taken to count from 0 where 0 is there and n is not.
func (e *entries) bit(s *scanner, which string, of func() string) (int64, error) {
	lo, hi := e.base, e.base+int64(e.n)-1
	w := s.Word()
	v, err := bounded.Whole(w)
	if zero := err == nil && v == 0 && lo == 1; zero && !e.high {
		e.low = true
		return v, nil
	}
	if err != nil || v < lo || v > hi || v == hi && e.low {
		if e.low || err == nil && v == 0 {
			return 0, s.Found(bounded.Shown(w), fmt.Sprintf("numbers from 1 to %d, or from 0 to %d, and not both", e.n, e.n-1), remedyIndex)
		}
		return 0, s.Found(bounded.Shown(w), fmt.Sprintf("the %s of %s, a whole number from %d to %d", which, of(), lo, hi), remedyIndex)
	}
	e.high = e.high || v == hi
	return v, nil
}

// settle counts the bits of a file that counts them from 0 as those of others.
func (e *entries) settle() {
	if !e.low {
		return
	}
	e.base = 0
	for k := range e.list {
		e.list[k].I++
		e.list[k].J++
	}
}

const remedyIndex = "correct the number, or the two at the top of the file"

// check refuses an instance out of proportion, and a pair that comes twice: whether its weights were meant to add up, or it
// is one pair seen from both sides, the file does not say.
func (e *entries) check(s *scanner) error {
	e.settle()
	s.entries += len(e.list)
	if most := free + each*s.entries; s.bits > most {
		return bounded.Found(s.File, e.head, fmt.Sprintf("%d bits in all up to here with %d entries", s.bits, s.entries),
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
			return bounded.Found(s.File, int(e.lines[order[k]]), fmt.Sprintf("the pair %d %d again", int64(q.I)+e.base, int64(q.J)+e.base),
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
	p, err := New(e.n, linear, pairs)
	return e.named(p, err, file)
}

// named gives an instance the name of its file, and notes how the file was understood where others would take it otherwise.
func (e *entries) named(p *Instance, err error, file string) (*Instance, error) {
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %s: %w", file, err)
	}
	p.name = bounded.NameOf(file)
	if e.bare {
		p.notes = append(p.notes, "the edges have no weights, so each weighs 1")
	}
	if e.base != e.asked {
		p.notes = append(p.notes, fmt.Sprintf("numbers are from 0 to %d in the file, and the solution begins with that of 0", e.n-1))
	}
	if e.offset != "" {
		p.notes = append(p.notes, fmt.Sprintf("the offset %s of the file is not in the cost; add it", e.offset))
	}
	return p, nil
}

// counts is the note about how often a weight of two bits counts.
func counts(p *Instance, err error, form string, times int) (*Instance, error) {
	if err == nil {
		p.notes = slices.Insert(p.notes, 0, fmt.Sprintf("read as %s: a weight of two different bits counts %s", form, []string{1: "once", 2: "twice"}[times]))
	}
	return p, err
}

// listed reads the number of bits, the number of entries, and the entries, of a file that counts from 1.
func (s *scanner) listed(bits, list, what string, graph bool) (e entries, err error) {
	market, pattern, err := s.banner()
	if err != nil {
		return e, err
	}
	e, count, err := s.header(bits, list, 1)
	if err == nil && market { // rows and columns come first
		if count != int64(e.n) {
			return e, s.Found(fmt.Sprintf("a matrix of %d rows and %d columns", e.n, count), "as many rows as columns", "give a square one")
		}
		count, err = s.number(list, 0, math.MaxInt32, "begin with rows, columns and entries")
	}
	if err != nil {
		return e, err
	}
	e.graph, e.bare = graph || pattern, pattern
	if err := e.read(s, count, what); err != nil {
		return e, err
	}
	if err := s.end(fmt.Sprintf("%d entries", count)); err != nil {
		return e, err
	}
	return e, e.check(s)
}

// banner reads the first line of a file of Matrix Market, and says whether there is one, and whether entries have no weights.
func (s *scanner) banner() (market, pattern bool, err error) {
	line, _, _ := strings.Cut(string(s.Peek(1<<10)), "\n")
	if !strings.HasPrefix(line, matrixMarket) {
		return false, false, nil
	}
	words := strings.Fields(strings.ToLower(line))
	if len(words) != 5 || words[1] != "matrix" || words[2] != "coordinate" || words[4] != "symmetric" || words[3] == "complex" || s.Skip() != nil {
		return true, false, s.Found(strconv.Quote(line), `"%%MatrixMarket matrix coordinate integer symmetric"`,
			"write the lower half of a symmetric matrix, entry by entry")
	}
	return true, words[3] == "pattern", nil
}

const matrixMarket = "%%MatrixMarket"

// ReadSparse reads the form .sparse of the Biq Mac library: the number of bits and of entries, then an entry a line, such as
// 2 7 -13, bits from 1. What is to be minimised is the sum over i of q[i][i]*x[i] plus twice that over i < j of
// q[i][j]*x[i]*x[j]. It also reads a symmetric matrix of Matrix Market. The file's name serves the instance's name and the errors,
// which say line, found, expected and remedy. Instance.Notes says what a user may have meant otherwise.
func ReadSparse(r io.Reader, file string) (*Instance, error) {
	s := newScanner(r, file, "#%")
	e, err := s.listed("the number of bits", "the number of entries", "entry", false)
	if err != nil {
		return nil, err
	}
	p, err := e.instance(file, 1, 2)
	return counts(p, err, "a QUBO (form .sparse)", 2)
}

// ReadQUBO reads D-Wave's form .qubo: lines that begin with c are comments; the line p qubo 0 bits nodes couplers; then the
// nodes, such as 3 3 -5, and the couplers, such as 3 4 2, bits from 0. What is to be minimised is the sum of all, each once.
// Weights are whole numbers.
func ReadQUBO(r io.Reader, file string) (*Instance, error) {
	s := newScanner(r, file, "c")
	for _, want := range []string{"p", "qubo"} {
		if w := s.Word(); string(w) != want {
			return nil, s.Found(bounded.Shown(w), want, "begin with p qubo 0 bits nodes couplers")
		}
	}
	if s.Word() == nil { // a topology, which says nothing about weights
		return nil, s.Found("the end of the file", "a topology", "begin with p qubo 0 bits nodes couplers")
	}
	e, nodes, err := s.header("the number of bits", "the number of nodes", 0)
	if err != nil {
		return nil, err
	}
	couplers, err := s.number("the number of couplers", 0, math.MaxInt32, "begin with p qubo 0 bits nodes couplers")
	if err != nil {
		return nil, err
	}
	if err := e.read(s, nodes, "node"); err != nil {
		return nil, err
	}
	if err := e.read(s, couplers, "coupler"); err != nil {
		return nil, err
	}
	for k, t := range e.list {
		if (t.I == t.J) != (int64(k) < nodes) {
			return nil, bounded.Found(file, int(e.lines[k]), fmt.Sprintf("the pair %d %d", t.I, t.J),
				fmt.Sprintf("%d nodes first, one number twice, then couplers, two numbers", nodes), "correct the numbers behind p qubo, or the order")
		}
	}
	if err := s.end(fmt.Sprintf("%d nodes and %d couplers", nodes, couplers)); err != nil {
		return nil, err
	}
	if err := e.check(s); err != nil {
		return nil, err
	}
	p, err := e.instance(file, 1, 1)
	return counts(p, err, "a QUBO (D-Wave's form .qubo)", 1)
}
