package conformance

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// CheckMethod is Method outside of a test: it returns the defects, at most one of each check.
func CheckMethod(m walk.Method, p multiwalk.Problem, opts ...Option) []error {
	k := &methodKit{config: configure(opts), m: m, p: p}
	return runAll([]check{
		{"Name", k.name}, {"Place", k.place}, {"refused settings", k.refused}, {"one walk", k.oneWalk},
		{"any number of workers", k.workers}, {"start solution", k.start}, {"units", k.units},
		{"evaluation budget", k.allowance}, {"Adopt", k.adopt}, {"resuming", k.resume}, {"time limit", k.timeLimit}, {"cancellation", k.cancel},
		{"Close", k.close},
	}, k.config)
}

// methodKit checks one method on one problem.
type methodKit struct {
	config
	m      walk.Method
	p      multiwalk.Problem
	opened []any             // searches and walks that were made without Minimize, the search before its walk
	good   *multiwalk.Result // see found
}

func (k *methodKit) name() error {
	if n := k.m.Name(); n == "" || strings.ToLower(n) != n || strings.ContainsAny(n, " \t\n,") {
		return fmt.Errorf("%q is no word in lower case", n)
	}
	return nil
}

func (k *methodKit) refused() error {
	for _, bad := range k.refuses {
		r, err := k.run(bad, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if err == nil {
			return fmt.Errorf("%s with settings %+v ran, to cost %d", bad.Name(), bad, r.Cost)
		}
		if strings.Contains(err.Error(), "goroutine ") {
			return fmt.Errorf("%s with settings %+v broke instead: %w", bad.Name(), bad, err)
		}
	}
	return nil
}

// run is Minimize with the kit's seed. A delta mismatch may be the problem's fault: its message says how to tell.
func (k *methodKit) run(m walk.Method, s multiwalk.Settings) (*multiwalk.Result, error) {
	s.Seed, s.Device = k.seed, k.device
	return multiwalk.Minimize(context.Background(), k.p, m, s)
}

// sound checks a result in itself, and against the least cost that the run's events told of.
func (k *methodKit) sound(r *multiwalk.Result, seen int64) error {
	if err := walk.Feasible(k.p, r.Best); err != nil {
		return err
	}
	if c := k.p.Cost(r.Best); c != r.Cost {
		return fmt.Errorf("the best costs %d, not %d: %s", c, r.Cost, show(r.Best))
	}
	if seen < r.Cost {
		return fmt.Errorf("the result costs %d, but an event told of %d", r.Cost, seen)
	}
	if h := r.History; len(h) == 0 || h[len(h)-1].Cost != r.Cost {
		return fmt.Errorf("the history does not end with the result's cost %d: %+v", r.Cost, h)
	}
	for i := 1; i < len(r.History); i++ {
		if a, b := r.History[i-1], r.History[i]; b.Cost >= a.Cost {
			return fmt.Errorf("the history goes from cost %d to %d", a.Cost, b.Cost)
		}
	}
	return nil
}

// watched runs with an observer and checks the result.
func (k *methodKit) watched(m walk.Method, s multiwalk.Settings) (*multiwalk.Result, error) {
	seen := int64(1<<63 - 1)
	s.Observe = func(e multiwalk.Event) {
		if e.Best != nil {
			seen = min(seen, e.Cost)
		}
	}
	r, err := k.run(m, s)
	if err != nil {
		return r, err
	}
	return r, k.sound(r, seen)
}

// oneWalk runs one walk under supervision: what it has found by the end of a round, it has reported, and the result is
// no worse.
func (k *methodKit) oneWalk() error {
	s := &supervised{Method: k.m}
	r, err := k.watched(s, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(k.budget)}})
	if err != nil {
		return err
	}
	if s.err != nil {
		return s.err
	}
	if s.found && s.best != r.Cost {
		return fmt.Errorf("the walk's best cost was %d, and the run's is %d: it was not reported by Improved", s.best, r.Cost)
	}
	return nil
}

// timeless is what a seed promises of a result.
func timeless(r *multiwalk.Result) multiwalk.Result {
	c := *r
	c.Elapsed, c.Loading, c.Workers, c.History = 0, 0, 0, slices.Clone(r.History)
	for i := range c.History {
		c.History[i].Elapsed = 0
	}
	return c
}

// differ reports how two results that should be the same are not.
func differ(what string, a, b *multiwalk.Result) error {
	x, y := timeless(a), timeless(b)
	if reflect.DeepEqual(x, y) {
		return nil
	}
	for i := range min(len(x.History), len(y.History)) {
		if x.History[i] != y.History[i] {
			return fmt.Errorf("%s: incumbent %d is %+v in one run and %+v in the other", what, i, x.History[i], y.History[i])
		}
	}
	return fmt.Errorf("%s: one run gives %v (%+v), the other %v (%+v)", what, a, a.Counters, b, b.Counters)
}

func (k *methodKit) workers() error {
	var first *multiwalk.Result
	for _, workers := range []int{1, 1, 2} {
		r, err := k.watched(k.m, multiwalk.Settings{Walks: 3, Workers: workers,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(k.budget)}})
		if err != nil {
			return err
		}
		if first == nil {
			first = r
		} else if err := differ(fmt.Sprintf("1 and %d workers, same seed", workers), first, r); err != nil {
			return err
		}
	}
	return nil
}

// found is what one walk finds by the whole budget. Checks that want a good solution share the run.
func (k *methodKit) found() (*multiwalk.Result, error) {
	if k.good != nil {
		return k.good, nil
	}
	r, err := k.run(k.m, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(k.budget)}})
	if err == nil {
		k.good = r
	}
	return r, err
}

// start gives the method a good solution and little to do.
func (k *methodKit) start() error {
	good, err := k.found()
	if err != nil {
		return err
	}
	x := slices.Clone(good.Best)
	r, err := k.watched(k.m, multiwalk.Settings{Walks: 2, Start: x,
		Stop: []multiwalk.Stop{multiwalk.Evaluations(max(2, k.budget/20))}})
	if err != nil {
		return err
	}
	if err := unchanged("the run", x, good.Best); err != nil {
		return err
	}
	if r.Cost > good.Cost {
		return fmt.Errorf("it costs %d, the result %d", good.Cost, r.Cost)
	}
	w, err := k.walk(x)
	if err != nil {
		return err
	}
	if _, c := w.Best(); c > good.Cost {
		return fmt.Errorf("it costs %d, but the best of a walk that has only begun costs %d: "+
			"the walk does not start from Plan.Start", good.Cost, c)
	}
	return nil
}

// limited makes a run that the settings or a cancellation end at the limit. A busy machine may hold up one run or two, from its
// beginning even; a method that does not poll is late every time.
func (k *methodKit) limited(s multiwalk.Settings, want multiwalk.Status) (*multiwalk.Result, error) {
	s.Device = k.device
	for tries := 1; ; tries++ {
		ctx, cancel := context.Background(), context.CancelFunc(func() {})
		if want == multiwalk.Cancelled {
			ctx, cancel = context.WithTimeout(ctx, limit)
		}
		began := time.Now()
		r, err := multiwalk.Minimize(ctx, k.p, k.m, s)
		took := time.Since(began)
		cancel()
		switch {
		case errors.Is(err, multiwalk.ErrNoIncumbent) && tries < 3:
		case err != nil:
			return nil, err
		case r.Status != want && r.Status != multiwalk.MethodEnded:
			return nil, fmt.Errorf("the run stopped for %s, want %s", r.Status, want)
		case took <= limit+k.prompt:
			return r, k.sound(r, r.Cost)
		case tries == 3:
			return nil, fmt.Errorf("a run of at most %v lasted %v: poll Slice.Aborted in long units", limit, took)
		}
	}
}

// limit is the time that runs with a limit get.
const limit = 30 * time.Millisecond

// timeLimit also replays the run by its number of rounds, on however many workers there are.
func (k *methodKit) timeLimit() error {
	s := multiwalk.Settings{Seed: k.seed, Walks: 2, Workers: 1, Stop: []multiwalk.Stop{multiwalk.Time(limit)}}
	r, err := k.limited(s, multiwalk.TimeLimit)
	if err != nil || r.Partial || r.Rounds == 0 {
		return err
	}
	s.Workers, s.Stop, s.Pace = 0, []multiwalk.Stop{multiwalk.Work(r.Rounds)}, r.Pace
	again, err := k.run(k.m, s)
	if err != nil {
		return err
	}
	again.Status = r.Status
	return differ(fmt.Sprintf("a run of %v and its replay by Work(%d)", limit, r.Rounds), r, again)
}

func (k *methodKit) cancel() error {
	_, err := k.limited(multiwalk.Settings{Seed: k.seed, Walks: 2}, multiwalk.Cancelled)
	return err
}

// bare is a problem that offers nothing, and so has no kernels.
type bare struct{ p multiwalk.Problem }

func (b bare) Space() multiwalk.Space { return b.p.Space() }
func (b bare) Cost(x []int32) int64   { return b.p.Cost(x) }

// place checks that the method takes the problem on the device, and refuses one without kernels there.
func (k *methodKit) place() error {
	if _, ok := k.device.(multiwalk.Accelerator); !ok {
		return nil
	}
	if err := walk.Place(k.p, k.m, k.device); err != nil {
		return err
	}
	if err := walk.Place(bare{k.p}, k.m, k.device); !errors.Is(err, multiwalk.ErrNoKernel) {
		return fmt.Errorf("a problem without kernels is refused with %v, want an error that wraps ErrNoKernel", err)
	}
	return nil
}

// close closes what the checks opened, walks before their searches.
func (k *methodKit) close() error {
	slices.Reverse(k.opened)
	return walk.Close(k.opened...)
}
