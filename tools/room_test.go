package tools

import (
	"os/exec"
	"strings"
	"testing"
)

// The tools stand beside the house, which imports none of them. The examples are modules of their own, so it cannot import those.
func TestTools_AreImportedByNobody(t *testing.T) {
	const module = "github.com/multiwalk/multiwalk/"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}} `, module+"...").CombinedOutput()
	if err != nil || !strings.Contains(string(out), module+"tools/measure ") {
		t.Fatalf("%v: %s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if name, imports, _ := strings.Cut(line, " "); strings.Contains(imports, module+"tools") && !strings.HasPrefix(name, module+"tools") {
			t.Errorf("%s imports a tool: %s", name, imports)
		}
	}
}
