package kernelgen

import (
	"go/token"
	"path/filepath"
	"strings"
)

// Lines tell LLVM from where in the source an instruction comes. They ask for line directives alone (DebugDirectivesOnly),
// so the code is the same with them and without.

// file is the node of a source file.
func (t *metadata) file(name string) string {
	return t.node("!DIFile(filename: %s, directory: %s)", quote(filepath.Base(name)), quote(filepath.Dir(name)))
}

// unit is the node of the whole module; every file can stand for it, so the first does.
func (t *metadata) unit(file string) string {
	if id, ok := t.ids["unit"]; ok {
		return id
	}
	id := t.node("distinct !DICompileUnit(language: DW_LANG_Go, file: %s, isOptimized: true, emissionKind: DebugDirectivesOnly)", file)
	t.ids["unit"] = id
	return id
}

// quote writes a string as metadata has it.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\5C`, `"`, `\22`).Replace(s) + `"`
}

// subprogram is the node of a function defined at pos under a symbol; empty where lines are not asked for.
func (m *module) subprogram(pos token.Pos, symbol string) string {
	if !m.opts.Lines || m.opts.host {
		return ""
	}
	p, t := m.prog.Fset.Position(pos), m.metadata
	file := t.file(p.Filename)
	return t.node("distinct !DISubprogram(name: %q, scope: %s, file: %s, line: %d, type: %s, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: %s)",
		symbol, file, file, p.Line, t.node("!DISubroutineType(types: %s)", t.node("!{}")), t.unit(file))
}

// attached is what a definition says of its subprogram.
func attached(subprogram string) string {
	if subprogram == "" {
		return ""
	}
	return " !dbg " + subprogram
}

// line is what an instruction of the frame says of its place.
func (f *frame) line() string {
	if f.subprogram == "" {
		return ""
	}
	p := f.prog.Fset.Position(f.pos)
	if p.Filename != f.prog.Fset.Position(f.fn.Pos()).Filename {
		p.Line, p.Column = 0, 0 // it has no place in the function's own file
	}
	return ", !dbg " + f.metadata.node("!DILocation(line: %d, column: %d, scope: %s)", p.Line, p.Column, f.subprogram)
}
