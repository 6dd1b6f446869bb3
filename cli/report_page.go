package cli

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
)

//go:embed report.html
var reportPage string

// pageFigure is a chart in a page.
type pageFigure struct {
	Label string
	SVG   template.HTML
}

// html writes the page: no script, and nothing from elsewhere.
func (s *study) html(w io.Writer) error {
	page, err := template.New("report").Parse(reportPage)
	if err != nil {
		return err
	}
	var figures []pageFigure
	charts := []*exhibit.Chart{s.rankChart()}
	for _, in := range s.instances {
		charts = append(charts, s.chart(in))
	}
	for _, c := range charts {
		if c == nil {
			continue
		}
		svg, err := inlined(c)
		if err != nil {
			return err
		}
		figures = append(figures, pageFigure{c.Title, svg})
	}
	var tables []exhibit.Sheet
	for _, t := range s.tables() {
		tables = append(tables, t.Sheet())
	}
	return page.Execute(w, map[string]any{"Title": s.title, "Tables": tables, "Figures": figures})
}

// inlined is a chart inside of a page, whose colours it takes: ink, paper and grid are the page's own, by day and by night.
func inlined(c *exhibit.Chart) (template.HTML, error) {
	var b strings.Builder
	if err := c.SVG(&b); err != nil {
		return "", err
	}
	svg := b.String()
	svg = svg[strings.Index(svg, "<svg"):]
	svg = strings.NewReplacer("#FFFFFF", "var(--paper)", "#000000", "var(--ink)", "#DDDDDD", "var(--grid)").Replace(svg)
	return template.HTML(svg), nil
}
