package exhibit

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

const columnGap = "  "

// Text writes the table for people: up to three lines of heads, figures to the right, notes folded at 100 columns.
func (t *Table) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", t.Title)
	g := t.grid()
	for level := range g.heads {
		if head := g.head(level); head != "\n" {
			b.WriteString(head)
		}
	}
	b.WriteString(g.rule())
	for i, r := range g.lines {
		if i == len(t.Rows) && i > 0 {
			b.WriteString(g.rule())
		}
		b.WriteString(g.line(r))
	}
	for i, n := range t.Notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(Fold("- "+n, "  ", 100))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// grid is a table as text: heads of three levels, then lines whose first cell is the row's name.
type grid struct {
	first  string
	heads  [3][]string // of the other columns
	lines  [][]string
	widths []int
}

func (t *Table) grid() *grid {
	g := &grid{first: t.Head}
	for _, c := range t.Columns {
		g.heads[0] = append(g.heads[0], c.Group)
		name := c.Name
		if c.Unit != "" {
			name += " [" + c.Unit + "]"
		}
		g.heads[1] = append(g.heads[1], name)
		g.heads[2] = append(g.heads[2], c.Source)
	}
	for _, r := range append(t.Rows[:len(t.Rows):len(t.Rows)], t.Summary...) {
		line := []string{r.Name}
		for i, c := range r.Cells {
			line = append(line, c.format(t.Columns[i].Digits))
		}
		g.lines = append(g.lines, line)
	}
	g.measure()
	return g
}

// measure makes each column as wide as its cells, then the last column of each shared head wide enough for the head.
func (g *grid) measure() {
	g.widths = []int{utf8.RuneCountInString(g.first)}
	for _, s := range g.heads[2] {
		g.widths = append(g.widths, utf8.RuneCountInString(s))
	}
	for _, line := range g.lines {
		for i, s := range line {
			g.widths[i] = max(g.widths[i], utf8.RuneCountInString(s))
		}
	}
	for level := 1; level >= 0; level-- {
		for from := 0; from < len(g.heads[level]); {
			to := g.span(level, from)
			g.widths[to] += max(0, utf8.RuneCountInString(g.heads[level][from])-g.room(from, to))
			from = to
		}
	}
}

// span returns where the head that begins at a column ends: a head is shared while it and those above it are equal.
func (g *grid) span(level, from int) int {
	to := from + 1
	for to < len(g.heads[level]) && level < 2 {
		for l := 0; l <= level; l++ {
			if g.heads[l][to] != g.heads[l][from] {
				return to
			}
		}
		to++
	}
	return to
}

// room is the width of the columns from one up to another, with the gaps between them.
func (g *grid) room(from, to int) int {
	sum := len(columnGap) * (to - from - 1)
	for _, w := range g.widths[from+1 : to+1] {
		sum += w
	}
	return sum
}

// head writes a level of heads: those that columns share once and to the left, the lowest like the cells below it.
func (g *grid) head(level int) string {
	if level == len(g.heads)-1 {
		return g.line(append([]string{g.first}, g.heads[level]...))
	}
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", g.widths[0]))
	for from := 0; from < len(g.heads[level]); {
		to := g.span(level, from)
		b.WriteString(columnGap + pad(g.heads[level][from], g.room(from, to), false))
		from = to
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}

func (g *grid) line(cells []string) string { return line(cells, g.widths, nil) }

// line writes cells under each other. They stand to the right, but those of the first column and of the columns named.
func line(cells []string, widths, left []int) string {
	var b strings.Builder
	for i, s := range cells {
		if i > 0 {
			b.WriteString(columnGap)
		}
		b.WriteString(pad(s, widths[i], i > 0 && !slices.Contains(left, i)))
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}

// Columns writes rows of cells without heads and rules. Cells stand to the right, but those of the first column and of the columns named.
func Columns(rows [][]string, left ...int) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	text := ""
	for _, row := range rows {
		text += line(row, widths, left)
	}
	return text
}

func (g *grid) rule() string {
	total := len(columnGap) * (len(g.widths) - 1)
	for _, w := range g.widths {
		total += w
	}
	return strings.Repeat("-", total) + "\n"
}

// pad fills s up to a width, on the left if it belongs to the right.
func pad(s string, width int, right bool) string {
	space := strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
	if right {
		return space + s
	}
	return s + space
}

// Fold breaks a paragraph into lines; all but the first begin with the indent.
func Fold(s, indent string, width int) string {
	var b strings.Builder
	at := 0
	for i, word := range strings.Fields(s) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > width:
			b.WriteString("\n" + indent)
			at = len(indent)
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String() + "\n"
}

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
		b.WriteString(Fold("- "+cell(n), "  ", 120))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell escapes what would end a cell or be taken for markup.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;", ">", "&gt;").Replace(s)
}
