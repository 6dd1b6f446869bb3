package kernelgen

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A strided loop is one of the form
//
//	for i := first; i < n; i += stride { ... x[i] ... }
//
// whose body begins by forming the address of x[i], and in which n does not change. Its i += stride cannot wrap in a
// kernel without faults: where it is reached, 0 <= i < n because x[i] is within bounds; if the sum wrapped, it would be
// negative and so less than n, and the next turn would form the address of x[i] below the slice, which the fast build
// takes not to happen. C++ says as much of every sum of signed integers. It lets LLVM know how often the loop turns.
type stridedLoop struct {
	next *ssa.BinOp // i + stride
}

// strided recognises that a block ends a turn of a strided loop; nil: it does not, or the build is a checked one, in which
// nothing is taken for granted.
func (f *frame) strided(last *ssa.BasicBlock) *stridedLoop {
	if f.opts.Checked || len(last.Succs) != 1 {
		return nil
	}
	head := last.Succs[0]
	branch, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If)
	if !ok || !head.Dominates(last) {
		return nil
	}
	body := head.Succs[0]
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || cond.Op != token.LSS || len(body.Preds) != 1 || !body.Dominates(last) {
		return nil
	}
	i, ok := cond.X.(*ssa.Phi)
	if !ok || i.Block() != head || isUnsigned(i.Type()) || !indexedFirst(body, i) || !invariant(cond.Y, head) {
		return nil
	}
	for k, p := range head.Preds {
		next, ok := i.Edges[k].(*ssa.BinOp)
		if p != last || !ok || next.Op != token.ADD || next.X != i && next.Y != i || len(*next.Referrers()) != 1 ||
			!body.Dominates(next.Block()) {
			continue
		}
		return &stridedLoop{next}
	}
	return nil
}

// indexedFirst tells whether a block forms the address of element i before anything that may keep it from that.
func indexedFirst(b *ssa.BasicBlock, i ssa.Value) bool {
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.IndexAddr:
			if in.Index == i {
				return true
			}
		case *ssa.BinOp, *ssa.Convert, *ssa.UnOp, *ssa.FieldAddr, *ssa.Field, *ssa.DebugRef:
		default:
			return false
		}
	}
	return false
}

// invariant tells whether a value is the same at every turn of the loop that head begins.
func invariant(v ssa.Value, head *ssa.BasicBlock) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Parameter:
		return true
	case *ssa.Convert:
		return invariant(v.X, head)
	case *ssa.BinOp:
		return before(v, head) || invariant(v.X, head) && invariant(v.Y, head)
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return before(v, head) || ok && b.Name() == "len" && invariant(v.Call.Args[0], head)
	case ssa.Instruction:
		return before(v, head)
	}
	return false
}

// before tells whether an instruction is done before the loop that head begins.
func before(in ssa.Instruction, head *ssa.BasicBlock) bool {
	return in.Block() != head && in.Block().Dominates(head)
}

// wraps is the flag of a sum: none, or that it does not wrap.
func (f *frame) wraps(in *ssa.BinOp) string {
	for _, r := range *in.Referrers() {
		phi, ok := r.(*ssa.Phi)
		if !ok {
			continue
		}
		for k, p := range phi.Block().Preds {
			if phi.Edges[k] != in {
				continue
			}
			if l := f.strided(p); l != nil && l.next == in {
				return "nsw "
			}
		}
	}
	return ""
}

// unrolled is what the jump back to the head of a strided loop says. Where the stride is no constant and the body a few
// instructions, such as a sum's, several turns at once let loads overlap: LLVM does that by itself only where it finds the
// number of turns without a division. Such a loop is also taken to end, which it does unless its stride is 0.
func (f *frame) unrolled(last *ssa.BasicBlock) string {
	l := f.strided(last)
	if l == nil || !f.short(last) {
		return ""
	}
	head := last.Succs[0]
	if last != head.Succs[0] || isConst(l.next.X) || isConst(l.next.Y) {
		return ""
	}
	turns := f.metadata.node(`!{!"llvm.loop.unroll.count", i32 4}`)
	ends := f.metadata.node(`!{!"llvm.loop.mustprogress"}`)
	return ", !llvm.loop " + f.metadata.loop(turns, ends)
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// short tells whether a block is a few instructions and calls nothing but numbers of the thread.
func (f *frame) short(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		call, ok := in.(*ssa.Call)
		if !ok {
			continue
		}
		callee := call.Call.StaticCallee()
		if callee == nil || callee.Signature.Recv() == nil || !isThread(callee.Signature.Recv().Type()) ||
			callee.Signature.Results().Len() != 1 || !types.Identical(callee.Signature.Results().At(0).Type(), types.Typ[types.Int32]) {
			return false
		}
	}
	return len(b.Instrs) <= 24
}
