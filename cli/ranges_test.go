package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/bbob"
	"github.com/multiwalk/multiwalk/problem/flowshop"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// rangeBudget is the evaluations of a run in the tests of ranges, and mostOver what a unit of work may pass it by: an
// iteration of light-weight annealing has up to 65536 moves, a generation 2^20 individuals.
const (
	rangeBudget = 1000
	mostOver    = 1<<20 + 1<<10
)

// inner gives methods that are made of others some.
func inner(m walk.Method) walk.Method {
	switch m := m.(type) {
	case cooperate.Exchange:
		m.Method = single.LightWeight{}
		return m
	case cooperate.Independent:
		m.Method = single.Anneal{}
		return m
	case cooperate.Islands:
		m.Method = population.Genetic{Population: 8}
		return m
	case cooperate.Restart:
		m.Method = single.Anneal{}
		return m
	case cooperate.Portfolio:
		m.Methods, m.Shares = []walk.Method{single.Anneal{}, single.ILS{}}, []int{1, 1}
		return m
	case cooperate.Halving:
		m.Methods = []walk.Method{single.Anneal{}, single.ILS{}}
		return m
	}
	return m
}

// extremes are values near the ends of a type's range, around 0, and around powers of two where products overflow.
func extremes(t reflect.Type) []reflect.Value {
	var list []reflect.Value
	if t.Kind() == reflect.Float64 || t.Kind() == reflect.Float32 {
		for _, x := range []float64{math.NaN(), math.Inf(-1), -math.MaxFloat64, -1, -math.SmallestNonzeroFloat64, 0,
			math.SmallestNonzeroFloat64, 1e-300, 1e-100, 0.5, math.Nextafter(1, 0), 1, math.Nextafter(1, 2), 2, 1e21, 1e100,
			math.MaxFloat64, math.Inf(1)} {
			list = append(list, reflect.ValueOf(x).Convert(t))
		}
		return list
	}
	most := int64(1)<<(t.Bits()-1) - 1
	for _, x := range []int64{-most - 1, -most, -2, -1, 0, 1, 2, 3, 1<<16 - 1, 1 << 16, 1 << 20, 1<<31 - 1, 1 << 31, 1 << 32,
		1 << 53, most / 2, most/20 + 1, most - 1, most} {
		if x <= most && x >= -most-1 {
			list = append(list, reflect.ValueOf(x).Convert(t))
		}
	}
	return list
}

// numeric says whether a setting is a number or a list of numbers, and of what type.
func numeric(t reflect.Type) (reflect.Type, bool) {
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t, t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64
}

// ground is a problem, and a device, that methods are tried on.
type ground struct {
	name   string
	p      multiwalk.Problem
	device multiwalk.Device
}

// grounds are such that every method finds one that is for it.
func grounds(t *testing.T) []ground {
	t.Helper()
	queens := must.Have(nqueens.New(12))(t)
	flow, dist := []int32{0, 3, 1, 2, 5, 4, 1, 7, 2}, []int32{4, 0, 2, 6, 1, 3, 9, 1, 1}
	assignment := must.Have(qap.New("small", 9, slices.Repeat(flow, 9), slices.Repeat(dist, 9)))(t)
	short := must.Have(maxsat.Random("short", 20, 90, 3, 1))(t)
	long := must.Have(maxsat.Random("long", 20, 90, 6, 1))(t)
	signs, err := perceptron.Draw(131, 147, 1) // which is not solved meanwhile
	if err != nil {
		t.Fatal(err)
	}
	waves := must.Have(bbob.Named("rastrigin:d4"))(t)
	jobs := must.Have(flowshop.Draw(20, 5, 1))(t)
	tour := tsp.Random(30, 1)
	return []ground{{"real vectors", waves, nil}, {"tsp", tour, nil}, {"qap", assignment, nil}, {"queens", queens, nil}, {"clauses of 3", short, nil},
		{"clauses of 6", long, nil}, {"signs", signs, nil}, {"jobs", jobs.Makespan(), nil}, {"tasks", sample.NewTasks(8, 3, 1), nil}, {"tsp on the emulator", tour, device.Emulator()}}
}

// groundsOf are the first three grounds that a method takes with its defaults.
func groundsOf(t *testing.T, m walk.Method, all []ground) (list []ground) {
	t.Helper()
	for _, g := range all {
		switch _, err := g.try(inner(m)); {
		case err == nil && len(list) < 3:
			list = append(list, g)
		case err != nil && !errors.Is(err, multiwalk.ErrNoDelta) && !errors.Is(err, multiwalk.ErrNoKernel):
			t.Errorf("%s on %s: %v", m.Name(), g.name, err)
		}
	}
	if len(list) == 0 {
		t.Errorf("%s takes no problem here, so its settings would not be looked at; add one", m.Name())
	}
	return list
}

// try runs a method for a while. On the emulator, where the largest populations would take hours, it is only prepared.
func (g ground) try(m walk.Method) (*multiwalk.Result, error) {
	if g.device != nil {
		_, err := m.Prepare(g.p, walk.Plan{Seed: 1, Device: g.device, Warn: func(string) {}})
		return new(multiwalk.Result), err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	return multiwalk.Minimize(ctx, g.p, m, multiwalk.Settings{Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(rangeBudget)}})
}

// Whatever number a setting is given, the run is refused with an error that says what would do, or it
// ends within its evaluations. Of each setting some numbers are taken, on each problem that the method is for, and some refused.
func TestSettings_AreRefusedOrEndWithinTheirEvaluations(t *testing.T) {
	unraced.Test(t)
	all := grounds(t)
	for _, m := range methods() {
		var on []ground
		for _, s := range settingsOf(reflect.TypeOf(m)) {
			typ, ok := numeric(s.typ)
			if !ok {
				continue
			}
			if on == nil {
				on = groundsOf(t, m, all)
			}
			taken, refused := checkSetting(t, m, s, typ, on)
			if every := m.Name()+" "+s.key == "climb restarts"; taken == 0 || refused == 0 && !every { // which takes every number
				t.Errorf("%s --set %s: %d extreme numbers were taken and %d refused", m.Name(), s.key, taken, refused)
			}
		}
	}
}

// large are numbers that many settings take, and then work for long: each is tried on one of the grounds, and each ground gets one.
func large(v reflect.Value) bool {
	return v.CanInt() && v.Int() >= 1<<16-1 && v.Int() <= 1<<20
}

// checkSetting gives a setting extreme numbers, and counts those that are taken and refused.
func checkSetting(t *testing.T, m walk.Method, s setting, typ reflect.Type, on []ground) (taken, refused int) {
	t.Helper()
	for i, value := range extremes(typ) {
		changed := reflect.New(reflect.TypeOf(m)).Elem()
		changed.Set(reflect.ValueOf(inner(m)))
		if at := s.in(changed); at.Kind() == reflect.Slice {
			at.Set(reflect.Append(reflect.MakeSlice(at.Type(), 0, 2), value, value))
		} else {
			at.Set(value)
		}
		for k, g := range on {
			if (testing.Short() || large(value)) && k != i%len(on) {
				continue
			}
			what := fmt.Sprintf("%s --set %s=%v on %s", m.Name(), s.key, value, g.name)
			if checkRange(t, what, g, changed.Interface().(walk.Method)) {
				taken++
			} else {
				refused++
			}
		}
	}
	return taken, refused
}

// checkRange says whether the method, which has a setting changed, was taken.
func checkRange(t *testing.T, what string, g ground, m walk.Method) bool {
	t.Helper()
	r, err := g.try(m)
	switch {
	case err != nil && strings.Contains(err.Error(), "goroutine "):
		t.Errorf("%s: broke: %v", what, err)
	case err != nil:
		text := err.Error()
		remedy := strings.Contains(text, "use ") || strings.Contains(text, "leave ")
		if !strings.HasPrefix(text, "multiwalk: ") || !remedy {
			t.Errorf("%s: the error has no remedy: %v", what, err)
		}
	case r.Status == multiwalk.Cancelled || r.Partial:
		t.Errorf("%s: no end after %v, %d evaluations", what, r.Elapsed, r.Evaluations())
	case r.Evaluations() > rangeBudget+mostOver:
		t.Errorf("%s: %d evaluations of %d", what, r.Evaluations(), rangeBudget)
	}
	return err == nil
}

// A number that no record can hold is refused with the range of its setting.
func TestSettings_ThatNoRecordHolds(t *testing.T) {
	b := newBench(t)
	write(t, "a.cnf", "p cnf 3 2\n1 2 0\n-1 3 0\n")
	for args, want := range map[string]string{
		"a.cnf --method=focused --set=bias=NaN":                                "focused bias NaN is outside [0, 100]; use 0 for the default",
		"a.cnf --method=focused --set=bias=-Inf":                               "focused bias -Inf is outside [0, 100]; use 0",
		ring + " --method=anneal --set=alpha=NaN":                              "constant alpha NaN is not between 0 and 1; use 0",
		ring + " --method=exchange --set=method=anneal --set=method.alpha=Inf": "constant alpha +Inf is not between 0 and 1; use 0",
	} {
		b.want(console.ExitUsage, append([]string{"solve"}, strings.Fields(args)...)...)
		if got := b.err.String(); !strings.Contains(got, want) || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: %s\nwant %s", args, got, want)
		}
	}
}
