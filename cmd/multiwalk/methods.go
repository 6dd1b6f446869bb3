package main

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/console"
)

type methodsCmd struct {
	Name string `arg:"" optional:"" help:"Show this method alone."`
	JSON bool   `help:"Print a JSON array."`
}

// methodInfo is a method as it is listed.
type methodInfo struct {
	Name     string              `json:"name"`
	Doc      string              `json:"doc"`
	GPU      bool                `json:"gpu"`     // runs on GPUs too
	Devices  []string            `json:"devices"` // that it runs on: cpu, gpu
	Spaces   map[string][]string `json:"spaces"`  // that it searches, each with the devices
	Settings []settingInfo       `json:"settings"`
}

// settingInfo is one setting of a method.
type settingInfo struct {
	Key     string `json:"key"`
	Type    string `json:"type"`
	Default string `json:"default"` // as --set takes it; what a zero stands for is in Doc
	Doc     string `json:"doc"`
}

// Run lists the methods and their settings.
func (m *methodsCmd) Run(c *console.Console) error {
	list := methods()
	if m.Name != "" {
		method, err := methodNamed(m.Name)
		if err != nil {
			return err
		}
		list = []multiwalk.Method{method}
	}
	infos := make([]methodInfo, len(list))
	for i, method := range list {
		infos[i] = describe(method)
	}
	if m.JSON {
		return console.WriteJSON(c.Out, infos)
	}
	for i, info := range infos {
		if i > 0 {
			fmt.Fprintln(c.Out)
		}
		printMethod(c.Out, info, m.Name != "")
	}
	return nil
}

// printMethod prints a method with the first sentence of its description, or in whole all of it.
func printMethod(w io.Writer, info methodInfo, whole bool) {
	doc := info.Doc
	if !whole {
		doc = firstSentence(doc)
	}
	fmt.Fprintln(w, info.Name)
	printWrapped(w, doc, "  ")
	for _, d := range info.Devices {
		printWrapped(w, "On "+deviceNames[d]+": "+strings.Join(spacesOn(info.Spaces, d), ", ")+".", "  ")
	}
	for _, s := range info.Settings {
		fmt.Fprintf(w, "    --set %s=%s (%s)\n", s.Key, s.Default, s.Type)
		printWrapped(w, s.Doc, "        ")
	}
}

// methodNamed returns a method with the documented defaults.
func methodNamed(name string) (multiwalk.Method, error) {
	var names []string
	for _, m := range methods() {
		if m.Name() == name {
			return m, nil
		}
		names = append(names, m.Name())
	}
	return nil, fmt.Errorf("unknown method %q; known are %s and auto", name, strings.Join(names, ", "))
}

func describe(m multiwalk.Method) methodInfo {
	t := reflect.TypeOf(m)
	info := methodInfo{Name: m.Name(), Doc: docOf(t.String()), Settings: []settingInfo{}}
	info.Spaces = serves(m)
	info.Devices = devicesOf(info.Spaces)
	info.GPU = slices.Contains(info.Devices, onGPUs)
	for _, s := range settingsOf(t) {
		info.Settings = append(info.Settings, settingInfo{Key: s.key, Type: typeName(s.typ),
			Default: valueText(s.in(reflect.ValueOf(m))), Doc: docOf(s.doc)})
	}
	return info
}

// docOf returns the comment of a type or of a field, without the words that Go wants at its start.
func docOf(name string) string {
	text := strings.TrimSpace(docs[name])
	last := name[strings.LastIndexByte(name, '.')+1:]
	for _, verb := range []string{" is ", " are ", " says "} {
		if rest, ok := strings.CutPrefix(text, last+verb); ok && verb != " says " {
			return strings.ToUpper(rest[:1]) + rest[1:]
		}
	}
	return text
}

// firstSentence returns the first sentence of a comment, without the source that stands in brackets at its end.
func firstSentence(doc string) string {
	first, _, _ := strings.Cut(doc, "\n\n")
	if at := strings.Index(first, " ("); at >= 0 && strings.Contains(first[at:], "\"") {
		return first[:at] + "."
	}
	if at := strings.Index(first, ". "); at >= 0 {
		return first[:at+1]
	}
	return first
}

// printWrapped prints text in lines of at most 100 columns.
func printWrapped(w io.Writer, text, indent string) {
	line := indent
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) > 100 && line != indent {
			fmt.Fprintln(w, strings.TrimRight(line, " "))
			line = indent
		}
		line += word + " "
	}
	if line != indent {
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}
