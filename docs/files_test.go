package docs_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

var (
	goFile    = regexp.MustCompile("`([\\w./*-]+\\.go)`")
	exampleOf = regexp.MustCompile(`\b(?:([a-z][a-z0-9]+)\.)?(Example(?:_\w+|[A-Z]\w*)?)\b`)
	firstCell = regexp.MustCompile("^\\|((?: ?`[\\w/]+`,?)+)(?: \\(root\\))? \\|")
	folder    = regexp.MustCompile("`([\\w/]+)`")
	readers   = regexp.MustCompile(`(^|[/_])x([/_.]|$)`)
	anExample = regexp.MustCompile(`(?m)^func (Example\w*)\(\)`)
)

// handbook is all documents that name files.
func handbook(t *testing.T) []string {
	return append(pages(t), documents(t, "../examples/*/*.md")...)
}

// TestDocs_ArchitectureIsShort: it is read front to back. What one method needs is for docs/notes.
func TestDocs_ArchitectureIsShort(t *testing.T) {
	const most = 25 * 1024
	if n := len(read(t, "../ARCHITECTURE.md")); n > most {
		t.Errorf("ARCHITECTURE.md has %d bytes, more than %d; move what concerns one method to docs/notes", n, most)
	}
}

// goFiles returns the Go files of the tree, by their paths from its root.
func goFiles(t *testing.T) (files []string) {
	t.Helper()
	must.Do(t, filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".go") {
			files = append(files, strings.TrimPrefix(filepath.ToSlash(name), "../"))
		}
		return err
	}))
	return files
}

// TestDocs_GoFilesExist wants each Go file that a document names in backquotes: where the row of a table begins with folders,
// in one of these, which must be there too. A star stands for anything, and a name with a word x is the reader's.
func TestDocs_GoFilesExist(t *testing.T) {
	tree := append(goFiles(t), "zkernel_rack.go") // which the page about the library makes
	for _, file := range handbook(t) {
		for i, line := range strings.Split(read(t, file), "\n") {
			folders := []string{"*"}
			if m := firstCell.FindStringSubmatch(line); m != nil {
				folders = nil
				for _, f := range folder.FindAllStringSubmatch(m[1], -1) {
					folders = append(folders, strings.TrimPrefix(f[1], "multiwalk"))
					if info, err := os.Stat("../" + f[1]); strings.Contains(f[1], "/") && (err != nil || !info.IsDir()) {
						t.Errorf("%s:%d: there is no folder %s", file, i+1, f[1])
					}
				}
			}
			for _, m := range goFile.FindAllStringSubmatch(line, -1) {
				if !readers.MatchString(m[1]) && !isThere(tree, folders, m[1]) {
					t.Errorf("%s:%d: there is no %s in %q", file, i+1, m[1], folders)
				}
			}
		}
	}
}

// isThere finds a named file in the tree: in one of the folders, or anywhere if that is a star.
func isThere(tree, folders []string, named string) bool {
	named = strings.TrimPrefix(named, "../")
	return slices.ContainsFunc(tree, func(file string) bool {
		return slices.ContainsFunc(folders, func(dir string) bool {
			pattern, parts := path.Join(dir, named), strings.Split(file, "/")
			if dir == "*" {
				pattern, file = named, strings.Join(parts[max(0, len(parts)-1-strings.Count(named, "/")):], "/")
			}
			ok, err := path.Match(pattern, file)
			return ok && err == nil
		})
	})
}

// TestDocs_ExamplesExist wants each example that a document names in backquotes to be among the tests of its package.
func TestDocs_ExamplesExist(t *testing.T) {
	packages := map[string][]string{} // of each example
	for _, file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, m := range anExample.FindAllStringSubmatch(read(t, filepath.Join("..", file)), -1) {
			packages[m[1]] = append(packages[m[1]], path.Base(path.Dir(file)))
		}
	}
	named := 0
	for _, file := range handbook(t) {
		for _, code := range inline.FindAllString(read(t, file), -1) {
			for _, m := range exampleOf.FindAllStringSubmatch(code, -1) {
				named++
				if in := packages[m[2]]; len(in) == 0 || m[1] != "" && !slices.Contains(in, m[1]) {
					t.Errorf("%s: no test has %s; there is one in %q", file, m[0], in)
				}
			}
		}
	}
	if named == 0 {
		t.Error("no document names an example: nothing was tested")
	}
}

// TestDocs_FilesThatAreNotThere proves that the test above it would notice.
func TestDocs_FilesThatAreNotThere(t *testing.T) {
	tree := []string{"go.go", "single/tabu.go", "single/tabu_walk.go", "internal/cuda/context.go"}
	for _, c := range []struct {
		folder, file string
		there        bool
	}{
		{"*", "tabu.go", true}, {"*", "single/tabu*.go", true}, {"*", "population/tabu.go", false}, {"*", "tab.go", false},
		{"single", "tabu.go", true}, {"population", "tabu.go", false}, {"", "go.go", true}, {"", "tabu.go", false},
		{"*", "../context.go", true}, {"internal/cuda", "context.go", true}, {"cuda", "context.go", false},
	} {
		if isThere(tree, []string{c.folder}, c.file) != c.there {
			t.Errorf("%s in %q: there %v, want %v", c.file, c.folder, !c.there, c.there)
		}
	}
	if _, err := os.Stat("files_test.go"); err != nil || !slices.Contains(goFiles(t), "docs/files_test.go") {
		t.Error("the tree lacks this file", err)
	}
}

// TestDocs_ChangelogHasNoTimes: times are measured anew with each version, and docs/benchmarks.md has those of today.
func TestDocs_ChangelogHasNoTimes(t *testing.T) {
	measured := regexp.MustCompile(`\b[0-9.]+ (ms|µs|s|[GM]B)\b`)
	for i, line := range strings.Split(read(t, "../CHANGELOG.md"), "\n") {
		if m := measured.FindString(line); m != "" {
			t.Errorf("CHANGELOG.md:%d: %s was measured once; leave figures to docs/benchmarks.md", i+1, m)
		}
	}
}

var (
	goTest = regexp.MustCompile("`go test [^`]*`")
	ran    = regexp.MustCompile(`(?:-run|-bench) '?\^?([A-Z]\w+)`)
	ofTree = regexp.MustCompile(`\./([\w/]+)`)
)

// TestDocs_MeasurementsExist wants each test and benchmark that a document has the reader run.
func TestDocs_MeasurementsExist(t *testing.T) {
	found := 0
	for _, file := range pages(t) {
		for _, m := range goTest.FindAllString(read(t, file), -1) {
			for _, c := range ran.FindAllStringSubmatch(m, -1) {
				where := ofTree.FindStringSubmatch(m)
				if found++; where == nil || !declares(t, where[1], c[1]) {
					t.Errorf("%s: %s runs nothing", file, m)
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("%d were found", found)
	}
}

// declares says whether a folder has a test or a benchmark whose name has that in it.
func declares(t *testing.T, folder, name string) bool {
	for _, file := range documents(t, "../"+folder+"/*_test.go") {
		if regexp.MustCompile(`(?m)^func (?:Test|Benchmark|Fuzz)?\w*` + name).MatchString(read(t, file)) {
			return true
		}
	}
	return false
}
