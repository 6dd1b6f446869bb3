package cli

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/nearest"
	"github.com/multiwalk/multiwalk/walk"
)

type methodsCmd struct {
	Name string `arg:"" optional:"" help:"Describe this method, with its settings."`
	JSON bool   `help:"Print a JSON array."`
}

// methodInfo is a method as it is listed.
type methodInfo struct {
	Name     string              `json:"name"`     // as --method takes it
	Summary  string              `json:"summary"`  // in a line
	Doc      string              `json:"doc"`      // what it is
	GPU      bool                `json:"gpu"`      // runs on GPUs too
	Devices  []string            `json:"devices"`  // that it runs on: cpu, gpu
	Spaces   map[string][]string `json:"spaces"`   // that it searches, each with the devices
	Settings []settingInfo       `json:"settings"` // for --set
}

// settingInfo is one setting of a method.
type settingInfo struct {
	Key     string `json:"key"`     // as --set takes it
	Type    string `json:"type"`    // what values are
	Default string `json:"default"` // as --set takes it; what a zero stands for is in Doc
	Doc     string `json:"doc"`     // what it sets
}

// Run lists the methods in a line each, or describes one of them with its settings. As JSON all have all.
func (m *methodsCmd) Run(c *console.Console, p *Program) error {
	var infos []methodInfo
	switch {
	case m.Name == "" && !m.JSON:
		return p.listMethods(c.Out)
	case m.Name == methodAuto:
		infos = []methodInfo{describeAuto()}
	case m.Name != "":
		method, err := p.methodNamed(m.Name)
		if err != nil {
			return err
		}
		infos = []methodInfo{p.describe(method)}
	default:
		infos = []methodInfo{describeAuto()}
		for _, method := range methods() {
			infos = append(infos, p.describe(method))
		}
	}
	if m.JSON {
		return console.WriteJSON(c.Out, infos)
	}
	printMethod(c.Out, infos[0])
	return nil
}

func (p *Program) listMethods(w io.Writer) error {
	fmt.Fprintf(w, "%-22s %s\n", methodAuto, inShort[methodAuto])
	for _, m := range methods() {
		fmt.Fprintf(w, "%-22s %s\n", m.Name(), inShort[m.Name()])
	}
	_, err := fmt.Fprintf(w, "\n%s methods NAME describes a method and its settings. solve --method NAME\n"+
		"runs it, with --set KEY=VALUE for a setting; without --method, solve runs auto.\n", p.Command)
	return err
}

// printMethod prints what there is to say of a method.
func printMethod(w io.Writer, info methodInfo) {
	fmt.Fprintln(w, info.Name)
	printWrapped(w, info.Doc, "  ")
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
func (p *Program) methodNamed(name string) (walk.Method, error) {
	for _, m := range p.replayed() {
		if m.Name() == name {
			return m, nil
		}
	}
	if name == methodAuto {
		return nil, errors.New("auto chooses a method, and is none; name the method that it chooses, which solve prints")
	}
	names := methodNames()
	return nil, fmt.Errorf("unknown method %q%s; known are %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}

func (p *Program) describe(m walk.Method) methodInfo {
	t := reflect.TypeOf(m)
	page := pageOf(m)
	info := methodInfo{Name: m.Name(), Summary: inShort[m.Name()], Doc: page.text(t.String()), Settings: []settingInfo{}}
	info.Spaces = p.serves(m)
	info.Devices = devicesOf(info.Spaces)
	info.GPU = slices.Contains(info.Devices, onGPUs)
	for _, s := range settingsOf(t) {
		info.Settings = append(info.Settings, settingInfo{Key: s.key, Type: typeName(s.typ),
			Default: valueText(s.in(reflect.ValueOf(m))), Doc: page.text(s.doc)})
	}
	return info
}

// describeAuto says what auto chooses, by its rules.
func describeAuto() methodInfo {
	spaces := map[string][]string{}
	for kind := range spaceNames {
		spaces[kind] = []string{onCores, onGPUs}
	}
	var doc strings.Builder
	doc.WriteString("Auto is what solve runs without --method. It chooses a method by what the problem is and offers; a note or the summary says which " +
		"one ran. It takes a GPU where the method gains by it (see --device). On cores the first of these rules decides, on a GPU the first whose " +
		"method has kernels for the problem:\n\n")
	for _, r := range auto.Rules() {
		fmt.Fprintf(&doc, "  - %s.\n", r)
	}
	return methodInfo{Name: methodAuto, Summary: inShort[methodAuto], GPU: true, Devices: devicesOf(spaces), Spaces: spaces, Settings: []settingInfo{},
		Doc: pageOf(nil).spelled(doc.String())}
}

// columns is the width of the pages.
const columns = 80

// printWrapped prints paragraphs, and the items of lists, each from a line of its own.
func printWrapped(w io.Writer, text, indent string) {
	line, begin := indent, indent
	flush := func() {
		if strings.TrimSpace(line) != "" {
			fmt.Fprintln(w, strings.TrimRight(line, " "))
		}
		line = indent
	}
	for _, source := range strings.Split(text, "\n") {
		words := strings.Fields(source)
		if item := len(words) > 0 && words[0] == "-"; item || len(words) == 0 {
			flush()
			if begin = indent; item {
				begin += "  "
			}
		}
		for _, word := range words {
			if len([]rune(line))+len([]rune(word)) > columns && strings.TrimSpace(line) != "" {
				flush()
				line = begin
			}
			line += word + " "
		}
	}
	flush()
}
