package papers

import (
	"os/exec"
	"strings"
	"testing"
)

// The papers stand beside the house: of what is no paper, the command alone imports them.
func TestPapers_AreImportedByTheCommandAlone(t *testing.T) {
	const module = "github.com/multiwalk/multiwalk/"
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...")
	out, err := list.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	importers := 0
	for line := range strings.Lines(string(out)) {
		name, imports, _ := strings.Cut(line, " ")
		if !strings.Contains(imports, module+"papers") || strings.HasPrefix(name, module+"papers") {
			continue
		}
		if importers++; name != module+"cmd/multiwalk" {
			t.Errorf("%s imports a paper: %s", name, imports)
		}
	}
	if importers == 0 {
		t.Errorf("nothing imports the papers, so this looks in the wrong place:\n%s", out)
	}
}
