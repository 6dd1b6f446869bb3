package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath                  string
	Dir                         string
	Standard                    bool
	Module                      *struct{ Main bool }
	GoFiles, SFiles, EmbedFiles []string
	Deps                        []string
	DepOnly                     bool
	hash                        string
}

// hashes returns for each measurement the hash of the code that it measures: of the Go files, but not of their comments
// nor of tests, and of assembly and embedded files, as the kernels are, of the named packages and of all that these
// import of this module.
func hashes(root string) (map[string]string, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	var named []string
	for _, m := range list {
		named = append(named, m.Code...)
	}
	slices.Sort(named)
	packages, err := goList(root, slices.Compact(named))
	if err != nil {
		return nil, err
	}
	byDir := map[string]*goPackage{}
	for _, p := range packages {
		byDir[p.Dir] = p
	}
	all := map[string]string{}
	for _, m := range list {
		parts := map[string]bool{}
		for _, name := range m.Code {
			p := byDir[filepath.Join(root, name)]
			if p == nil {
				return nil, fmt.Errorf("multiwalk: the measurement %s names a package %s that does not exist", m.ID, name)
			}
			for _, path := range append(p.Deps, p.ImportPath) {
				if d := packages[path]; d != nil {
					parts[path+" "+d.hash] = true
				}
			}
		}
		var lines []string
		for line := range parts {
			lines = append(lines, line)
		}
		slices.Sort(lines)
		h := sha256.Sum256([]byte(strings.Join(lines, "\n")))
		all[m.ID] = hex.EncodeToString(h[:8])
	}
	return all, nil
}

// goList returns packages of this module, with what they import, by path. They are those of linux/amd64 wherever it runs.
func goList(root string, names []string) (map[string]*goPackage, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=ImportPath,Dir,Standard,Module,GoFiles,SFiles,EmbedFiles,Deps"}, names...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return nil, fmt.Errorf("multiwalk: go list: %w", err)
	}
	packages := map[string]*goPackage{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(goPackage)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		if p.Module == nil || !p.Module.Main {
			continue
		}
		if p.hash, err = p.sum(); err != nil {
			return nil, err
		}
		packages[p.ImportPath] = p
	}
}

// sum is the hash of a package's files.
func (p *goPackage) sum() (string, error) {
	h := sha256.New()
	for _, name := range slices.Concat(p.GoFiles, p.SFiles, p.EmbedFiles) {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return "", err
		}
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		if strings.HasSuffix(name, ".go") {
			text = withoutComments(text)
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// withoutComments returns the tokens of a Go file, a line each.
func withoutComments(text []byte) []byte {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", -1, len(text)), text, nil, 0)
	var out bytes.Buffer
	for {
		_, t, literal := s.Scan()
		if t == token.EOF {
			return out.Bytes()
		}
		if t == token.SEMICOLON { // whether it was written or a line's end
			literal = ""
		}
		fmt.Fprintln(&out, t, literal)
	}
}
