package kernelgen

import (
	"fmt"
	"go/ast"
	"strconv"
	"strings"
)

// Directives in a kernel's doc comment.
const (
	// registersDirective bounds the registers of a thread, as in "//lane:registers 48": with fewer, a multiprocessor holds more threads at
	// once, which may or may not be faster.
	registersDirective = "//lane:registers "
	// rolledDirective forbids ptxas to unroll the kernel's loops further than LLVM has: see keepRolled.
	rolledDirective = "//lane:rolled"
)

// direct takes up the directives of a kernel, if it has any.
func (m *module) direct(k found) {
	fn := k.fn
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	if !ok || decl.Doc == nil {
		return
	}
	for _, line := range decl.Doc.List {
		if text, found := strings.CutPrefix(line.Text, registersDirective); found {
			n, err := strconv.Atoi(strings.TrimSpace(text))
			if err != nil || n < 16 || n > 255 {
				m.refuse(line.Pos(), "write //lane:registers 48, say", "a thread cannot be bound to %q registers, but to 16 to 255", text)
				return
			}
			m.directed[k.name] += fmt.Sprintf(", !\"maxnreg\", i32 %d", n)
		} else if strings.TrimSpace(line.Text) == rolledDirective {
			m.directed[k.name] += rolledAnnotation
		}
	}
}
