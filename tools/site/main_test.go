package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// All links of the documents lead somewhere, and the pages that they lead to are there.
func TestBuild_OfTheDocuments(t *testing.T) {
	out := t.TempDir()
	pages, err := build(os.DirFS("../.."), out)
	if err != nil {
		t.Fatal(err)
	}
	if pages < 20 {
		t.Errorf("%d pages", pages)
	}
	err = filepath.WalkDir(out, func(file string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".html" {
			return err
		}
		text, err := os.ReadFile(file)
		for _, part := range strings.Split(string(text), ` href="`)[1:] {
			to, _, _ := strings.Cut(part, `"`)
			at, _, _ := strings.Cut(to, "#")
			if at == "" || strings.Contains(at, "://") || strings.HasPrefix(at, "mailto:") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), filepath.FromSlash(at))); err != nil {
				t.Errorf("%s: %s is not in the site", file, to)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestBuild_FollowsLinks(t *testing.T) {
	tree := func(text string) fstest.MapFS {
		return fstest.MapFS{
			"README.md": {Data: []byte("# Front\n\n[more](docs/a.md#two-words) [self](#front) [notes](docs) [code](main.go) " +
				"[out](https://example.org)\n\n![a picture](docs/p.svg)\n")},
			"docs/a.md":      {Data: []byte("# A\n\n## Two words\n\n" + text + "\n")},
			"docs/README.md": {Data: []byte("# Notes\n\n[front](../README.md)\n")},
			"docs/p.svg":     {Data: []byte("<svg/>")}, "main.go": {Data: []byte("package main")}, "x/testdata/b.md": {Data: []byte("[none](none.md)")},
		}
	}
	out := t.TempDir()
	if pages, err := build(tree("| a |\n|---|\n| 1 |"), out); err != nil || pages != 3 {
		t.Fatal(pages, err)
	}
	for file, wants := range map[string][]string{
		"index.html": {`href="docs/a.html#two-words"`, `href="#front"`, `href="docs/index.html"`, sources + "main.go",
			`src="docs/p.svg"`, "<title>Front</title>"},
		"docs/a.html":     {"<table>", `href="../index.html"`, `<h2 id="two-words">`},
		"docs/p.svg":      {"<svg/>"},
		"docs/index.html": {`href="../index.html"`},
	} {
		text, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(file)))
		for _, want := range wants {
			if err != nil || !strings.Contains(string(text), want) {
				t.Errorf("%s: %v, no %s in\n%s", file, err, want, text)
			}
		}
	}
	for text, want := range map[string]string{
		"[b](b.md)":            "docs/a.md: the link to b.md leads nowhere: there is no docs/b.md",
		"[b](#three)":          "docs/a.md: the link to #three leads nowhere: docs/a.md has no heading three",
		"![b](b.png)":          "there is no docs/b.png",
		`<img src="none.svg">`: "there is no docs/none.svg",
	} {
		if _, err := build(tree(text), t.TempDir()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// The search finds sections by their words, in code too, and leads to them.
func TestSearch(t *testing.T) {
	out := t.TempDir()
	_, err := build(fstest.MapFS{"README.md": {Data: []byte("# Front\n\nNothing.\n")},
		"docs/a.md": {Data: []byte("# A\n\nAnts\nmarch on `paths`.\n\n## Two words\n\n| bees |\n|---|\n| fly |\n\n```\ncode --of ants\n```\n")}}, out)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(out, "sections.js"))
	if want := `window.sections = [["Front","index.html","Nothing."],["A","docs/a.html","Ants march on paths."],` +
		`["A: Two words","docs/a.html#two-words","bees fly code --of ants"]]`; err != nil || string(text) != want {
		t.Errorf("%v: the sections are\n%s, want\n%s", err, text, want)
	}
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no browser to search with; install chromium")
	}
	dom, err := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000", "--dump-dom",
		"file://"+filepath.ToSlash(out)+"/docs/a.html?q=Fly+ants").Output()
	if want := `<a href="../docs/a.html#two-words">A: Two words</a>`; err != nil || strings.Count(string(dom), "<li><a") != 3 || !strings.Contains(string(dom), want) {
		t.Errorf("%v: the page is\n%s", err, dom)
	}
}
