package evaluation

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// lines is the diagonals and the row of a queen: two queens attack each other if one of these is the same. A rule says in
// what form they are.
type lines struct{ sum, difference, row uint32 }

// linesOf returns the lines of a queen, numbered from 0 on.
func linesOf[R rule](column, row, n int32) lines {
	var r R
	return lines{r.encode(row + column), r.encode(row - column + n), r.encode(row)}
}

// nowhere returns lines that no queen has; those of different kinds, 1 and 2, differ too.
func nowhere[R rule](kind int32) lines {
	var r R
	return lines{r.encode(-kind), r.encode(-kind), r.encode(-kind)}
}

// board says which lines queens may share.
type board interface{ rows() bool }

type (
	permutation struct{} // rows differ, and are not compared
	anyRows     struct{}
)

func (permutation) rows() bool { return false }
func (anyRows) rows() bool     { return true }

// attack reports whether queens share a line.
func attack[B board](a, b lines) bool {
	var k B
	return a.sum == b.sum || a.difference == b.difference || k.rows() && a.row == b.row
}

// rule is how a lane compares the pairs of a group. A conflict is rare in candidates worth evaluating, so most rules only
// find out whether a group has any, by fewer instructions than counting takes, and the lane counts again where it has.
//
// Instructions a pair, of a permutation and of any rows, without loads and the loop, as counted in the machine code that
// CUDA 11.8 makes for compute capability 9.0: I are comparisons of integers and the like, F are arithmetic of
// float32. A multiprocessor does 64 I a cycle, or 128 F, and 128 of both together.
//
//	counted   3 I + 1 F   4 I + 1 F
//	grouped   2 I         3 I
//	mixed     1 I + 2 F   2 I + 2 F
//	product   4 F         6 F
type rule interface {
	encode(line int32) uint32
	// meet adds a pair to a group.
	meet(g group, a, b lines, rows bool) group
	// hit reports whether a pair of the group shares a line.
	hit(g group) bool
	// counts says that the group has the number of such pairs.
	counts() bool
}

// group is what a rule knows of some pairs.
type group struct {
	count   int32
	a, b    uint32 // 1 if a line was the same
	product float32
}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// counted counts pair by pair, which takes the same time for every candidate.
type counted struct{}

func (counted) encode(line int32) uint32 { return uint32(line) }
func (counted) hit(group) bool           { return true }
func (counted) counts() bool             { return true }

func (counted) meet(g group, a, b lines, rows bool) group {
	if a.sum == b.sum || a.difference == b.difference || rows && a.row == b.row {
		g.count++
	}
	return g
}

// grouped joins all comparisons of a group.
type grouped struct{}

func (grouped) encode(line int32) uint32 { return uint32(line) }
func (grouped) hit(g group) bool         { return g.a|g.b != 0 }
func (grouped) counts() bool             { return false }

func (grouped) meet(g group, a, b lines, rows bool) group {
	g.a |= bit(a.sum == b.sum)
	g.b |= bit(a.difference == b.difference)
	if rows {
		g.a |= bit(a.row == b.row)
	}
	return g
}

// exactFloats is the greatest board all of whose lines float32 holds exactly.
const exactFloats = 1 << 23

// product multiplies the distances of all lines: the product is 0, or not a number where it had become infinite before,
// if and only if a distance is 0. Distances are whole, so nothing underflows.
type product struct{}

func (product) encode(line int32) uint32 { return math.Float32bits(float32(line)) }
func (product) hit(g group) bool         { return !(lane.Abs32(g.product) > 0) }
func (product) counts() bool             { return false }

func (product) meet(g group, a, b lines, rows bool) group {
	sum := math.Float32frombits(b.sum) - math.Float32frombits(a.sum)
	difference := math.Float32frombits(b.difference) - math.Float32frombits(a.difference)
	g.product *= sum
	g.product *= difference
	if rows {
		g.product *= sum + difference // twice the distance of the rows
	}
	return g
}

// mixed multiplies the distances of one kind of line and compares the others, so that both kinds of unit work. The bits of
// two whole float32 are the same if and only if the numbers are.
type mixed struct{}

func (mixed) encode(line int32) uint32 { return math.Float32bits(float32(line)) }
func (mixed) hit(g group) bool         { return g.a|g.b|bit(!(lane.Abs32(g.product) > 0)) != 0 }
func (mixed) counts() bool             { return false }

func (mixed) meet(g group, a, b lines, rows bool) group {
	g.product *= math.Float32frombits(b.difference) - math.Float32frombits(a.difference)
	g.a |= bit(a.sum == b.sum)
	if rows {
		g.b |= bit(a.row == b.row)
	}
	return g
}
