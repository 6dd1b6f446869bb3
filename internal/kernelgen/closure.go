package kernelgen

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A closure is a function value whose function is known at compile time. In IR such a value is its bindings alone: the
// variables it captures. A function that takes function values is lowered once for each set of closures it is given.
type closure struct {
	fn   *ssa.Function
	free []*closure // for each free variable: the closure in it, or in the variable it points to; else nil
}

// An instance is a function with the closures that its parameters and free variables hold.
type instance struct {
	fn     *ssa.Function
	params []*closure
	free   []*closure
}

// key tells closures apart.
func (c *closure) key() string {
	if c == nil {
		return "-"
	}
	return fmt.Sprintf("%p(%s)", c.fn, keys(c.free))
}

func (in *instance) key() string {
	return fmt.Sprintf("%p(%s)(%s)", in.fn, keys(in.params), keys(in.free))
}

func keys(cs []*closure) string {
	ks := make([]string, len(cs))
	for i, c := range cs {
		ks[i] = c.key()
	}
	return strings.Join(ks, ",")
}

// closureType is the IR type of a function value: the struct of its bindings.
func (m *module) closureType(c *closure) string {
	if c == nil {
		return "{}"
	}
	parts := make([]string, len(c.free))
	for i, v := range c.fn.FreeVars {
		if isFunc(v.Type()) {
			parts[i] = m.closureType(c.free[i])
		} else {
			parts[i] = m.typ(v.Type(), c.fn.Pos())
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// resolve finds the closure that a function value is, or nil where that is known only at run time.
func (f *frame) resolve(v ssa.Value) *closure {
	switch v := v.(type) {
	case *ssa.Function:
		return &closure{fn: v}
	case *ssa.MakeClosure:
		c := &closure{fn: v.Fn.(*ssa.Function), free: make([]*closure, len(v.Bindings))}
		for i, b := range v.Bindings {
			c.free[i] = f.resolveAny(b)
			if c.free[i] == nil && (isFunc(b.Type()) || isFunc(elem(b.Type()))) {
				return nil
			}
		}
		return c
	case *ssa.Parameter, *ssa.FreeVar:
		return f.given(v)
	case *ssa.ChangeType:
		return f.resolve(v.X)
	case *ssa.UnOp:
		return f.resolveCell(v.X)
	case *ssa.Phi:
		return f.resolvePhi(v)
	}
	return nil
}

// resolveAny is resolve for a value of any type: nil where no function is in it.
func (f *frame) resolveAny(v ssa.Value) *closure {
	if isFunc(v.Type()) {
		return f.resolve(v)
	}
	if isFunc(elem(v.Type())) {
		return f.resolveCell(v)
	}
	return nil
}

// given is the closure that this instance was given in a parameter or a free variable.
func (f *frame) given(v ssa.Value) *closure {
	for i, p := range f.fn.Params {
		if p == v {
			return f.inst.params[i]
		}
	}
	for i, fv := range f.fn.FreeVars {
		if fv == v {
			return f.inst.free[i]
		}
	}
	return nil
}

// resolvePhi joins closures: one function with perhaps different bindings.
func (f *frame) resolvePhi(v *ssa.Phi) *closure {
	if f.resolving[v] {
		return nil
	}
	f.resolving[v] = true
	defer delete(f.resolving, v)
	var all *closure
	for _, e := range v.Edges {
		c := f.resolve(e)
		if c == nil || all != nil && c.key() != all.key() {
			return nil
		}
		all = c
	}
	return all
}

// resolveCell finds the closure in a variable that is captured: it is known where the variable is set once.
func (f *frame) resolveCell(p ssa.Value) *closure {
	a, ok := p.(*ssa.Alloc)
	if !ok {
		return f.given(p)
	}
	if f.resolving[p] {
		return nil
	}
	f.resolving[p] = true
	defer delete(f.resolving, p)
	var set ssa.Value
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if set != nil {
				return nil
			}
			set = r.Val
		case *ssa.MakeClosure:
			if assignsCell(r, p) {
				return nil
			}
		}
	}
	if set == nil {
		return nil
	}
	return f.resolve(set)
}

// assignsCell tells whether a closure, or one within it, may assign the variable p that it captures.
func assignsCell(mc *ssa.MakeClosure, p ssa.Value) bool {
	for i, b := range mc.Bindings {
		if b != p {
			continue
		}
		free := mc.Fn.(*ssa.Function).FreeVars[i]
		for _, r := range *free.Referrers() {
			if inner, ok := r.(*ssa.MakeClosure); ok {
				if assignsCell(inner, free) {
					return true
				}
			} else if st, ok := r.(*ssa.Store); ok && st.Addr == free {
				return true
			}
		}
	}
	return false
}

// makeClosure lowers a function literal or a method value to its bindings.
func (f *frame) makeClosure(in *ssa.MakeClosure) {
	f.alias[in] = f.aggregate(f.closureType(f.resolve(in)), in.Bindings)
}
