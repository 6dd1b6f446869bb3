package main

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// reportStale names what is missing or old.
func reportStale(root string) error {
	f, err := readFigures(filepath.Join(root, filepath.FromSlash(figuresFile)))
	if err != nil {
		return err
	}
	old, err := staleEntries(root, f)
	if err != nil {
		return err
	}
	for _, line := range old {
		fmt.Println(line)
	}
	if len(old) > 0 {
		return fmt.Errorf("multiwalk: %d of %d measurements are to be made again", len(old), len(list))
	}
	return nil
}

// staleEntries says which measurements have no entry, one of a dirty tree, or one older than its code.
func staleEntries(root string, f *figures) ([]string, error) {
	code, err := hashes(root)
	if err != nil {
		return nil, err
	}
	var old []string
	for _, m := range list {
		e := f.Entries[m.ID]
		switch {
		case e == nil || e.Quick:
			if !m.Optional {
				old = append(old, m.ID+": not measured yet")
			}
		case e.Dirty:
			old = append(old, fmt.Sprintf("%s: measured on %s in a tree that differs from commit %s", m.ID, e.Date, e.Commit))
		case e.Code != code[m.ID]:
			old = append(old, fmt.Sprintf("%s: measured on %s at %s; its code has changed since", m.ID, e.Date, e.Commit))
		}
	}
	for id := range f.Entries {
		if find(id) == nil {
			old = append(old, id+": an entry of no measurement")
		}
	}
	slices.Sort(old)
	return old, nil
}

// staleBlock is the block that names the figures which are older than their code. It tells of the commit at which it was made: each
// further commit of code may add some, so only a release wants it to be of today.
const staleBlock = "stale"

// judgedAt is where that block names the commit.
var judgedAt = regexp.MustCompile(`As of commit\s\S+`)

// judged writes that block: the measurements that are to be made again, by the packages whose code they measure.
func judged(root string, f *figures) (string, error) {
	lines, err := staleEntries(root, f)
	if err != nil {
		return "", err
	}
	commit, _, err := revision(root)
	if err != nil {
		return "", err
	}
	count, old, others := 0, map[string][]string{}, []string{}
	for _, line := range lines {
		id, why, _ := strings.Cut(line, ": ")
		m := find(id)
		if m == nil || why == notYet {
			others = append(others, "`"+id+"`")
			continue
		}
		count++
		key, name := "`"+strings.Join(m.Code, "`, `")+"`", "`"+cmp.Or(m.Set, id)+"`"
		if !slices.Contains(old[key], name) {
			old[key] = append(old[key], name)
		}
	}
	text := fmt.Sprintf("As of commit %s, %d of %d measurements are older than the code that they measure", commit, count, len(list))
	if len(old) > 0 {
		text += ": a package that they name, or one that it imports, has changed since. By the packages that they name:\n"
	} else {
		text += ".\n"
	}
	most := func(a, b string) int { return cmp.Or(len(old[b])-len(old[a]), strings.Compare(a, b)) }
	for _, key := range slices.SortedFunc(maps.Keys(old), most) {
		text += fmt.Sprintf("\n- %s: %s", key, strings.Join(old[key], ", "))
	}
	if len(others) > 0 {
		text += "\n\nWithout a figure: " + strings.Join(others, ", ") + "."
	}
	return "\n" + wrap(strings.TrimSpace(text)) + "\n\n", nil
}
