package passing

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Depths is how many guesses a tree has one below the other, at most.
const Depths = 24

const (
	// mostDraws bounds the guesses that are drawn.
	mostDraws = 64
	// certain is the mean, without sign, of a column that is not worth a guess: where the least sure one is as sure, all are.
	certain = 0.99
)

// Tree is a search on a core: one tree of guesses after the other. Messages alone stop far from a solution. So the least sure columns are
// guessed, each with both signs, the likelier one first, and messages go on below. The luck that guesses need, in bits, is limited; where
// it is spent, the signs of the means and what differs from them in a few unsure columns are compared with the products.
type Tree struct {
	p      passer
	seed   uint64
	walk   uint32
	side   int32 // logarithm of how many walks there are
	flips  int32 // sets of flips that a leaf looks at, at most
	trees  int64
	draws  int32   // signs that were drawn in this tree
	luck   float32 // of this tree
	order  [Most]float32
	stack  []node
	x      []int32
	leaf   leaf
	Solved bool
}

// NewTree returns the search of a walk. The walk's number says which random numbers it has, the number of walks how much luck its trees
// begin with. A leaf looks at up to flips sets of flips.
func NewTree(f *Form, seed uint64, walk uint32, walks, flips int32) *Tree {
	return &Tree{p: passer{f: f, odd: f.Odd[walk%uint32(f.Parity)]}, seed: seed, walk: walk, side: Side(walks), flips: flips, x: make([]int32, f.N)}
}

// Solution is the signs of the last leaf, as bits; the solution where it is Solved.
func (t *Tree) Solution() []int32 { return t.x }

// What is to be done with a node on the stack.
const (
	likelier = iota // guess the likelier sign of its column
	other           // guess the other one
	nothing
	drawn // draw the sign by how likely it is
)

// Next makes a node: the root of a tree, or a guess. It reports whether that was a leaf.
func (t *Tree) Next() (leaf bool) {
	for len(t.stack) > 0 {
		x := &t.stack[len(t.stack)-1]
		switch x.next {
		case nothing:
			t.stack = t.stack[:len(t.stack)-1]
			continue
		case drawn:
			child := *x
			t.stack = t.stack[:0]
			child.guess(t.draw(x.m[x.at]))
			t.p.relax(&child, child.bits < t.luck)
			return t.grow(child)
		}
		sign := signOf(x.m[x.at], x.next)
		x.next++
		if x.bits+luckFor(x.m[x.at], sign) > t.luck+1 {
			continue
		}
		child := *x
		child.guess(sign)
		t.p.relax(&child, child.bits < t.luck)
		return t.branch(child)
	}
	return t.grow(t.root())
}

// root begins a tree. Nobody knows how much luck is needed, so it grows with the number of trees (luckOf).
func (t *Tree) root() (x node) {
	f := t.p.f
	t.trees++
	t.draws = 0
	t.luck = luckOf(lane.Random(t.seed, t.walk, uint64(t.trees)*drawSteps+Blocks, 0)[0], t.side, t.trees)
	for j := range f.N {
		u := t.random(j)
		x.m[j], t.order[j] = firstMean(u[0]), disorder(u[1])
	}
	copy(x.lam[:], f.First)
	for range rootSteps {
		if t.p.step(&x, true) < rootTol {
			break
		}
	}
	return x
}

// firstMean is the mean that a column begins with, nearly 0, and disorder what is added to it where the least sure column is chosen.
func firstMean(word uint32) float32 { return float32(float32(int32(word)>>8) * (0.02 / (1 << 23))) }
func disorder(word uint32) float32  { return float32(float32(int32(word>>8)) * (noise / (1 << 24))) }

// relax makes steps below a guess until messages change little. Multipliers change slowly: they learn in the first step alone, and only
// where more guesses follow.
func (p *passer) relax(x *node, learn bool) {
	for k := range nodeSteps {
		if p.step(x, learn && k == 0) < nodeTol {
			break
		}
	}
}

// grow goes on from a root, or from what was drawn below it: signs are drawn until a tree of treeLuck is left. So searches side by side
// share large trees.
func (t *Tree) grow(x node) (leaf bool) {
	if x.bits < t.luck-treeLuck && t.draws < mostDraws {
		if t.choose(&x); x.at >= 0 {
			x.next = drawn
			t.stack = append(t.stack, x)
			return false
		}
	}
	t.luck = max(t.luck, x.bits)
	return t.branch(x)
}

// branch guesses below a node if luck is left, and else looks at it as a leaf.
func (t *Tree) branch(x node) (leaf bool) {
	if x.bits < t.luck && len(t.stack) < Depths {
		if t.choose(&x); x.at >= 0 {
			t.stack = append(t.stack, x)
			return false
		}
	}
	t.look(&x)
	return true
}

// draw draws a sign of some mean.
func (t *Tree) draw(mean float32) float32 {
	u := lane.Random(t.seed, t.walk, uint64(t.trees)*drawSteps+Blocks+1, uint32(t.draws))
	t.draws++
	return drawnSign(u[0], mean)
}

func drawnSign(word uint32, mean float32) float32 {
	if float32(float32(int32(word>>8))*(2.0/(1<<24))) >= 1+mean {
		return -1
	}
	return 1
}

// signOf is the likelier sign, or the other.
func signOf(mean float32, next int32) float32 {
	if (mean > 0) == (next == other) {
		return -1
	}
	return 1
}

// luckFor is the luck that a sign needs.
func luckFor(mean, sign float32) float32 { return -log2(float32(0.5*(1+float32(sign*mean))) + 1e-9) }

// guess guesses the sign of the node's column.
func (x *node) guess(sign float32) {
	x.bits += luckFor(x.m[x.at], sign)
	x.m[x.at] = sign
	x.fixed[x.at>>6] |= 1 << (x.at & 63)
}

const (
	// treeLuck is the luck of a tree below guesses that are drawn, in bits: it has as many leaves as 2 to that.
	treeLuck = 9
	// drawSteps are the steps of random numbers of a tree.
	drawSteps = Blocks + 2
	// leastSpent is how far luck stays below the logarithm of the nodes that all walks have made so far.
	leastSpent = 2
	// window is by how many bits the luck of trees differs, but for the first trees. Trees with less luck were explored before.
	window = 3
	// mostLuck bounds the luck of a tree.
	mostLuck = 40
)

// luckOf draws the luck of a walk's tree. Trees count from 1, and side comes from the number of walks (Side). About 2^L nodes find a
// solution that needs L bits of luck. So luck follows the logarithm of the number of nodes that all walks have made.
func luckOf(word uint32, side int32, tree int64) float32 {
	nodes := treeLuck + 1 + side + int32(bits.Len64(uint64(tree))) - 1 // their logarithm, if each tree has as many as it may have
	most := float32(min(nodes-leastSpent, mostLuck))
	less := min(most, window)
	if tree == 1 { // nothing was explored before
		less = most
	}
	return most - float32(float32(word>>8)*float32(less*(1.0/(1<<24))))
}

// Side is what the number of walks adds to the luck of their trees, in bits.
func Side(walks int32) int32 { return int32(bits.Len32(uint32(max(1, walks)))) - 1 }

// random is the words of a column for the present tree.
func (t *Tree) random(j int32) [4]uint32 {
	return lane.Random(t.seed, t.walk, uint64(t.trees)*drawSteps+uint64(j/lane.WarpSize), uint32(j%lane.WarpSize))
}

// choose chooses the column to be guessed: the least sure one, but for noise; none where that is certain.
func (t *Tree) choose(x *node) {
	x.at, x.next = -1, likelier
	least := float32(math.MaxFloat32)
	for j := range t.p.f.N {
		if x.fixed[j>>6]>>(j&63)&1 != 0 {
			continue
		}
		if a := abs(x.m[j]) + t.order[j]; a < least {
			least, x.at = a, j
		}
	}
	if x.at >= 0 && abs(x.m[x.at]) > certain {
		x.at = -1
	}
}

func (t *Tree) Save(a *checkpoint.Archive) {
	a.Fields("tree of guesses", &t.trees, &t.draws, &t.luck, &t.order, &t.stack, &t.x, &t.Solved)
}
