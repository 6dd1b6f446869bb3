package population

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/symmetry"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// everySpace are settings that bring all the methods do about within some thousand evaluations.
var everySpace = []walk.Method{Genetic{Population: 9}, Genetic{Population: 4, Crossover: "uniform"},
	Memetic{Population: 3, Length: 4}, Memetic{Population: 5, Length: 3, Patience: 1, Stagnation: 3,
		Search: single.IteratedTabu{Length: 2, Weakest: 2, Strongest: 3}}}

func TestEverySpace_Conforms(t *testing.T) {
	for i, p := range append(sample.Problems(), paint{9, 4}) {
		for j, m := range everySpace {
			g, _ := m.(Genetic)
			if testing.Short() && (i+j)%3 != 0 || g.Crossover != "" && ordered(p.Space().Kind()) {
				continue
			}
			t.Run(fmt.Sprintf("%s/%v/%T", m.Name(), p.Space(), p), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(4000), conformance.Refuses(Genetic{Crossover: "x"}, Genetic{Population: 1},
					Memetic{Length: -1}))
			})
		}
	}
}

// paint is a cycle of n elements whose neighbours want different ones of k colours, and those further apart the same.
type paint struct {
	n int
	k int32
}

func (p paint) Space() multiwalk.Space { return multiwalk.Integers(p.n, 3, 2+p.k) }
func (p paint) Cost(x []int32) (sum int64) {
	for i, v := range x {
		for j, w := range x[:i] {
			if (v == w) == (i-j == 1) {
				sum += int64(i - j)
			}
		}
	}
	return sum
}

// Children take each part from their parents alone, and mutants stay in the space.
func TestVariation_StaysInTheSpace(t *testing.T) {
	r := multiwalk.NewRand(3, 0)
	space := multiwalk.Product(multiwalk.Permutation(7), multiwalk.Tour(5), multiwalk.Binary(40), multiwalk.Integers(6, -3, 2), multiwalk.Integers(2, 4, 4))
	for _, orders := range []crossover{uniform, orderAnywhere} {
		v := newVariation(anything{space: space}, func(bool) crossover { return orders }, either)
		own, other, child := make([]int32, space.Len()), make([]int32, space.Len()), make([]int32, space.Len())
		changed := 0
		for range 300 {
			space.Random(r, own)
			space.Random(r, other)
			v.breed(child, own, other, r)
			for i := 12; i < len(child); i++ {
				if child[i] != own[i] && child[i] != other[i] {
					t.Fatalf("position %d of %v is of neither %v nor %v", i, child, own, other)
				}
			}
			before := slices.Clone(child)
			if v.mutate(child, r); !slices.Equal(child, before) {
				changed++
			}
			must.Do(t, space.Check(child))
		}
		if changed != 300 {
			t.Errorf("%d of 300 mutants changed", changed)
		}
	}
}

// Both parents give values, each about half of them.
func TestCrossover_ValuesOfBothParents(t *testing.T) {
	r := multiwalk.NewRand(4, 0)
	own, other, child := make([]int32, 100), make([]int32, 100), make([]int32, 100)
	for i := range other {
		other[i] = 1
	}
	sum := int32(0)
	for range 1000 {
		either(nil, child, own, other, r)
		n := int32(0)
		for _, v := range child {
			n += v
		}
		if n < 25 || n > 75 {
			t.Errorf("%d of 100 values are of the second parent", n)
		}
		sum += n
	}
	if mean := float64(sum) / 1000; math.Abs(mean-50) > 1 {
		t.Errorf("on average %v of 100 values are of the second parent", mean)
	}
}

// anything is a space with elements that must not change.
type anything struct {
	space multiwalk.Space
	fixed []multiwalk.Fixed
}

func (p anything) Space() multiwalk.Space   { return p.space }
func (p anything) Cost(x []int32) int64     { return int64(x[0]) }
func (p anything) Fixed() []multiwalk.Fixed { return p.fixed }

// Children, moves and mutants keep what is fixed, whatever the crossover; what is free still changes.
func TestVariation_KeepsFixed(t *testing.T) {
	p := anything{multiwalk.Product(multiwalk.Permutation(9), multiwalk.Binary(8), multiwalk.Integers(6, -3, 2), multiwalk.Permutation(3)),
		[]multiwalk.Fixed{{Position: 4, Value: 0}, {Position: 0, Value: 7}, {Position: 10, Value: 1}, {Position: 19, Value: -3},
			{Position: 23, Value: 1}, {Position: 24, Value: 0}, {Position: 25, Value: 2}}}
	r := multiwalk.NewRand(5, 0)
	for _, orders := range []crossover{uniform, orderAnywhere} {
		v := newVariation(p, func(bool) crossover { return orders }, either)
		n := p.space.Len()
		own, other, child := make([]int32, n), make([]int32, n), make([]int32, n)
		met := make([]map[int32]bool, n)
		for i := range met {
			met[i] = map[int32]bool{}
		}
		for range 300 {
			for _, x := range [][]int32{own, other} {
				p.space.Random(r, x)
				walk.KeepFixed(p, x)
			}
			for k, change := range []func(){func() { v.breed(child, own, other, r) }, func() { v.mutate(child, r) }} {
				change()
				if err := walk.Feasible(p, child); err != nil {
					t.Fatalf("after change %d: %v", k, err)
				}
			}
			for i, u := range child {
				met[i][u] = true
			}
		}
		for i := range met {
			fixed := slices.ContainsFunc(p.fixed, func(f multiwalk.Fixed) bool { return int(f.Position) == i })
			if fixed != (len(met[i]) == 1) {
				t.Errorf("position %d had %d values, and it is %v that it is fixed", i, len(met[i]), fixed)
			}
		}
	}
}

// Two parents that are the same groups by other names have a child of these groups, and are alike.
func TestGroups_NamesDoNotMatter(t *testing.T) {
	p := paint{30, 5}
	if !symmetry.Interchangeable(p, 1) || symmetry.Interchangeable(sample.NewLabels(9, 1), 1) || symmetry.Interchangeable(sample.NewBits(9, 1), 1) {
		t.Fatal("which values are names of groups")
	}
	v := newVariation(p, nil, either)
	v.groups, v.parts[0].cross = newGroups(p.Space()), inherit
	r := multiwalk.NewRand(1, 0)
	own, other, child := make([]int32, p.n), make([]int32, p.n), make([]int32, p.n)
	for range 50 {
		p.Space().Random(r, own)
		role := []int32{3, 4, 5, 6, 7}
		r.Shuffle(role)
		for i, u := range own {
			other[i] = role[u-3]
		}
		v.breed(child, own, other, r)
		must.Do(t, p.Space().Check(child))
		if !v.alike(own, other, 0) || !v.alike(child, own, 0) {
			t.Fatalf("%v of %v and %v", child, own, other)
		}
		other[0] = 3 + (other[0]-2)%5
		if v.alike(own, other, 0) || !v.alike(own, other, 1) {
			t.Fatalf("%v and %v", own, other)
		}
	}
}

// A child of groups is of its parents' groups, whichever parent comes first, and not what stood in its place before.
func TestGroups_EitherParentFirst(t *testing.T) {
	p := paint{30, 5}
	v := newVariation(p, nil, either)
	v.groups, v.parts[0].cross = newGroups(p.Space()), inheritEither
	r := multiwalk.NewRand(1, 0)
	own, other, child := make([]int32, p.n), make([]int32, p.n), make([]int32, p.n)
	p.Space().Random(r, own)
	copy(other, own)
	for range 20 {
		p.Space().Random(r, child)
		v.breed(child, own, other, r)
		if !v.alike(child, own, 0) {
			t.Fatalf("the child %v of two equal parents %v", child, own)
		}
	}
}

// The parents take turns, each with its largest group of what is left: the example is that of Galinier and Hao's paper.
func TestInherit_ParentsTakeTurns(t *testing.T) {
	groupsOf := func(list ...string) []int32 {
		x := make([]int32, 10)
		for g, elements := range list {
			for _, e := range elements {
				x[e-'A'] = int32(g)
			}
		}
		return x
	}
	own, other := groupsOf("ABC", "DEFG", "HIJ"), groupsOf("CDEG", "AFI", "BHJ")
	v := &variation{groups: newGroups(multiwalk.Integers(10, 0, 2))}
	child := make([]int32, 10)
	inherit(v, child, own, other, multiwalk.NewRand(1, 0))
	for g, elements := range []string{"DEFG", "BHJ", "AC"} {
		for _, e := range elements {
			if child[e-'A'] != int32(g) {
				t.Errorf("%c is in group %d, not with %s: %v", e, child[e-'A'], elements, child)
			}
		}
	}
}
