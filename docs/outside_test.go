package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
	"github.com/multiwalk/multiwalk/internal/must"
)

// whole are the documents whose programs are complete in themselves, with the folder where each stands to be run.
var whole = map[string]string{
	"library.md":                        "rack",
	"modelling.md":                      "machines",
	"tutorial/04-bits/README.md":        "tutorial/04-bits",
	"tutorial/05-integers/README.md":    "tutorial/05-integers",
	"tutorial/06-constraints/README.md": "tutorial/06-constraints",
	"tutorial/07-moves/README.md":       "tutorial/07-moves",
	"tutorial/08-starts/README.md":      "tutorial/08-starts",
}

// program is what a reader copies from a document.
type program struct{ main, test, output string }

func programOf(t *testing.T, file string) (p program) {
	t.Helper()
	for _, b := range blocks(t, file) {
		switch {
		case b.lang == "go" && strings.HasPrefix(b.text, "package main\n") && strings.Contains(b.text, "\nfunc Test"):
			p.test = b.text
		case b.lang == "go" && strings.HasPrefix(b.text, "package main\n"):
			p.main = b.text
		case b.lang == "text" && p.output == "":
			p.output = b.text
		}
	}
	if p.main == "" || p.test == "" || p.output == "" {
		t.Fatalf("%s has no program, no test, or no output", file)
	}
	return p
}

// TestDocs_WholeProgramsStandInTheTree: who has a clone runs the program in its folder. What the folder has besides, its document shows
// from the first declaration on.
func TestDocs_WholeProgramsStandInTheTree(t *testing.T) {
	for file, dir := range whole {
		p := programOf(t, file)
		for name, want := range map[string]string{"main.go": p.main, "main_test.go": p.test} {
			if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || strings.ReplaceAll(string(got), "\r\n", "\n") != want {
				t.Errorf("%s/%s is not the program of %s (%v)", dir, name, file, err)
			}
		}
		others := must.Have(filepath.Glob(filepath.Join(dir, "*.go")))(t)
		for _, other := range others {
			if filepath.Base(other) == "main.go" || strings.HasSuffix(other, "_test.go") {
				continue
			}
			if _, shown, ok := strings.Cut(read(t, other), "multiwalk\"\n\n"); !ok || !strings.Contains(read(t, file), "```go\n"+shown+"```\n") {
				t.Errorf("%s does not show what %s declares", file, other)
			}
		}
	}
}

// outside makes a module of the programs, as one that has fetched this one, and returns its folder.
func outside(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	root := must.Have(filepath.Abs(".."))(t)
	// What this module requires, the other does through it; go get writes these lines as well.
	mod := strings.Replace(read(t, "../go.mod"), "module github.com/multiwalk/multiwalk\n", "module example.com/outside\n", 1) +
		"\nrequire github.com/multiwalk/multiwalk v0.0.0\n\nreplace github.com/multiwalk/multiwalk => " + root + "\n"
	files := map[string]string{"go.mod": mod, "go.sum": read(t, "../go.sum")}
	for file, dir := range whole {
		p := programOf(t, file)
		files[filepath.Join(filepath.Base(dir), "main.go")] = p.main
		files[filepath.Join(filepath.Base(dir), "main_test.go")] = p.test
	}
	for name, text := range files {
		path := filepath.Join(folder, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return folder
}

// goTool runs a command of Go in a folder; the module file takes up what is required.
func goTool(t *testing.T, folder string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod -buildvcs=false", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestDocs_RunOutside copies the programs and tests from the documents into a module outside of this one, builds it, and
// runs all of it.
func TestDocs_RunOutside(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	folder := outside(t)
	for file, dir := range whole {
		got := goTool(t, folder, "run", "./"+filepath.Base(dir))
		if want := programOf(t, file).output; got != want {
			t.Errorf("the program of %s prints\n%swant\n%s", file, got, want)
		}
	}
	goTool(t, folder, "vet", "./...")
	goTool(t, folder, "test", "./...")
}

// TestDocs_FirstProgramIsShort: from go mod init to a solved problem in fewer than 40 lines, empty ones and comments aside.
func TestDocs_FirstProgramIsShort(t *testing.T) {
	lines := 0
	for line := range strings.Lines(programOf(t, "library.md").main) {
		if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "//") {
			lines++
		}
	}
	if lines >= 40 {
		t.Errorf("the first program has %d lines", lines)
	}
}

// onDevice is a test that the program of library.md runs on a device that it was given kernels for.
const onDevice = `package main

import (
	"context"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
)

func TestOnDevice(t *testing.T) {
	rack := Rack{6, make([]int32, 6*6)}
	for a := range int32(5) {
		rack.Cables[a*6+a+1], rack.Cables[(a+1)*6+a] = 1, 1
	}
	method, on, notes, err := auto.Choose(rack, nil, device.Emulator())
	if _, ok := on.(multiwalk.Accelerator); !ok || err != nil {
		t.Fatal(on, notes, err)
	}
	res, err := multiwalk.Minimize(context.Background(), rack, method, multiwalk.Settings{Device: on, Seed: 1,
		Stop: []multiwalk.Stop{multiwalk.Target(5), multiwalk.Evaluations(500_000)}})
	if err != nil || res.Cost != 5 {
		t.Fatal(res, err)
	}
}
`

// TestDocs_FirstProgramOnADevice adds the line and runs the command that library.md names; then the program has kernels. The
// emulator runs them as a GPU does.
func TestDocs_FirstProgramOnADevice(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles kernels")
	}
	if _, err := exec.LookPath(kernelgen.DefaultClang); err != nil {
		t.Skip(err)
	}
	folder := filepath.Join(outside(t), "rack")
	line := ""
	for _, b := range blocks(t, "library.md") {
		if b.lang == "go" && strings.HasPrefix(b.text, "//go:generate ") {
			line = strings.TrimSpace(b.text)
		}
	}
	source := strings.Replace(read(t, filepath.Join(folder, "main.go")), "// Rack is", line+"\n\n// Rack is", 1)
	for name, text := range map[string]string{"main.go": source, "device_test.go": onDevice} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	goTool(t, folder, "mod", "edit", "-tool=github.com/multiwalk/multiwalk/cmd/multiwalk") // go get -tool would ask for versions
	goTool(t, folder, "generate")
	goTool(t, folder, "test", "-run", "TestOnDevice", ".")
}
