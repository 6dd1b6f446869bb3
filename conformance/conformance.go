// Package conformance checks that a problem or a method keeps the contracts of package multiwalk. Import it in tests:
//
//	func TestQAP(t *testing.T)  { conformance.Problem(t, qap) }
//	func TestMine(t *testing.T) { conformance.Method(t, Mine{}, qap) }
//
// A delta is checked against full evaluation, and a failure names the move, both deltas, the solution, and the seed that
// repeats it. Run under -race, the checks also find methods of a problem that are not safe for concurrent use.
package conformance

import (
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// TB is what the kit needs of a testing.TB.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}

// Option changes what is checked.
type Option func(*config)

type config struct {
	seed      uint64
	solutions int
	moves     int
	budget    int64
	prompt    time.Duration
	refuses   []walk.Method
	device    multiwalk.Device
}

// Seed chooses the random solutions and moves, and the seed of a method's runs. The default is 1.
func Seed(seed uint64) Option { return func(c *config) { c.seed = seed } }

// Solutions is how many random solutions a problem is checked at. The default is 3.
func Solutions(n int) Option { return func(c *config) { c.solutions = n } }

// Moves is how many random moves of each kind are checked at each solution of more than 12 elements; up to there, all
// are. The default is 300.
func Moves(n int) Option { return func(c *config) { c.moves = n } }

// Budget is how many evaluations a method's runs may make. The default is 20000.
func Budget(evaluations int64) Option { return func(c *config) { c.budget = evaluations } }

// Prompt is how much longer than its limit a run may last. The default is a minute, for test machines are busy: it
// finds what hangs. Minimize promises 100 ms.
func Prompt(d time.Duration) Option { return func(c *config) { c.prompt = d } }

// Refuses lists the method with settings that it must refuse for the problem.
func Refuses(bad ...walk.Method) Option {
	return func(c *config) { c.refuses = append(c.refuses, bad...) }
}

// On chooses where a method runs: on device.Emulator(), say, to check its GPU half on any machine. A unit of the method,
// a launch, should then be small beside the Budget, as it is on an emulator. The default is the cores.
func On(d multiwalk.Device) Option { return func(c *config) { c.device = d } }

func configure(opts []Option) config {
	c := config{seed: 1, solutions: 3, moves: 300, budget: 20_000, prompt: time.Minute}
	for _, o := range opts {
		o(&c)
	}
	return c
}

// Problem checks a problem: its space, its cost, and every optional ability it offers. Small instances make the better
// check, as all their moves are tried; check a large one too.
//
// Of constraints it looks for solutions that violate one by more than its Most, and counts again what the cost packs, if the
// problem has Violations. Fixed elements must fit the space. Moves of the problem's own are made, taken back and compared, and
// where they are numbered Random may draw no others.
//
// A method of the problem that has nearly the name or the type of an ability, such as SwapDelta(x []int32, i, j int), is a
// defect: searches would not find it, and run without. If t has a Logf, as a testing.T has, go test -v shows what was checked.
func Problem(t TB, p multiwalk.Problem, opts ...Option) {
	t.Helper()
	errs, summary := newProblemKit(p, opts).run()
	for _, err := range errs {
		t.Errorf("%v", err)
	}
	if l, ok := t.(interface{ Logf(string, ...any) }); ok && summary != "" {
		l.Logf("%s", summary)
	}
}

// Method checks a method on a problem, which must be one that it can search. With On, it is the method's GPU half that is
// checked.
func Method(t TB, m walk.Method, p multiwalk.Problem, opts ...Option) {
	t.Helper()
	for _, err := range CheckMethod(m, p, opts...) {
		t.Errorf("%v", err)
	}
}

// check is one thing to check; it returns the first defect.
type check struct {
	name string
	run  func() error
}

// runAll runs the checks, and makes errors of panics. A defect of one check does not keep the others from running.
func runAll(checks []check, c config) []error {
	var errs []error
	for _, k := range checks {
		if err := guarded(k.run); err != nil {
			errs = append(errs, fmt.Errorf("conformance: %s: %w; conformance.Seed(%d) repeats it", k.name, err, c.seed))
		}
	}
	return errs
}

func guarded(f func() error) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("it panicked: %v\n%s", e, debug.Stack())
		}
	}()
	return f()
}

// show writes a solution for a message, and cuts a long one.
func show(x []int32) string {
	const most = 100
	if len(x) <= most {
		return fmt.Sprint(x)
	}
	return fmt.Sprintf("%v... of %d", x[:most], len(x))
}

// unchanged reports that a call changed the solution it was given.
func unchanged(call string, x, was []int32) error {
	if slices.Equal(x, was) {
		return nil
	}
	return fmt.Errorf("%s changed its x from %s to %s", call, show(was), show(x))
}
