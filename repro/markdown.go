package repro

import (
	"fmt"
	"io"
	"strings"
)

// Markdown writes the table for a document.
func (t *Table) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n\n| %s |", t.Title, t.Head)
	for _, c := range t.Columns {
		fmt.Fprintf(&b, " %s |", cell(c.label()))
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(t.Columns)) + "\n")
	for i, r := range append(t.Rows[:len(t.Rows):len(t.Rows)], t.Summary...) {
		bold := ""
		if i >= len(t.Rows) {
			bold = "**"
		}
		fmt.Fprintf(&b, "| %s%s%s |", bold, cell(r.Name), bold)
		for k, c := range r.Cells {
			fmt.Fprintf(&b, " %s%s%s |", bold, cell(c.format(t.Columns[k].Digits)), bold)
		}
		b.WriteByte('\n')
	}
	for i, n := range t.Notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(fold("- "+cell(n), "  ", 120))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell escapes what would end a cell or be taken for markup.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;", ">", "&gt;").Replace(s)
}
