package neighbourhood

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/state"
)

// inFull prices by the cost with the swap made.
type inFull struct{ p multiwalk.Problem }

func (inFull) reset(*Explorer)              {}
func (inFull) swap(e *Explorer, i, j int32) { e.exchange(i, j) }
func (b inFull) price(e *Explorer, i, j int32) int64 {
	e.exchange(i, j)
	c := b.p.Cost(e.X)
	e.exchange(i, j)
	return c - e.Cost
}

// byDelta prices by the problem's SwapDelta.
type byDelta struct{ eval multiwalk.SwapEvaluator }

func (byDelta) reset(*Explorer)              {}
func (byDelta) swap(e *Explorer, i, j int32) { e.exchange(i, j) }
func (b byDelta) price(e *Explorer, i, j int32) int64 {
	return b.eval.SwapDelta(e.X, min(i, j), max(i, j))
}

// byState prices by the problem's states: by SwapDelta, or by rows.
type byState struct {
	begin  func(x []int32) multiwalk.State
	inRows bool // a scan reads rows
	state  multiwalk.State
	swaps  state.SwapFollower
	rows   state.SwapsFollower // nil: a scan asks for each swap
	narrow []int32             // the matrix that holds all rows, if there is one
	wide   []int64
	stride int
}

// matrixState is a state that holds all its rows in one matrix, as DeltaMatrix does, so that a scan need not ask for
// each. One of narrow and wide is nil, and the other stays the same slice.
type matrixState interface {
	DeltaMatrix() (narrow []int32, wide []int64, stride int)
}

// copier is a state that can be made equal to another of the same problem, faster than by Reset.
type copier interface {
	CopyFrom(o multiwalk.State)
}

func (b *byState) reset(e *Explorer) {
	if b.state != nil {
		b.state.Reset(e.X)
		return
	}
	b.state = b.begin(e.X)
	b.swaps = swapsBy(b.state)
	if !b.inRows {
		return
	}
	b.rows = b.state.(state.SwapsFollower)
	if m, ok := b.state.(matrixState); ok {
		if b.narrow, b.wide, b.stride = m.DeltaMatrix(); b.stride != Stride(e.n) {
			b.stride = 0 // its rows are for others
		}
	}
}

func (b *byState) swap(e *Explorer, i, j int32) {
	e.exchange(i, j)
	b.swaps.Swap(i, j)
}

func (b *byState) price(_ *Explorer, i, j int32) int64 { return b.swaps.SwapDelta(i, j) }

// swapsBy is what prices single swaps by a state, or nil.
func swapsBy(s multiwalk.State) state.SwapFollower {
	if swaps, ok := s.(state.SwapFollower); ok {
		return swaps
	}
	if rows, ok := s.(state.SwapsFollower); ok {
		return byRow{rows}
	}
	return nil
}

// byRow looks a swap up in its row.
type byRow struct{ state.SwapsFollower }

func (b byRow) SwapDelta(i, j int32) int64 {
	i, j = min(i, j), max(i, j)
	narrow, wide := b.Row(i)
	if narrow != nil {
		return int64(narrow[j-i-1])
	}
	return wide[j-i-1]
}

// Kept is a solution to come back to. Where the state can be copied, coming back costs no more than a copy.
type Kept struct {
	X     []int32
	Cost  int64
	state multiwalk.State // a copy, or nil
}

// Keep returns the present solution, to be kept up by Take.
func (e *Explorer) Keep() Kept {
	k := Kept{X: append([]int32(nil), e.X...), Cost: e.Cost}
	if b, ok := e.by.(*byState); ok {
		if _, ok := b.state.(copier); ok {
			k.state = b.begin(e.X)
		}
	}
	return k
}

// Take keeps the present solution in place of the one before.
func (k *Kept) Take(e *Explorer) {
	copy(k.X, e.X)
	if k.Cost = e.Cost; k.state != nil {
		k.state.(copier).CopyFrom(e.by.(*byState).state)
	}
}

// Restore goes back to what is kept.
func (k *Kept) Restore(e *Explorer) {
	if k.state == nil {
		e.Reset(k.X, k.Cost)
		return
	}
	copy(e.X, k.X)
	e.Cost = k.Cost
	e.by.(*byState).state.(copier).CopyFrom(k.state)
}

func (k *Kept) Save(a *checkpoint.Archive) {
	if a.Fields("kept", &k.X, &k.Cost); a.Reading() && k.state != nil {
		k.state.Reset(k.X)
	}
}
