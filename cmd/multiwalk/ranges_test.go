package main

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
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
)

// rangeBudget is the evaluations of a run in the tests of ranges, and mostOver what a unit of work may pass it by: an
// iteration of light-weight annealing has up to 65536 moves, a generation 2^20 individuals.
const (
	rangeBudget = 1000
	mostOver    = 1<<20 + 1<<10
)

// inner gives methods that are made of others some.
func inner(m multiwalk.Method) multiwalk.Method {
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
		m.Methods, m.Shares = []multiwalk.Method{single.Anneal{}, single.ILS{}}, []int{1, 1}
		return m
	case cooperate.Halving:
		m.Methods = []multiwalk.Method{single.Anneal{}, single.ILS{}}
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

// Whatever number a setting is given, the run is refused with an error that says what would do, or it ends within its
// evaluations.
func TestSettings_AreRefusedOrEndWithinTheirEvaluations(t *testing.T) {
	queens, err := nqueens.New(12)
	if err != nil {
		t.Fatal(err)
	}
	flow, dist := []int32{0, 3, 1, 2, 5, 4, 1, 7, 2}, []int32{4, 0, 2, 6, 1, 3, 9, 1, 1}
	assignment, err := qap.New("small", 9, slices.Repeat(flow, 9), slices.Repeat(dist, 9))
	if err != nil {
		t.Fatal(err)
	}
	problems := map[string]multiwalk.Problem{"tsp": tsp.Random(30, 1), "qap": assignment, "queens": queens}
	for _, m := range methods() {
		for _, s := range settingsOf(reflect.TypeOf(m)) {
			typ, ok := numeric(s.typ)
			if !ok {
				continue
			}
			for i, value := range extremes(typ) {
				for name, p := range problems {
					if testing.Short() && name != [...]string{"tsp", "qap", "queens"}[i%3] {
						continue
					}
					changed := reflect.New(reflect.TypeOf(m)).Elem()
					changed.Set(reflect.ValueOf(inner(m)))
					if at := s.in(changed); at.Kind() == reflect.Slice {
						at.Set(reflect.Append(reflect.MakeSlice(at.Type(), 0, 2), value, value))
					} else {
						at.Set(value)
					}
					what := fmt.Sprintf("%s --set %s=%v on %s", m.Name(), s.key, value, name)
					checkRange(t, what, p, changed.Interface().(multiwalk.Method))
				}
			}
		}
	}
}

func checkRange(t *testing.T, what string, p multiwalk.Problem, m multiwalk.Method) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	s := multiwalk.Settings{Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(rangeBudget)}}
	r, err := multiwalk.Minimize(ctx, p, m, s)
	switch {
	case errors.Is(err, multiwalk.ErrNoDelta), errors.Is(err, multiwalk.ErrNoKernel): // nothing for this problem, or for cores
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
}
