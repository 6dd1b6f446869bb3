package explorer

import "github.com/multiwalk/multiwalk/neighbourhood"

// A kernel is compiled for the kinds of move that it makes (see neighbourhood.Ops). So all that depends on the kind of a move asks
// for it by these functions, and the compiler leaves out what is for other kinds.

// is tells whether a move is of a kind.
func (w *explorer[P]) is(m neighbourhood.Move, op neighbourhood.Op) bool {
	return w.a.Ops.Has(op) && m.Op == op
}

// member is member which of the neighbourhood.
func (w *explorer[P]) member(which int32) neighbourhood.Member {
	b := w.members[which]
	b.Op = w.a.Ops.Of(b.Op)
	return b
}

// draw makes a random move by the words of a lane, as it is on the solution; lead is the first two words of the warp's first lane.
func (w *explorer[P]) draw(lead [2]uint32, u [4]uint32) (which int32, m neighbourhood.Move) {
	which, u[0] = neighbourhood.DrawMember(w.members, lead[0]), neighbourhood.Rest(w.members, u[0])
	b := w.member(which)
	if !w.a.Rule.Apart(w.a.Tour != 0) {
		return which, b.Placed(w.free, b.Draw(u[0], u[1], u[2]))
	}
	lead[0] = neighbourhood.Rest(w.members, lead[0])
	return which, b.Placed(w.free, b.DrawApart(lead, u[0], u[1], u[2]))
}

// at makes move number k, as it is on the solution.
func (w *explorer[P]) at(k int64) (which int32, m neighbourhood.Move) {
	if w.a.Listed != 0 {
		b := w.member(0)
		return 0, b.Listed(w.x, w.places, w.free, k)
	}
	which, k = neighbourhood.MemberAt(w.members, k)
	b := w.member(which)
	return which, b.Placed(w.free, b.Move(k))
}
