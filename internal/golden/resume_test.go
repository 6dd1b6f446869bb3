package golden

import (
	"flag"
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
)

var every = flag.Bool("every", false, "keep and resume all runs, not one in seven")

// TestRuns_Resume keeps runs between any two of their rounds, and goes on from some of these states. Without -every it
// takes one in seven.
func TestRuns_Resume(t *testing.T) {
	list := runs()
	if !*every {
		shift := 0
		if testing.Short() {
			shift = 3
		}
		list = oneInSeven(t, list, shift)
	}
	for _, r := range list {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			s, brief := r.settings, r
			brief.settings.Stop = []multiwalk.Stop{multiwalk.Work(1)}
			if brief.do(t, s.Device) == nil {
				t.Skip("the method refuses the problem")
			}
			s.Seed = 11
			must.Do(t, conformance.CheckResume(r.method, problems[r.problem](), s))
			if d := device.GPU(); r.emulated() && d.Ready() == nil && gputest.Made(problems[r.problem]()) {
				s.Device, s.Stop = d, []multiwalk.Stop{multiwalk.Work(9)}
				if err := conformance.CheckResume(r.method, problems[r.problem](), s); err != nil {
					t.Errorf("on a GPU: %v", err)
				}
			}
		})
	}
}

// kind is a run's method, and where it runs.
func (r run) kind() string { return fmt.Sprint(r.method.Name(), " ", r.settings.Device) }

// oneInSeven takes about one of seven runs that no method refuses. Method m, in the order of the list, takes run k of
// its own if k + m + shift divides by 7: so the seventh rotates from method to method, and they meet different
// problems. A method that takes none that way takes its first, and so does a problem.
func oneInSeven(t *testing.T, list []run, shift int) (chosen []run) {
	t.Helper()
	records := golden(t)
	number, own := map[string]int{}, map[string]int{} // of each method: its number m, and runs so far
	var served []run
	taken := map[int]bool{}
	for _, r := range list {
		if records[r.name] == "refused" {
			continue
		}
		m, ok := number[r.kind()]
		if !ok {
			m = len(number)
			number[r.kind()] = m
		}
		taken[len(served)] = (own[r.kind()]+m+shift)%7 == 0
		own[r.kind()]++
		served = append(served, r)
	}
	for _, of := range []func(run) string{run.kind, func(r run) string { return r.problem }} {
		has := map[string]bool{}
		for i, r := range served {
			has[of(r)] = has[of(r)] || taken[i]
		}
		for i, r := range served {
			if !has[of(r)] {
				has[of(r)], taken[i] = true, true
			}
		}
	}
	for i, r := range served {
		if taken[i] {
			chosen = append(chosen, r)
		}
	}
	return chosen
}

// Every method meets some problem, and every problem some method, wherever they run.
func TestOneInSeven_HasEveryMethodAndEveryProblem(t *testing.T) {
	for _, shift := range []int{0, 3} {
		kinds, met := map[string]bool{}, map[string]bool{}
		list := oneInSeven(t, runs(), shift)
		for _, r := range list {
			kinds[r.kind()], met[r.problem] = true, true
		}
		records := golden(t)
		for _, r := range runs() {
			if records[r.name] != "refused" && (!kinds[r.kind()] || !met[r.problem]) {
				t.Errorf("with shift %d nothing is like %s", shift, r.name)
			}
		}
		t.Logf("shift %d: %d of %d runs", shift, len(list), len(runs()))
	}
}
