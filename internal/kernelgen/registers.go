package kernelgen

import (
	"fmt"
	"go/ast"
	"strconv"
	"strings"
)

// registersDirective in a kernel's doc comment bounds the registers of a thread, as in "//lane:registers 48": with fewer,
// a multiprocessor holds more threads at once, which may or may not be faster.
const registersDirective = "//lane:registers "

// boundRegisters takes up the directive of a kernel, if it has one.
func (m *module) boundRegisters(k found) {
	fn := k.fn
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	if !ok || decl.Doc == nil {
		return
	}
	for _, line := range decl.Doc.List {
		text, found := strings.CutPrefix(line.Text, registersDirective)
		if !found {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 16 || n > 255 {
			m.refuse(line.Pos(), "write //lane:registers 48, say", "a thread cannot be bound to %q registers, but to 16 to 255", text)
			return
		}
		m.bounds[k.name] = fmt.Sprintf(", !\"maxnreg\", i32 %d", n)
	}
}
