package cooperate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Portfolio runs several methods on one problem, for when nobody knows which is best on it.
//
// With at least as many walks as shares, each walk has one method: the walks go through the methods in turn, each taking
// as many walks as its share. With fewer, every walk is made of a walk of each method, and these take turns, of the
// method's own slice times its part of the shares; one that comes to its end leaves its turns to the others.
type Portfolio struct {
	Methods []multiwalk.Method
	// Shares is how much of the work each method has, in proportion, from 1 to 1000; nil means as much as any other.
	Shares []int
	// Exchange, if above 0, hands the best solution of all to every walk that adopts solutions, every so many rounds, below 2^31.
	Exchange int
}

// Name returns "portfolio".
func (Portfolio) Name() string { return "portfolio" }

// Ends implements multiwalk.Ender: a portfolio ends when all its methods have.
func (m Portfolio) Ends() bool {
	return len(m.Methods) > 0 && !slices.ContainsFunc(m.Methods, func(o multiwalk.Method) bool { return o == nil || !ends(o) })
}

func (m Portfolio) validate() error {
	if len(m.Methods) == 0 {
		return errors.New("multiwalk: portfolio has no methods; set its field Methods")
	}
	if i := slices.Index(m.Methods, nil); i >= 0 {
		return fmt.Errorf("multiwalk: portfolio's method %d is nil", i)
	}
	if m.Shares != nil && len(m.Shares) != len(m.Methods) {
		return fmt.Errorf("multiwalk: portfolio has %d shares for %d methods; give one each, or none for equal ones",
			len(m.Shares), len(m.Methods))
	}
	for i, s := range m.Shares {
		if s < 1 || s > maxShare {
			return fmt.Errorf("multiwalk: portfolio's share %d of method %s is outside [1, %d]; "+
				"leave the method out instead", s, m.Methods[i].Name(), maxShare)
		}
	}
	if m.Exchange < 0 || m.Exchange > mostPeriod {
		return fmt.Errorf("multiwalk: portfolio's exchange every %d rounds is outside [0, %d]; use 0 for never", m.Exchange, mostPeriod)
	}
	return nil
}

const maxShare = 1000

// Prepare implements multiwalk.Method. A method that refuses the problem is an error, which names it.
func (m Portfolio) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	if err := m.validate(); err != nil {
		return nil, err
	}
	s := &portfolio{exchange: int64(m.Exchange), shares: m.Shares}
	if s.shares == nil {
		s.shares = slices.Repeat([]int{1}, len(m.Methods))
	}
	for _, share := range s.shares {
		s.total += share
	}
	for i, o := range m.Methods {
		search, err := o.Prepare(p, plan)
		if err != nil {
			return nil, fmt.Errorf("multiwalk: portfolio's method %d, %s: %w", i, o.Name(), err)
		}
		s.searches = append(s.searches, search)
	}
	s.mixed = plan.Walks < s.total
	cooperates := func(o multiwalk.Search) bool { _, ok := o.(multiwalk.Cooperator); return ok }
	if s.exchange == 0 && !slices.ContainsFunc(s.searches, cooperates) {
		return s, nil // no Cooperator, so walks need not wait for each other after each round
	}
	return &exchangingPortfolio{s}, nil
}

// portfolio is the searches of a Portfolio.
type portfolio struct {
	searches []multiwalk.Search
	shares   []int
	total    int // of shares
	exchange int64
	mixed    bool // each walk has a part of each search
}

// of returns the search that walk id has, if walks are not mixed.
func (s *portfolio) of(id int) int {
	at := id % s.total
	for i, share := range s.shares {
		if at -= share; at < 0 {
			return i
		}
	}
	return 0
}

// turn is how many units a part of search i works in a round: all of the search's slice where walks are not mixed.
func (s *portfolio) turn(i int) int {
	n := s.searches[i].Slice()
	if s.mixed {
		n = n * s.shares[i] / s.total
	}
	return max(1, n)
}

// Slice implements multiwalk.Search: every part's turn, or enough for the walk with the shortest units. The methods'
// units last differently, which is why a walk keeps to its turns as well.
func (s *portfolio) Slice() int {
	sum, most := 0, 0
	for i := range s.searches {
		sum, most = sum+s.turn(i), max(most, s.turn(i))
	}
	if s.mixed {
		return sum
	}
	return most
}

// NewWalk implements multiwalk.Search. All parts have numbers of their own, and so random numbers.
func (s *portfolio) NewWalk(id int) (multiwalk.Walk, error) {
	w := &portfolioWalk{s: s}
	first, last, number := 0, len(s.searches), id*len(s.searches)
	if !s.mixed {
		first, number = s.of(id), id
		last = first + 1
	}
	for i := first; i < last; i++ {
		walk, err := s.searches[i].NewWalk(number)
		if err != nil {
			return nil, err
		}
		w.parts = append(w.parts, portfolioPart{search: i, walk: walk})
		number++
	}
	return w, nil
}

// exchangingPortfolio is a portfolio whose walks tell each other something.
type exchangingPortfolio struct{ *portfolio }

// Exchange implements multiwalk.Cooperator: first among the walks of each method that has an exchange of its own, then
// among all.
func (s *exchangingPortfolio) Exchange(round int64, walks []multiwalk.Walk) bool {
	byMethod := make([][]multiwalk.Walk, len(s.searches))
	var all []multiwalk.Walk
	for _, w := range walks {
		for _, part := range w.(*portfolioWalk).parts {
			byMethod[part.search] = append(byMethod[part.search], part.walk)
			all = append(all, part.walk)
		}
	}
	changed := false
	for i, search := range s.searches {
		if c, ok := search.(multiwalk.Cooperator); ok && c.Exchange(round, byMethod[i]) {
			changed = true
		}
	}
	if s.exchange == 0 || round%s.exchange != 0 {
		return changed
	}
	return spread(all) || changed
}
