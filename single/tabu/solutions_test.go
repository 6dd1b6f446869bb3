package tabu

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// hashed are problems of all spaces with names of neighbourhoods that hash in different ways.
var hashed = []struct {
	p    multiwalk.Problem
	name string
}{
	{sample.NewOrder(9, 1), "swap"}, {sample.NewOrder(9, 1), "insert"}, {sample.NewOrder(9, 1), "swap+insert+2opt"},
	{sample.NewRoad(12, true, 1), ""}, {sample.NewRoad(12, false, 1), "2opt+oropt+swap"}, {sample.NewBits(11, 1), "flip+flip2+flip3"},
	{sample.NewOrder(9, 1), "blockswap+swap"}, {sample.NewRoad(12, false, 1), "blockswap+2opt"},
	{sample.NewBits(11, 1), "swap"}, {sample.NewBits(11, 1), "change+swap"}, {sample.NewMixed(5, 1), ""},
}

// The hash of a neighbour, found from the move, is that of the solution that the move leads to. Solutions that differ by one move have
// different hashes, unless one is the reverse of the other.
func TestSolutions_HashIsThatOfTheSolution(t *testing.T) {
	for _, c := range hashed {
		nb := must.Have(neighbourhood.ByName(c.p, c.name))(t)
		members, r := neighbourhood.Kinds(nb), multiwalk.NewRand(1, 1)
		x := make([]int32, c.p.Space().Len())
		c.p.Space().Random(r, x)
		a := newSolutions(members, x)
		nb.Reset(x)
		for range 30 {
			for k := range nb.Size() {
				m, y := nb.Move(k), slices.Clone(x)
				members[a.owner(m)].Do(y, m)
				got, want := a.hash+a.hashChange(x, m), a.whole(y)
				reversed := slices.Clone(x)
				slices.Reverse(reversed)
				if got != want || got == a.hash && !slices.Equal(x, y) && !slices.Equal(reversed, y) {
					t.Fatalf("%T %q: %v from %v: hash %x, that of %v is %x, before %x", c.p, c.name, m, x, got, y, want, a.hash)
				}
			}
			m := nb.Random(r)
			a.made(x, c.p.Cost(x), m, 1)
			nb.Apply(x, m)
		}
	}
}

// What was left stays tabu for the tenure, and nothing else is; forget forgets.
func TestSolutions_ForbidTheVisited(t *testing.T) {
	p := sample.NewBits(10, 3)
	nb := must.Have(neighbourhood.ByName(p, "flip"))(t)
	members, x := neighbourhood.Kinds(nb), make([]int32, 10)
	a := newSolutions(members, x)
	flip := func(i int32) neighbourhood.Move { return neighbourhood.Move{Op: neighbourhood.OpFlip, I: i} }
	leads := func(i int32) bool {
		y := slices.Clone(x)
		y[i] = 1 - y[i]
		return a.forbids(x, p.Cost(y), flip(i))
	}
	do := func(i int32, tenure int64) {
		a.made(x, p.Cost(x), flip(i), tenure)
		x[i] = 1 - x[i]
	}
	do(0, 3)
	if !leads(0) || leads(1) {
		t.Error("only the solution that was left is tabu")
	}
	do(1, 9)
	do(0, 9)
	if !leads(1) {
		t.Error("the way back in another order is free within the tenure")
	}
	do(2, 9)
	do(2, 9)
	if leads(1) {
		t.Error("a solution is tabu beyond its tenure")
	}
	if !leads(0) || !leads(2) {
		t.Error("solutions of longer tenures are free")
	}
	if a.forget(); leads(0) || leads(2) {
		t.Error("what was forgotten is tabu")
	}
}

// A search that never comes back sees each of the 2^n solutions within about as many iterations; by attributes it does not.
func TestSolutions_SearchThroughAndThrough(t *testing.T) {
	const n = 9
	p := sample.NewBits(n, 5)
	seen := func(memory string) int {
		m := Tabu{Memory: memory, Neighbourhood: "flip"}
		search := must.Have(m.Prepare(p, walk.Plan{Seed: 2}))(t)
		begun := must.Have(search.NewWalk(0))(t)
		w, all := begun.(*tabuMovesWalk), map[string]bool{}
		for range 1 << n {
			all[fmt.Sprint(w.X)] = true
			begun.Step(walk.NewSlice(1))
		}
		return len(all)
	}
	if some, most := seen(""), seen(memorySolutions); most < 9<<n/10 || some > most*9/10 {
		t.Errorf("of %d solutions the memory of solutions leads to %d, that of attributes to %d", 1<<n, most, some)
	}
}

func TestSolutions_Conform(t *testing.T) {
	for _, p := range sample.Problems() {
		for _, m := range []walk.Method{Tabu{Memory: memorySolutions}, IteratedTabu{Length: 20, Tabu: Tabu{Memory: memorySolutions, Tenure: 40}}} {
			t.Run(fmt.Sprintf("%s/%v/%T", m.Name(), p.Space(), p), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(1000), conformance.Refuses(Tabu{Memory: "x"}, IteratedTabu{Tabu: Tabu{Memory: "x"}}))
			})
		}
	}
}

// The memory is for cores.
func TestSolutions_NotOnMachines(t *testing.T) {
	p := sample.NewOrder(9, 1)
	for _, m := range []walk.Placer{Tabu{Memory: memorySolutions}, IteratedTabu{Tabu: Tabu{Memory: memorySolutions}}} {
		if err := m.Place(p, device.Emulator()); !errors.Is(err, multiwalk.ErrNoKernel) {
			t.Errorf("%T: %v", m, err)
		}
	}
}

// Who resumes finds tabu what was tabu.
func TestSolutions_AreSaved(t *testing.T) {
	x := []int32{0, 1, 0, 1, 1}
	nb := must.Have(neighbourhood.ByName(sample.NewBits(5, 1), "flip"))(t)
	members := neighbourhood.Kinds(nb)
	a := newSolutions(members, x)
	m := neighbourhood.Move{Op: neighbourhood.OpFlip, I: 3}
	a.made(x, 17, m, math.MaxInt32)
	x[3] = 0
	out := checkpoint.Writer(0)
	out.Fields("memory", a)
	b := newSolutions(members, make([]int32, 5))
	in := checkpoint.Reader(out.Bytes())
	if in.Fields("memory", b); in.Err() != nil || !b.forbids(x, 17, m) || b.forbids(x, 18, m) {
		t.Errorf("resumed, the way back is free, or more is tabu: %v", in.Err())
	}
}
