package kernelfile

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
)

// Match says how a kernel takes a problem's type, or why it does not.
type Match struct {
	Kernel string
	Types  []string // its type arguments as the problem's package writes them; none if it has no type parameters
	Why    string   // it does not take the type; empty if it does
}

// matches compares a type with every kernel, and tells whether the kernels take a pointer to it: where
// one of them needs methods of the pointer, all do, since a module has one problem.
func (p *Package) matches(t *types.Named) (ms []Match, pointer bool) {
	byValue, byPointer := p.matchesOf(t), p.matchesOf(types.NewPointer(t))
	for i := range byValue {
		pointer = pointer || byValue[i].Why != "" && byPointer[i].Why == ""
	}
	if pointer = pointer || p.byPointer(t); pointer || !slices.ContainsFunc(byValue, func(m Match) bool { return m.Why == "" }) {
		return byPointer, true
	}
	return byValue, false
}

// matchesOf compares one type, in the order of the kernels' names.
func (p *Package) matchesOf(t types.Type) []Match {
	var ms []Match
	for _, fn := range p.available() {
		m := Match{Kernel: fn.Name()}
		args, err := infer(fn.Signature(), t)
		if err == nil && slices.Contains(byDelta, fn.Name()) && !p.prices(t) {
			err = errors.New("it has no delta of a move, such as SwapDelta or FlipDelta")
		}
		if err == nil {
			m.Types, err = p.written(args)
		}
		if err != nil {
			m.Why = err.Error()
		}
		ms = append(ms, m)
	}
	return ms
}

// available lists the functions of package generated, which return a kernel each, in the order of their names.
func (p *Package) available() []*types.Func {
	var fns []*types.Func
	scope := p.kernels.Scope()
	for _, name := range scope.Names() {
		if fn, ok := scope.Lookup(name).(*types.Func); ok && token.IsExported(name) {
			fns = append(fns, fn)
		}
	}
	return fns
}

// asked is the names of the methods that kernels ask of problems.
func (p *Package) asked() map[string]bool {
	names := map[string]bool{}
	for name := range p.offers() {
		names[name] = true
	}
	for _, fn := range p.available() {
		for param := range fn.Signature().TypeParams().TypeParams() {
			for m := range param.Constraint().Underlying().(*types.Interface).Methods() {
				names[m.Name()] = true
			}
		}
	}
	return names
}

// infer finds the type arguments with which a kernel takes t. The problem's type parameter is the first whose constraint
// has methods; the others follow from the signatures of t's methods.
func infer(sig *types.Signature, t types.Type) ([]types.Type, error) {
	params := sig.TypeParams()
	if params.Len() == 0 {
		return nil, nil
	}
	bound := map[*types.TypeParam]types.Type{}
	for i := range params.Len() {
		want := params.At(i).Constraint().Underlying().(*types.Interface)
		if want.NumMethods() == 0 {
			continue
		}
		bound[params.At(i)] = t
		for j := range want.NumMethods() {
			if err := bindMethod(want.Method(j), t, bound); err != nil {
				return nil, err
			}
		}
		break
	}
	args := make([]types.Type, params.Len())
	for i := range args {
		if args[i] = bound[params.At(i)]; args[i] == nil {
			return nil, fmt.Errorf("its type parameter %s does not follow from the methods of %s", params.At(i), t)
		}
	}
	if _, err := types.Instantiate(nil, sig, args, true); err != nil {
		return nil, err
	}
	return args, nil
}

// bindMethod binds the type parameters in the signature of a method that is wanted to what t's own method has there.
func bindMethod(want *types.Func, t types.Type, bound map[*types.TypeParam]types.Type) error {
	sel := types.NewMethodSet(t).Lookup(want.Pkg(), want.Name())
	if sel == nil {
		return fmt.Errorf("no method %s%s", want.Name(), plainly(want.Signature())[len("func"):])
	}
	have, sig := sel.Obj().(*types.Func).Signature(), want.Signature()
	if have.Params().Len() != sig.Params().Len() || have.Results().Len() != sig.Results().Len() {
		return fmt.Errorf("method %s is %s, not %s", want.Name(), plainly(have), plainly(sig))
	}
	bind(sig.Params(), have.Params(), bound)
	bind(sig.Results(), have.Results(), bound)
	return nil
}

// plainly writes a type as source would, with the names of packages.
func plainly(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// bind walks a type that is wanted and the one that is there in step, and binds the type parameters that are free. Where
// they differ in shape the check of the constraint will say so.
func bind(want, have types.Type, bound map[*types.TypeParam]types.Type) {
	switch w := want.(type) {
	case *types.TypeParam:
		if bound[w] == nil {
			bound[w] = have
		}
	case *types.Tuple:
		if h, ok := have.(*types.Tuple); ok && h.Len() == w.Len() {
			for i := range w.Len() {
				bind(w.At(i).Type(), h.At(i).Type(), bound)
			}
		}
	case *types.Slice:
		if h, ok := have.Underlying().(*types.Slice); ok {
			bind(w.Elem(), h.Elem(), bound)
		}
	case *types.Array:
		if h, ok := have.Underlying().(*types.Array); ok {
			bind(w.Elem(), h.Elem(), bound)
		}
	case *types.Pointer:
		if h, ok := have.Underlying().(*types.Pointer); ok {
			bind(w.Elem(), h.Elem(), bound)
		}
	case *types.Named:
		if h, ok := types.Unalias(have).(*types.Named); ok && h.TypeArgs().Len() == w.TypeArgs().Len() {
			for i := range w.TypeArgs().Len() {
				bind(w.TypeArgs().At(i), h.TypeArgs().At(i), bound)
			}
		}
	}
}

// written writes type arguments as source of the problem's package, which imports no package for their sake.
func (p *Package) written(args []types.Type) ([]string, error) {
	var texts []string
	var foreign error
	for _, a := range args {
		texts = append(texts, types.TypeString(a, func(q *types.Package) string {
			if q == p.types {
				return ""
			}
			foreign = fmt.Errorf("its type argument %s is of another package; define a type in %s", a, p.types.Path())
			return q.Name()
		}))
	}
	return texts, foreign
}
