package cooperate

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// people lists the individuals of walks with what each costs, in order.
func people(t *testing.T, p *qap.Instance, walks []walk.Walk) (list []string) {
	t.Helper()
	for _, w := range walks {
		x, costs := w.(walk.Islander).Individuals()
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

// exchanged does what a run does at a barrier.
func exchanged(c walk.Cooperator, round int64, walks []walk.Walk) (changed bool) {
	said := make([]walk.Message, len(walks))
	for i, w := range walks {
		said[i] = walk.SaysOf(w, true)
	}
	if !c.Meets(round, said) {
		return false
	}
	for i, m := range c.Exchange(said) {
		changed = walk.HearsOf(walks[i], m) || changed
	}
	return changed
}

// A shuffle comes every so many generations, deals all individuals to islands anew, and loses none.
func TestIslands_Shuffle(t *testing.T) {
	p := qap.Uniform(12, 1)
	m := Islands{Method: population.Genetic{Population: 10, Restart: "none"}, Every: 30}
	s := must.Have(m.Prepare(p, walk.Plan{Seed: 4, Walks: 3}))(t)
	var walks []walk.Walk
	for id := range 3 {
		w := must.Have(s.NewWalk(id))(t)
		walks = append(walks, w)
	}
	c := s.(walk.Cooperator)
	round := int64(0)
	work := func(units int) bool {
		for _, w := range walks {
			w.Step(walk.NewSlice(units))
		}
		round++
		return exchanged(c, round, walks)
	}
	if s.Slice() != 30 || work(20) || s.Slice() != 10 {
		t.Errorf("slice %d after 20 of 30 generations", s.Slice())
	}
	bests := make([]int64, 3)
	for i, w := range walks {
		_, bests[i] = w.Best()
	}
	for _, w := range walks {
		w.Step(walk.NewSlice(10))
	}
	before := people(t, p, walks)
	if !exchanged(c, 3, walks) || s.Slice() != 30 {
		t.Fatal("no shuffle after 30 generations")
	}
	after := people(t, p, walks)
	if slices.Equal(before, after) {
		t.Error("nobody moved")
	}
	least := int64(1 << 62)
	for i, w := range walks {
		_, c := w.Best()
		_, costs := w.(walk.Islander).Individuals()
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

// And closes it, as no run does that has not begun.
func TestIslands_RefusesWhatIsNoPopulation(t *testing.T) {
	closed := 0
	for i, m := range []walk.Method{single.Climb{}, held{closed: &closed, mute: true}} {
		s := must.Have(Islands{Method: m}.Prepare(qap.Uniform(5, 1), walk.Plan{}))(t)
		if _, err := s.NewWalk(0); err == nil || !strings.Contains(err.Error(), "no individuals") || closed != i {
			t.Errorf("closed %d, %v", closed, err)
		}
	}
}

// crossed is an instance with the kernel as a Go function alone: all that the emulator needs.
type crossed struct{ *qap.Instance }

func (p crossed) Kernels() (kernel.Module, error) {
	m, err := p.Instance.Kernels()
	if err != nil {
		return m, err
	}
	return kernel.Module{Name: "crossed", Problem: m.Problem, Entries: map[string]kernel.Entry{"GeneticTerms": m.Entries["GeneticTerms"]}}, nil
}

// The islands of a device are those of the cores, shuffled at the same generations.
func TestIslands_DeviceIsCores(t *testing.T) {
	unraced.Test(t)
	p := crossed{qap.Structured(9, 3)}
	for _, every := range []int{20, 7} { // a launch of the emulator has 16 generations
		if testing.Short() && every == 7 {
			continue
		}
		m := Islands{Method: population.Genetic{Population: 8, Restart: "none", Mutation: 0.4}, Every: every}
		var results []*multiwalk.Result
		for _, d := range []multiwalk.Device{nil, device.Emulator(), device.Emulators(2)} {
			r := must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 2, Walks: 4, Device: d,
				Stop: []multiwalk.Stop{multiwalk.Evaluations(4 * 8 * 50)}}))(t)
			results = append(results, r)
		}
		cores, one, two := results[0], results[1], results[2]
		if one.Cost != cores.Cost || one.Moves != cores.Moves || one.Walks != 4 || two.Walks != 4 || two.Moves == 0 {
			t.Errorf("every %d: on the cores %v, %+v; on the device %v, %+v; on two %v", every, cores, cores.Counters, one, one.Counters, two)
		}
	}
}

// On a device too, independent is another name for walks that tell each other nothing.
func TestIndependent_DeviceIsTheMethodItself(t *testing.T) {
	unraced.Test(t)
	p, genetic := crossed{qap.Structured(9, 3)}, population.Genetic{Population: 8}
	for _, d := range []multiwalk.Device{device.Emulator(), device.Emulators(2)} {
		s := multiwalk.Settings{Seed: 2, Walks: 4, Device: d, Stop: []multiwalk.Stop{multiwalk.Evaluations(4 * 8 * 20)}}
		a := must.Have(multiwalk.Minimize(context.Background(), p, Independent{genetic}, s))(t)
		b, err := multiwalk.Minimize(context.Background(), p, genetic, s)
		if err != nil || a.Cost != b.Cost || a.Counters != b.Counters || a.Walks != 4 {
			t.Errorf("%v: %v, %+v, by itself %v, %+v, %v", d, a, a.Counters, b, b.Counters, err)
		}
	}
	must.Fail(t, multiwalk.ErrNoKernel)((Independent{single.Anneal{}}).Place(p, device.Emulator()))
	if _, err := multiwalk.Minimize(context.Background(), p, Independent{}, multiwalk.Settings{Device: device.Emulator(),
		Stop: []multiwalk.Stop{multiwalk.Work(1)}}); err == nil || !strings.Contains(err.Error(), "has no method") {
		t.Error(err)
	}
}

// held is a genetic algorithm whose search must be closed, or with mute its walks, which then tell of no individuals.
type held struct {
	population.Genetic
	closed *int
	mute   bool
}

func (m held) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.Genetic.Prepare(p, plan)
	if m.mute {
		return muted{s, m.closed}, err
	}
	return holding{s, m.closed}, err
}

type holding struct {
	walk.Search
	closed *int
}

func (s holding) Close() error {
	*s.closed++
	return nil
}

type muted struct {
	walk.Search
	closed *int
}

func (s muted) NewWalk(id int) (walk.Walk, error) {
	w, err := s.Search.NewWalk(id)
	return mutedWalk{w, s.closed}, err
}

type mutedWalk struct {
	walk.Walk
	closed *int
}

func (w mutedWalk) Close() error {
	*w.closed++
	return nil
}

func TestIndependentAndIslands_CloseTheSearch(t *testing.T) {
	closed := 0
	for i, m := range []walk.Method{Independent{held{closed: &closed}}, Islands{Method: held{closed: &closed}}} {
		s := multiwalk.Settings{Walks: 2, Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Evaluations(600)}}
		if _, err := multiwalk.Minimize(context.Background(), crossed{qap.Uniform(7, 1)}, m, s); err != nil || closed != i+1 {
			t.Errorf("%s: closed %d, %v", m.Name(), closed, err)
		}
	}
}

func TestIslands_DeviceConforms(t *testing.T) {
	if testing.Short() {
		t.Skip("the emulator is slow under the race detector")
	}
	conformance.Method(t, Islands{Method: population.Genetic{Population: 4}, Every: 40}, crossed{qap.Uniform(7, 1)}, conformance.On(device.Emulator()),
		conformance.Budget(4000))
}

// The predecessor's islands are shuffled every 500 generations.
func TestIslands_DefaultIsThePapers(t *testing.T) {
	s := must.Have(Islands{Method: population.Genetic{}}.Prepare(qap.Uniform(9, 1), walk.Plan{Walks: 2}))(t)
	if period := s.(*islands).period; period != 500 {
		t.Errorf("shuffled every %d generations, and the paper has 500", period)
	}
}
