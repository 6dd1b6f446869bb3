package neighbourhood

import (
	"fmt"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/state"
)

// plain is a state that keeps nothing but a solution, and checks what it is told.
type plain struct {
	t      *testing.T
	w      *weighted
	x      []int32
	resets int
}

func (s *plain) Reset(x []int32) {
	s.x = append(s.x[:0], x...)
	s.resets++
}

func (s *plain) solution() []int32 { return s.x }

// by prices what f changes.
func (s *plain) by(f func()) int64 {
	was, cost := slices.Clone(s.x), s.w.Cost(s.x)
	f()
	after := s.w.Cost(s.x)
	s.x = was
	return after - cost
}

type swapState struct{ *plain }

func (s swapState) Swap(i, j int32) {
	if i == j {
		s.t.Errorf("told of a swap of %d with itself", i)
	}
	s.x[i], s.x[j] = s.x[j], s.x[i]
}
func (s swapState) SwapDelta(i, j int32) int64 { return s.by(func() { s.Swap(i, j) }) }

type jointState struct{ *plain }

func (s jointState) JointSwap(i, j int32) {
	for n := int32(s.w.space.JointLength()); j < int32(len(s.x)); i, j = i+n, j+n {
		s.x[i], s.x[j] = s.x[j], s.x[i]
	}
}
func (s jointState) JointSwapDelta(i, j int32) int64 { return s.by(func() { s.JointSwap(i, j) }) }

type insertState struct{ *plain }

func (s insertState) Insert(i, j int32) {
	v := s.x[i]
	s.x = slices.Insert(slices.Delete(s.x, int(i), int(i)+1), int(j), v)
	if i == j {
		s.t.Errorf("told to insert %d at itself", i)
	}
}
func (s insertState) InsertDelta(i, j int32) int64 { return s.by(func() { s.Insert(i, j) }) }

type flipState struct{ *plain }

func (s flipState) Flip(i int32)            { s.x[i] = 1 - s.x[i] }
func (s flipState) FlipDelta(i int32) int64 { return s.by(func() { s.Flip(i) }) }

type changeState struct{ *plain }

func (s changeState) Change(i, v int32) {
	if s.x[i] == v {
		s.t.Errorf("told to change %d at %d to itself", v, i)
	}
	s.x[i] = v
}
func (s changeState) ChangeDelta(i, v int32) int64 { return s.by(func() { s.Change(i, v) }) }

// followed is a problem whose states have some abilities, and which has no delta itself.
type followed struct {
	*weighted
	t    *testing.T
	wrap func(s *plain) multiwalk.State
}

func (p followed) NewState(x []int32) multiwalk.State {
	return p.wrap(&plain{t: p.t, w: p.weighted, x: slices.Clone(x)})
}

var withAbilities = map[string]func(s *plain) multiwalk.State{
	"none":   func(s *plain) multiwalk.State { return s },
	"swap":   func(s *plain) multiwalk.State { return swapState{s} },
	"insert": func(s *plain) multiwalk.State { return insertState{s} },
	"flip":   func(s *plain) multiwalk.State { return flipState{s} },
	"joint":  func(s *plain) multiwalk.State { return jointState{s} },
	"change": func(s *plain) multiwalk.State { return changeState{s} },
	"swap+joint": func(s *plain) multiwalk.State {
		return struct {
			*plain
			state.SwapFollower
			state.JointSwapFollower
		}{s, swapState{s}, jointState{s}}
	},
	"swap+insert": func(s *plain) multiwalk.State {
		return struct {
			*plain
			state.SwapFollower
			state.InsertFollower
		}{s, swapState{s}, insertState{s}}
	},
	"swap+change": func(s *plain) multiwalk.State {
		return struct {
			*plain
			state.SwapFollower
			state.ChangeFollower
		}{s, swapState{s}, changeState{s}}
	},
	"insert+flip": func(s *plain) multiwalk.State {
		return struct {
			*plain
			state.InsertFollower
			state.FlipFollower
		}{s, insertState{s}, flipState{s}}
	},
}

// A state follows every move of every kind, told by the methods that it has, through moves, undone moves and resets; what it
// does not price is priced all the same.
func TestStater_FollowsAllMoves(t *testing.T) {
	for _, space := range spaces {
		for abilities, wrap := range withAbilities {
			for _, name := range append([]string{"", "swap+insert+2opt", "change+swap", "flip+swap", "oropt+2opt+swap", "insert+flip+change", "swap+jointswap", "flip2+flip3"}, Names()...) {
				p := followed{&weighted{space: space}, t, wrap}
				nb, err := ByName(p, name)
				if err != nil || nb.Size() == 0 {
					continue
				}
				t.Run(fmt.Sprintf("%v/%s/%s", space, nb.Name(), abilities), func(t *testing.T) { follows(t, p, nb) })
			}
		}
	}
}

func follows(t *testing.T, p followed, nb Neighbourhood) {
	p.t = t
	r, x := multiwalk.NewRand(7, 0), make([]int32, p.space.Len())
	for range 3 {
		p.space.Random(r, x)
		nb.Reset(x)
		for range 40 {
			m := nb.Random(r)
			if r.Uint32N(4) == 0 {
				m = nb.Move(int64(r.Uint64() % uint64(nb.Size())))
			}
			was, cost, d := slices.Clone(x), p.Cost(x), nb.Delta(x, m)
			if !slices.Equal(was, x) {
				t.Fatalf("the price of %v changes the solution", m)
			}
			nb.Apply(x, m)
			if want := p.Cost(x) - cost; d != want {
				t.Fatalf("%v: delta %d, want %d, at %v", m, d, want, was)
			}
			same(t, p, nb, x, m)
			if r.Uint32N(3) == 0 {
				nb.Undo(x, m)
				if !slices.Equal(was, x) {
					t.Fatalf("%v undone leads to %v, not to %v", m, x, was)
				}
				same(t, p, nb, x, m)
			}
		}
	}
}

// same compares the state's solution with the walk's.
func same(t *testing.T, p followed, nb Neighbourhood, x []int32, m Move) {
	t.Helper()
	var f *follower
	switch nb := nb.(type) {
	case *union:
		f = &nb.state
	case *swap:
		f = &nb.state
	case *insertion:
		f = &nb.state
	case *flip:
		f = &nb.state
	case *flips:
		f = &nb.state
	case *jointSwap:
		f = &nb.state
	case *change:
		f = &nb.state
	case *groups:
		f = &nb.state
	case *twoOpt:
		f = &nb.state
	case *orSegment:
		f = &nb.state
	case *threeOpt:
		f = &nb.state
	case *blockSwap:
		f = &nb.state
	}
	if at := f.state.(interface{ solution() []int32 }).solution(); !slices.Equal(at, x) {
		t.Fatalf("after %v the state is at %v, the walk at %v", m, at, x)
	}
	if f.x != nil && !slices.Equal(f.x, x) {
		t.Fatalf("after %v the copy is at %v, the walk at %v", m, f.x, x)
	}
}

// The default moves are those that are priced.
func TestFor_TakesWhatIsPriced(t *testing.T) {
	for _, v := range []struct {
		space           multiwalk.Space
		abilities, want string
	}{
		{multiwalk.Permutation(5), "swap", "swap"},
		{multiwalk.Permutation(5), "insert", "insert"},
		{multiwalk.Permutation(5), "swap+insert", "swap+insert"},
		{multiwalk.Permutation(5), "none", "swap+insert"},
		{multiwalk.Tour(5), "insert", "insert"},
		{multiwalk.Tour(5), "none", "oropt+2opt"},
		{multiwalk.Binary(5), "flip", "flip+swap"},
		{multiwalk.Binary(5), "change", "flip+swap"},
		{multiwalk.Binary(5), "swap+change", "flip+swap"},
		{multiwalk.Integers(9, 0, 3), "change", "change+swap+groupchange+groupswap+join"},
		{multiwalk.Integers(5, 0, 3), "swap+change", "change+swap"},
		{multiwalk.Integers(9, 0, 3), "none", "change+swap+groupchange+groupswap+join"},
		{multiwalk.Product(multiwalk.Permutation(3), multiwalk.Binary(4)), "insert+flip", "insert+flip+swap"},
	} {
		p := followed{&weighted{space: v.space}, t, withAbilities[v.abilities]}
		nb, err := For(p)
		if err != nil || nb.Name() != v.want {
			t.Errorf("%v by states that price %s: %s, %v, want %s", v.space, v.abilities, nb.Name(), err, v.want)
		}
		if priced := v.abilities != "none"; nb.Incremental() != priced {
			t.Errorf("%v by states that price %s: incremental %v", v.space, v.abilities, nb.Incremental())
		}
	}
	two := struct {
		*weighted
		multiwalk.InsertEvaluator
		multiwalk.TwoOptEvaluator
	}{weighted: &weighted{space: multiwalk.Permutation(5)}}
	if nb, err := For(two); err != nil || nb.Name() != "insert+2opt" {
		t.Errorf("by two deltas: %s, %v", nb.Name(), err)
	}
	changes := valued{&weighted{space: multiwalk.Integers(5, 0, 3)}}
	if nb, err := For(changes); err != nil || nb.Name() != "change+swap" || !nb.Incremental() {
		t.Errorf("by changes: %s, %v", nb.Name(), err)
	}
}

// valued prices changes.
type valued struct{ *weighted }

func (v valued) ChangeDelta(x []int32, i, to int32) int64 {
	y := slices.Clone(x)
	y[i] = to
	return v.Cost(y) - v.Cost(x)
}

// An exchange is priced as two changes, with or without a Reset before.
func TestSwap_AsTwoChanges(t *testing.T) {
	for _, space := range []multiwalk.Space{multiwalk.Integers(7, -1, 4), multiwalk.Binary(8)} {
		p := valued{&weighted{space: space}}
		nb, err := ByName(p, "swap")
		if err != nil || !nb.Incremental() {
			t.Fatal(nb.Incremental(), err)
		}
		checkDeltas(t, p, nb)
		x := make([]int32, space.Len())
		space.Random(multiwalk.NewRand(2, 0), x)
		nb.Reset(x)
		for k := range nb.Size() {
			m, y := nb.Move(k), slices.Clone(x)
			y[m.I], y[m.J] = y[m.J], y[m.I]
			if d, want := nb.Delta(x, m), p.Cost(y)-p.Cost(x); d != want {
				t.Errorf("%v: %d, want %d", m, d, want)
			}
		}
		if full, delta := nb.Evaluations(); full != 0 || delta == 0 {
			t.Errorf("%d full and %d delta evaluations", full, delta)
		}
		r := multiwalk.NewRand(3, 0)
		for range 100 {
			if m := nb.Random(r); x[m.I] == x[m.J] {
				t.Errorf("%v draws equal values of %v", m, x)
			}
		}
	}
}

// lopsided prices insertions and swaps, of which only insertions improve.
type lopsided struct{ *weighted }

func (lopsided) SwapDelta([]int32, int32, int32) int64   { return 5 }
func (lopsided) InsertDelta([]int32, int32, int32) int64 { return -1 }

// Kinds of move are drawn by what they gain, and never less often than the least share; a union that was saved and read draws
// what the first one draws.
func TestUnion_LearnsProportions(t *testing.T) {
	p := lopsided{&weighted{space: multiwalk.Permutation(9)}}
	nb, err := For(p)
	if err != nil || nb.Name() != "swap+insert" {
		t.Fatal(nb.Name(), err)
	}
	r, x := multiwalk.NewRand(1, 0), least(p.space)
	nb.Reset(x)
	walk := func(nb Neighbourhood, r *multiwalk.Rand, x []int32, draws int) (inserts int) {
		for range draws {
			m := nb.Random(r)
			if d := nb.Delta(x, m); d < 0 {
				nb.Apply(x, m)
				inserts++
			}
		}
		return inserts
	}
	if first := walk(nb, r, x, period); first < period*2/5 || first > period*3/5 {
		t.Errorf("%d of the first %d draws are insertions", first, period)
	}
	walk(nb, r, x, 20*period)
	late := walk(nb, r, x, 100*period)
	if share := 1 - float64(late)/(100*period); share < 0.9*floor || share > 1.1*floor {
		t.Errorf("%v of the draws are swaps, want %v", share, floor)
	}
	a := checkpoint.Writer(0)
	nb.Save(a)
	again, _ := For(p)
	again.Save(checkpoint.Reader(a.Bytes()))
	again.Reset(x)
	other, y := multiwalk.NewRand(5, 0), slices.Clone(x)
	if a, b := walk(nb, multiwalk.NewRand(5, 0), x, 10*period), walk(again, other, y, 10*period); a != b || !slices.Equal(x, y) {
		t.Errorf("after resuming %d insertions, else %d", b, a)
	}
}
