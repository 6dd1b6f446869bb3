package conformance

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// CheckProblem is Problem outside of a test: it returns the defects, at most one of each ability.
func CheckProblem(p multiwalk.Problem, opts ...Option) []error {
	errs, _ := newProblemKit(p, opts).run()
	return errs
}

func newProblemKit(p multiwalk.Problem, opts []Option) *problemKit {
	return &problemKit{p: p, config: configure(opts), moved: map[string]int{}}
}

// run returns the defects, and what was checked.
func (k *problemKit) run() (errs []error, summary string) {
	checks := []check{{"Space", k.space}, {"Cost", k.cost}}
	if p, ok := k.p.(multiwalk.Fixer); ok {
		checks = append(checks, check{"Fixed", func() error { return k.fixed(p) }})
	}
	if errs = runAll(checks, k.config); errs != nil {
		return errs, "" // nothing below would say more
	}
	more := slices.Concat(k.deltas(), k.abilities(), []check{{"concurrent use", k.concurrent}})
	for _, c := range slices.Concat(checks, more) {
		k.done = append(k.done, c.name)
	}
	errs = append(k.signatures(), runAll(more, k.config)...)
	return errs, k.summary()
}

// problemKit checks one problem.
type problemKit struct {
	config
	p     multiwalk.Problem
	x     [][]int32      // the solutions to check at
	done  []string       // the checks that were made
	moved map[string]int // how many moves of each kind were priced
}

// parts are the parts of the space, each with its first position.
func (k *problemKit) parts() iter.Seq2[int32, multiwalk.Space] {
	return func(yield func(int32, multiwalk.Space) bool) {
		at := int32(0)
		for _, part := range k.p.Space().Parts() {
			if !yield(at, part) {
				return
			}
			at += int32(part.Len())
		}
	}
}

// anyPart draws one of the parts.
func (k *problemKit) anyPart(r *multiwalk.Rand) (at int32, part multiwalk.Space) {
	parts := k.p.Space().Parts()
	chosen := r.IntN(len(parts))
	for _, part := range parts[:chosen] {
		at += int32(part.Len())
	}
	return at, parts[chosen]
}

// space also makes the solutions: the least and the greatest, random ones, and what a constructor builds.
func (k *problemKit) space() error {
	s := k.p.Space()
	if err := s.Validate(); err != nil {
		return err
	}
	if again := k.p.Space(); again.String() != s.String() {
		return fmt.Errorf("it is %v at the first call and %v at the second", s, again)
	}
	ends := [2][]int32{make([]int32, s.Len()), make([]int32, s.Len())}
	for at, part := range k.parts() {
		lo, hi := part.Bounds()
		for i := range int32(part.Len()) {
			if isOrder(part.Kind()) {
				lo, hi = i, int32(part.Len())-1-i
			}
			ends[0][at+i], ends[1][at+i] = lo, hi
		}
	}
	k.x = [][]int32{ends[0], ends[1]}
	r := multiwalk.NewRand(k.seed, 0)
	for range k.solutions {
		x := make([]int32, s.Len())
		s.Random(r, x)
		k.x = append(k.x, x)
	}
	return nil
}

// overflows tells whether the difference of two costs has more than 64 bits.
func overflows(a, b int64) bool { return (a < b) != (a-b < 0) }

// cost evaluates each solution thrice, once after all others and once from another slice: a Cost that remembers
// something, or keeps x, shows.
func (k *problemKit) cost() error {
	costs := make([]int64, len(k.x))
	for round := range 3 {
		for i, x := range k.x {
			y := x
			if round == 1 {
				y = append(make([]int32, 1, len(x)+8), x...)[1:]
			}
			c := k.p.Cost(y)
			if err := unchanged("Cost", y, k.x[i]); err != nil {
				return err
			}
			if round == 0 {
				if costs[i] = c; overflows(c, costs[0]) {
					return fmt.Errorf("%s costs %d, and %s costs %d: their difference is not below 2^63, so no search can compare them; "+
						"count in greater units", show(k.x[0]), costs[0], show(x), c)
				}
			} else if c != costs[i] {
				return fmt.Errorf("%s costs %d at the first call and %d at call %d", show(x), costs[i], c, round+1)
			}
			if round == 1 {
				clear(y)
			}
		}
	}
	return nil
}

// concurrent prices from several goroutines what was priced before by one.
func (k *problemKit) concurrent() error {
	const goroutines = 4
	tell := walk.Teller(k.p)
	price := func(x []int32) (sum int64) {
		for range 8 {
			cost := k.p.Cost(x)
			sum = sum*31 + cost
			if tell != nil {
				_, violations := tell(x, cost)
				for _, v := range violations {
					sum = sum*31 + v.Amount
				}
			}
			for _, m := range k.kinds() {
				if delta := m.problem(k.p); delta != nil {
					for _, move := range m.random(k, multiwalk.NewRand(k.seed, 1), x, 8) {
						sum = sum*31 + delta(x, move)
					}
				}
			}
		}
		return sum
	}
	var want []int64
	for _, x := range k.x {
		want = append(want, price(x))
	}
	errs := make([]error, goroutines)
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			errs[g] = guarded(func() error {
				for i := range k.x {
					at := (i + g) % len(k.x)
					x := slices.Clone(k.x[at])
					if got := price(x); got != want[at] {
						return fmt.Errorf("on %d goroutines Cost, deltas or violations at %s are others than on one", goroutines, show(x))
					}
				}
				return nil
			})
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// summary says what was checked, and which deltas that methods would use the problem does not offer. Searches make moves of the
// problem's own in place of all others, so that these need no delta.
func (k *problemKit) summary() string {
	var done, lacking []string
	for _, name := range k.done {
		moves := k.moved[name]
		switch {
		case moves == 0:
		case name == movesCheck:
			name += ", whose Delta was compared with Cost"
			fallthrough
		default:
			name = fmt.Sprintf("%s (%d moves)", name, moves)
		}
		done = append(done, name)
	}
	text := fmt.Sprintf("conformance: %T, %v: checked %s", k.p, k.p.Space(), strings.Join(done, ", "))
	if slices.Contains(k.done, movesCheck) {
		if k.moved[movesCheck] == 0 {
			text += "; its own moves have no Delta (multiwalk.MoveEvaluator), so that a search evaluates each in full"
		}
		return text
	}
	for _, m := range k.kinds() {
		if k.has(m.parts[:m.first]) && m.problem(k.p) == nil {
			lacking = append(lacking, m.name+"Delta")
		}
	}
	if len(lacking) > 0 {
		text += "; searches would be faster with " + strings.Join(lacking, ", ")
	}
	return text
}
