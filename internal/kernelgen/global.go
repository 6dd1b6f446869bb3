package kernelgen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// wayOutTable is the way out for package-level variables.
const wayOutTable = "initialise it by constants and write it nowhere, or pass it as a parameter"

// global is the operand of a package-level variable: it must be a table of constants that nobody writes.
func (m *module) global(g *ssa.Global, pos token.Pos) string {
	if s, ok := m.tables[g]; ok {
		return s
	}
	m.tables[g] = "null" // what a refused variable becomes
	if m.writes()[g.Object()] {
		m.refuse(pos, wayOutTable, "the package-level variable %s is written, and a device would not see it", g.Name())
		return "null"
	}
	if !m.boundedTable(elem(g.Type()), g.Name(), pos) {
		return "null"
	}
	value, ok := m.initial(g)
	if !ok {
		m.refuse(pos, wayOutTable, "the package-level variable %s is not a table of constants", g.Name())
		return "null"
	}
	t := elem(g.Type())
	s := "@" + m.fresh("table_"+g.Pkg.Pkg.Name()+"_"+g.Name())
	m.tables[g] = s
	fmt.Fprintf(&m.globals, "%s = internal unnamed_addr constant %s %s\n", s, m.typ(t, pos), value.text(m, t, pos))
	return s
}

// boundedTable refuses a table that would take too long to write out.
func (m *module) boundedTable(t types.Type, name string, pos token.Pos) bool {
	before := len(m.refusals)
	m.typ(t, pos)
	if l := m.sizes.of(t); l.parts > maxTable && len(m.refusals) == before {
		m.refuse(pos, "pass it as a slice", "the package-level variable %s has %d numbers, and a table no more than %d", name, l.parts, maxTable)
	}
	return len(m.refusals) == before
}

// A tree is an initial value: a constant at a leaf, or the parts that are not zero.
type tree struct {
	leaf  *ssa.Const
	slice *sliceTree
	parts map[int64]*tree
}

// A sliceTree is the array behind a slice.
type sliceTree struct {
	array types.Type
	value *tree
}

// part is the tree of a part, made when first asked for.
func (t *tree) part(i int64) *tree {
	if t.parts == nil {
		t.parts = map[int64]*tree{}
	}
	if t.parts[i] == nil {
		t.parts[i] = &tree{}
	}
	return t.parts[i]
}

// initial reads a variable's initial value from what its package's init stores into it.
func (m *module) initial(g *ssa.Global) (*tree, bool) {
	g.Pkg.Build()
	return storesInto(g, g.Pkg.Func("init"))
}

// storesInto gathers the stores of function init into the memory of root; not ok: one of them is not a constant.
func storesInto(root ssa.Value, init *ssa.Function) (*tree, bool) {
	value := &tree{}
	for _, b := range init.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			place, ok := follow(value, st.Addr, root)
			if !ok {
				continue
			}
			if place == nil || !place.set(st.Val, init) {
				return nil, false
			}
		}
	}
	return value, true
}

// set records what is stored at a place.
func (t *tree) set(v ssa.Value, init *ssa.Function) bool {
	switch v := v.(type) {
	case *ssa.Const:
		t.leaf = v
		return true
	case *ssa.Slice:
		a, ok := v.X.(*ssa.Alloc)
		if !ok || v.Low != nil || v.High != nil || v.Max != nil {
			return false
		}
		inner, ok := storesInto(a, init)
		t.slice = &sliceTree{elem(a.Type()), inner}
		return ok
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		if !ok || v.Op != token.MUL {
			return false
		}
		inner, ok := storesInto(a, init)
		if ok {
			*t = *inner
		}
		return ok
	}
	return false
}

// follow finds the place that an address within root's memory names; ok is false for other memory, and the place nil
// where an index is not constant.
func follow(value *tree, addr, root ssa.Value) (*tree, bool) {
	if addr == root {
		return value, true
	}
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		t, ok := follow(value, a.X, root)
		if t == nil {
			return nil, ok
		}
		return t.part(int64(a.Field)), true
	case *ssa.IndexAddr:
		t, ok := follow(value, a.X, root)
		c, isConst := a.Index.(*ssa.Const)
		if t == nil || !isConst {
			return nil, ok
		}
		return t.part(c.Int64()), true
	}
	return nil, false
}

// text is the value as a constant of LLVM.
func (t *tree) text(m *module, of types.Type, pos token.Pos) string {
	switch {
	case t == nil || t.leaf == nil && t.slice == nil && len(t.parts) == 0:
		return m.zero(of, pos)
	case t.leaf != nil:
		return m.constant(t.leaf, pos)
	case t.slice != nil:
		g := "@" + m.fresh("table_elements")
		n := t.slice.array.Underlying().(*types.Array).Len()
		if !m.boundedTable(t.slice.array, "of these elements", pos) {
			return "zeroinitializer"
		}
		fmt.Fprintf(&m.globals, "%s = internal constant %s %s\n", g, m.typ(t.slice.array, pos), t.slice.value.text(m, t.slice.array, pos))
		return fmt.Sprintf("{ptr %s, i64 %d, i64 %d}", g, n, n)
	}
	var parts []string
	switch u := of.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			ft := u.Field(i).Type()
			parts = append(parts, m.typ(ft, pos)+" "+t.parts[int64(i)].text(m, ft, pos))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case *types.Array:
		for i := range u.Len() {
			parts = append(parts, m.typ(u.Elem(), pos)+" "+t.parts[i].text(m, u.Elem(), pos))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return m.zero(of, pos)
}

// writes are the package-level variables that some loaded source may write after their initialisation.
func (m *module) writes() map[types.Object]bool {
	if m.written == nil {
		m.written = map[types.Object]bool{}
		for _, p := range m.src.all {
			for _, file := range p.Syntax {
				ast.Inspect(file, func(n ast.Node) bool {
					m.noteWrites(p, n)
					return true
				})
			}
		}
	}
	return m.written
}

// noteWrites notes the variables that a node of the syntax assigns or takes the address of.
func (m *module) noteWrites(p *packages.Package, n ast.Node) {
	note := func(e ast.Expr) {
		if v := rootVariable(p.TypesInfo, e); v != nil {
			m.written[v] = true
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			note(e)
		}
	case *ast.IncDecStmt:
		note(n.X)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			note(n.X)
		}
	case *ast.RangeStmt:
		note(n.Key)
		note(n.Value)
	case *ast.SliceExpr:
		if _, ok := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Array); ok {
			note(n.X)
		}
	case *ast.SelectorExpr:
		if s := p.TypesInfo.Selections[n]; s != nil && s.Kind() == types.MethodVal && !s.Indirect() {
			if _, ok := s.Obj().Type().(*types.Signature).Recv().Type().(*types.Pointer); ok {
				note(n.X) // a method with a pointer receiver may write
			}
		}
	}
}

// rootVariable is the package-level variable that an assignable expression is, or lies in.
func rootVariable(info *types.Info, e ast.Expr) types.Object {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			if v, ok := info.Uses[x].(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				return v
			}
			return nil
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			if v, ok := info.Uses[x.Sel].(*types.Var); ok && !v.IsField() {
				return v
			}
			e = x.X
		default:
			return nil
		}
	}
}
