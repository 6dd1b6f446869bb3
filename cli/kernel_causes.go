package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/kernelfile"
)

// cause is what stands in the way in one place or several, with one way out of all.
type cause []kernelfile.Refusal

// String is its first place in full, and the others' lines.
func (c cause) String() string {
	file, lines := c[0].File, []string{}
	for _, r := range c[1:] {
		if line := fmt.Sprint(r.Line); r.Line != c[0].Line && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	alike := !slices.ContainsFunc(c, func(r kernelfile.Refusal) bool { return r.File != file })
	switch {
	case len(lines) == 0:
		return placed(c[0])
	case len(lines) == 1 && alike:
		return placed(c[0]) + " (line " + lines[0] + " as well)"
	case len(lines) <= maxCauses && alike:
		return placed(c[0]) + " (lines " + enumerated(lines) + " as well)"
	}
	return fmt.Sprintf("%s (and %s more)", placed(c[0]), console.Count(len(lines), "place"))
}

// causesOf puts the places of a type together by their ways out: those of its fields first, then those of the methods that
// kernels ask for. Methods that use a field which is in the way are refused at its place as well; that is one cause.
func causesOf(r kernelfile.Report) (causes []cause) {
	all := inFields(r)
	for _, m := range refusedMethods(r) {
		all = append(all, m.Refusals...)
	}
	seen, number := map[kernelfile.Refusal]bool{}, map[string]int{}
	for _, refusal := range all {
		if seen[refusal] {
			continue
		}
		seen[refusal] = true
		i, ok := number[refusal.WayOut]
		if !ok {
			i = len(causes)
			number[refusal.WayOut], causes = i, append(causes, nil)
		}
		causes[i] = append(causes[i], refusal)
	}
	return causes
}

// inFields are the places that stand in the way of kernels and in no method: the fields of the type.
func inFields(r kernelfile.Report) (fields []kernelfile.Refusal) {
	inMethods := map[kernelfile.Refusal]bool{}
	for _, m := range r.Methods {
		for _, refusal := range m.Refusals {
			inMethods[refusal] = true
		}
	}
	for _, k := range r.Kernels {
		for _, refusal := range k.Refusals {
			if !inMethods[refusal] {
				fields = append(fields, refusal)
			}
		}
	}
	return fields
}

// refusedMethods are those that kernels ask for and that cannot run on a device, with the places that are not fields.
func refusedMethods(r kernelfile.Report) (list []kernelfile.Method) {
	fields := inFields(r)
	for _, m := range r.Methods {
		if !m.Asked || m.Device || m.Why != "" {
			continue
		}
		m.Refusals = slices.DeleteFunc(slices.Clone(m.Refusals), func(a kernelfile.Refusal) bool {
			return slices.ContainsFunc(fields, func(b kernelfile.Refusal) bool { return a.File == b.File && a.Line == b.Line })
		})
		if len(m.Refusals) > 0 {
			list = append(list, m)
		}
	}
	return list
}

// maxCauses is how many causes are printed of a type; nobody mends more at once.
const maxCauses = 5

// inTheWay prints the near misses among the methods, and a line for each cause that keeps the type from a device.
func inTheWay(w io.Writer, r kernelfile.Report) {
	for _, m := range r.Methods {
		if m.Why != "" {
			fmt.Fprintf(w, "  method %s %s\n", m.Name, m.Why)
		}
	}
	causes := causesOf(r)
	if len(causes) == 0 {
		return
	}
	var names []string
	for _, m := range refusedMethods(r) {
		names = append(names, m.Name)
	}
	switch len(names) {
	case 0:
		fmt.Fprintf(w, "  it cannot be moved to a device:\n")
	case 1:
		fmt.Fprintf(w, "  method %s cannot run on a device:\n", names[0])
	default:
		fmt.Fprintf(w, "  methods %s cannot run on a device:\n", enumerated(names))
	}
	for _, c := range causes[:min(len(causes), maxCauses)] {
		fmt.Fprintf(w, "    %s\n", c)
	}
	if n := len(causes) - maxCauses; n > 0 {
		fmt.Fprintf(w, "    and %s more; --all has every place\n", console.Count(n, "cause"))
	}
}

// placed is a refusal with its place, seen from here.
func placed(r kernelfile.Refusal) string {
	file := r.File
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, file); err == nil && !strings.HasPrefix(rel, "..") {
			file = rel
		}
	}
	return fmt.Sprintf("%s:%d: %s; %s", file, r.Line, r.Reason, r.WayOut)
}
