//go:build unix

package main

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
)

// edit replaces bytes of a file. Kind says how the mutant came about.
type edit struct {
	kind     string
	from, to token.Pos
	text     string
}

// swapped are the operators that stand in for an operator.
var swapped = map[token.Token][]token.Token{
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.QUO},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN},
	token.AND_ASSIGN: {token.OR_ASSIGN}, token.OR_ASSIGN: {token.AND_ASSIGN}, token.XOR_ASSIGN: {token.OR_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
	token.BREAK: {token.CONTINUE}, token.CONTINUE: {token.BREAK},
}

// ordered are the operators whose operands do not commute.
var ordered = []token.Token{token.SUB, token.QUO, token.REM, token.SHL, token.SHR}

// finder collects the edits of a file.
type finder struct {
	text  func(ast.Node) string
	edits []edit
}

func (f *finder) add(kind string, from, to token.Pos, text string) {
	f.edits = append(f.edits, edit{kind, from, to, text})
}

// operator puts others in an operator's place.
func (f *finder) operator(at token.Pos, op token.Token) {
	for _, other := range swapped[op] {
		f.add(op.String()+" to "+other.String(), at, at+token.Pos(len(op.String())), other.String())
	}
}

// see mutates a node, and reports whether to look at its children.
func (f *finder) see(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.StructType, *ast.InterfaceType, *ast.FuncType:
		return false
	case *ast.CallExpr:
		return f.call(n)
	case *ast.BinaryExpr:
		f.operator(n.OpPos, n.Op)
		if slices.Contains(ordered, n.Op) {
			f.add("operands swapped", n.Pos(), n.End(), "("+f.text(n.Y)+")"+n.Op.String()+"("+f.text(n.X)+")")
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			f.add(n.Op.String()+" removed", n.OpPos, n.OpPos+1, "")
		}
	case *ast.BasicLit:
		f.literal(n)
	case *ast.Ident:
		if other := map[string]string{"true": "false", "false": "true"}[n.Name]; other != "" {
			f.add(n.Name+" to "+other, n.Pos(), n.End(), other)
		}
	case ast.Stmt:
		return f.statement(n)
	}
	return true
}

// statement removes it or changes its operator.
func (f *finder) statement(n ast.Stmt) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		return !instrumented(n.Cond)
	case *ast.AssignStmt:
		f.operator(n.TokPos, n.Tok)
		if n.Tok != token.DEFINE {
			f.add("statement removed", n.Pos(), n.End(), "")
		}
	case *ast.IncDecStmt:
		f.operator(n.TokPos, n.Tok)
		f.add("statement removed", n.Pos(), n.End(), "")
	case *ast.BranchStmt:
		f.operator(n.TokPos, n.Tok)
	case *ast.ExprStmt:
		if c, ok := n.X.(*ast.CallExpr); ok && !speaks(c) {
			f.add("statement removed", n.Pos(), n.End(), "")
		}
	}
	return true
}

// instrumented tells conditions under which code is for the build tag invariants alone, which the tests here are without.
func instrumented(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if ok {
			x, isName := s.X.(*ast.Ident)
			found = found || isName && x.Name == "invariants"
		}
		return !found
	})
	return found
}

// speaks tells calls that make messages: what errors say is not a matter of mutants.
func speaks(c *ast.CallExpr) bool {
	switch fn := c.Fun.(type) {
	case *ast.Ident:
		return fn.Name == "panic"
	case *ast.SelectorExpr:
		x, ok := fn.X.(*ast.Ident)
		return ok && (x.Name == "fmt" || x.Name == "errors") || fn.Sel.Name == "NoKernel" || fn.Sel.Name == "NoDelta"
	}
	return false
}

// call swaps min and max, and the arguments of a call that has two.
func (f *finder) call(c *ast.CallExpr) bool {
	if speaks(c) {
		return false
	}
	name, _ := c.Fun.(*ast.Ident)
	other := ""
	if name != nil {
		other = map[string]string{"min": "max", "max": "min"}[name.Name]
	}
	switch {
	case other != "":
		f.add(name.Name+" to "+other, name.Pos(), name.End(), other)
	case len(c.Args) == 2 && !c.Ellipsis.IsValid() && f.text(c.Args[0]) != f.text(c.Args[1]):
		f.add("arguments swapped", c.Args[0].Pos(), c.Args[1].End(), f.text(c.Args[1])+", "+f.text(c.Args[0]))
	}
	return true
}

// literal changes a number by one, or to half or twice.
func (f *finder) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		v, err := strconv.ParseInt(n.Value, 0, 64)
		if err != nil {
			return
		}
		seen := []int64{v}
		for _, other := range []int64{v + 1, v - 1, v / 2, v * 2} {
			if !slices.Contains(seen, other) {
				seen = append(seen, other)
				f.add(n.Value+" to "+strconv.FormatInt(other, 10), n.Pos(), n.End(), strconv.FormatInt(other, 10))
			}
		}
	case token.FLOAT:
		for _, by := range []string{" / 2", " * 2"} {
			f.add(n.Value+by, n.Pos(), n.End(), "("+n.Value+by+")")
		}
	}
}
