package clauses_test

import (
	"errors"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/single/clauses"
	"github.com/multiwalk/multiwalk/walk"
)

// The searches of a device are where those of cores are, flip by flip, whether their state lies in shared memory or not, and
// however many bits a count has.
func TestFocusedDevice_IsWhereCoresAre(t *testing.T) {
	unraced.Test(t)
	for _, c := range []struct {
		name   string
		walks  int
		kernel string
	}{
		{"sat:n60-r4.8", 35, "FocusThree"}, {"sat:n40-r30-k5-s2", 3, "Focus"}, {"xorsat:n30", 33, "FocusThree"},
		{"sat:n20-r60-k17", 2, "FocusShared"}, {"sat:n3000-r4.2", 2, "FocusSharedThree"}, {"sat:n10000-r4.2", 2, "FocusSharedThree"},
		{"sat:n33000-r4.2", 2, "FocusWarp"},
	} {
		clauses.CompareFocused(t, instance(t, c.name), c.walks, c.kernel)
	}
	clauses.CompareFocused(t, partial(t, 50, 60, 80, 3), 5, "Focus")
	clauses.CompareFocused(t, partial(t, 2000, 2000, 4000, 3), 1, "FocusShared")
	clauses.CompareFocused(t, torn(t, 70, 40), 2, "FocusShared")
	clauses.CompareFocused(t, short(t, 50, 260), 33, "FocusThree")
	clauses.CompareFocused(t, short(t, 60, 8_500), 1, "FocusSharedThree") // bits in many more clauses than a warp has lanes
}

// Where the user leaves it open how many searches there are, many take the place of a few.
func TestFocusedDevice_Crowds(t *testing.T) {
	unraced.Test(t)
	clauses.CrowdFocused(t, instance(t, "sat:n60-r6"))
}

// short is random clauses of two or three literals and of uneven weight.
func short(t *testing.T, n, clauses int) *maxsat.Instance {
	t.Helper()
	r, list := multiwalk.NewRand(3, 0), make([]maxsat.Clause, clauses)
	for k := range list {
		list[k].Weight = int64(1 + r.IntN(9))
		first, step := r.IntN(n), 1+r.IntN(n/3-1)
		for i := range 2 + r.IntN(2) {
			list[k].Literals = append(list[k].Literals, ((first+i*step)%n+1)*(1-2*r.IntN(2)))
		}
	}
	return must.Have(maxsat.New("short", n, list))(t)
}

// torn is clauses of one bit each, many times, and one of all bits the other way round, which is violated again and again.
func torn(t *testing.T, n, times int) *maxsat.Instance {
	t.Helper()
	var list []maxsat.Clause
	all := maxsat.Clause{Weight: 1}
	for v := 1; v <= n; v++ {
		for range times {
			list = append(list, maxsat.Clause{Weight: 1, Literals: []int{v}})
		}
		all.Literals = append(all.Literals, -v)
	}
	return must.Have(maxsat.New("torn", n, append(list, all)))(t)
}

func TestFocusedDevice_Conforms(t *testing.T) {
	on := conformance.On(device.Emulator())
	for _, p := range []multiwalk.Problem{instance(t, "sat:n30-r4.9"), partial(t, 20, 30, 60, 1)} {
		conformance.Method(t, clauses.Focused{}, p, conformance.Budget(8_000), on)
	}
}

// What is satisfiable is satisfied, and then the run ends by itself.
func TestFocusedDevice_Satisfies(t *testing.T) {
	r, err := multiwalk.Minimize(t.Context(), instance(t, "sat:n100-r4"), clauses.Focused{}, multiwalk.Settings{Seed: 1, Walks: 32,
		Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Evaluations(3_000_000)}})
	if err != nil || r.Cost != 0 || r.Status != multiwalk.MethodEnded {
		t.Errorf("%v, %v", r, err)
	}
}

func TestFocusedDevice_Refuses(t *testing.T) {
	long := maxsat.Clause{Weight: 1}
	for v := range 256 {
		long.Literals = append(long.Literals, v+1)
	}
	for _, list := range [][]maxsat.Clause{{long}, nil} {
		p := must.Have(maxsat.New("p", 256, list))(t)
		if err := walk.Place(p, clauses.Focused{}, device.Emulator()); !errors.Is(err, multiwalk.ErrNoKernel) {
			t.Errorf("%d clauses: %v", len(list), err)
		}
	}
}
