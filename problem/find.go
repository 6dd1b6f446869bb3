package problem

import (
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/filename"
)

// find returns the format of a text. One that is named by format is taken as it is. Else what the file says of itself comes first:
// the words of a format that is known and not read, then an ending that names a format, then the words of one that is read. What is
// left is a text of numbers, and of the format that they fit exactly; guess then says so.
func (c Catalogue) find(content []byte, file, format string) (f Format, guess string, err error) {
	if format != "" {
		if f, err = c.formatOf(format); f.Name == "" {
			return f, "", fmt.Errorf("multiwalk: %w", c.Unknown(format))
		}
		return f, "", err
	}
	if what := c.foreign(c.ByWords, content); what != "" {
		return Format{}, "", isForeign(file, what)
	}
	if len(c.Formats) == 1 {
		return c.Formats[0], "", nil // its reader says what is wrong
	}
	ended := c.byEnding(file)
	if f = c.headed(content); f.Name != "" && (len(ended) == 0 || slices.ContainsFunc(ended, f.is)) {
		return f, "", nil
	}
	if len(ended) > 0 && !slices.ContainsFunc(ended, func(f Format) bool { return f.Fits != nil }) {
		return ended[0], "", nil
	}
	fitting := c.fitting(content)
	if common := slices.DeleteFunc(slices.Clone(fitting), func(f Format) bool { return !slices.ContainsFunc(ended, f.is) }); len(common) == 1 {
		return common[0], "", nil
	} else if len(common) > 1 {
		fitting = common
	} else if len(ended) > 0 {
		fitting = slices.DeleteFunc(fitting, func(f Format) bool { return f.Weak })
	}
	what := c.foreign(c.ByNumbers, content)
	switch {
	case len(ended) > 0 && len(fitting) == 0 && what != "", len(ended) == 0 && what != "":
		return Format{}, "", isForeign(file, what)
	case len(ended) == 1, len(ended) > 0 && len(fitting) == 0:
		return ended[0], "", nil // its reader says what is wrong
	case len(fitting) > 0:
		return fitting[0], guessed(fitting), nil
	}
	if at := slices.IndexFunc(c.Formats, func(f Format) bool { return f.Relative != nil && f.Relative(content) }); at >= 0 {
		return c.Formats[at], "", nil
	}
	what = ""
	if bounded.Ending(file) == ".json" {
		what = ", and no JSON, which begins with { or ["
	}
	return Format{}, "", fmt.Errorf("multiwalk: %s: not an instance of a known format%s; %s problems lists them, and --problem NAME "+
		"reads the file as one, or says what is wrong in which line", filename.Shown(file), what, c.Command)
}

// foreign is what such a function says of a text, if there is one.
func (c Catalogue) foreign(by func([]byte) string, content []byte) string {
	if by == nil {
		return ""
	}
	return by(content)
}

func isForeign(file, what string) error {
	return fmt.Errorf("multiwalk: %s is %s", filename.Shown(file), what)
}

// byEnding returns the formats that files of that ending have, none if it is the ending of all kinds of text.
func (c Catalogue) byEnding(file string) []Format {
	path, _ := split(file)
	ending := bounded.Ending(path)
	if ending == ".txt" || ending == "" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.Formats), func(f Format) bool { return !slices.Contains(f.Endings, ending) })
}

// headed returns the format whose words a text begins with; one without anything if there is none.
func (c Catalogue) headed(content []byte) Format {
	for _, f := range c.Formats {
		if f.draws(string(content[:min(len(content), 100)])) || f.Headed != nil && f.Headed(content) {
			return f
		}
	}
	return Format{}
}

// fitting returns the formats that the numbers of a text fit, the likeliest first.
func (c Catalogue) fitting(content []byte) []Format {
	list := slices.DeleteFunc(slices.Clone(c.Formats), func(f Format) bool { return f.Fits == nil || !f.Fits(content) })
	doubts := func(f Format) int {
		if f.Doubtful != nil && f.Doubtful(content) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(list, func(f, g Format) int { return doubts(f) - doubts(g) })
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
