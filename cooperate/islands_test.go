package cooperate

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
)

// people lists the individuals of walks with what each costs, in order.
func people(t *testing.T, p *qap.Instance, walks []multiwalk.Walk) (list []string) {
	t.Helper()
	for _, w := range walks {
		x, costs := w.(Islander).Individuals()
		for i, c := range costs {
			own := x[i*p.N : (i+1)*p.N]
			if p.Cost(own) != c {
				t.Fatalf("%v costs %d, said %d", own, p.Cost(own), c)
			}
			var b strings.Builder
			for _, v := range own {
				b.WriteRune('a' + v)
			}
			list = append(list, b.String())
		}
	}
	return list
}

// A shuffle comes every so many generations, deals all individuals to islands anew, and loses none.
func TestIslands_Shuffle(t *testing.T) {
	p := qap.Uniform(12, 1)
	m := Islands{Method: population.Genetic{Population: 10, Restart: "none"}, Every: 30}
	s, err := m.Prepare(p, multiwalk.Plan{Seed: 4, Walks: 3})
	if err != nil {
		t.Fatal(err)
	}
	var walks []multiwalk.Walk
	for id := range 3 {
		w, err := s.NewWalk(id)
		if err != nil {
			t.Fatal(err)
		}
		walks = append(walks, w)
	}
	c := s.(multiwalk.Cooperator)
	round := int64(0)
	work := func(units int) bool {
		for _, w := range walks {
			w.Step(multiwalk.NewSlice(units))
		}
		round++
		return c.Exchange(round, walks)
	}
	if s.Slice() != 30 || work(20) || s.Slice() != 10 {
		t.Errorf("slice %d after 20 of 30 generations", s.Slice())
	}
	bests := make([]int64, 3)
	for i, w := range walks {
		_, bests[i] = w.Best()
	}
	for _, w := range walks {
		w.Step(multiwalk.NewSlice(10))
	}
	before := people(t, p, walks)
	if !c.Exchange(3, walks) || s.Slice() != 30 {
		t.Fatal("no shuffle after 30 generations")
	}
	after := people(t, p, walks)
	if slices.Equal(before, after) {
		t.Error("nobody moved")
	}
	least := int64(1 << 62)
	for i, w := range walks {
		_, c := w.Best()
		_, costs := w.(Islander).Individuals()
		if c > slices.Min(costs) || c > bests[i] {
			t.Errorf("island %d: best %d, individuals %v", i, c, costs)
		}
		least = min(least, c)
	}
	slices.Sort(before)
	slices.Sort(after)
	if !slices.Equal(before, after) {
		t.Errorf("individuals are lost:\n%v\n%v", before, after)
	}
}

func TestIslands_RefusesWhatIsNoPopulation(t *testing.T) {
	s, err := Islands{Method: single.Climb{}}.Prepare(qap.Uniform(5, 1), multiwalk.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.NewWalk(0); err == nil || !strings.Contains(err.Error(), "no individuals") {
		t.Error(err)
	}
}
