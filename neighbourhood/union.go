package neighbourhood

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// union is several operators one after the other: their moves have consecutive indices. Random draws a part of the
// solution by its length, and one of the part's kinds of move in proportions that are learnt.
type union struct {
	*pricer  // shared by the members
	name     string
	members  []operator
	kinds    []*Member // those of the members
	ends     []int64   // ends[i] is the first index after member i
	weights  []uint32  // running sums of the chances of the members, before anything is learnt
	parts    []mixture // what Random draws from: parts that have moves
	priced   bool      // every member is incremental
	learns   []lesson  // of each member
	random   Move      // the last that Random drew
	drawn    int       // the member that it belongs to
	kind     int       // and its way among those of the part
	proposed Move      // priced last
	change   int64     // its delta
	way      int       // in which it was drawn, if it was
	joins    []int     // members whose moves are also drawn as joins
	reunion  *reunion  // nil: Random brings no elements together
	recall   *recall   // nil: Random goes by no prices
}

// lesson is where a member learns.
type lesson struct {
	learner *learner // nil: nowhere
	kind    int
}

// mixture is the ways in which moves of a part are drawn: its kinds, and joins.
type mixture struct {
	members []int    // of each way, all with moves
	joins   []bool   // of each way
	weight  uint32   // running sum of the chances of the parts
	learner *learner // nil: there is one way
}

// newUnion weighs the members: at the beginning the kinds of move on a tour alike, though there are ten times as many
// or-opt moves as 2-opt moves; the parts of a product by their lengths. A member without moves has no weight.
func newUnion(members []operator, weights []uint32, joins []int, shared *pricer) *union {
	u := &union{pricer: shared, members: members, joins: joins, priced: true}
	var names []string
	var size int64
	var sum uint32
	weights = favoured(members, weights)
	for i, o := range members {
		size += o.Size()
		if o.Size() > 0 {
			sum += weights[i]
		}
		u.kinds = append(u.kinds, o.member())
		u.ends, u.weights = append(u.ends, size), append(u.weights, sum)
		u.priced = u.priced && o.Incremental()
		if len(names) == 0 || !strings.Contains("+"+strings.Join(names, "+")+"+", "+"+o.Name()+"+") {
			names = append(names, o.Name())
		}
	}
	if u.name = strings.Join(names, "+"); joins != nil {
		u.name += "+" + OpJoin.String()
		shared.state.keeps = true
	}
	u.mix()
	return u
}

// exchanges tells whether a member exchanges values.
func exchanges(b *Member) bool { return b.Op == OpSwap && b.Values > 0 }

// favoured gives an exchange of values an eighth of the weight of the flips or changes that stand before it.
func favoured(members []operator, weights []uint32) []uint32 {
	beside := func(i int) bool {
		return i > 0 && exchanges(members[i].member()) && members[i-1].member().At == members[i].member().At
	}
	some, small := false, true
	for i, w := range weights {
		some, small = some || beside(i), small && w < 1<<24
	}
	if !some || !small {
		return weights
	}
	sums := make([]uint32, len(weights))
	for i, w := range weights {
		if sums[i] = 9 * w; beside(i) {
			sums[i-1], sums[i] = 16*w, 2*w
		}
	}
	return sums
}

// mix gathers the members by the parts of the solution.
func (u *union) mix() {
	u.learns = make([]lesson, len(u.members))
	for i, b := range u.kinds {
		if u.members[i].Size() == 0 {
			continue
		}
		last := len(u.parts) - 1
		if last < 0 || u.kinds[u.parts[last].members[0]].At != b.At {
			u.parts = append(u.parts, mixture{})
			last++
		}
		part := &u.parts[last]
		part.members, part.joins, part.weight = append(part.members, i), append(part.joins, false), u.weights[i]
		if slices.Contains(u.joins, i) {
			part.members, part.joins = append(part.members, i), append(part.joins, true)
		}
	}
	for k := range u.parts {
		part := &u.parts[k]
		if len(part.members) < 2 {
			continue
		}
		var takes, rates, prices []float64
		for kind, i := range part.members {
			rate := 1.0
			if exchanges(u.kinds[i]) || part.joins[kind] || ofGroups(u.kinds[i].Op) {
				rate = 0
			}
			takes, rates = append(takes, u.takes(u.members[i])), append(rates, rate)
			prices = append(prices, u.prices(u.members[i]))
		}
		part.learner = newLearner(takes, rates, prices)
		for kind, i := range part.members {
			if !part.joins[kind] {
				u.learns[i] = lesson{part.learner, kind}
			}
		}
	}
}

// join draws a change of the member drawn that gives an element the value of another one. If both have the same value after some tries,
// it is a change to any value.
func (u *union) join(r *multiwalk.Rand) Move {
	o, b, x := u.members[u.drawn], u.kinds[u.drawn], u.state.x
	if u.recall != nil && r.Uint32() < recalls {
		if m, ok := u.recall.join(b, x, r); ok {
			return m
		}
	}
	for tries := 0; x != nil && tries < 4; tries++ {
		i, j := b.At+int32(r.Uint32N(uint32(b.N))), b.At+int32(r.Uint32N(uint32(b.N)))
		if k, ok := o.(*kept); ok {
			i = k.free[r.IntN(len(k.free))]
		}
		if x[i] != x[j] {
			return Move{Op: OpChange, I: i, J: b.Up(x[i], x[j])}
		}
	}
	return o.Random(r)
}

// prices is how many prices of single changes a move of groups takes at first; it is 0 for moves that always take as long.
func (u *union) prices(o operator) float64 {
	g, ok := o.(*groups)
	switch {
	case !ok:
		return 0
	case !g.byChanges():
		return 1
	}
	return max(1, float64(g.N)/float64(g.Values))
}

// takes estimates the nanoseconds of a price: O(1) by a state and on a tour, O(n) by another delta, up to O(n*n) in
// full. A reversal is the dearest of an order. Of a move of groups it is what each of its prices takes.
func (u *union) takes(o operator) float64 {
	space := u.p.Space()
	n := float64(space.Len())
	switch s, exchange := o.(*swap); {
	case !o.Incremental():
		return 50 + min(n, 256)*n
	case o.followed() || space.Kind() == multiwalk.KindTour:
		return 80
	case exchange && !s.direct() && s.values != nil:
		return 2 * (80 + n)
	case exchange && !s.direct():
		return 4 * 80 // the state goes there and comes back
	case o.member().Op == OpTwoOpt:
		return 80 + 4*n // what lies between has another place after it
	}
	return 80 + n
}

func (u *union) Name() string      { return u.name }
func (u *union) Size() int64       { return u.ends[len(u.ends)-1] }
func (u *union) Incremental() bool { return u.priced }

func (u *union) Move(k int64) Move {
	i := sort.Search(len(u.ends), func(i int) bool { return k < u.ends[i] })
	if i > 0 {
		k -= u.ends[i-1]
	}
	return u.members[i].Move(k)
}

func (u *union) Index(m Move) int64 {
	i := u.owner(m)
	k := u.members[i].Index(m)
	if i > 0 {
		k += u.ends[i-1]
	}
	return k
}

func (u *union) Random(r *multiwalk.Rand) Move {
	part := &u.parts[0]
	if len(u.parts) > 1 {
		w := r.Uint32N(u.parts[len(u.parts)-1].weight)
		for k := 1; w >= part.weight; k++ {
			part = &u.parts[k]
		}
	}
	u.kind = 0
	if part.learner != nil {
		u.kind = part.learner.draw(r)
	}
	u.drawn = part.members[u.kind]
	if part.joins[u.kind] {
		u.random = u.join(r)
		return u.random
	}
	if b := u.reunion; b != nil && r.Uint32() < reunions {
		if m, ok := b.draw(u.kinds[u.drawn].Op, r); ok {
			u.random = m
			return m
		}
	}
	if b := u.recall; b != nil && b.remembers(u.kinds[u.drawn].Op) && r.Uint32() < recalls {
		u.random = b.draw(u.kinds[u.drawn], u.state.x, r)
		return u.random
	}
	u.random = u.members[u.drawn].Random(r)
	return u.random
}

// owner returns the member that a move belongs to. Most moves are priced, and made, right after they were drawn.
func (u *union) owner(m Move) int {
	if m == u.random {
		return u.drawn
	}
	return u.find(m)
}

func (u *union) find(m Move) int {
	for i, b := range u.kinds {
		if b.Owns(m) {
			return i
		}
	}
	panic(fmt.Sprintf("neighbourhood: %v is no move of %s", m, u.name))
}

func (u *union) Apply(x []int32, m Move) {
	i := u.owner(m)
	if l := u.learns[i]; l.learner != nil && m == u.proposed {
		l.learner.made(u.way, u.change)
	}
	u.members[i].Apply(x, m)
	u.tell(i, x, m)
	if b := u.reunion; b != nil {
		b.follow(x, m)
		b.learn(m)
	}
}

func (u *union) Undo(x []int32, m Move) {
	i := u.owner(m)
	u.members[i].Undo(x, m)
	u.tell(i, x, m)
	if b := u.reunion; b != nil {
		b.follow(x, m)
	}
}

// tell passes a move on to those that follow the solution and do not know this move. It tells the problem's own moves, which
// are the last member, of the moves of other members. It tells the state, which prices those, of own moves.
func (u *union) tell(by int, x []int32, m Move) {
	last := len(u.members) - 1
	switch {
	case u.kinds[last].Op != OpOwn:
	case by == last:
		u.state.catchUp(u.kinds[:last], x)
	default:
		u.members[last].(*own).tell(u.kinds[by], x, m)
	}
}

func (u *union) Reset(x []int32) {
	u.pricer.Reset(x)
	if u.reunion != nil {
		u.reunion.reset(x)
	}
	if last := len(u.members) - 1; u.kinds[last].Op == OpOwn {
		u.members[last].Reset(x)
	}
}

func (u *union) Delta(x []int32, m Move) int64 {
	i, before := u.owner(m), u.full+u.delta
	d := u.members[i].Delta(x, m)
	if u.recall != nil {
		u.recall.priced(u.kinds[i], x, m, d)
	}
	if l := u.learns[i]; l.learner != nil {
		if u.way = l.kind; m == u.random {
			u.way = u.kind
		}
		l.learner.priced(u.way, u.full+u.delta-before, d)
		u.proposed, u.change = m, d
	}
	return d
}

func (u *union) Save(a *checkpoint.Archive) {
	u.pricer.Save(a)
	a.Fields("union", &u.proposed, &u.change, &u.way)
	if u.reunion != nil {
		u.reunion.Save(a)
	}
	if u.recall != nil {
		u.recall.Save(a)
	}
	for k := range u.parts {
		if l := u.parts[k].learner; l != nil {
			l.Save(a)
		}
	}
	if o, ok := u.members[len(u.members)-1].(*own); ok {
		o.saveKinds(a)
	}
}
