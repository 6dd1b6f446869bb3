// Package perceptron is the permuted perceptron problem, on which Pointcheval built an identification scheme ("A new
// identification scheme based on the perceptrons problem", 1995): given rows of signs, find a sign for each column such that no
// product of a row with them is negative, and such that the products are, in any order, those that are given.
package perceptron

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// MaxLength bounds the rows of an instance, and its columns.
const MaxLength = 1023

// Instance is m rows of n signs, and the products that a solution must have. Bit j of a solution is 1 where the sign of column
// j is +1, and 0 where it is -1.
//
// A product is from -n to n, and has the parity of n. So there are n+1 levels: product w is on level (w+n)/2, and a flip moves
// each row to the next level up or down. The cost depends on how many rows are on each level, and on nothing else.
type Instance struct {
	m, n      int
	name      string
	planted   bool     // a solution exists
	words     int      // that a set of rows has
	columns   []uint64 // of each column the set of rows where the sign is +1
	target    []int32  // of each level: how many products a solution has there
	penalties Penalties
	stride    int     // of charges
	charge    []int32 // of level t and h rows on it, at t*stride+h, less the charge of no rows there
	empty     int64   // what all levels are charged without any row
}

// New returns the instance of these signs, 1 and -1, row by row, and of these products, one for each row, in any order. It
// refuses other signs, rows of different lengths, and products that no solution can have: negative ones, those above the
// number of columns, and those of the other parity.
func New(name string, rows [][]int8, products []int) (*Instance, error) {
	if len(rows) < 1 || len(rows) > MaxLength || len(rows[0]) < 1 || len(rows[0]) > MaxLength {
		return nil, fmt.Errorf("multiwalk: %d rows of signs; there must be 1 to %d rows of 1 to %d signs",
			len(rows), MaxLength, MaxLength)
	}
	if len(products) != len(rows) {
		return nil, fmt.Errorf("multiwalk: %d rows have %d products; give one for each", len(rows), len(products))
	}
	p := blank(name, len(rows), len(rows[0]))
	for i, row := range rows {
		if len(row) != p.n {
			return nil, fmt.Errorf("multiwalk: row %d has %d signs, and row 0 has %d; make all rows equally long", i, len(row), p.n)
		}
		for j, sign := range row {
			switch sign {
			case 1:
				p.set(i, j)
			case -1:
			default:
				return nil, fmt.Errorf("multiwalk: row %d has %d at column %d; a sign is 1 or -1", i, sign, j)
			}
		}
	}
	for i, w := range products {
		if w < 0 || w > p.n || (w+p.n)%2 != 0 {
			return nil, fmt.Errorf("multiwalk: product %d is %d; of %d signs it is 0 to %d, and %s", i, w, p.n, p.n, parity(p.n))
		}
		p.target[(w+p.n)/2]++
	}
	return p.With(KnudsenMeier)
}

// parity is the word for it.
func parity(n int) string {
	if n%2 == 0 {
		return "even"
	}
	return "odd"
}

// blank is an instance whose signs are all -1.
func blank(name string, m, n int) *Instance {
	words := (m + 63) / 64
	return &Instance{m: m, n: n, name: name, words: words, columns: make([]uint64, n*words), target: make([]int32, n+1)}
}

// set makes a sign +1.
func (p *Instance) set(row, column int) { p.columns[column*p.words+row>>6] |= 1 << (row & 63) }

// Sign returns the sign of a row in a column, 1 or -1.
func (p *Instance) Sign(row, column int) int {
	return 2*int(p.columns[column*p.words+row>>6]>>(row&63)&1) - 1
}

// Rows and Columns are how many there are.
func (p *Instance) Rows() int    { return p.m }
func (p *Instance) Columns() int { return p.n }

// Products returns the products that a solution has, in increasing order.
func (p *Instance) Products() (list []int) {
	for level, count := range p.target {
		list = append(list, slices.Repeat([]int{2*level - p.n}, int(count))...)
	}
	return list
}

// Name returns the instance's name, such as perceptron:101x117.
func (p *Instance) Name() string { return p.name }

// Planted tells whether the instance was drawn with a solution. Others may have none.
func (p *Instance) Planted() bool { return p.planted }

// Space returns a bit for each column.
func (p *Instance) Space() multiwalk.Space { return multiwalk.Binary(p.n) }

// LowerBound returns 0, which a solution costs.
func (p *Instance) LowerBound() int64 { return 0 }

// levels returns the level of each row at x. A product counts the columns where the signs of row and solution agree, less the
// others, so its level is how many agree. O(m*n).
func (p *Instance) levels(x []int32) []int32 {
	levels := make([]int32, p.m)
	for j, v := range x {
		column := p.columns[j*p.words:][:p.words]
		for i := range levels {
			levels[i] += 1 ^ int32(column[i>>6]>>(i&63)&1) ^ v
		}
	}
	return levels
}

// Cost is O(m*n).
func (p *Instance) Cost(x []int32) int64 {
	counts := make([]int32, p.n+1)
	for _, level := range p.levels(x) {
		counts[level]++
	}
	sum := p.empty
	for level, h := range counts {
		sum += int64(p.charge[level*p.stride+int(h)])
	}
	return sum
}
