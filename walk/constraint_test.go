package walk_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/walk"
)

// even is value whose solutions must be even numbers.
type even struct{ value }

var errOdd = errors.New("it is odd")

func (even) Check(x []int32) error {
	if x[0]%2 == 1 {
		return errOdd
	}
	return nil
}

// What the problem's own Check rejects is never the result, be it from a walk, at the start or for want of another.
func TestMinimize_ChecksEachIncumbent(t *testing.T) {
	find := func(_ int, unit int64) int32 { return int32(1000 - unit*unit) } // 999 is odd
	for _, from := range []int64{1, 2} {
		m := script{slice: 1, find: func(w int, unit int64) int32 { return find(w, unit+from-1) }}
		r, err := multiwalk.Minimize(background, even{value{1000}}, m, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Work(9)}})
		if !errors.Is(err, errOdd) || !errors.Is(err, multiwalk.ErrConstraint) || !strings.Contains(err.Error(), "method script made no solution") {
			t.Fatalf("%v, %v", r, err)
		}
		if want := int64(1000 - 4*(from-1)); r.Status != multiwalk.Failed || r.Cost != want || r.Best[0]%2 != 0 {
			t.Errorf("%v, best %v; want cost %d", r, r.Best, want)
		}
		runtest.Decreasing(t, r)
	}
	_, err := multiwalk.Minimize(background, even{value{1000}}, script{find: noise}, multiwalk.Settings{Start: []int32{7},
		Stop: []multiwalk.Stop{multiwalk.Work(9)}})
	must.Fail(t, errOdd, "the start solution does not fit")(err)
}

// picky rejects every solution but the one that it constructs, if it constructs any.
type picky struct{ value }

func (picky) Check(x []int32) error {
	if x[0] != 77 {
		return errOdd
	}
	return nil
}

type builder struct{ picky }

func (builder) Construct(_ *multiwalk.Rand, x []int32) { x[0] = 77 }

// A run without an incumbent ends with one that keeps the constraints, or with none.
func TestMinimize_ForWantOfAnIncumbent(t *testing.T) { synctest.Test(t, forWantOfAnIncumbent) }

func forWantOfAnIncumbent(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	m := script{prepare: func(walk.Plan) error { <-release; return nil }}
	s := multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(10 * time.Millisecond)}}
	if r, err := multiwalk.Minimize(background, builder{picky{value{1000}}}, m, s); err != nil || r.Cost != 77 || !r.Partial {
		t.Errorf("constructed: %v, %v", r, err)
	}
	r, err := multiwalk.Minimize(background, picky{value{1000}}, m, s)
	if !errors.Is(err, multiwalk.ErrNoIncumbent) || r.Best != nil || r.Status != multiwalk.TimeLimit {
		t.Errorf("not constructed: %v, %v", r, err)
	}
	p := plainRing{[][2]int32{{3, 9}, {9, 1}, {5, 6}}}
	r, err = multiwalk.Minimize(background, p, m, s)
	if err != nil || walk.Feasible(p, r.Best) != nil {
		t.Errorf("fixed edges: %v, %v", r, err)
	}
}

// plainRing is a tour of 12 cities on a line with fixed edges and nothing else.
type plainRing struct{ fixed [][2]int32 }

const ringCities = 12

func (p plainRing) Space() multiwalk.Space { return multiwalk.Tour(ringCities) }
func (p plainRing) FixedEdges() [][2]int32 { return p.fixed }
func (p plainRing) Cost(x []int32) (sum int64) {
	for i, c := range x {
		d := x[(i+1)%len(x)]
		sum += int64(max(c-d, d-c)) * int64(1+(c*d)%7)
	}
	return sum
}

// A random start has all fixed edges, each path either way round and at any place.
func TestPlan_BeginKeepsFixedEdges(t *testing.T) {
	whole := make([][2]int32, ringCities)
	for i := range int32(ringCities) { // the tour 0, 5, 10, 3, ...
		whole[i] = [2]int32{i * 5 % ringCities, (i + 1) * 5 % ringCities}
	}
	for _, fixed := range [][][2]int32{nil, {{0, 1}}, {{0, 1}, {1, 2}, {2, 3}, {7, 11}}, {{1, 0}, {0, 1}, {4, 0}}, whole[1:], whole} {
		p := plainRing{fixed}
		seen := map[int32]bool{}
		for number := range 200 {
			x := make([]int32, ringCities)
			walk.Plan{}.Begin(p, multiwalk.NewRand(1, number), x)
			if err := walk.Feasible(p, x); err != nil {
				t.Fatalf("fixed %v: %v: %v", fixed, x, err)
			}
			at := slices.Index(x, 0)
			seen[x[(at+1)%ringCities]] = true
		}
		if want := map[int]int{0: ringCities - 1, 1: ringCities - 1}[len(fixed)]; len(seen) < max(2, want) {
			t.Errorf("fixed %v: after city 0 come %v", fixed, seen)
		}
	}
}

func TestFeasible_Refuses(t *testing.T) {
	order := make([]int32, ringCities)
	for i := range order {
		order[i] = int32(i)
	}
	for want, fixed := range map[string][][2]int32{
		"":                                  {{0, 1}, {11, 0}},
		"between cities 0 and 2 is fixed":   {{0, 1}, {0, 2}},
		"city 0 has more than two":          {{0, 1}, {0, 2}, {3, 0}},
		"close a cycle that misses":         {{0, 1}, {1, 2}, {2, 0}},
		"close a cycle that misses cities,": {{0, 1}, {1, 2}, {2, 0}, {4, 5}},
		"from 4 to 4 joins no two":          {{4, 4}},
		"from 3 to 12 joins no two":         {{3, 12}},
		"from -1 to 1 joins no two":         {{-1, 1}},
	} {
		p := plainRing{fixed}
		if err := walk.Feasible(p, order); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("fixed %v: %v, want %q", fixed, err, want)
		}
	}
	must.Fail(t, "only a tour has edges")(walk.Feasible(knotted{}, []int32{0, 1, 2}))
}

// oneWayRing is a plainRing whose edges do not cost the same both ways, so its fixed edges have a direction.
type oneWayRing struct{ plainRing }

func (oneWayRing) Symmetric() bool              { return false }
func (oneWayRing) EdgeCost(i, j int32) int64    { return int64(i + 2*j) }
func (p oneWayRing) Cost(x []int32) (sum int64) { return p.plainRing.Cost(x) }

// Where edges cost more one way than the other, a fixed edge leads from its first city to its second.
func TestFixedEdges_LeadOneWay(t *testing.T) {
	for _, fixed := range [][][2]int32{{{0, 1}}, {{1, 0}}, {{0, 1}, {1, 2}, {11, 7}}, {{2, 1}, {1, 0}}} {
		p := oneWayRing{plainRing{fixed}}
		for number := range 50 {
			x := make([]int32, ringCities)
			walk.Plan{}.Begin(p, multiwalk.NewRand(1, number), x)
			if err := walk.Feasible(p, x); err != nil {
				t.Fatalf("fixed %v: %v: %v", fixed, x, err)
			}
			slices.Reverse(x)
			if err := walk.Feasible(p, x); err == nil || !strings.Contains(err.Error(), "does not follow the other") {
				t.Fatalf("fixed %v: %v is taken: %v", fixed, x, err)
			}
		}
	}
	order := make([]int32, ringCities)
	whole := make([][2]int32, ringCities)
	for i := range order {
		order[i], whole[i] = int32(i), [2]int32{int32(i), int32(i+1) % ringCities}
	}
	if err := walk.Feasible(oneWayRing{plainRing{whole}}, order); err != nil {
		t.Errorf("all edges are fixed: %v", err)
	}
	for want, fixed := range map[string][][2]int32{
		"lead in directions": {{0, 1}, {2, 1}},
		"two fixed edges":    {{1, 0}, {1, 2}},
		"that no tour has":   {{0, 1}, {1, 0}},
	} {
		must.Fail(t, want)(walk.Feasible(oneWayRing{plainRing{fixed}}, order))
	}
}

type knotted struct{ value }

func (knotted) Space() multiwalk.Space { return multiwalk.Permutation(3) }
func (knotted) FixedEdges() [][2]int32 { return [][2]int32{{0, 1}} }
