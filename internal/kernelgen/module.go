package kernelgen

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A module gathers the IR of one package's kernels.
type module struct {
	src      *Source
	prog     *ssa.Program
	opts     Options
	sizes    layouts
	refusals Refusals

	globals   strings.Builder // constant tables, messages, shared memory
	functions strings.Builder
	externs   map[string]bool // declarations of what IR calls and does not define
	kernels   []string
	entries   map[*ssa.Function]string // the names of all kernels, lowered or not
	launchers map[string]string        // by kernel: the function that launches it from a kernel

	lowered  map[string]*lowered // by instance key
	symbols  map[string]bool     // taken names
	tables   map[*ssa.Global]string
	strings  map[string]string // message to its global
	shared   map[string]string // place and element type to the array in shared memory
	written  map[types.Object]bool
	escapes  map[*ssa.Function]*escapes
	metadata *metadata
	directed map[string]string // of kernels: what their annotations say beside, by directives
}

// lowered is what became of one instance of a function.
type lowered struct {
	symbol string
	open   bool   // being lowered: meeting it again is recursion
	broken bool   // something in it was refused
	failed string // why a function that the user cannot change has no device form
}

func newModule(src *Source, opts Options) *module {
	return &module{
		src: src, prog: src.prog, opts: opts,
		sizes:   layouts{},
		entries: map[*ssa.Function]string{}, launchers: map[string]string{},
		externs: map[string]bool{}, lowered: map[string]*lowered{}, symbols: map[string]bool{"shared_launch": true},
		shared: map[string]string{},
		tables: map[*ssa.Global]string{}, strings: map[string]string{}, escapes: map[*ssa.Function]*escapes{},
		metadata: &metadata{ids: map[string]string{}}, directed: map[string]string{},
	}
}

// Layouts and triples of the two machines that IR is made for. Both give Go's own layout to structs of the subset.
const (
	headDevice = `target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
`
	headHost = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
`
)

// text is the whole module. Equal sources give equal text.
func (m *module) text() string {
	var b strings.Builder
	b.WriteString(pick(m.opts.host, headHost, headDevice))
	b.WriteString(m.globals.String())
	for _, d := range slices.Sorted(maps.Keys(m.externs)) {
		b.WriteString(d + "\n")
	}
	b.WriteString(m.functions.String())
	b.WriteString(pick(m.opts.host, attributesHost, attributesDevice))
	b.WriteString(m.metadata.text())
	if m.opts.host || len(m.kernels) == 0 {
		return b.String()
	}
	refs := make([]string, len(m.kernels))
	for i, k := range m.kernels {
		fmt.Fprintf(&b, "!%d = !{ptr @%s, !\"kernel\", i32 1%s}\n", i, k, m.directed[k])
		refs[i] = fmt.Sprintf("!%d", i)
	}
	fmt.Fprintf(&b, "!nvvm.annotations = !{%s}\n", strings.Join(refs, ", "))
	return b.String()
}

// extern declares a function of LLVM or of the driver, and returns its name with the sigil.
func (m *module) extern(result, name, params string) string {
	m.externs[fmt.Sprintf("declare %s @%s(%s)", result, name, params)] = true
	return "@" + name
}

// fresh takes a symbol near to the name wanted.
func (m *module) fresh(name string) string {
	name = symbol(name)
	s := name
	for i := 2; m.symbols[s]; i++ {
		s = fmt.Sprintf("%s_%d", name, i)
	}
	m.symbols[s] = true
	return s
}

// message is a global that holds a text, ended by a zero byte.
func (m *module) message(s string) string {
	if g, ok := m.strings[s]; ok {
		return g
	}
	g := fmt.Sprintf("@text.%d", len(m.strings))
	m.strings[s] = g
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	fmt.Fprintf(&m.globals, "%s = private unnamed_addr constant [%d x i8] c\"%s\\00\"\n", g, len(s)+1, b.String())
	return g
}
