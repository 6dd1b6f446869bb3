package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// hashes returns for each measurement the hash of the code that it measures: all declarations of the packages that it names and of the
// engine, and all of this module that these can come to (see reach), but neither comments nor tests. So a method that a measurement
// cannot run may change, and the measurement does not become old.
func hashes(root string) (map[string]string, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	named := []string{"."}
	for _, m := range list {
		named = append(named, m.Code...)
	}
	slices.Sort(named)
	c, err := loadCode(root, slices.Compact(named))
	if err != nil {
		return nil, err
	}
	known, all := map[string]string{}, map[string]string{}
	for _, m := range list {
		key := strings.Join(m.Code, " ")
		if known[key] == "" {
			if known[key], err = c.hash(m.Code); err != nil {
				return nil, fmt.Errorf("multiwalk: the measurement %s: %w", m.ID, err)
			}
		}
		all[m.ID] = known[key]
	}
	return all, nil
}

// hash is that of packages, named as ./single, of the engine, and of what they come to.
func (c *code) hash(names []string) (string, error) {
	roots := []string{module}
	for _, name := range names {
		path := module + strings.TrimPrefix(name, ".")
		if c.packages[path] == nil {
			return "", fmt.Errorf("no package %s", name)
		}
		roots = append(roots, path)
	}
	lines, err := c.reach(roots)
	if err != nil {
		return "", err
	}
	h := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(h[:8]), nil
}

// module is the path of this module.
const module = "github.com/multiwalk/multiwalk"

// linux is the environment of commands for which it is linux/amd64.
func linux() []string { return append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0") }

// goList returns the paths of packages of this module, named as ./single, and of those of it that they import.
func goList(root string, names []string) ([]string, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-f", "{{if .Module}}{{if .Module.Main}}{{.ImportPath}}{{end}}{{end}}"}, names...)...)
	cmd.Dir, cmd.Env = root, linux()
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return nil, fmt.Errorf("multiwalk: go list: %w", err)
	}
	return strings.Fields(string(out)), nil
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
