package kernelgen

import (
	"fmt"
	"strings"
)

// A metadata gathers what the module tells LLVM beside its code: of loops, and of places in the source.
type metadata struct {
	nodes []string
	ids   map[string]string
	first int // the number of the first node; those before are the kernels'
}

// node is the name of a metadata node, made when first asked for.
func (t *metadata) node(format string, args ...any) string {
	text := fmt.Sprintf(format, args...)
	if id, ok := t.ids[text]; ok {
		return id
	}
	id := fmt.Sprintf("!%d", t.first+len(t.nodes))
	t.nodes = append(t.nodes, text)
	t.ids[text] = id
	return id
}

// loop is the node of one loop.
func (t *metadata) loop(properties ...string) string {
	id := fmt.Sprintf("!%d", t.first+len(t.nodes))
	t.nodes = append(t.nodes, fmt.Sprintf("distinct !{%s, %s}", id, strings.Join(properties, ", ")))
	return id
}

// text is the nodes, and the names by which LLVM finds them.
func (t *metadata) text() string {
	var b strings.Builder
	if unit := t.ids["unit"]; unit != "" {
		fmt.Fprintf(&b, "!llvm.dbg.cu = !{%s}\n!llvm.module.flags = !{%s}\n", unit, t.node(`!{i32 2, !"Debug Info Version", i32 3}`))
	}
	for i, n := range t.nodes {
		fmt.Fprintf(&b, "!%d = %s\n", t.first+i, n)
	}
	return b.String()
}
