// Package filename writes names of files where they cannot stand as they are. A name is any bytes but 0: it may hold line
// ends, codes that move a terminal's cursor, and bytes that are no UTF-8, which JSON has no way to write. Such a name is
// written as a string of Go, in double quotes; a name that itself begins with a double quote is too, so that it cannot be
// mistaken for one.
package filename

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shown returns the name as it is shown to people: itself if it can be printed, else quoted.
func Shown(name string) string {
	if strings.HasPrefix(name, `"`) || !utf8.ValidString(name) || strings.ContainsFunc(name, unprintable) {
		return strconv.Quote(name)
	}
	return name
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// Text returns the name as JSON can hold it: itself if it is UTF-8, else quoted. FromText is the way back.
func Text(name string) string {
	if strings.HasPrefix(name, `"`) || !utf8.ValidString(name) {
		return strconv.Quote(name)
	}
	return name
}

// FromText returns the name that Text wrote. What is no quoted name is one that needs no quotes.
func FromText(text string) string {
	if strings.HasPrefix(text, `"`) {
		if name, err := strconv.Unquote(text); err == nil {
			return name
		}
	}
	return text
}

// Escaped returns a text of several lines with all that a terminal would not print, but for the line ends, written as
// strings of Go have it.
func Escaped(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 || unprintable(r) && r != '\n' && r != '\t' {
			quoted := strconv.Quote(text[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}
