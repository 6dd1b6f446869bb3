package passing

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/problem/perceptron"
)

func TestModule_KernelsAreInThePTX(t *testing.T) { gputest.InPTX(t, Module()) }

func draw(t testing.TB, m, n int, seed uint64) (*perceptron.Instance, *Form) {
	t.Helper()
	p, err := perceptron.Draw(m, n, seed)
	if err != nil {
		t.Fatal(err)
	}
	f, err := NewForm(p.Signs())
	if err != nil {
		t.Fatal(err)
	}
	return p, f
}

// A warp makes the nodes that a core makes, in launches of any length, until one has a solution.
func TestPass_IsWhatCoresDo(t *testing.T) {
	const walks, flips = 3, 64
	for _, c := range []struct {
		m, n  int
		nodes int64
	}{{15, 17, 40}, {73, 73, 25}, {44, 47, 60}, {101, 117, 6}, {150, 167, 3}} {
		p, f := draw(t, c.m, c.n, 2)
		var trees []*Tree
		solved := make([]int64, walks)
		for i := range walks {
			trees = append(trees, NewTree(f, 9, uint32(i+5), 8, flips))
		}
		a := f.Launch()
		a.Walks, a.Flips, a.First, a.Seed = walks, flips, 5, 9
		a.Least += Side(8)
		state, nodes := make([]Walker, walks), make([]uint32, walks*Depths*a.NodeWords())
		x := make([]uint32, walks*Blocks)
		matrix, table := f.Matrix(), slices.Concat(f.Has, f.First)
		hits, goal := []int64{math.MaxInt64, math.MaxInt64, math.MaxInt64}, []int64{math.MaxInt64}
		for a.From = 0; a.From < c.nodes && goal[0] == math.MaxInt64; a.From = a.Until {
			a.Until = a.From + 1 + a.From%3
			shape := lane.Emulator{Blocks: walks, Threads: 32, Shared: 4 * (a.MatrixWords() + a.WarpWords())}
			if err := shape.Run(func(t lane.Thread) { Pass(t, a, matrix, table, nodes, state, x, hits, goal, []uint32{0}) }); err != nil {
				t.Fatal(err)
			}
			for i, tree := range trees {
				for k := a.From; k < min(a.Until-1, goal[0])+1 && !tree.Solved; k++ {
					tree.Next()
					solved[i] = k
				}
				if goal[0] != math.MaxInt64 && hits[i] != goal[0] {
					continue // it may have gone further, or not as far
				}
				if tree.trees != state[i].Trees || int32(len(tree.stack)) != state[i].Depth || tree.Solved != (state[i].Solved != 0) {
					t.Fatalf("%dx%d, walk %d after %d nodes: tree %d, depth %d, solved %v on a core, %+v in the kernel", c.m, c.n, i, a.Until, tree.trees, len(tree.stack), tree.Solved, state[i])
				}
				for j, bit := range tree.x {
					if got := x[i*Blocks+j/32] >> (j % 32) & 1; got != uint32(bit) {
						t.Fatalf("%dx%d, walk %d after %d nodes: bit %d is %d on a core, %d in the kernel", c.m, c.n, i, a.Until, j, bit, got)
					}
				}
				for d := range tree.stack {
					equal(t, &a, f, &tree.stack[d], nodes[(i*Depths+d)*int(a.NodeWords()):])
				}
				if tree.Solved && (hits[i] != solved[i] || p.Cost(tree.Solution()) != 0) {
					t.Errorf("solved by node %d, the kernel says %d; it costs %d", solved[i], hits[i], p.Cost(tree.Solution()))
				}
			}
		}
		t.Logf("%dx%d: %d nodes, solved at %d", c.m, c.n, a.From, goal[0])
	}
}

// equal compares a node of a core's stack with a kernel's.
func equal(t *testing.T, a *Passing, f *Form, x *node, words []uint32) {
	t.Helper()
	c, r := a.Columns*lane.WarpSize, a.Rows*lane.WarpSize
	head := words[a.NodeWords()-nodeHead:]
	same := head[nodeV] == math.Float32bits(x.v) && head[nodeG] == math.Float32bits(x.gg) && head[nodeBits] == math.Float32bits(x.bits) &&
		int32(head[nodeAt]) == x.at && int32(head[nodeNext]) == x.next
	for j := range f.N {
		same = same && words[j] == math.Float32bits(x.m[j])
	}
	for i := range f.From[2] {
		same = same && words[c+i] == math.Float32bits(x.g[i])
	}
	for k := range int32(2 * Values) {
		same = same && words[c+r+k] == math.Float32bits(x.lam[k])
	}
	if !same {
		t.Fatalf("nodes differ: %v %v", head[:5], *x)
	}
}
