package passing

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/problem/perceptron"
)

func TestModule_KernelsAreInThePTX(t *testing.T) { gputest.InPTX(t, Module()) }

func draw(t testing.TB, m, n int, seed uint64) (*perceptron.Instance, *Form) {
	t.Helper()
	p := must.Have(perceptron.Draw(m, n, seed))(t)
	f := must.Have(NewForm(p.Signs()))(t)
	return p, f
}

// A warp makes the nodes that a core makes, in launches of any length, until one has a solution.
func TestPass_IsWhatCoresDo(t *testing.T) {
	const walks = 3
	for _, c := range []struct {
		m, n  int
		flips int32
		nodes int64
	}{{15, 17, 64, 40}, {41, 41, 1, 60}, {41, 41, 2, 60}, {41, 41, 300, 60}, {73, 73, 4096, 25}, {44, 47, 64, 60}, {61, 61, 16384, 60}, {101, 117, 64, 6},
		{150, 167, 256, 3}} {
		p, f := draw(t, c.m, c.n, 2)
		var trees []*Tree
		solved := make([]int64, walks)
		for i := range walks {
			trees = append(trees, NewTree(f, 9, uint32(i+5), 8, c.flips))
		}
		a := f.Launch()
		a.Walks, a.Flips, a.First, a.Seed = walks, c.flips, 5, 9
		a.Side = Side(8)
		state, nodes := make([]Walker, walks), make([]uint32, walks*Depths*a.NodeWords())
		x := make([]uint32, walks*Blocks)
		matrix, table := f.Matrix(), slices.Concat(f.Has, f.First)
		hits, goal := []int64{math.MaxInt64, math.MaxInt64, math.MaxInt64}, []int64{math.MaxInt64}
		for a.From = 0; a.From < c.nodes && goal[0] == math.MaxInt64; a.From = a.Until {
			a.Until = a.From + 1 + a.From%3
			shape := lane.Emulator{Blocks: walks, Threads: 32, Shared: 4 * (a.MatrixWords() + a.WarpWords())}
			must.Do(t, shape.Run(func(t lane.Thread) { Pass(t, a, matrix, table, nodes, state, x, hits, goal, []uint32{0}) }))
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
	same := head[nodeBits] == math.Float32bits(x.bits) &&
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
		t.Fatalf("nodes differ: %v %v", head[:3], *x)
	}
}

// A warp finds the leaf's set of flips that a core finds, where columns are wrong that are free, others, too many or too sure ones.
func TestLook_IsWhatCoresDo(t *testing.T) {
	for _, c := range []struct{ m, n int }{{81, 81}, {150, 167}} {
		p, f := draw(t, c.m, c.n, 1)
		x := secret(t, p, 1)
		a := f.Launch()
		a.Walks, a.Flips = 1, 4096
		matrix, table, solved := f.Matrix(), slices.Concat(f.Has, f.First), 0
		const leaves = 60
		for seed := range leaves {
			tree := NewTree(f, 1, 0, 1, a.Flips)
			tree.p.odd = (f.N - sumOf(x)) & 1
			var leaf node
			r := multiwalk.NewRand(uint64(seed), 0)
			for j := range x {
				leaf.m[j], leaf.h[j] = float32(2*x[j]-1), 9
				if r.Uint64()%4 == 0 {
					if leaf.h[j] = float32(r.Float64() * 4); r.Float64() < 0.6/float64(1+4*leaf.h[j]) {
						leaf.m[j] = -leaf.m[j]
					}
				}
			}
			tree.look(&leaf)
			if tree.Solved {
				solved++
			}
			got := make([]uint32, Blocks)
			shape := lane.Emulator{Blocks: 1, Threads: 32, Shared: 4 * (a.MatrixWords() + a.WarpWords())}
			must.Do(t, shape.Run(func(t lane.Thread) {
				shared := lane.SharedAt[uint32](t, 0, a.MatrixWords())
				for k := t.ThreadID(); k < int32(len(shared)); k += t.BlockDim() {
					shared[k] = matrix[k]
				}
				t.Sync()
				w := walker{t: t, a: a, table: table, odd: tree.p.odd}
				w.lay(shared)
				for j := t.LaneID(); j < a.Columns*lane.WarpSize; j += lane.WarpSize {
					w.m[j], w.h[j] = leaf.m[j], leaf.h[j]
				}
				if w.look(got); (w.Solved != 0) != tree.Solved {
					panic("a core solves it: " + fmt.Sprint(tree.Solved))
				}
			}))
			for j, bit := range tree.x {
				if got[j/32]>>(j%32)&1 != uint32(bit) {
					t.Fatalf("%dx%d, leaf %d: bit %d is %d on a core", c.m, c.n, seed, j, bit)
				}
			}
		}
		if t.Logf("%dx%d: %d of %d solved", c.m, c.n, solved, leaves); solved < 10 || solved > leaves-10 {
			t.Errorf("%dx%d: %d of %d leaves are solved", c.m, c.n, solved, leaves)
		}
	}
}
