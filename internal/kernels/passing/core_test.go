package passing

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/problem/perceptron"
)

func TestArithmetic(t *testing.T) {
	near := func(name string, x, got float32, want float64) {
		t.Helper()
		if d := math.Abs(float64(got) - want); d > 2e-5*math.Max(1, math.Abs(want)) {
			t.Errorf("%s of %v is %v, want %v", name, x, got, want)
		}
	}
	for x := float32(-90); x < 120; x += 0.137 {
		want := math.Exp2(float64(x))
		if got := float64(exp2(x)); math.Abs(got/want-1) > 6e-5 {
			t.Errorf("2^%v is %v, want %v", x, got, want)
		}
	}
	if exp2(-1000) != exp2(-100) {
		t.Errorf("2^-1000 is %v", exp2(-1000))
	}
	for x := float32(1e-9); x < 1e9; x *= 1.37 {
		near("log2", x, log2(x), math.Log2(float64(x)))
	}
	for x := float32(-12); x < 12; x += 0.11 {
		near("tanh", x, tanh(x), math.Tanh(float64(x)))
		near("rounded", x, float32(rounded(x)), math.RoundToEven(float64(x)))
	}
}

// At the least variance weights neither overflow nor vanish, whatever messages say and however likely multipliers make a product.
func TestLeastVariance_KeepsWeightsInRange(t *testing.T) {
	for count := int32(1); count <= Values; count++ {
		c := channelOf(count, leastVariance(count))
		for om := float32(-200); om <= 200; om += 0.7 {
			for likely := range count {
				first, ratio := c.begin(1, om)
				w := weights{power: first}
				for k := range count {
					multiplier := float32(0)
					if k == likely {
						multiplier = 1000
					}
					w.add(c.scale(multiplier, k), ratio)
				}
				asks, variance, _ := c.answer(&w, 1, om)
				if !(w.sum > 1e-20 && w.second < math.MaxFloat32) || math.IsNaN(float64(asks)) || math.IsNaN(float64(variance)) {
					t.Fatalf("%d products, %v, product %d likely: %+v, asks %v, variance %v", count, om, likely, w, asks, variance)
				}
			}
		}
	}
}

// secret is the solution of a planted instance: Draw draws it first.
func secret(t testing.TB, p *perceptron.Instance, seed uint64) []int32 {
	t.Helper()
	x := make([]int32, p.Columns())
	p.Space().Random(multiwalk.NewRand(seed, math.MaxInt32), x)
	if c := p.Cost(x); c != 0 {
		t.Fatalf("the secret costs %d", c)
	}
	return x
}

// The products of a class are those of its residue: of the solution's parity, and of the other one where the numbers of rows allow both.
func TestForm_Classes(t *testing.T) {
	for _, c := range []struct{ m, n int }{{31, 37}, {30, 37}, {31, 40}, {64, 65}, {101, 117}} {
		for seed := range uint64(6) {
			p, f := draw(t, c.m, c.n, seed+1)
			x := secret(t, p, seed+1)
			minus := int32(0)
			for _, v := range x {
				minus += 1 - v
			}
			odd := minus & 1
			if !slices.Contains(f.Odd[:f.Parity], odd) {
				t.Errorf("%dx%d:%d: parity %d is not among %v", c.m, c.n, seed+1, odd, f.Odd[:f.Parity])
			}
			has := make([]float32, 2*Values)
			for class := range int32(2) {
				r := f.residue(class, odd)
				for i := f.From[class]; i < f.From[class]+f.Size[class]; i++ {
					w := int32(0)
					for j, v := range x {
						w += int32(p.Sign(int(f.Row[i]), j)) * (2*v - 1)
					}
					if k := w - f.N&1 - 2*r; k%4 != 0 {
						t.Fatalf("%dx%d:%d: class %d has product %d", c.m, c.n, seed+1, class, w)
					} else {
						has[Values*r+k/4]++
					}
				}
			}
			if !slices.Equal(has, f.Has) {
				t.Errorf("%dx%d:%d: the solution has products %v, the form %v", c.m, c.n, seed+1, has, f.Has)
			}
		}
	}
}

func TestForm_Refuses(t *testing.T) {
	s := planted(t, 31, 37)
	s.Products[0] ^= 2 // of the other residue modulo 4
	slices.Sort(s.Products)
	wide := planted(t, 9, 201)
	tall := planted(t, 301, 61)
	far := planted(t, 9, 101)
	far.Products[8] = 101
	for says, s := range map[string]*neighbourhood.Signs{"no solution has these products": s, "201 columns": wide, "of both": tall, "a product is 101": far} {
		must.Fail(t, says)(NewForm(s))
	}
}

func planted(t *testing.T, m, n int) *neighbourhood.Signs {
	t.Helper()
	p := must.Have(perceptron.Draw(m, n, 1))(t)
	return p.Signs()
}

// Messages alone agree with the solution far beyond chance, the more the fewer columns there are for a row.
func TestStep_TellsSigns(t *testing.T) {
	for _, c := range []struct {
		m, n  int
		least float64
	}{{81, 81, 0.62}, {101, 117, 0.55}} {
		sum, many := 0.0, 12
		for seed := range many {
			p, f := draw(t, c.m, c.n, uint64(seed+1))
			x := secret(t, p, uint64(seed+1))
			tree := NewTree(f, 3, 0, 1, 1)
			if minus := c.n - int(sumOf(x)); int32(minus&1) != tree.p.odd {
				tree.p.odd = int32(minus & 1)
			}
			root := tree.root()
			for j, v := range x {
				if (root.m[j] > 0) == (v == 1) {
					sum++
				} else {
					sum--
				}
			}
			if s := float64(f.N) - squares(root.m[:f.N]); s < 0 {
				t.Errorf("a mean is beyond 1")
			}
		}
		if overlap := sum / float64(many*c.n); overlap < c.least || overlap > 0.9 {
			t.Errorf("%dx%d: signs overlap the solution by %.3f", c.m, c.n, overlap)
		}
	}
}

func sumOf(x []int32) (s int32) {
	for _, v := range x {
		s += v
	}
	return s
}

func squares(x []float32) (s float64) {
	for _, v := range x {
		s += float64(v) * float64(v)
	}
	return s
}

// A leaf finds the solution where a few unsure columns have the wrong sign, and not where a sure one has, or too many sets come first.
func TestLook_FlipsUnsureColumns(t *testing.T) {
	p, f := draw(t, 81, 81, 1)
	x := secret(t, p, 1)
	for _, c := range []struct {
		wrong  int
		field  float32
		flips  int32
		solves bool
	}{{0, 0.1, 1, true}, {2, 0.3, 256, true}, {5, 0.3, 256, true}, {2, 16, 256, false}, {5, 0.3, 2, false}} {
		tree := NewTree(f, 1, 0, 1, c.flips)
		tree.p.odd = (f.N - sumOf(x)) & 1
		var leaf node
		for j := range x {
			leaf.m[j], leaf.h[j] = float32(2*x[j]-1), 9
			if j%16 == 3 && j/16 < c.wrong {
				leaf.m[j], leaf.h[j] = -leaf.m[j], c.field
			}
		}
		tree.look(&leaf)
		if tree.Solved != c.solves || c.solves && !slices.Equal(tree.Solution(), x) {
			t.Errorf("%+v: solved %v", c, tree.Solved)
		}
	}
}

// Trees have luck up to what all walks together could have spent so far, and not much less.
func TestLuckOf(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	for _, c := range []struct {
		walks     int32
		tree      int64
		least, to float32
	}{{1, 1, 0, 8}, {1, 2, 6, 9}, {1000, 40, 19, 22}, {4096, 1 << 40, mostLuck - 3, mostLuck}} {
		sum, draws := 0.0, 4000
		for range draws {
			l := luckOf(uint32(r.Uint64()), Side(c.walks), c.tree)
			if l < c.least || l > c.to {
				t.Fatalf("%+v: a tree has luck %v", c, l)
			}
			sum += float64(l)
		}
		if mean := sum / float64(draws); math.Abs(mean-float64(c.least+c.to)/2) > 0.1 {
			t.Errorf("%+v: trees have luck %.2f in the mean", c, mean)
		}
	}
}

// BenchmarkTree counts the nodes that one core makes a second, and how many of ten instances it solves. Each instance gets a number of nodes.
//
//	go test ./internal/kernels/passing -run '^$' -bench Tree -benchtime 1x
func BenchmarkTree(b *testing.B) {
	for _, c := range []struct{ m, n, nodes int }{{73, 73, 50_000}, {81, 81, 100_000}} {
		b.Run(fmt.Sprintf("%dx%d", c.m, c.n), func(b *testing.B) {
			solved, nodes := 0, int64(0)
			for b.Loop() {
				for seed := range uint64(10) {
					_, f := draw(b, c.m, c.n, seed+1)
					tree := NewTree(f, 1, 0, 1, 16384)
					for k := 0; !tree.Solved && k < c.nodes; k++ {
						tree.Next()
						nodes++
					}
					if tree.Solved {
						solved++
					}
				}
			}
			b.ReportMetric(float64(solved)/float64(b.N), "solved")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
