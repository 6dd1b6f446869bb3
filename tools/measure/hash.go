package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// hashes returns for each measurement the hash of the code that it measures: of the packages that it names and of all of this module
// that these import. So a figure is old when one of these packages has changed. What only other problems, other reproductions or the
// command itself import does not count, nor do tests and comments.
func hashes(root string) (map[string]string, error) {
	var named []string
	for _, m := range list {
		named = append(named, m.Code...)
	}
	slices.Sort(named)
	c, err := loadCode(root, slices.Compact(named))
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, m := range list {
		if all[m.ID], err = c.hash(m.Code); err != nil {
			return nil, fmt.Errorf("multiwalk: the measurement %s: %w", m.ID, err)
		}
	}
	return all, nil
}

// module is the path of this module.
const module = "github.com/multiwalk/multiwalk"

// code is packages of this module by path.
type code map[string]*goPackage

// goPackage is what go list tells of a package, and the hash of its files.
type goPackage struct {
	ImportPath, Dir             string
	GoFiles, SFiles, EmbedFiles []string
	Deps                        []string
	Module                      *struct{ Main bool }
	sum                         string
}

// loadCode lists packages of this module, named as ./single, with all of it that they import, as they are on linux/amd64 wherever it runs.
func loadCode(root string, names []string) (code, error) {
	const fields = "-json=ImportPath,Dir,GoFiles,SFiles,EmbedFiles,Deps,Module"
	out, err := run(root, "env", append([]string{"GOOS=linux", "GOARCH=amd64", "go", "list", "-deps", fields}, names...)...)
	if err != nil {
		return nil, err
	}
	c := code{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		p := new(goPackage)
		if err := d.Decode(p); err != nil {
			return nil, fmt.Errorf("multiwalk: go list: %w", err)
		}
		if p.Module == nil || !p.Module.Main {
			continue
		}
		if p.sum, err = p.hash(); err != nil {
			return nil, fmt.Errorf("multiwalk: reading the code: %w", err)
		}
		c[p.ImportPath] = p
	}
	return c, nil
}

// hash is that of packages, named as ./single, and of what they import.
func (c code) hash(names []string) (string, error) {
	var lines []string
	for _, name := range names {
		p := c[strings.TrimSuffix(module+strings.TrimPrefix(name, "."), "/")]
		if p == nil {
			return "", fmt.Errorf("no package %s", name)
		}
		for _, path := range append(p.Deps, p.ImportPath) {
			if p := c[path]; p != nil {
				lines = append(lines, path+" "+p.sum)
			}
		}
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(slices.Compact(lines), "\n")))
	return hex.EncodeToString(sum[:8]), nil
}

// hash is that of a package's files: the tokens of Go, and all of assembly and of what is embedded. Kernels of types may not be there; the
// Go file beside them has the hash of what they are made of.
func (p *goPackage) hash() (string, error) {
	h := sha256.New()
	for _, name := range slices.Concat(p.GoFiles, p.SFiles, p.EmbedFiles) {
		if strings.HasPrefix(name, "zkernel_") && filepath.Ext(name) == ".ptx" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return "", err
		}
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		if filepath.Ext(name) == ".go" {
			text = withoutComments(text)
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// withoutComments returns the tokens of a Go file, a line each.
func withoutComments(text []byte) []byte {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
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
