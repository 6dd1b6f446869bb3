package main

import (
	_ "embed"
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark/ast"
)

//go:embed search.js
var searchText []byte

// searchable writes the script that searches, and what it looks through: title, address and text of each section.
func (s *site) searchable(out string) error {
	var all [][3]string
	for _, file := range s.order() {
		all = append(all, s.pages[file].sections()...)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	if err := put(filepath.Join(out, "sections.js"), append([]byte("window.sections = "), text...)); err != nil {
		return err
	}
	return put(filepath.Join(out, "search.js"), searchText)
}

// sections are those of a page: what stands below each heading.
func (p *page) sections() (list [][3]string) {
	title, at, text := p.title, address(p.file), ""
	for n := p.root.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok {
			text += " " + plain(n, p.text)
			continue
		}
		if text != "" {
			list = append(list, [3]string{title, at, strings.Join(strings.Fields(text), " ")})
		}
		title, at, text = plain(h, p.text), address(p.file), ""
		if id, ok := h.AttributeString("id"); ok && h.Level > 1 {
			title, at = p.title+": "+title, at+"#"+string(id.([]byte))
		}
	}
	return append(list, [3]string{title, at, strings.Join(strings.Fields(text), " ")})
}

// plain is the text in a node, with blanks between its lines and parts.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		t, is := n.(*ast.Text)
		switch {
		case !entering && n.Type() == ast.TypeBlock, is && entering && t.SoftLineBreak():
			defer b.WriteByte(' ')
		}
		switch {
		case is && entering:
			b.Write(t.Segment.Value(source))
		case entering && n.IsRaw() && n.Type() == ast.TypeBlock:
			b.Write(n.Lines().Value(source))
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}
