//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// pkg is a package as go list describes it.
type pkg struct {
	ImportPath, Dir           string
	Module                    struct{ Path, Dir string }
	GoFiles, Deps             []string
	TestImports, XTestImports []string
	TestGoFiles, XTestGoFiles []string
}

// goList describes packages.
func goList(patterns ...string) ([]pkg, error) {
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Module,GoFiles,Deps,TestImports,XTestImports,TestGoFiles,XTestGoFiles"},
		patterns...)...)
	var trouble bytes.Buffer
	cmd.Stderr = &trouble
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, trouble.String())
	}
	var list []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
}

// guards returns the packages whose tests may see a change of a package, those that see most and soonest first: its own,
// the ones that are named first, then all others that depend on it.
func guards(of string, all []pkg, first []string) []string {
	deps := map[string][]string{}
	for _, p := range all {
		deps[p.ImportPath] = p.Deps
	}
	var list []string
	for _, p := range all {
		tests := append(slices.Clone(p.TestImports), p.XTestImports...)
		sees := p.ImportPath == of || slices.Contains(p.Deps, of) || slices.ContainsFunc(tests, func(t string) bool {
			return t == of || slices.Contains(deps[t], of)
		})
		if sees && len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 {
			list = append(list, p.ImportPath)
		}
	}
	rank := func(p string) int {
		if p == of {
			return -1
		}
		if i := slices.IndexFunc(first, func(f string) bool { return strings.HasSuffix(p, f) }); i >= 0 {
			return i
		}
		return len(first)
	}
	slices.SortStableFunc(list, func(a, b string) int { return rank(a) - rank(b) })
	return list
}
