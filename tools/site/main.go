// Command site makes a site of the documents: a page for each file of Markdown, with a list of all at its side and a search in all of
// them. It needs no network, and neither does the site: its only script looks through the sections of the documents.
//
//	go run -C tools/site . ../..            into site/, in the root of the repository
//
// A link that leads nowhere is an error, which names the file.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

//go:embed page.html
var pageText string

var layout = template.Must(template.New("page").Parse(pageText))

func main() {
	out := flag.String("out", "site", "folder of the site, in the root of the repository")
	flag.Parse()
	root := "."
	if flag.NArg() > 0 {
		root = flag.Arg(0)
	}
	pages, err := build(os.DirFS(root), filepath.Join(root, *out))
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%d pages in %s\n", pages, filepath.Join(root, *out))
}

// sources is where readers find files that are no documents.
const sources = "https://github.com/multiwalk/multiwalk/blob/main/"

// others are folders without documents: parts of pages, and what is made here.
var others = []string{"tools/measure/blocks", "site", "dist"}

// site is the documents of a repository.
type site struct {
	tree     fs.FS
	markdown goldmark.Markdown
	pages    map[string]*page
	files    map[string]bool // that pages show, such as pictures
}

// page is a document.
type page struct {
	file  string // in the repository
	title string
	text  []byte
	root  ast.Node
	ids   map[string]bool // of its headings
}

// build writes the site of a tree.
func build(tree fs.FS, out string) (int, error) {
	s := &site{tree: tree, pages: map[string]*page{}, files: map[string]bool{}}
	s.markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := s.read(); err != nil {
		return 0, err
	}
	var wrong []error
	for _, file := range s.order() {
		wrong = append(wrong, s.link(s.pages[file]))
	}
	if err := errors.Join(wrong...); err != nil {
		return 0, err
	}
	for _, p := range s.pages {
		if err := s.write(p, out); err != nil {
			return 0, err
		}
	}
	if err := s.searchable(out); err != nil {
		return 0, err
	}
	for file := range s.files {
		text, err := fs.ReadFile(tree, file)
		if err == nil {
			err = put(filepath.Join(out, filepath.FromSlash(file)), text)
		}
		if err != nil {
			return 0, err
		}
	}
	return len(s.pages), nil
}

// read parses all documents.
func (s *site) read() error {
	return fs.WalkDir(s.tree, ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != "." && (d.Name()[0] == '.' || slices.Contains(others, file) || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(file) != ".md":
			return nil
		}
		content, err := fs.ReadFile(s.tree, file)
		if err != nil {
			return err
		}
		p := &page{file: file, title: file, text: content, ids: map[string]bool{}}
		p.root = s.markdown.Parser().Parse(text.NewReader(content))
		s.pages[file] = p
		return ast.Walk(p.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if h, ok := n.(*ast.Heading); ok && entering {
				if id, ok := h.AttributeString("id"); ok {
					p.ids[string(id.([]byte))] = true
				}
				if h.Level == 1 && p.title == file {
					p.title = plain(h, content)
				}
			}
			return ast.WalkContinue, nil
		})
	})
}

// link has the links of a page lead to pages of the site.
func (s *site) link(p *page) error {
	var wrong []error
	follow := func(to []byte, shown bool) []byte {
		where, err := s.follow(p, string(to), shown)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", p.file, err))
		}
		return []byte(where)
	}
	_ = ast.Walk(p.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if entering {
				n.Destination = follow(n.Destination, false)
			}
		case *ast.Image:
			if entering {
				n.Destination = follow(n.Destination, true)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, part := range strings.Split(string(p.text), `<img src="`)[1:] { // in HTML, where the address stays as it is
		if at, _, ok := strings.Cut(part, `"`); ok {
			follow([]byte(at), true)
		}
	}
	return errors.Join(wrong...)
}

// follow is where a link of a page leads in the site. What is shown goes into the site.
func (s *site) follow(p *page, to string, shown bool) (string, error) {
	if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
		return to, nil
	}
	at, anchor, anchored := strings.Cut(to, "#")
	file := p.file
	if at != "" {
		file = path.Join(path.Dir(p.file), at)
	}
	info, err := fs.Stat(s.tree, file)
	if err != nil {
		return "", fmt.Errorf("the link to %s leads nowhere: there is no %s", to, file)
	}
	if readme := path.Join(file, "README.md"); info.IsDir() && s.pages[readme] != nil {
		file = readme
	}
	target := s.pages[file]
	switch {
	case target == nil && shown:
		s.files[file] = true
		return to, nil
	case target == nil:
		return sources + file, nil
	case anchored && !target.ids[anchor]:
		return "", fmt.Errorf("the link to %s leads nowhere: %s has no heading %s", to, file, anchor)
	case at == "":
		return to, nil
	}
	where := relative(p.file, file)
	if anchored {
		where += "#" + anchor
	}
	return where, nil
}

// address is that of a page in the site.
func address(file string) string {
	if dir, name := path.Split(file); name == "README.md" {
		return dir + "index.html"
	}
	return strings.TrimSuffix(file, ".md") + ".html"
}

// relative is the address of a page as another names it.
func relative(from, to string) string {
	return strings.Repeat("../", strings.Count(from, "/")) + address(to)
}

// order is the pages as the list has them: the front page, those of the root, then folder by folder.
func (s *site) order() (list []string) {
	for file := range s.pages {
		list = append(list, file)
	}
	slices.SortFunc(list, func(a, b string) int {
		if deep := strings.Count(a, "/") - strings.Count(b, "/"); min(strings.Count(a, "/"), strings.Count(b, "/")) == 0 && deep != 0 {
			return deep
		}
		return strings.Compare(address(a), address(b))
	})
	at := slices.Index(list, "README.md")
	if at < 0 {
		return list
	}
	return append([]string{"README.md"}, slices.Delete(list, at, at+1)...)
}

// entry is a line of the list of pages.
type entry struct {
	Title, Address string
	Here           bool
}

func (s *site) write(p *page, out string) error {
	var body, whole bytes.Buffer
	if err := s.markdown.Renderer().Render(&body, p.text, p.root); err != nil {
		return err
	}
	var list []entry
	for _, file := range s.order() {
		list = append(list, entry{s.pages[file].title, relative(p.file, file), file == p.file})
	}
	err := layout.Execute(&whole, map[string]any{"Title": p.title, "List": list, "Root": strings.Repeat("../", strings.Count(p.file, "/")), "Body": template.HTML(body.String())})
	if err != nil {
		return err
	}
	return put(filepath.Join(out, filepath.FromSlash(address(p.file))), whole.Bytes())
}

// put writes a file and the folders it is in.
func put(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}
