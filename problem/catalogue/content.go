package catalogue

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
	"github.com/multiwalk/multiwalk/problem/bbob"
	"github.com/multiwalk/multiwalk/problem/knapsack"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/problem/qubo"
)

// Stdin is the file name that stands for the standard input.
const Stdin = "-"

// limit is for an instance's text.
var limit = bounded.Limit{Most: bounded.Instance,
	Remedy: "check that this is an instance file; larger ones are for the readers of a Go program"}

// prefixes begin the names of instances that are drawn or known by their name, in the manner of their problems: it is their text.
var prefixes = append(bbob.Prefixes(), nqueens.Prefix, qubo.PrefixRandom, qubo.PrefixCut, maxsat.PrefixRandom, maxsat.PrefixXor, perceptron.Prefix,
	knapsack.Prefix)

// named says whether a name is that of an instance without a file.
func named(file string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(file, p) }) ||
		slices.ContainsFunc(Formats(), func(f Format) bool { return f.draws(file) })
}

// Content returns the text of an instance. file is the name of a file, one of Builtin's names, or one such as nqueens:N, which
// is its own text, or one of problem q3ap, which begins with a word of its own. FILE#3 is the third instance of a file of several. For Stdin it reads from in. What gzip
// packed is unpacked, whatever the name. A text has at most 1 GiB, so that a pipe or a device that never ends is refused.
func Content(file string, in io.Reader) ([]byte, error) {
	path, number := split(file)
	content, err := whole(path, in)
	if err != nil || number == 0 {
		return content, err
	}
	f, _, err := find(content, path, "")
	if err == nil && f.part == nil {
		err = fmt.Errorf("multiwalk: %s: a file of problem %s holds one instance; leave #%d out", filename.Shown(file), f.Name, number)
	}
	if err != nil {
		return nil, err
	}
	return f.part(content, filename.Shown(path), number)
}

// Source is the file that Content reads for a name, if there is one of that name: of FILE#3 and q3ap:FILE it is FILE.
func Source(name string) string {
	if _, err := os.Stat(name); err == nil {
		return name
	}
	path, _ := split(name)
	return q3apFile(path)
}

// LenOf is the length of the solutions of an instance that Content would draw by its name, 0 where it reads the text or the name is short.
func LenOf(name string) int {
	_, missing := os.Stat(name)
	if at, ok, err := q3ap.Named(name); missing != nil && ok && err == nil {
		return 2 * at.N
	}
	return 0
}

// split splits FILE#3 into the file's name and the number; 0 where there is none, or a file of the whole name.
func split(file string) (path string, number int) {
	at := strings.LastIndexByte(file, '#')
	if at < 1 {
		return file, 0
	}
	number, err := strconv.Atoi(file[at+1:])
	if _, missing := os.Stat(file); err != nil || number < 1 || missing == nil {
		return file, 0
	}
	return file[:at], number
}

// whole returns the text of a whole file.
func whole(file string, in io.Reader) ([]byte, error) {
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
	if text, ok := builtin[file]; ok {
		return text, nil
	}
	if named(file) { // the name says all
		return []byte(file), nil
	}
	if text, ok, err := q3apContent(file); ok {
		return text, err
	}
	if info, statErr := os.Stat(file); statErr == nil && info.IsDir() {
		return nil, fmt.Errorf("multiwalk: %s: is a directory; give one instance file of it", filename.Shown(file))
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil, unknown(file)
	}
	return nil, unreadable(file, err)
}

// unknown is the error for a name that is neither that of a file nor of an instance.
func unknown(name string) error {
	if f := FormatOf(name); f.Name != "" {
		return fmt.Errorf("multiwalk: %s: is a kind of problem; give an instance of it (%s)", name, f.Files)
	}
	return fmt.Errorf("multiwalk: %s: no such file, and no instance of that name%s; multiwalk problems lists the names",
		filename.Shown(name), nearest.Meant(filename.Shown(meant(name))))
}

// meant is what a name that is neither that of a file nor of an instance may have been meant to be: a file's without its ending,
// or one whose word before the colon is misspelt.
func meant(name string) string {
	if file := ended(name, Formats()...); file != "" {
		return file
	}
	word, rest, colon := strings.Cut(name, ":")
	if !colon {
		return nearest.To(name, Builtin())
	}
	words := []string{q3ap.Word, q3ap.WordSwapped}
	for _, p := range prefixes {
		words = append(words, strings.TrimSuffix(p, ":"))
	}
	for _, f := range Formats() {
		if f.generate != nil {
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
