package problem

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/nearest"
)

// Stdin is the file name that stands for the standard input.
const Stdin = "-"

// limit is for an instance's text.
var limit = bounded.Limit{Most: bounded.Instance,
	Remedy: "check that this is an instance file; larger ones are for the readers of a Go program"}

// names says whether a name is that of an instance without a file, which is its text.
func (f Format) names(file string) bool {
	return f.draws(file) || f.Explain == nil && slices.ContainsFunc(f.Prefixes, func(p string) bool { return strings.HasPrefix(file, p) })
}

// explained is what a name stands for if one of the formats explains it, and that format.
func (c Catalogue) explained(name string) (*Name, Format, error) {
	for _, f := range c.Formats {
		if f.Explain == nil {
			continue
		}
		if at, err := f.Explain(name); at != nil || err != nil {
			return at, f, err
		}
	}
	return nil, Format{}, nil
}

// fileOf is the file that a name stands for, and any other name itself.
func (f Format) fileOf(name string) string {
	file, _, _ := Catalogue{Formats: []Format{f}}.explained(name)
	if file == nil || file.File == "" {
		return name
	}
	return file.File
}

// Content returns the text of an instance. file is the name of a file, one of Builtin's names, one such as nqueens:N, which
// is its own text, or one that a format explains. FILE#3 is the third instance of a file of several, and FILE#ta053 the one of that name. For Stdin it reads from in. What gzip
// packed is unpacked, whatever the name. A text has at most 1 GiB, so that a pipe or a device that never ends is refused.
func (c Catalogue) Content(file string, in io.Reader) ([]byte, error) {
	path, part := split(file)
	content, err := c.whole(path, in)
	if err != nil || part == "" {
		return content, err
	}
	f, _, err := c.find(content, path, "")
	if err == nil && f.Part == nil {
		err = fmt.Errorf("multiwalk: %s: a file of problem %s holds one instance; leave #%s out", filename.Shown(file), f.Name, part)
	}
	if err != nil {
		return nil, err
	}
	number, err := strconv.Atoi(part)
	if err != nil && f.Numbered != nil {
		number = f.Numbered(content, part)
	}
	if number == 0 {
		return nil, fmt.Errorf("multiwalk: %s: it holds no instance %q; choose one by its number, %s#1 for the first", filename.Shown(file), part,
			filename.Shown(path))
	}
	return f.Part(content, filename.Shown(path), number)
}

// Source is the file that Content reads for a name, if there is one of that name: of FILE#3 and q3ap:FILE it is FILE.
func (c Catalogue) Source(name string) string {
	if _, err := os.Stat(name); err == nil {
		return name
	}
	path, _ := split(name)
	if at, _, _ := c.explained(path); at != nil && at.File != "" {
		return at.File
	}
	return path
}

// LenOf is the length of the solutions of an instance that Content would draw by its name, 0 where it reads the text or the name is short.
func (c Catalogue) LenOf(name string) int {
	_, missing := os.Stat(name)
	if at, _, _ := c.explained(name); missing != nil && at != nil {
		return at.Len
	}
	return 0
}

// split splits FILE#3 into the file's name and the number, or a name; "" where there is none, or a file of the whole name.
func split(file string) (path, part string) {
	at := strings.LastIndexByte(file, '#')
	if at < 1 || at == len(file)-1 {
		return file, ""
	}
	if _, missing := os.Stat(file); missing == nil {
		return file, ""
	}
	return file[:at], file[at+1:]
}

// whole returns the text of a whole file.
func (c Catalogue) whole(file string, in io.Reader) ([]byte, error) {
	if file == Stdin {
		content, err := limit.ReadAll(in)
		if err != nil {
			return nil, unreadable("standard input", err)
		}
		return content, nil
	}
	content, err := limit.ReadFile(file)
	if err == nil {
		return content, nil
	}
	if text, ok := c.builtin()[file]; ok {
		return text, nil
	}
	if slices.ContainsFunc(c.Formats, func(f Format) bool { return f.names(file) }) { // the name says all
		return []byte(file), nil
	}
	if at, f, err := c.explained(file); at != nil || err != nil {
		return f.text(file, at, err)
	}
	if info, statErr := os.Stat(file); statErr == nil && info.IsDir() {
		return nil, fmt.Errorf("multiwalk: %s: is a directory; give one instance file of it", filename.Shown(file))
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil, c.unknown(file)
	}
	return nil, unreadable(file, err)
}

// text is that of an instance whose name stands for something; err says what is wrong with the name.
func (f Format) text(name string, at *Name, err error) ([]byte, error) {
	switch {
	case err != nil:
		return nil, err
	case at.File == "":
		return at.Text(nil), nil
	}
	text, err := limit.ReadFile(at.File)
	switch {
	case errors.Is(err, os.ErrNotExist):
		hint := ""
		if whole := ended(at.File, f); whole != "" {
			hint = nearest.Meant(filename.Shown(strings.TrimSuffix(name, at.File) + whole))
		}
		return nil, fmt.Errorf("multiwalk: %s: no such file%s; %s", filename.Shown(name), hint, at.Remedy)
	case err != nil:
		return nil, unreadable(at.File, err)
	}
	return at.Text(text), nil
}

// unknown is the error for a name that is neither that of a file nor of an instance.
func (c Catalogue) unknown(name string) error {
	if f := c.FormatOf(name); f.Name != "" {
		return fmt.Errorf("multiwalk: %s: is a kind of problem; give an instance of it (%s)", name, f.Files)
	}
	return fmt.Errorf("multiwalk: %s: no such file, and no instance of that name%s; %s problems lists the names",
		filename.Shown(name), nearest.Meant(filename.Shown(c.meant(name))), c.Command)
}

// meant is what a name that is neither that of a file nor of an instance may have been meant to be: a file's without its ending,
// or one whose word before the colon is misspelt.
func (c Catalogue) meant(name string) string {
	if file := ended(name, c.Formats...); file != "" {
		return file
	}
	word, rest, colon := strings.Cut(name, ":")
	if !colon {
		return nearest.To(name, c.Builtin())
	}
	var words []string
	for _, f := range c.Formats {
		for _, p := range f.Prefixes {
			words = append(words, strings.TrimSuffix(p, ":"))
		}
		if f.Generate != nil {
			words = append(words, f.Name)
		}
	}
	if word = nearest.To(word, words); word == "" {
		return ""
	}
	return word + ":" + rest
}

// ended is the file whose name lacks the ending that files of these formats have, or "".
func ended(name string, formats ...Format) string {
	for _, f := range formats {
		for _, ending := range f.Endings {
			for _, whole := range []string{name + ending, name + ending + ".gz"} {
				if info, err := os.Stat(whole); err == nil && info.Mode().IsRegular() {
					return whole
				}
			}
		}
	}
	return ""
}

// unreadable is the error about a text that cannot be read.
func unreadable(file string, err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("multiwalk: %s: %w", filename.Shown(file), err)
}
