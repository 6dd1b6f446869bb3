package conformance

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// movesCheck is the name of the check of the problem's own moves.
const movesCheck = "NewMoves"

// checkMoves takes the problem's own moves for a walk: it prices, makes and takes back, and compares with full evaluation and
// with moves that come to each solution by Reset.
func (k *problemKit) checkMoves(p multiwalk.Mover) error {
	for at, start := range k.starts() {
		walk := &ownWalk{k: k, p: p, moves: p.NewMoves(), x: slices.Clone(start), r: multiwalk.NewRand(k.seed, 7+at)}
		if walk.moves == nil {
			return fmt.Errorf("NewMoves returns nil")
		}
		given := slices.Clone(start)
		walk.moves.Reset(given)
		clear(given) // Reset has copied what it needs
		if err := walk.run(); err != nil {
			return err
		}
		copy(walk.x, start)
		walk.moves.Reset(start)
		if err := walk.step(walk.draw()); err != nil {
			return fmt.Errorf("after Reset: %w", err)
		}
	}
	return nil
}

// ownWalk is a walk by own moves that makes most of the moves that it draws.
type ownWalk struct {
	k     *problemKit
	p     multiwalk.Mover
	moves multiwalk.Moves
	x     []int32
	r     *multiwalk.Rand
	turn  int // of the kind that is drawn next
}

// draw draws a move: by Random, or one of each kind in turn where there are several.
func (w *ownWalk) draw() multiwalk.Move {
	of, ok := w.moves.(multiwalk.MoveKinds)
	if !ok {
		return w.moves.Random(w.r)
	}
	kinds := len(of.Kinds())
	w.turn++
	if kinds == 0 || w.turn%(kinds+1) == kinds {
		return w.moves.Random(w.r)
	}
	return of.RandomOf(w.turn%(kinds+1), w.r)
}

func (w *ownWalk) run() error {
	count := min(w.k.moves, 100)
	for made := range count {
		if err := w.step(w.draw()); err != nil {
			return fmt.Errorf("after %d moves: %w", made, err)
		}
		w.others()
	}
	e, ok := w.moves.(multiwalk.MoveEnumerator)
	if !ok {
		return nil
	}
	size := e.Size()
	if size < 0 {
		return fmt.Errorf("the number of moves, Size, is %d", size)
	}
	for range min(int64(count), size) {
		m := e.Move(int64(w.r.Uint64() % uint64(size)))
		if err := w.step(m); err != nil {
			return err
		}
		if again := e.Size(); again != size {
			return fmt.Errorf("the number of moves, Size, is %d before %+v is made and %d after it; it must not depend on the solution", size, m, again)
		}
	}
	return w.complete(e, size)
}

// mostNumbered bounds the moves that complete makes.
const mostNumbered = 1 << 12

// complete holds what Random draws against all numbered moves: a climb that has looked at these has looked at all.
func (w *ownWalk) complete(e multiwalk.MoveEnumerator, size int64) error {
	if size*int64(len(w.x)) > mostNumbered*32 || size > mostNumbered {
		return nil
	}
	numbers, leads := map[multiwalk.Move]int64{}, map[string]bool{fmt.Sprint(w.x): true}
	for number := range size {
		m := e.Move(number)
		if before, twice := numbers[m]; twice {
			return fmt.Errorf("moves %d and %d are both %+v; number each move once", before, number, m)
		}
		numbers[m] = number
		leads[w.after(m)] = true
	}
	for range 4 * min(w.k.moves, 100) {
		m := w.draw()
		if _, known := numbers[m]; !known && !leads[w.after(m)] {
			return fmt.Errorf("move %+v of Random leads from x = %s to %s, and none of the %d moves that are numbered does; "+
				"number all of them", m, show(w.x), w.after(m), size)
		}
	}
	return nil
}

// others changes values as another neighbourhood would, and tells the moves of it, if they are a MoveFollower.
func (w *ownWalk) others() {
	f, ok := w.moves.(multiwalk.MoveFollower)
	if !ok || w.r.IntN(3) > 0 {
		return
	}
	for at, part := range w.k.parts() {
		i := at + int32(w.r.IntN(part.Len()))
		if lo, hi := part.Bounds(); !isOrder(part.Kind()) && lo < hi {
			was, v := w.x[i], otherValue(part, w.x[i], w.r)
			w.x[i] = v
			if walk.Feasible(w.k.p, w.x) == nil {
				f.Change(i, v)
			} else {
				w.x[i] = was
			}
		}
	}
}

// after is the solution that a move leads to.
func (w *ownWalk) after(m multiwalk.Move) string {
	y, fresh := slices.Clone(w.x), w.p.NewMoves()
	fresh.Reset(y)
	fresh.Apply(y, m)
	return fmt.Sprint(y)
}

// step prices a move between others, makes it, takes it back, and makes it for good.
func (w *ownWalk) step(m multiwalk.Move) error {
	before, cost := slices.Clone(w.x), w.k.p.Cost(w.x)
	fresh := w.p.NewMoves()
	fresh.Reset(before)
	d, err := w.price(m, before)
	if err != nil {
		return err
	}
	if _, err := w.price(w.draw(), before); err != nil { // what Apply finds in the scratch is another move's
		return err
	}
	if d != nil {
		w.k.moved[movesCheck]++
	}
	for round := range 2 {
		w.moves.Apply(w.x, m)
		if err := walk.Feasible(w.k.p, w.x); err != nil {
			return fmt.Errorf("Apply(x, %+v) makes no solution of x = %s: %w", m, show(before), err)
		}
		if c := w.k.p.Cost(w.x); d != nil && c-cost != *d {
			return fmt.Errorf("Delta(x, %+v) = %d, but Apply takes the cost from %d to %d, by %d, at x = %s",
				m, *d, cost, c, c-cost, show(before))
		}
		if round == 1 {
			break
		}
		w.moves.Undo(w.x, m)
		if !slices.Equal(w.x, before) {
			return fmt.Errorf("Undo(x, %+v) leaves %s, but before the move x was %s", m, show(w.x), show(before))
		}
	}
	return w.compare(fresh, before, m)
}

// price prices a move twice, if it has a Delta.
func (w *ownWalk) price(m multiwalk.Move, x []int32) (*int64, error) {
	e, ok := w.moves.(multiwalk.MoveEvaluator)
	if !ok {
		return nil, nil
	}
	d := e.Delta(w.x, m)
	if err := unchanged(fmt.Sprintf("Delta(x, %+v)", m), w.x, x); err != nil {
		return nil, err
	}
	if again := e.Delta(w.x, m); again != d {
		return nil, fmt.Errorf("Delta(x, %+v) is %d at the first call and %d at the second, at x = %s", m, d, again, show(x))
	}
	return &d, nil
}

// compare holds the walk's moves against moves that were told of the solution before by Reset, and have not priced m: they
// must make the same of it, and then draw the same.
func (w *ownWalk) compare(fresh multiwalk.Moves, before []int32, m multiwalk.Move) error {
	y := slices.Clone(before)
	fresh.Apply(y, m)
	if !slices.Equal(w.x, y) {
		return fmt.Errorf("Apply(x, %+v) makes %s of x = %s, but %s after Reset(x): what the moves keep must follow from x",
			m, show(w.x), show(before), show(y))
	}
	drawn := multiwalk.NewRand(w.k.seed, 5)
	other := *drawn
	a, b := w.moves.Random(drawn), fresh.Random(&other)
	if a != b {
		return fmt.Errorf("equal random numbers draw %+v and %+v at the same x = %s: what the moves keep must follow from x",
			a, b, show(w.x))
	}
	if e, ok := w.moves.(multiwalk.MoveEvaluator); ok {
		f, again := fresh.(multiwalk.MoveEvaluator), w.p.NewMoves()
		again.Reset(w.x)
		g := again.(multiwalk.MoveEvaluator)
		if d, by, anew := e.Delta(w.x, a), f.Delta(y, a), g.Delta(y, a); d != by || d != anew {
			return fmt.Errorf("at x = %s Delta(x, %+v) is %d or %d where the solution was come to by moves, and %d after Reset",
				show(w.x), a, d, by, anew)
		}
	}
	return nil
}
