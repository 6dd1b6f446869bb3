package passing

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

const (
	// Most is how many columns there may be, and rows of both classes, each filled up to a multiple of 32.
	Most = 6 * lane.WarpSize
	// Values is how many products a class may have, from the least to the greatest.
	Values = 16

	// Blocks of 32 columns are the most that there may be.
	Blocks = Most / lane.WarpSize
)

// Form is an instance as message passing sees it. A row's product is n less twice the number of columns where it differs from the
// solution. So modulo 4 it depends on the number of -1 in the row and in the solution, each modulo 2: rows with an even number of -1 are
// one class, those with an odd number the other, and each class has its own products, if one guesses the parity of the solution.
type Form struct {
	N, M                int32     // columns, and rows
	From                [3]int32  // class c has the places From[c] to From[c+1], filled up to a multiple of 32
	Size                [2]int32  // rows of a class
	Odd                 [2]int32  // which parities of -1 a solution may have: one or both
	Parity              int32     // how many of these
	Count               [2]int32  // of each residue: products from the least to the greatest, in steps of 4
	Row                 []int32   // of each place, or -1
	Signs               []uint64  // of each place, words words
	Columns             []uint64  // of each column the places where the sign is +1, words words
	RowSums, ColumnSums []int32   // of signs: of the columns of each place, and of all places of each column, where one without a row has -1
	Sums                []uint32  // of each column, see sumsOf
	Asked               [2]uint32 // sums of all products, if the solution has an even or an odd number of -1
	Twice               []uint64  // of each column a byte for each place: 2 or -2, or 0 where there is no row
	LeastV              float32   // the variance of a product, at least
	Has                 []float32
	First               []float32 // of each residue and product: the logarithm of how much likelier it is than by chance; none where no row has it
}

// words is how many words a set of columns or places takes.
const words = Most / 64

// none is the logarithm of a chance that is 0.
const none = -1000

// NewForm returns the form of an instance, or why it has none.
func NewForm(s *neighbourhood.Signs) (*Form, error) {
	n, m := s.N, len(s.Rows)
	if n > Most {
		return nil, fmt.Errorf("there are %d columns; message passing takes up to %d", n, Most)
	}
	f := &Form{N: int32(n), M: int32(m)}
	var class [2][]int32
	for i, row := range s.Rows {
		negative := n
		for _, w := range row {
			negative -= bits.OnesCount64(w)
		}
		class[negative&1] = append(class[negative&1], int32(i))
	}
	for c, list := range class {
		f.Size[c] = int32(len(list))
		f.From[c+1] = f.From[c] + (f.Size[c]+lane.WarpSize-1)/lane.WarpSize*lane.WarpSize
	}
	if f.From[2] > Most {
		return nil, fmt.Errorf("there are %d and %d rows in two classes; message passing takes up to %d of both", len(class[0]), len(class[1]), Most)
	}
	f.place(s, class)
	return f, f.channel(s)
}

// place lays the rows out.
func (f *Form) place(s *neighbourhood.Signs, class [2][]int32) {
	f.Row, f.Signs, f.Columns, f.Twice = make([]int32, Most), make([]uint64, Most*words), make([]uint64, Most*words), make([]uint64, Most*bytes)
	for i := range f.Row {
		f.Row[i] = -1
	}
	f.RowSums, f.ColumnSums, f.Sums = make([]int32, Most), slices.Repeat([]int32{-f.From[2]}, s.N), make([]uint32, s.N)
	for c, list := range class {
		for k, row := range list {
			at := int(f.From[c]) + k
			f.RowSums[at] = -f.N
			f.Row[at] = row
			copy(f.Signs[at*words:][:words], s.Rows[row])
			for j := range s.N {
				sign := s.Rows[row][j/64] >> (j % 64) & 1
				f.Columns[j*words+at/64] |= sign << (at % 64)
				f.RowSums[at] += 2 * int32(sign)
				f.ColumnSums[j] += 2 * int32(sign)
				f.Sums[j] += sumsOf(int32(c), 4*int32(sign)-2)
				f.Twice[j*bytes+at/8] |= uint64(uint8(4*int8(sign)-2)) << (8 * (at % 8))
			}
		}
	}
}

// channel finds which products each class has. Those of residue r are r0+2r, r0+2r+4 and so on, where r0 is 0 or 1 as n is even or odd.
func (f *Form) channel(s *neighbourhood.Signs) error {
	r0 := f.N & 1
	f.Has, f.First = make([]float32, 2*Values), make([]float32, 2*Values)
	var rows [2]int32
	for i := range f.First {
		f.First[i] = none
	}
	for _, w := range s.Products {
		r := (w - r0) / 2 & 1
		k := (w - r0 - 2*r) / 4
		if k >= Values {
			return fmt.Errorf("a product is %d; message passing takes up to %d", w, r0+2+4*(Values-1))
		}
		f.Has[Values*r+k]++
		f.Count[r] = max(f.Count[r], k+1)
		rows[r]++
	}
	for r := range int32(2) {
		for k := range f.Count[r] {
			if has := f.Has[Values*r+k]; has > 0 {
				w := r0 + 2*r + 4*k
				f.First[Values*r+k] = float32(math.Log2(float64(has)) - binomial(int(f.N), int(f.N-w)/2))
			}
		}
	}
	f.LeastV = max(leastVariance(f.Count[0]), leastVariance(f.Count[1]))
	miss := [2]int32{}
	for odd := range int32(2) {
		r := f.residue(0, odd)
		for k, h := range f.Has {
			w := r0 + 2*int32(k/Values) + 4*int32(k%Values)
			f.Asked[odd] += sumsOf(int32(k/Values)^r, w*int32(h))
		}
		miss[odd] = max(f.Size[0]-rows[r], rows[r]-f.Size[0])
	}
	for odd := range int32(2) {
		if miss[odd] == 0 {
			f.Odd[f.Parity] = odd
			f.Parity++
		}
	}
	if f.Parity == 0 {
		return fmt.Errorf("no solution has these products: by their signs %d rows have those of one residue modulo 4, and there are %d and %d", f.Size[0], rows[0], rows[1])
	}
	return nil
}

// sumsOf is a sum of products of rows of a class, or what is added to it, as a number of both classes' sums: that of class 1 times 2^16
// and that of class 0. Sums that differ by less than 2^16 are equal if their numbers are, modulo 2^32.
func sumsOf(class, sum int32) uint32 { return uint32(sum) << (16 * uint32(class)) }

// residue is which residue the products of a class have where the solution has an odd number of -1, or not.
func (f *Form) residue(class, odd int32) int32 { return residueOf(f.N, class, odd) }

// residueOf is that of n columns.
func residueOf(n, class, odd int32) int32 { return (n - n&1 - 2*(class+odd)) >> 1 & 1 }

// binomial is the logarithm of the chance of k of n fair coins.
func binomial(n, k int) float64 {
	ln := func(x int) float64 { y, _ := math.Lgamma(float64(x) + 1); return y }
	return (ln(n)-ln(k)-ln(n-k))/math.Ln2 - float64(n)
}
