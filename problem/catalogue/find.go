package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/nearest"
	"github.com/multiwalk/multiwalk/problem/qubo"
)

// find returns the format of a text. One that is named by format is taken as it is. Else what the file says of itself comes first:
// the words of a format that is known and not read, then an ending that names a format, then the words of one that is read. What is
// left is a text of numbers, and of the format that they fit exactly; guess then says so.
func find(content []byte, file, format string) (f Format, guess string, err error) {
	if format != "" {
		if f, err = formatOf(format); f.Name == "" {
			return f, "", fmt.Errorf("multiwalk: unknown problem %q%s; known are %s", format, nearest.Hint(format, names()), strings.Join(names(), ", "))
		}
		return f, "", err
	}
	if what := byWords(content); what != "" {
		return Format{}, "", isForeign(file, what)
	}
	ended := byEnding(file)
	if f = headed(content); f.Name != "" && (len(ended) == 0 || slices.ContainsFunc(ended, f.is)) {
		return f, "", nil
	}
	if len(ended) > 0 && !slices.ContainsFunc(ended, func(f Format) bool { return f.fits != nil }) {
		return ended[0], "", nil
	}
	fitting := fitting(content)
	if common := slices.DeleteFunc(slices.Clone(fitting), func(f Format) bool { return !slices.ContainsFunc(ended, f.is) }); len(common) == 1 {
		return common[0], "", nil
	} else if len(common) > 1 {
		fitting = common
	} else if len(ended) > 0 {
		fitting = slices.DeleteFunc(fitting, func(f Format) bool { return f.weak })
	}
	what := byNumbers(content)
	switch {
	case len(ended) > 0 && len(fitting) == 0 && what != "", len(ended) == 0 && what != "":
		return Format{}, "", isForeign(file, what)
	case len(ended) == 1, len(ended) > 0 && len(fitting) == 0:
		return ended[0], "", nil // its reader says what is wrong
	case len(fitting) > 0:
		return fitting[0], guessed(fitting), nil
	}
	if at := slices.IndexFunc(Formats(), func(f Format) bool { return f.relative != nil && f.relative(content) }); at >= 0 {
		return Formats()[at], "", nil
	}
	return Format{}, "", fmt.Errorf("multiwalk: %s: not an instance of a known format; multiwalk problems lists them, and --problem NAME "+
		"reads the file as one, or says what is wrong in which line", filename.Shown(file))
}

func isForeign(file, what string) error {
	return fmt.Errorf("multiwalk: %s is %s", filename.Shown(file), what)
}

func (f Format) is(other Format) bool { return f.Name == other.Name }

// byEnding returns the formats that files of that ending have, none if it is the ending of all kinds of text.
func byEnding(file string) []Format {
	path, _ := split(file)
	ending := bounded.Ending(path)
	if ending == ".txt" || ending == "" {
		return nil
	}
	return slices.DeleteFunc(Formats(), func(f Format) bool { return !slices.Contains(f.Endings, ending) })
}

// headed returns the format whose words a text begins with; one without anything if there is none.
func headed(content []byte) Format {
	for _, f := range Formats() {
		if f.draws(string(content[:min(len(content), 100)])) || f.headed != nil && f.headed(content) {
			return f
		}
	}
	return Format{}
}

// fitting returns the formats that the numbers of a text fit, the likeliest first. A list of pairs is a graph, unless most numbers
// are paired with themselves.
func fitting(content []byte) []Format {
	list := slices.DeleteFunc(Formats(), func(f Format) bool { return f.fits == nil || !f.fits(content) })
	if cut, quadratic := slices.IndexFunc(list, maxcutFormat.is), slices.IndexFunc(list, quboFormat.is); cut >= 0 && quadratic > cut && qubo.SniffPairs(content).Diagonal {
		list[cut], list[quadratic] = list[quadratic], list[cut]
	}
	return list
}

// guessed says which of the fitting formats was taken, and how to have another.
func guessed(fitting []Format) string {
	other := "NAME"
	if len(fitting) > 1 {
		other = fitting[1].Name
	}
	title, _, _ := strings.Cut(fitting[0].Title, ":")
	return fmt.Sprintf("read as %s (%s), which its numbers fit; if it is not: --problem %s", fitting[0].Name, title, other)
}
