package main

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/nearest"
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
		printWrapped(w, "On "+deviceNames[d]+" it searches "+enumerated(spacesOn(info.Spaces, d))+".", "  ")
	}
	for i, s := range info.Settings {
		fmt.Fprintf(w, "    --set %s=%s (%s)\n", s.Key, s.Default, s.Type)
		if i+1 == len(info.Settings) || info.Settings[i+1].Doc != s.Doc { // Start and End share what is said of them
			printWrapped(w, s.Doc, "        ")
		}
	}
}

// enumerated joins words as a sentence does.
func enumerated(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// methodNamed returns a method with the documented defaults.
func methodNamed(name string) (multiwalk.Method, error) {
	var names []string
	for _, m := range replayed() {
		if m.Name() == name {
			return m, nil
		}
		names = append(names, m.Name())
	}
	return nil, fmt.Errorf("unknown method %q%s; known are %s and auto", name, nearest.Hint(name, append(names, methodAuto)),
		strings.Join(names, ", "))
}

func describe(m multiwalk.Method) methodInfo {
	t := reflect.TypeOf(m)
	page := pageOf(m)
	info := methodInfo{Name: m.Name(), Doc: page.text(t.String()), Settings: []settingInfo{}}
	info.Spaces = serves(m)
	info.Devices = devicesOf(info.Spaces)
	info.GPU = slices.Contains(info.Devices, onGPUs)
	for _, s := range settingsOf(t) {
		info.Settings = append(info.Settings, settingInfo{Key: s.key, Type: typeName(s.typ),
			Default: valueText(s.in(reflect.ValueOf(m))), Doc: page.text(s.doc)})
	}
	return info
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
