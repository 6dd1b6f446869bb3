package cli

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/unraced"
)

// mark stands before what a command prints.
const mark = "@@@"

// The page's examples say what the page has, but for the dots, in one shell after the other.
func TestService_DocsAreRun(t *testing.T) {
	unraced.Test(t)
	for _, tool := range []string{"curl", "bash"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	page := read(t, "../docs/service.md")
	newBench(t)
	s := newServed(t, nil)
	var script, want []string
	for i, part := range strings.Split(page, "```") {
		if i%2 == 0 || !strings.HasPrefix(part, "console\n") || strings.HasPrefix(part, "console\n$ multiwalk serve") {
			continue
		}
		for _, example := range strings.Split(part, "\n$ ")[1:] {
			command, said, open := example, "", strings.Count(strings.SplitN(example, "\n", 2)[0], "'")%2 == 1
			if at := strings.IndexByte(example, '\n'); at >= 0 && !open {
				command, said = example[:at], example[at+1:]
			}
			script = append(script, "echo "+mark+"; "+command)
			want = append(want, said)
		}
	}
	text := strings.ReplaceAll(strings.Join(script, "\n"), "http://localhost:4380", s.url)
	cmd := exec.Command("bash", "-ec", `multiwalk() { MULTIWALK_TEST_AS_COMMAND="$(printf '%s\x1f' "$@" | head -c -1)" "`+os.Args[0]+`"; }`+"\n"+text)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, text, out)
	}
	got := strings.Split(string(out), mark+"\n")[1:]
	if len(got) != len(want) || len(want) < 8 {
		t.Fatalf("%d commands, %d outputs: %s", len(want), len(got), out)
	}
	for i, w := range want {
		rest := got[i]
		for _, piece := range strings.Split(strings.ReplaceAll(strings.TrimSpace(w), "\n", "…"), "…") {
			_, after, found := strings.Cut(rest, piece)
			if !found {
				t.Errorf("%s\nsays %s\nand not %s", script[i], got[i], piece)
				break
			}
			rest = after
		}
	}
}
