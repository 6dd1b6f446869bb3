package successor

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/tuning"
)

// emulated is a search on the emulator.
func emulated(t *testing.T, p multiwalk.Problem, states int, temperature float64) *greedySearch {
	t.Helper()
	m, err := IteratedGreedy{Population: states, Release: 9, Select: 4, Temperature: temperature}.withDefaults(device.Emulator())
	if err != nil {
		t.Fatal(err)
	}
	s := &greedySearch{m: m, p: p, accelerator: device.Emulator()}
	if s.c, err = m.takes(p); err != nil {
		t.Fatal(err)
	}
	return s
}

// ColoniesAgree checks that a population is the same wherever it lives. It lives in three places: on a core, on a machine that makes generation by generation, and on one that makes
// many in a launch, with its states in either memory. All breed the same, however launches are cut.
// It returns how many successors were accepted.
func ColoniesAgree(t *testing.T, p multiwalk.Problem, temperature float64) int64 {
	t.Helper()
	const states, seed = 7, 11
	s := emulated(t, p, states, temperature)
	begin := make([]int32, s.c.Size)
	s.c.state(begin, begin[:p.Space().Len()])
	cost := s.p.Cost(begin[:p.Space().Len()])
	place := map[string]func() (colony, error){
		"ward": func() (colony, error) {
			w, err := newWard(s, 0, seed)
			return newTurns(s, w, seed), err
		},
		"shared": func() (colony, error) { return herdIn(t, s, seed, 0) },
		"global": func() (colony, error) { return herdIn(t, s, seed, 1e9) },
	}
	want, moves := history(t, newTurns(s, newCradle(&s.c, states, seed), seed), begin, cost)
	for name, open := range place {
		c := must.Have(open())(t)
		if got, _ := history(t, c, begin, cost); !slices.Equal(got, want) {
			t.Errorf("%s: %v\ncore: %v", name, got, want)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	return moves
}

// herdIn has its states in shared memory, or not.
func herdIn(t *testing.T, s *greedySearch, seed uint64, resident float64) (colony, error) {
	defer tuning.Try("greedy.resident", resident)()
	h, err := newHerd(s, 0, seed)
	if err == nil && (h.plan.Copy != 0) != (resident == 0) {
		t.Errorf("copies of %d bytes", h.plan.Copy)
	}
	return h, err
}

// history breeds in pieces, with a selection between, and returns all that can be seen of it, and how many successors were accepted.
func history(t *testing.T, c colony, begin []int32, cost int64) (seen []int32, moves int64) {
	t.Helper()
	n := len(c.costs())
	must.Do(t, c.put(slices.Repeat(begin, n), slices.Repeat([]int64{cost}, n)))
	never, least, round, x := func() bool { return false }, cost, uint32(0), make([]int32, len(begin))
	for _, until := range []uint32{1, 4, 20, 27} {
		for round < until {
			b := must.Have(c.breed(round, until, 9, -1, least, never))(t)
			round, moves = round+b.generations, moves+b.moves
			if seen = append(seen, int32(b.moves)); len(seen) > 1 && round < until {
				seen[len(seen)-2] += seen[len(seen)-1] // a core stops more often
				seen = seen[:len(seen)-1]
			}
			if b.least < least {
				least = b.least
				must.Do(t, c.best(x))
			}
		}
		seen = []int32{sum(seen), int32(round), int32(least)}
		must.Do(t, c.choose([]int32{6, 1, 1, 3, 4, 4, 0}))
	}
	states := must.Have(c.states())(t)
	for _, cost := range c.costs() {
		seen = append(seen, int32(cost))
	}
	return append(append(seen, x...), states...), moves
}

func sum(list []int32) (s int32) {
	for _, v := range list {
		s += v
	}
	return s
}

// HerdStops checks that a launch ends with the generation in which the first state came to the target, and soon after the host says stop.
func HerdStops(t *testing.T, p multiwalk.Problem) {
	s := emulated(t, p, 5, 0)
	begin := make([]int32, s.c.Size)
	s.c.state(begin, begin[:p.Space().Len()])
	cost := s.p.Cost(begin[:p.Space().Len()])
	target := cost / 3
	core := newTurns(s, newCradle(&s.c, 5, 3), 3)
	herd := must.Have(newHerd(s, 0, 3))(t)
	defer herd.Close()
	var made [2]uint32
	var found [2][]int32
	for i, c := range []colony{core, herd} {
		must.Do(t, c.put(slices.Repeat(begin, 5), slices.Repeat([]int64{cost}, 5)))
		for least := cost; least > target && made[i] < 60; {
			b := must.Have(c.breed(made[i], 60, 9, target, least, func() bool { return false }))(t)
			made[i] += b.generations
			least = b.least
		}
		found[i] = make([]int32, s.c.Size)
		must.Do(t, c.best(found[i]))
	}
	if made[0] != made[1] || !slices.Equal(found[0], found[1]) || made[0] == 60 {
		t.Errorf("%d generations, on a core %d: %v, %v", made[1], made[0], found[1], found[0])
	}
	b, err := herd.breed(100, 164, 9, -1, 0, func() bool { return true })
	if err != nil || b.generations != 0 {
		t.Errorf("stopped: %v, %v", b, err)
	}
}
