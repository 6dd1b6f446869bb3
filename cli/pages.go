package cli

import (
	"reflect"
	"regexp"
	"strings"
	"unicode"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/alias"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// page turns the comments of a method's source, which name things as Go does, into what a user of the command reads: names
// are those of methods, settings and flags.
type page struct {
	words map[string]string // the names of Go, and what the command calls them
}

// pageOf knows the names that the comments of a method use: those of its settings, if it is not nil, and those of all methods.
func pageOf(m walk.Method) page {
	words := map[string]string{}
	for _, other := range methods() {
		t := reflect.TypeOf(other)
		for _, name := range []string{t.String(), alias.Name(t), t.Name()} {
			words[name] = other.Name()
		}
	}
	run := reflect.TypeFor[multiwalk.Settings]()
	for i := range run.NumField() {
		words["Settings."+run.Field(i).Name] = "--" + keyOf(run.Field(i).Name)
	}
	if m != nil {
		addSettings(words, reflect.TypeOf(m))
	}
	return page{words}
}

func addSettings(words map[string]string, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		words[f.Name] = keyOf(f.Name)
		if f.Type.Kind() == reflect.Struct {
			addSettings(words, f.Type)
		}
	}
}

// identifier is a name of Go, perhaps with the package or the struct that it is in.
var identifier = regexp.MustCompile(`\b(?:[A-Za-z]\w*\.)?[A-Z]\w*\b`)

// text is the comment of a type or a field. A sentence begins with a capital.
func (p page) text(name string) string { return p.spelled(strings.TrimSpace(docs[name])) }

// spelled puts the command's words in the place of Go's names.
func (p page) spelled(text string) string {
	text = strings.ReplaceAll(text, "as neighbourhood.ByName knows it", "("+strings.Join(neighbourhood.Names(), ", ")+", or several joined by +)")
	var b strings.Builder
	at := 0
	for _, m := range identifier.FindAllStringIndex(text, -1) {
		word, known := p.words[text[m[0]:m[1]]]
		if !known || strings.HasSuffix(text[:m[0]], `"`) { // a title is as its authors have it
			continue
		}
		if m[0] == 0 || p.begins(text[:m[0]]) {
			runes := []rune(word)
			word = string(unicode.ToUpper(runes[0])) + string(runes[1:])
		}
		b.WriteString(text[at:m[0]] + word)
		at = m[1]
	}
	return b.String() + text[at:]
}

// begins says whether a sentence begins behind the text.
func (p page) begins(text string) bool {
	text = strings.TrimRight(text, " \n")
	return strings.HasSuffix(text, ".")
}
