package tools

import (
	"os/exec"
	"strings"
	"testing"
)

// What stands beside the house is imported by nothing in it: the tools by a helper of tests, the papers by the command alone. The examples
// are modules of their own, so the house cannot import those.
func TestHouse_ImportsNothingBesideIt(t *testing.T) {
	const module = "github.com/multiwalk/multiwalk/"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}} `, module+"...").CombinedOutput()
	if err != nil || !strings.Contains(string(out), module+"tools/measure ") {
		t.Fatalf("%v: %s", err, out)
	}
	for room, allowed := range map[string]string{"tools": module + "single/internal/trial", "papers": module + "cmd/multiwalk"} {
		importers := 0
		for line := range strings.Lines(string(out)) {
			name, imports, _ := strings.Cut(line, " ")
			if !strings.Contains(imports, module+room) || strings.HasPrefix(name, module+room) {
				continue
			}
			if importers++; name != allowed {
				t.Errorf("%s imports %s: %s", name, room, imports)
			}
		}
		if allowed != "" && importers == 0 {
			t.Errorf("%s does not import %s, so this looks in the wrong place:\n%s", allowed, room, out)
		}
	}
}

// A program with a problem of its own links none of ours.
func TestCLI_LinksNoProblem(t *testing.T) {
	const module = "github.com/multiwalk/multiwalk/"
	out, err := exec.Command("go", "list", "-deps", module+"cli").CombinedOutput()
	if err != nil || !strings.Contains(string(out), module+"auto\n") {
		t.Fatalf("%v: %s", err, out)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if strings.HasPrefix(name, module+"problem/") || strings.HasPrefix(name, module+"papers") || name == module+"internal/sample" {
			t.Errorf("cli links %s", name)
		}
	}
}
