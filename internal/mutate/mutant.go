//go:build unix

package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mutant is one change of one file.
type mutant struct {
	ID      string `json:"id"`
	Package string `json:"package"`
	File    string `json:"file"` // as the module has it
	Line    int    `json:"line"`
	Kind    string `json:"kind"`
	Was     string `json:"was"` // the line, or the lines
	Is      string `json:"is"`
	source  func() ([]byte, error)
	path    string

	from, to int // the bytes of the file that text replaces
	text     string
}

// key is the mutant in equivalent.txt.
func (m mutant) key() string { return m.File + "\t" + m.Was + "\t" + m.Is }

// find lists the mutants of the files of a package, in the order of the source.
func find(p pkg, root string) ([]mutant, error) {
	var list []mutant
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if ast.IsGenerated(file) {
			continue
		}
		short, err := filepath.Rel(root, path)
		if err != nil {
			return nil, err
		}
		list = append(list, mutants(p.ImportPath, path, filepath.ToSlash(short), text, fset, file)...)
	}
	return list, nil
}

func mutants(pkg, path, short string, text []byte, fset *token.FileSet, file *ast.File) []mutant {
	at := func(p token.Pos) int { return fset.Position(p).Offset }
	f := &finder{text: func(n ast.Node) string { return string(text[at(n.Pos()):at(n.End())]) }}
	ast.Inspect(file, func(n ast.Node) bool { return n == nil || f.see(n) })
	var list []mutant
	count := map[string]int{}
	for _, e := range f.edits {
		from, to := at(e.from), at(e.to)
		changed := func(text []byte) []byte {
			return slices.Concat(text[:from], []byte(e.text), text[to:])
		}
		was, is := around(text, from, to, len(e.text), changed(text))
		m := mutant{Package: pkg, File: short, Line: fset.Position(e.from).Line, Kind: e.kind, Was: was, Is: is, path: path, from: from, to: to, text: e.text,
			source: func() ([]byte, error) {
				now, err := os.ReadFile(path)
				if err == nil && !bytes.Equal(now, text) {
					err = fmt.Errorf("%s was changed meanwhile; begin again", path)
				}
				return changed(text), err
			}}
		nth := count[m.key()]
		count[m.key()]++
		sum := sha256.Sum256([]byte(fmt.Sprint(m.key(), nth)))
		m.ID = hex.EncodeToString(sum[:8])
		list = append(list, m)
	}
	return list
}

// around returns the lines of an edit before and after it, without their indentation.
func around(text []byte, from, to, length int, changed []byte) (was, is string) {
	begin := bytes.LastIndexByte(text[:from], '\n') + 1
	lines := func(text []byte, to int) string {
		end := len(text)
		if i := bytes.IndexByte(text[to:], '\n'); i >= 0 {
			end = to + i
		}
		return strings.Join(strings.Fields(string(text[begin:end])), " ")
	}
	return lines(text, to), lines(changed, from+length)
}

// shuffle puts mutants into an order that the seed and their names determine, so that a few new ones change little.
func shuffle(list []mutant, seed uint64) {
	rank := map[string]uint64{}
	for _, m := range list {
		var key [32]byte
		copy(key[:], m.ID)
		key[31] = byte(seed)
		rank[m.ID] = rand.NewChaCha8(key).Uint64()
	}
	slices.SortStableFunc(list, func(a, b mutant) int { return cmp.Compare(rank[a.ID], rank[b.ID]) })
}
