package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// python is a Python that imports the package, for which this binary is the command.
func python(t testing.TB) func(args ...string) *exec.Cmd {
	t.Helper()
	interpreter, err := exec.LookPath("python3")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("python3 is not here")
	}
	source := must.Have(filepath.Abs("../../python"))(t)
	bin := t.TempDir()
	script := "#!/bin/sh\nMULTIWALK_TEST_AS_COMMAND=- exec '" + os.Args[0] + "' \"$@\"\n"
	must.Do(t, os.WriteFile(filepath.Join(bin, "multiwalk"), []byte(script), 0o755))
	folder := t.TempDir()
	return func(args ...string) *exec.Cmd {
		c := exec.Command(interpreter, args...)
		c.Dir = folder
		c.Env = append(os.Environ(), "PYTHONPATH="+source, "PYTHONDONTWRITEBYTECODE=1", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		return c
	}
}

// fenced returns the blocks of a document in a language.
func fenced(text, lang string) (list []string) {
	for _, part := range strings.Split(text, "```"+lang+"\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		list = append(list, block)
	}
	return list
}

// The page's program prints what stands there, and its child prices its model.
func TestPython_PageIsTrue(t *testing.T) {
	unraced.Test(t)
	run := python(t)
	page := must.Have(os.ReadFile("../../docs/python.md"))(t)
	text := strings.ReplaceAll(string(page), "\r\n", "\n")
	out, err := run("-c", strings.Join(fenced(text, "python"), "\n")).CombinedOutput()
	if want := strings.Join(fenced(text, "text"), ""); err != nil || string(out) != want {
		t.Errorf("%v: it prints\n%s\nand the page has\n%s", err, out, want)
	}
	solve := run("-c", "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))", "multiwalk", "solve", "own.json",
		"--cost-command", "python3 cost.py", "--evaluations", "2000", "--quiet", "--out", "-")
	for name, block := range map[string]string{"own.json": fenced(text, "json")[0], "cost.py": fenced(text, "cost.py")[0]} {
		must.Do(t, os.WriteFile(filepath.Join(solve.Dir, name), []byte(block), 0o644))
	}
	out, err = solve.Output()
	if err != nil || !strings.Contains(string(out), `"objective":7,`) {
		t.Errorf("%v: %s", err, out)
	}
}

// What Python tells is what the command found, whoever prices it; what fails says why, and has the best so far.
func TestPython_Minimises(t *testing.T) {
	run := python(t)
	const program = `
import multiwalk

def cost(x):
    return sum((v - i) ** 2 / 2 for i, v in enumerate(x))

here = multiwalk.minimise(cost, permutation=9, evaluations=600)
there = multiwalk.minimise(cost, permutation=9, evaluations=600, workers=3)
batch = multiwalk.minimise(lambda xs: [cost(x) for x in xs], permutation=9, evaluations=600, batch=True)
assert here.order == there.order == batch.order and here.objective == there.objective == batch.objective == cost(here.order), (here, there, batch)
assert here.history[-1][1] == here.objective and here.verified and here.status == "evaluation_limit"
assert [c for _, c in here.history] == [c for _, c in there.history]

real = multiwalk.minimise(lambda x: (x[0] - 0.5) ** 2 + 1, reals=[(-3, 3)], evaluations=200)
assert abs(real.objective - 1) < 1e-6 and real.history[-1][1] == real.objective and abs(real.vector[0] - 0.5) < 1e-3, real
whole = multiwalk.minimise(lambda x: abs(x[0] - 7) + abs(x[1] + 2), integers=[(0, 9), (-3, 3)], evaluations=400)
assert whole.vector == [7, -2], whole.vector

calls = 0
def breaks(x):
    global calls
    calls += 1
    if calls > 50:
        raise KeyError("no such van")
    return sum(x)
for workers in 1, 2:
    calls = 0
    try:
        multiwalk.minimise(breaks, bits=12, time=60, workers=workers)
    except multiwalk.CostError as e:
        assert "KeyError: 'no such van'" in str(e) and isinstance(e.__cause__, KeyError) and e.result.objective <= 12, e
    else:
        raise AssertionError("it did not break")
try:
    multiwalk.minimise(lambda x: float("nan"), bits=12, time=60)
except multiwalk.CostError as e:
    assert "found NaN" in str(e), e
print("done")
`
	if out, err := run("-c", program).CombinedOutput(); err != nil || string(out) != "done\n" {
		t.Errorf("%v: %s", err, out)
	}
}

// Ctrl-C ends a run, and Python has the best so far.
func TestPython_IsInterrupted(t *testing.T) {
	const program = `
import multiwalk, os, signal
calls = 0
def cost(x):
    global calls
    calls += 1
    if calls == 40:
        os.kill(os.getpid(), signal.SIGINT)
    return sum(x)
r = multiwalk.minimise(cost, bits=12, time=3600)
assert r.status == "cancelled" and r.verified and r.objective == sum(r.vector), r
print("done")
`
	c := python(t)("-c", program)
	late := time.AfterFunc(time.Minute, func() { _ = c.Process.Kill() })
	defer late.Stop()
	if out, err := c.CombinedOutput(); err != nil || string(out) != "done\n" {
		t.Errorf("%v: %s", err, out)
	}
}

// Whatever leaves the function of a user, no run goes on behind it.
func TestPython_LeavesNothingBehind(t *testing.T) {
	run := python(t)
	out, err := run("-c", `
import subprocess, sys
import multiwalk

started, runs = subprocess.Popen, []
subprocess.Popen = lambda *a, **k: runs.append(started(*a, **k)) or runs[-1]
try:
    multiwalk.minimise(lambda x: sys.exit(3), permutation=6, time=3600)
except SystemExit:
    runs[0].wait(60)
    print("gone")
for wrong in ({"scale": 0}, {"workers": 0}):
    try:
        multiwalk.minimise(sum, permutation=6, **wrong)
    except ValueError as e:
        print(e)
`).CombinedOutput()
	want := "gone\n" + strings.Repeat("scale is above 0, and workers are one or more\n", 2)
	if err != nil || string(out) != want {
		t.Errorf("%v: it prints\n%s", err, out)
	}
}
