package neighbourhood

import (
	"fmt"
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
	proposed Move      // priced last
	change   int64     // its delta
	reunion  *reunion  // nil: Random brings no elements together
	recall   *recall   // nil: Random goes by no prices
}

// lesson is where a member learns.
type lesson struct {
	learner *learner // nil: nowhere
	kind    int
}

// mixture is the kinds of move of a part.
type mixture struct {
	members []int    // those that have moves
	weight  uint32   // running sum of the chances of the parts
	learner *learner // nil: there is one kind
}

// newUnion weighs the members: at the beginning the kinds of move on a tour alike, though there are ten times as many
// or-opt moves as 2-opt moves; the parts of a product by their lengths. A member without moves has no weight.
func newUnion(members []operator, weights []uint32, shared *pricer) *union {
	u := &union{pricer: shared, members: members, priced: true}
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
	u.name = strings.Join(names, "+")
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
		part.members, part.weight = append(part.members, i), u.weights[i]
	}
	for k := range u.parts {
		part := &u.parts[k]
		if len(part.members) < 2 {
			continue
		}
		var takes, rates []float64
		for _, i := range part.members {
			rate := 1.0
			if exchanges(u.kinds[i]) {
				rate = 0
			}
			takes, rates = append(takes, u.takes(u.members[i])), append(rates, rate)
		}
		part.learner = newLearner(takes, rates)
		for kind, i := range part.members {
			u.learns[i] = lesson{part.learner, kind}
		}
	}
}

// takes estimates the nanoseconds of a price: O(1) by a state and on a tour, O(n) by another delta, up to O(n*n) in
// full. A reversal is the dearest of an order.
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
	kind := 0
	if part.learner != nil {
		kind = part.learner.draw(r)
	}
	u.drawn = part.members[kind]
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
		l.learner.made(l.kind, u.change)
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
	i := u.owner(m)
	d := u.members[i].Delta(x, m)
	if u.recall != nil {
		u.recall.priced(u.kinds[i], x, m, d)
	}
	if l := u.learns[i]; l.learner != nil {
		l.learner.priced(l.kind)
		u.proposed, u.change = m, d
	}
	return d
}

// Save implements checkpoint.Saver.
func (u *union) Save(a *checkpoint.Archive) {
	u.pricer.Save(a)
	a.Fields("union", &u.proposed, &u.change)
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
