package neighbourhood

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/nearest"
	"github.com/multiwalk/multiwalk/walk"
)

// Names lists what ByName knows, without the combinations: swap, insert, 2opt, oropt, flip, change, flip2, flip3, jointswap, blockswap, 3opt,
// own,
// pair, join, groupchange, groupswap.
func Names() []string { return slices.Clone(opNames[1:]) }

// For returns the default neighbourhood of the problem: its own moves if it brings any (multiwalk.Mover). Else they are the
// moves of its space that it prices, by a delta or by a state:
//
//   - Of a permutation: those of swap, insert and 2opt that it prices, or swap and insert if it prices none. If fixed elements
//     lie between others, swap is always added, because the other two do not lead across fixed elements.
//   - Of a tour: those of or-opt and 2opt that it prices; if it prices neither, those of insert and swap; if it prices none of
//     the four, or-opt and 2opt.
//   - Of bits, flip; of integers, change. Beside these stands swap, the exchange of two values. If no SwapDelta prices a swap,
//     it is priced as two flips or two changes. Eight integers or more, with at most four values for each, have join, groupchange and
//     groupswap too: elements that have the same value are a group.
//
// In a product each part has its own; where its parts are permutations of one length, the same swap in all of them is one more
// kind (jointswap).
func For(p multiwalk.Problem) (Neighbourhood, error) { return ByForm(p, nil, "") }

// ByForm is ByName for moves that kernels make as well as cores. Here "" means the moves that the problem's form in kernels
// prices; a form has no states, prices exchanges only by a SwapDelta, and has no moves of groups. With a nil form it is ByName.
func ByForm(p multiwalk.Problem, form any, name string) (Neighbourhood, error) {
	if _, ok := p.(multiwalk.Mover); ok && name == "" {
		name = OpOwn.String()
	}
	if name == "" {
		return build(p, form, byAbilities, func(jointly operator) bool { return jointly.Incremental() }, false, false)
	}
	return ByName(p, name)
}

// ByPosition is ByName for searches that sort moves by the positions that they change. Here "" means For(p) without the moves of groups.
func ByPosition(p multiwalk.Problem, name string) (Neighbourhood, error) {
	if _, ok := p.(multiwalk.Mover); ok || name != "" {
		return ByName(p, name)
	}
	single := func(bind func(Op) operator, s multiwalk.Space, parted bool) []Op {
		return slices.DeleteFunc(byAbilities(bind, s, parted), func(o Op) bool { return o == OpJoin || ofGroups(o) })
	}
	return build(p, nil, single, func(jointly operator) bool { return jointly.Incremental() }, false, false)
}

// byAbilities chooses the moves that are priced.
func byAbilities(bind func(Op) operator, s multiwalk.Space, parted bool) []Op {
	priced := func(ops ...Op) []Op {
		return slices.DeleteFunc(ops, func(o Op) bool { return !bind(o).Incremental() })
	}
	either := func(best []Op, others ...Op) []Op {
		if len(best) > 0 {
			return best
		}
		return others
	}
	kind := s.Kind()
	switch kind {
	case multiwalk.KindPermutation:
		ops := either(priced(OpSwap, OpInsert, OpTwoOpt), OpSwap, OpInsert)
		if parted && !slices.Contains(ops, OpSwap) {
			ops = append(ops, OpSwap)
		}
		return ops
	case multiwalk.KindTour:
		return either(either(priced(OpOrOpt, OpTwoOpt), priced(OpInsert, OpSwap)...), OpOrOpt, OpTwoOpt)
	}
	ops := []Op{OpChange}
	if kind == multiwalk.KindBinary {
		ops[0] = OpFlip
	}
	exchange := bind(OpSwap).(*swap)
	if exchange.beside() {
		ops = append(ops, OpSwap)
	}
	if grouped(s) && !exchange.kernel {
		ops = append(ops, OpJoin, OpGroupChange, OpGroupSwap)
	}
	return ops
}

// ByName returns the neighbourhood of that name: one of Names, or several joined by "+"; "" is For(p). In a product each kind
// of move works inside every part that it fits. The exceptions are jointswap, which needs a product whose parts are permutations
// of one length, and pair, which is a move in each of two parts; if the problem brings moves of its own that can be numbered, pair is two of
// these. A name that fits no part of the space is an error.
func ByName(p multiwalk.Problem, name string) (Neighbourhood, error) {
	if name == "" {
		return For(p)
	}
	var ops []Op
	for _, word := range strings.Split(name, "+") {
		o := slices.Index(opNames[:], word)
		if o < 1 {
			return nil, fmt.Errorf("multiwalk: unknown neighbourhood %q%s; use %s, or several joined by +",
				word, nearest.Hint(word, Names()), strings.Join(opNames[1:], ", "))
		}
		if slices.Contains(ops, Op(o)) {
			return nil, fmt.Errorf("multiwalk: neighbourhood %q names %s twice", name, word)
		}
		if _, ok := p.(multiwalk.Mover); Op(o) == OpOwn && !ok {
			return nil, fmt.Errorf("multiwalk: neighbourhood %q names own, and the problem brings no moves of its own; "+
				"give it NewMoves (multiwalk.Mover), or %s", name, remedy(p.Space()))
		}
		if Op(o) != OpOwn && !fitsSpace(Op(o), p.Space()) && !(Op(o) == OpPair && numberedMoves(p)) {
			return nil, fmt.Errorf("multiwalk: neighbourhood %s makes no sense in %v; %s", word, p.Space(), remedy(p.Space()))
		}
		if Op(o) == OpFlip3 && p.Space().Len() > mostTriples {
			return nil, fmt.Errorf("multiwalk: neighbourhood flip3 has more than 2^62 moves in %v, and takes up to %d bits; use flip2 or flip",
				p.Space(), mostTriples)
		}
		ops = append(ops, Op(o))
	}
	if slices.Contains(ops, OpJoin) && !slices.Contains(ops, OpChange) {
		return nil, fmt.Errorf("multiwalk: neighbourhood %q has join, which is a way to draw changes, without change; name both, as in "+
			"change+join", name)
	}
	if slices.Contains(ops, OpPair) && slices.Contains(ops, OpOwn) && !numberedMoves(p) {
		return nil, fmt.Errorf("multiwalk: neighbourhood %q has own moves beside pairs of moves, which the former cannot be told of; "+
			"name one of them, or have NewMoves number its moves (multiwalk.MoveEnumerator): then pairs are of these", name)
	}
	return build(p, nil, func(_ func(Op) operator, s multiwalk.Space, _ bool) []Op {
		return slices.DeleteFunc(slices.Clone(ops), func(o Op) bool { return !fits(o, s) })
	}, func(operator) bool { return slices.Contains(ops, OpJointSwap) }, slices.Contains(ops, OpPair), slices.Contains(ops, OpOwn))
}

// fits tells whether a kind of move leads from every solution of a space that is no product to solutions of it.
func fits(o Op, s multiwalk.Space) bool {
	switch s.Kind() {
	case multiwalk.KindPermutation:
		return o == OpSwap || o == OpInsert || o == OpTwoOpt || o == OpBlockSwap
	case multiwalk.KindTour:
		return o == OpSwap || o == OpInsert || o == OpTwoOpt || o == OpOrOpt || o == OpBlockSwap || o == OpThreeOpt
	case multiwalk.KindBinary:
		return o == OpFlip || o == OpFlip2 || o == OpFlip3 || o == OpChange || o == OpSwap
	}
	lo, hi := s.Bounds()
	values := int64(hi) - int64(lo) + 1
	return o == OpChange || o == OpSwap || (o == OpJoin || ofGroups(o)) && 2 < values && values <= mostGroups
}

// fitsSpace tells whether a kind of move fits a part of a space or, if it is made in all parts at once, the space.
func fitsSpace(o Op, s multiwalk.Space) bool {
	switch o {
	case OpJointSwap:
		return s.JointLength() > 0
	case OpPair:
		return len(s.Parts()) > 1
	}
	return slices.ContainsFunc(s.Parts(), func(p multiwalk.Space) bool { return fits(o, p) })
}

func remedy(s multiwalk.Space) string {
	var names []string
	for o := OpSwap; int(o) < len(opNames); o++ {
		if fitsSpace(o, s) {
			names = append(names, o.String())
		}
	}
	return "use " + strings.Join(names, ", ")
}

// opChooser returns the kinds of move for a part of that space. It may try some by bind. parted: fixed elements lie between others.
type opChooser func(bind func(Op) operator, s multiwalk.Space, parted bool) []Op

// build binds the kinds of move that choose returns for each part of the space; with a form it tries them by that. Where the same
// swap can be made in all parts, it asks whether to add that; and it adds pairs of moves and the problem's own moves if they are wanted.
func build(p multiwalk.Problem, form any, choose opChooser, jointly func(operator) bool, inPairs, withOwn bool) (Neighbourhood, error) {
	space := p.Space()
	if err := errors.Join(space.Validate(), walk.NoReals("by moves", p)); err != nil {
		return nil, err
	}
	fixed, err := walk.FixedOf(p)
	if err != nil {
		return nil, err
	}
	b := &builder{space: space, fixed: fixed, shared: &pricer{p: p, by: p, state: followerOf(p)}}
	trial := &pricer{p: p, by: p, state: b.shared.state}
	if form != nil {
		trial = &pricer{p: p, by: form, kernel: true}
	}
	b.addKinds(trial, choose)
	if n := int32(space.JointLength()); n > 0 && jointly(newJointSwap(trial, n)) {
		b.add(keep(newJointSwap(b.shared, n), fixed), int(n))
	}
	if ofOwn := inPairs && numberedMoves(p); withOwn || ofOwn {
		if err := b.addOwn(p.(multiwalk.Mover), withOwn, ofOwn); err != nil {
			return nil, err
		}
	} else if inPairs {
		if err := b.addPairs(); err != nil {
			return nil, err
		}
	}
	if err := numbered(b.members, space); err != nil {
		return nil, err
	}
	if len(b.members) == 1 && b.joins == nil {
		return b.members[0], nil
	}
	return newUnion(b.members, b.weights, b.joins, b.shared), nil
}

// builder collects the kinds of move of a neighbourhood, with the weights by which they are drawn.
type builder struct {
	space   multiwalk.Space
	fixed   []multiwalk.Fixed
	shared  *pricer
	members []operator
	weights []uint32
	joins   []int // members whose moves are also drawn as joins
}

func (b *builder) add(o operator, weight int) {
	b.members, b.weights = append(b.members, o), append(b.weights, uint32(weight))
}

// whole tells whether the space is no product.
func (b *builder) whole() bool { return b.space.Kind() != multiwalk.KindProduct }

// weight is that of a kind of move of n elements: n in a product.
func (b *builder) weight(n int) int {
	if b.whole() {
		return 1
	}
	return n
}

// part is a part of the space without any move.
func (b *builder) part(k int) (p Member) {
	for _, before := range b.space.Parts()[:k] {
		p.At += int32(before.Len())
	}
	p.N = int32(b.space.Parts()[k].Len())
	return p
}

// addKinds adds those that choose returns for each part, after it has tried some.
func (b *builder) addKinds(trial *pricer, choose opChooser) {
	for k, s := range b.space.Parts() {
		part := b.part(k)
		try := func(o Op) operator { return bind(trial, part, o, s, b.whole()) }
		ops := choose(try, s, parts(part, b.fixed))
		others := slices.ContainsFunc(ops, func(o Op) bool { return !ofGroups(o) })
		change := len(b.members) + slices.Index(ops, OpChange)
		for _, o := range ops {
			switch {
			case o == OpJoin:
				b.joins = append(b.joins, change)
			case ofGroups(o):
				weight := b.weight(s.Len())
				if others { // the part is as likely as without moves of groups
					weight = 0
				}
				b.add(newGroups(b.shared, ofValues(part, o, s), b.fixed), weight)
			default:
				b.add(keep(bind(b.shared, part, o, s, b.whole()), b.fixed), b.weight(s.Len()))
			}
		}
	}
}

// addOwn adds the problem's own moves: alone, and in pairs before them.
func (b *builder) addOwn(p multiwalk.Mover, alone, inPairs bool) error {
	n := b.space.Len()
	o, err := newOwn(b.shared, p, n)
	if err != nil {
		return err
	}
	follows := &b.shared.state
	follows.keeps = follows.keeps || follows.offers.changes || follows.offers.flips // see catchUp
	if inPairs {
		pairs, err := newPairing(b.shared, o, o, 0)
		if err != nil {
			return err
		}
		b.add(pairs, b.weight(n))
	}
	if alone {
		b.add(o, b.weight(n))
	}
	return nil
}

// addPairs adds pairs of moves.
func (b *builder) addPairs() error {
	list, err := pairings(b.shared, len(b.space.Parts()), func(k int) operator {
		s := b.space.Parts()[k]
		return keep(bind(b.shared, b.part(k), pairedOp(s.Kind()), s, b.whole()), b.fixed)
	})
	for _, o := range list {
		b.add(o, int(o.member().N))
	}
	return err
}

// numbered returns an error if there are about 2^63 moves or more: a move's number has 63 bits. Among single kinds, only or-opt and
// 3-opt can reach that; see mostTriples.
func numbered(members []operator, space multiwalk.Space) error {
	sum, names := 0.0, []string(nil)
	for _, o := range members {
		b := o.member()
		names = append(names, o.Name())
		switch n := float64(b.N); b.Op {
		case OpOrOpt:
			sum += float64(b.Variants) * n * n
		case OpThreeOpt:
			sum += n * n * n * 2 / 3
		default:
			sum += float64(o.Size())
		}
	}
	if sum < 1<<63-1<<20 {
		return nil
	}
	return fmt.Errorf("multiwalk: neighbourhood %s has more than 2^63 moves in %v; name fewer kinds of move",
		strings.Join(names, "+"), space)
}

// ofValues is a part with a kind of move, and the values that its elements may have.
func ofValues(at Member, o Op, s multiwalk.Space) Member {
	at.Op = o
	if k := s.Kind(); k == multiwalk.KindBinary || k == multiwalk.KindIntegers {
		lo, hi := s.Bounds()
		at.Lo, at.Values = lo, int64(hi)-int64(lo)+1
	}
	return at
}

// bind makes one operator. An evaluator by edges is for a tour that is the whole solution, as an EdgeCoster is.
func bind(e *pricer, at Member, o Op, s multiwalk.Space, whole bool) operator {
	at = ofValues(at, o, s)
	var edges *edgeDeltas
	if c, ok := e.by.(multiwalk.EdgeCoster); ok && whole && s.Kind() == multiwalk.KindTour {
		edges = &edgeDeltas{c}
	}
	switch o {
	case OpSwap:
		return newSwap(e, at, edges)
	case OpInsert:
		return newInsert(e, at, edges)
	case OpTwoOpt:
		return newTwoOpt(e, at, edges)
	case OpOrOpt:
		return newOrOpt(e, at, edges)
	case OpBlockSwap:
		return newBlockSwap(e, at, edges)
	case OpThreeOpt:
		return newThreeOpt(e, at, edges)
	case OpFlip:
		return newFlip(e, at)
	case OpFlip2, OpFlip3:
		return newFlips(e, at)
	}
	return newChange(e, at)
}
