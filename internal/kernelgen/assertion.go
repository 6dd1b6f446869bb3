package kernelgen

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A generic kernel asks what a problem offers by an assertion on its type argument:
//
//	if f, ok := any(p).(Flipper); ok {
//		return f.FlipDelta(x, i)
//	}
//
// In an instance the type behind the interface is known, so this file decides the assertion before the function is
// lowered: calls through the interface become calls of the type's methods, and what is never reached is left out.
// What stays undecided is refused as any interface is.

// decide rewrites the assertions of a function whose outcome its type arguments settle. A second time it finds none.
func (m *module) decide(fn *ssa.Function) {
	if m.src.decided[fn] || len(fn.Blocks) == 0 {
		return
	}
	m.src.decided[fn] = true
	settled := false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.TypeAssert:
				settled = m.settle(in) || settled
			case *ssa.Call:
				m.devirtualise(in)
			}
		}
	}
	if settled {
		prune(fn)
		sweep(fn)
	}
}

// behind returns the value of a known type that an interface holds, or nil.
func behind(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return v.X
	case *ssa.ChangeInterface:
		return behind(v.X)
	case *ssa.TypeAssert:
		return behind(v.X)
	case *ssa.Extract:
		if a, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 0 {
			return behind(a.X)
		}
	}
	return nil
}

// settle replaces the outcome of an assertion by a constant, and what it asserts by the value itself where its type is not
// an interface. An assertion that would panic stays, and is refused.
func (m *module) settle(in *ssa.TypeAssert) bool {
	v := behind(in.X)
	if v == nil {
		return false
	}
	holds := types.Identical(v.Type(), in.AssertedType)
	iface, _ := in.AssertedType.Underlying().(*types.Interface)
	if iface != nil {
		holds = types.Implements(v.Type(), iface)
	}
	if !in.CommaOk {
		if holds && iface == nil {
			replace(in, v)
		}
		return holds
	}
	for _, r := range slices.Clone(*in.Referrers()) {
		e, ok := r.(*ssa.Extract)
		switch {
		case !ok:
		case e.Index == 1:
			replace(e, ssa.NewConst(constant.MakeBool(holds), types.Typ[types.Bool]))
		case holds && iface == nil:
			replace(e, v)
		}
	}
	return true
}

// devirtualise makes a call through an interface one of the method that it is known to reach.
func (m *module) devirtualise(in *ssa.Call) {
	if !in.Call.IsInvoke() {
		return
	}
	v := behind(in.Call.Value)
	if v == nil {
		return
	}
	sel := m.prog.MethodSets.MethodSet(v.Type()).Lookup(in.Call.Method.Pkg(), in.Call.Method.Name())
	if sel == nil {
		return // the assertion fails, and the call is never reached
	}
	unuse(in.Call.Value, in)
	in.Call.Value, in.Call.Method = m.prog.MethodValue(sel), nil
	in.Call.Args = append([]ssa.Value{v}, in.Call.Args...)
	use(v, in)
}

// replace puts a value in the place of another one wherever that is used.
func replace(old, by ssa.Value) {
	for _, r := range *old.Referrers() {
		for _, op := range r.Operands(nil) {
			if *op == old {
				*op = by
				use(by, r)
			}
		}
	}
	*old.Referrers() = nil
}

func use(v ssa.Value, in ssa.Instruction) {
	if refs := v.Referrers(); refs != nil {
		*refs = append(*refs, in)
	}
}

// unuse takes one use by an instruction off a value's list.
func unuse(v ssa.Value, in ssa.Instruction) {
	if refs := v.Referrers(); refs != nil {
		if i := slices.Index(*refs, in); i >= 0 {
			*refs = slices.Delete(*refs, i, i+1)
		}
	}
}

// prune takes out the blocks that a constant condition keeps control from. The order of dominance of those that stay is
// what it was. An If with one successor is a jump.
func prune(fn *ssa.Function) {
	for again := true; again; {
		again = false
		for _, b := range fn.Blocks {
			in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok || len(b.Succs) < 2 {
				continue
			}
			if taken, known := truth(in.Cond); known {
				live, dead := b.Succs[0], b.Succs[1]
				if !taken {
					live, dead = dead, live
				}
				b.Succs = []*ssa.BasicBlock{live}
				leave(dead, b)
				again = true
			}
		}
		if again {
			fn.Blocks = reached(fn)
		}
	}
}

// truth returns the value of a condition that is constant, by itself, by negation or as what both ways of a join give.
func truth(v ssa.Value) (value, known bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return constant.BoolVal(v.Value), true
	case *ssa.UnOp:
		if v.Op == token.NOT {
			value, known = truth(v.X)
			return !value, known
		}
	case *ssa.Phi:
		for i, e := range v.Edges {
			c, ok := e.(*ssa.Const)
			if !ok || i > 0 && constant.BoolVal(c.Value) != value {
				return false, false
			}
			value = constant.BoolVal(c.Value)
		}
		return value, len(v.Edges) > 0
	}
	return false, false
}

// leave takes the edge from a block out of another one, and what its joins get over it.
func leave(b, from *ssa.BasicBlock) {
	i := slices.Index(b.Preds, from)
	b.Preds = slices.Delete(slices.Clone(b.Preds), i, i+1)
	for _, in := range b.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		unuse(phi.Edges[i], phi)
		phi.Edges = slices.Delete(slices.Clone(phi.Edges), i, i+1)
	}
}

// reached returns the blocks that control can come to, and makes the others leave them.
func reached(fn *ssa.Function) []*ssa.BasicBlock {
	seen := map[*ssa.BasicBlock]bool{fn.Blocks[0]: true}
	for work := []*ssa.BasicBlock{fn.Blocks[0]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	var live []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		if seen[b] {
			live = append(live, b)
			continue
		}
		for _, s := range b.Succs {
			if seen[s] {
				leave(s, b)
			}
		}
		for _, in := range b.Instrs {
			for _, op := range in.Operands(nil) {
				if *op != nil {
					unuse(*op, in)
				}
			}
		}
	}
	return live
}

// sweep takes out the interface values that nothing uses any more.
func sweep(fn *ssa.Function) {
	for again := true; again; {
		again = false
		for _, b := range fn.Blocks {
			b.Instrs = slices.DeleteFunc(b.Instrs, func(in ssa.Instruction) bool {
				switch in.(type) {
				case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.Extract:
				default:
					return false
				}
				v := in.(ssa.Value)
				if len(*v.Referrers()) > 0 || !interfaced(v) {
					return false
				}
				for _, op := range in.Operands(nil) {
					unuse(*op, in)
				}
				again = true
				return true
			})
		}
	}
}

// interfaced tells whether a value is an interface of a known type, or what an assertion on one gives.
func interfaced(v ssa.Value) bool {
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	return behind(v) != nil
}
