package cooperate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// Portfolio runs several methods on one problem. It is for a problem on which nobody knows the best method.
//
// With at least as many walks as shares, each walk has one method: the walks go through the methods in turn, each taking as many walks as
// its share. With fewer walks than shares, every walk consists of one walk of each method, and these take turns. A turn lasts the method's
// own slice times the method's part of the shares. A method's walk that comes to its end leaves its turns to the others. Once a method
// has proven its best solution to be optimal, such as beam search, the portfolio ends.
type Portfolio struct {
	// Methods are what the walks run, in turn; each may have settings of its own.
	Methods []walk.Method
	// Shares are the proportions in which the methods share the work, each from 1 to 1000; nil means equal shares.
	Shares []int
	// Exchange is the number of rounds, below 2^31, after which the best solution of all is handed to every walk that
	// adopts solutions; 0: never.
	Exchange int
}

func (Portfolio) Name() string     { return "portfolio" }
func (m Portfolio) String() string { return m.Name() }

// Ends implements walk.Ender: a portfolio ends when all its methods have.
func (m Portfolio) Ends() bool {
	return len(m.Methods) > 0 && !slices.ContainsFunc(m.Methods, func(o walk.Method) bool { return o == nil || !ends(o) })
}

// Place implements walk.Placer: all methods must run there. On GPUs a walk is a machine.
func (m Portfolio) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	for _, o := range m.Methods {
		if err := place(p, o, d); err != nil {
			return err
		}
	}
	return nil
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

// Prepare implements walk.Method. A method that refuses the problem is an error, which names it.
func (m Portfolio) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := m.validate(); err != nil {
		return nil, err
	}
	s := &portfolio{exchange: int64(m.Exchange), methods: m.Methods, shares: m.Shares, walks: plan.Walks, stride: 1}
	if s.shares == nil {
		s.shares = slices.Repeat([]int{1}, len(m.Methods))
	}
	for _, share := range s.shares {
		s.total += share
	}
	if a, ok := plan.Device.(multiwalk.Accelerator); ok {
		s.walks, s.stride, s.launches = a.Workers(), a.Workers(), true
	}
	s.mixed = s.walks < s.total
	for i, o := range m.Methods {
		search, err := o.Prepare(p, s.planOf(i, plan))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("multiwalk: portfolio's method %d, %s: %w", i, o.Name(), err), s.Close())
		}
		s.searches = append(s.searches, search)
	}
	proves := func(o walk.Search) bool { _, ok := walk.As[walk.Prover](o); return ok }
	switch {
	case slices.ContainsFunc(s.searches, proves):
		return &provingPortfolio{exchangingPortfolio{s}}, nil
	case s.exchange == 0 && !s.cooperates():
		return s, nil // no Cooperator, so walks need not wait for each other after each round
	}
	return &exchangingPortfolio{s}, nil
}

// cooperates tells whether the walks of some search exchange something.
func (s *portfolio) cooperates() bool {
	return slices.ContainsFunc(s.searches, func(o walk.Search) bool { _, ok := o.(walk.Cooperator); return ok })
}

// planOf is the plan of method i. Where each walk has one method, the cores are shared as the walks are.
func (s *portfolio) planOf(i int, plan walk.Plan) walk.Plan {
	if !s.mixed && !s.launches {
		plan.Workers = max(1, plan.Cores()*s.shares[i]/s.total)
	}
	return plan
}

// portfolio is the searches of a Portfolio.
type portfolio struct {
	searches []walk.Search
	methods  []walk.Method // of the searches
	shares   []int
	total    int // of shares
	exchange int64
	walks    int
	stride   int         // between the numbers of a mixed walk's parts; on GPUs parts of one machine
	launches bool        // units are launches, and a slice is one
	mixed    bool        // each walk has a part of each search
	met      []bool      // of each search: its walks exchange something at the present barrier
	now      bool        // all walks do
	settled  atomic.Bool // a walk has proven that its best solution is optimal
	proven   bool        // and a barrier was since

	noting  sync.Mutex
	some    []portfolioPart // one of each search, that of its first walk
	numbers []int           // of the walks that have them
}

// Resolved implements walk.Resolver. Some settings each walk finds for itself. Their values come from the parts of the given walk, or
// from a walk that has a part of the method.
func (s *portfolio) Resolved(w walk.Walk) walk.Method {
	return Portfolio{Methods: s.resolved(w), Shares: s.shares, Exchange: int(s.exchange)}
}

func (s *portfolio) resolved(w walk.Walk) []walk.Method {
	var parts []portfolioPart
	if of, ok := walk.As[interface{ all() []portfolioPart }](w); ok {
		parts = of.all()
	}
	parts = append(slices.Clone(parts), s.some...)
	var list []walk.Method
	for i, m := range s.methods {
		var part walk.Walk
		if at := slices.IndexFunc(parts, func(p portfolioPart) bool { return p.search == i }); at >= 0 {
			part = parts[at].walk
		}
		list = append(list, resolved(m, s.searches[i], part))
	}
	return list
}

// note keeps the part of a search that its walk of the least number has.
func (s *portfolio) note(number int, p portfolioPart) {
	s.noting.Lock()
	defer s.noting.Unlock()
	at := slices.IndexFunc(s.some, func(o portfolioPart) bool { return o.search == p.search })
	switch {
	case at < 0:
		s.some, s.numbers = append(s.some, p), append(s.numbers, number)
	case number < s.numbers[at]:
		s.some[at], s.numbers[at] = p, number
	}
}

// settle notes whether a walk that has ended proves its best solution to be optimal.
func (s *portfolio) settle(w walk.Walk) {
	if p, ok := walk.As[walk.Settler](w); ok && p.Settled() {
		s.settled.Store(true)
	}
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
	switch {
	case s.mixed && s.launches:
		n *= s.shares[i]
	case s.mixed:
		n = n * s.shares[i] / s.total
	}
	return max(1, n)
}

// Walks implements walk.WalkCounter: those of all methods, where a walk drives many searches.
func (s *portfolio) Walks() int {
	sum := 0
	for _, search := range s.searches {
		if c, ok := walk.As[walk.WalkCounter](search); ok {
			sum += c.Walks()
		}
	}
	return cmp.Or(sum, s.walks)
}

func (s *portfolio) Load(tell func(msg string)) error {
	var errs []error
	for _, search := range s.searches {
		if l, ok := walk.As[walk.Loader](search); ok {
			errs = append(errs, l.Load(tell))
		}
	}
	return errors.Join(errs...)
}

// Close closes the methods' searches.
func (s *portfolio) Close() error { return walk.Close(s.searches...) }

func (s *portfolio) Save(a *checkpoint.Archive) {
	a.Fields("portfolio's end", &s.proven)
	s.settled.Store(s.proven || s.settled.Load())
	for _, search := range s.searches {
		walk.SaveSearch(a, search)
	}
}

// Slice implements walk.Search: every part's turn, or enough for the walk with the shortest units. The methods'
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

// NewWalk implements walk.Search. All parts have numbers of their own, and so random numbers.
func (s *portfolio) NewWalk(id int) (walk.Walk, error) {
	w := &portfolioWalk{s: s}
	first, last, number := 0, len(s.searches), id
	switch {
	case !s.mixed:
		first = s.of(id)
		last = first + 1
	case !s.launches:
		number *= len(s.searches)
	}
	for i := first; i < last; i++ {
		walk, err := s.searches[i].NewWalk(number)
		if err != nil {
			return nil, errors.Join(err, w.Close())
		}
		w.parts = append(w.parts, portfolioPart{search: i, walk: walk})
		if !s.mixed { // else each walk has a part of each search
			s.note(id, w.parts[0])
		}
		number += s.stride
	}
	return w, nil
}

// provingPortfolio is one with a method that may prove its best solution to be optimal.
type provingPortfolio struct{ exchangingPortfolio }

func (s *provingPortfolio) Proves() bool { return s.settled.Load() }

// exchangingPortfolio is a portfolio whose walks tell each other something.
type exchangingPortfolio struct{ *portfolio }

// Meets implements walk.Cooperator: where the walks of a method exchange something, or all do.
func (s *exchangingPortfolio) Meets(round int64, said []walk.Message) bool {
	s.now, s.proven = s.exchange > 0 && round%s.exchange == 0, s.settled.Load()
	meets := s.now
	s.met = make([]bool, len(s.searches))
	for i, own := range s.byMethod(said) {
		if c, ok := s.searches[i].(walk.Cooperator); ok && c.Meets(round, own) {
			s.met[i], meets = true, true
		}
	}
	return meets
}

// Exchange implements walk.Cooperator. Each method's walks exchange first, if it has an exchange of its own, then
// all walks. The overall best wins.
func (s *exchangingPortfolio) Exchange(said []walk.Message) []walk.Message {
	heard := make([]walk.Message, len(said))
	for k, m := range said {
		heard[k].Parts = make([]walk.Message, len(m.Parts))
	}
	for i, own := range s.byMethod(said) {
		if !s.met[i] {
			continue
		}
		answers := s.searches[i].(walk.Cooperator).Exchange(own)
		for k := range said {
			if at := s.part(k, i); at >= 0 {
				heard[k].Parts[at], answers = answers[0], answers[1:]
			}
		}
	}
	if s.now {
		spread(said, heard)
	}
	return heard
}

// byMethod sorts what the parts of walks say by their methods.
func (s *portfolio) byMethod(said []walk.Message) [][]walk.Message {
	own := make([][]walk.Message, len(s.searches))
	for k, m := range said {
		for i := range s.searches {
			if at := s.part(k, i); at >= 0 {
				own[i] = append(own[i], m.Parts[at])
			}
		}
	}
	return own
}

// part is which part of walk id is of search i; -1 is none.
func (s *portfolio) part(id, i int) int {
	switch {
	case s.mixed:
		return i
	case s.of(id) == i:
		return 0
	}
	return -1
}
