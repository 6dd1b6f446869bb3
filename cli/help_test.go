package cli

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/walk"
)

// The pages about methods fit a terminal, the list has a line for each, and the default explains itself.
func TestMethods_FitATerminal(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	b.want(0, "methods")
	list, _, _ := strings.Cut(b.out.String(), "\n\n")
	lines := strings.Split(list, "\n")
	at := 0 // where what they are begins, the same in all
	if names := methodNames(); len(lines) != len(names) || len(inShort) != len(names) {
		t.Errorf("%d lines, %d summaries, %d methods", len(lines), len(inShort), len(names))
	}
	for i, name := range methodNames() {
		if fields := strings.Fields(lines[min(i, len(lines)-1)]); fields[0] != name || len(fields) < 3 {
			t.Errorf("line %d is %q, want %s and what it is", i, fields, name)
		}
		if begins := strings.Index(lines[i], " "+inShort[name]) + 1; at > 0 && begins != at {
			t.Errorf("line %d is %q, and others tell from column %d on", i, lines[i], at)
		} else {
			at = begins
		}
		pages := b.out.String()
		b.want(0, "methods", name)
		for line := range strings.Lines(pages + b.out.String()) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > columns {
				t.Errorf("%s: wider than %d columns: %s", name, columns, line)
			}
		}
	}
	b.want(0, "methods", "auto")
	b.prints("auto\n  Auto is what solve runs without --method.", "\n  - A tour whose cost is the sum of its edges: iterated", "simulated annealing")
	b.want(0, "methods", "auto", "--json")
	var infos []methodInfo
	if err := json.Unmarshal(b.out.Bytes(), &infos); err != nil || len(infos) != 1 || infos[0].Name != methodAuto {
		t.Errorf("%v: %s", err, b.out.String())
	}
}

// Methods print as they are called, alone and inside of others.
func TestMethods_PrintAsTheirNames(t *testing.T) {
	for _, m := range methods() {
		if got := fmt.Sprint(m); got != m.Name() {
			t.Errorf("%T prints %s", m, got)
		}
		if got := fmt.Sprintf("%v", []walk.Method{m}); got != "["+m.Name()+"]" {
			t.Errorf("%T prints %s in a list", m, got)
		}
	}
}

func TestHelp_IsTheFlag(t *testing.T) {
	b := newBench(t)
	for _, command := range []string{"", "solve", "kernel gen", "methods"} {
		words := strings.Fields(command)
		b.want(0, append(slices.Clone(words), "--help")...)
		flag := b.out.String()
		b.want(0, append([]string{"help"}, words...)...)
		if b.out.String() != flag || !strings.HasPrefix(flag, "Usage: multiwalk") {
			t.Errorf("help %s prints\n%s, and --help\n%s", command, b.out.String(), flag)
		}
	}
	b.want(2, "help", "sovle")
	b.want(2, "kernel")
	if want := "name one of gen, check, dump; see multiwalk kernel --help"; !strings.Contains(b.err.String(), want) {
		t.Errorf("says %s", b.err.String())
	}
}

func TestProblems_OneAlone(t *testing.T) {
	b := newBench(t)
	for _, name := range testProgram.Names() {
		b.want(0, "problems", name)
		if out := b.out.String(); !strings.HasPrefix(out, name+" ") || strings.Count(out, "instances:") != 1 {
			t.Errorf("%s: %s", name, out)
		}
	}
	b.want(2, "problems", "tps")
	b.says(`unknown problem "tps", did you mean "tsp"?; known are tsp, `)
}

func TestVersion_TellsTheBuild(t *testing.T) {
	b := newBench(t)
	b.want(0, "version", "--json")
	var v versionReport
	if err := json.Unmarshal(b.out.Bytes(), &v); err != nil || len(v.Build) != 12 || v.Version == "" {
		t.Errorf("%v: %+v", err, v)
	}
	b.want(0, "version")
	b.prints(", build " + v.Build + " (go")
}

// What goes on from the words typed: sub-commands, flags, and the names that flags and arguments take.
func TestCompletion_Words(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ typed, want string }{
		{"so", "solve"},
		{"kernel c", "check"},
		{"kernel check --al", "--all"},
		{"solve --evaluations 1e6 --che", "--checkpoint --checkpoint-every"},
		{"solve --method lat", "late-acceptance"},
		{"solve --method=lat", "--method=late-acceptance"},
		{"solve --method = lat", "late-acceptance"}, // as bash takes it apart
		{"solve -q --problem q", "q3ap qap qubo"},
		{"solve a.tsp --seed 3 --dev", "--device"},
		{"methods vn", "vns"},
		{"methods au", "auto"},
		{"problems maxc", "maxcut"},
		{"completion z", "zsh"},
		{"help resu", "resume"},
		{"solve ri", ""}, // a file
		{"nonsense x", ""},
	} {
		b.want(0, append([]string{"completion", "words", "--"}, strings.Fields(c.typed)...)...)
		if got := strings.Join(strings.Fields(b.out.String()), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.typed, got, c.want)
		}
	}
	b.want(0, "completion", "words", "--", "solve", "--method", "")
	if got := strings.Count(b.out.String(), "\n"); got != len(methodNames()) {
		t.Errorf("%d methods", got)
	}
	b.want(2, "completion", "tcsh")
}

// Bash takes the function, and asks the command by it.
func TestCompletion_Bash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	b := newBench(t)
	b.want(0, "completion", "bash")
	script := b.out.String() + `multiwalk() { printf '%s ' "$@" >&2; printf 'anneal\nauto\n'; }
COMP_WORDS=(multiwalk solve --method a); COMP_CWORD=3; _multiwalk; printf '%s|' "${COMPREPLY[@]}"`
	script = strings.ReplaceAll(script, "2>/dev/null", "")
	cmd := exec.Command(bash, "--norc", "-c", script)
	var asked strings.Builder
	cmd.Stderr = &asked
	out, err := cmd.Output()
	if err != nil || string(out) != "anneal|auto|" || asked.String() != "completion words -- solve --method a " {
		t.Errorf("%v: %q, asked %q", err, out, asked.String())
	}
}

// What is maximised is told so: in the notes of a run too, and by the instance as by the format.
func TestSolve_TellsACutAsOne(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", "maxcut:60", "--method=halving", "--set=methods=anneal,ils", "--evaluations=20000", "--quiet")
	if all := b.out.String() + b.err.String(); !strings.Contains(all, "leads after trials: mean cut ") || strings.Contains(all, " -") || strings.Contains(all, "cost") {
		t.Errorf("says\n%s", all)
	}
	cut, err := qubo.RandomCut(20, 1)
	if err != nil || cut.Maximised() != "cut" {
		t.Errorf("%v, %q", err, cut.Maximised())
	}
	list, err := qubo.ReadBeasley(strings.NewReader("1\n2 1\n1 2 3\n"), "a.bqp")
	if err != nil || list[0].Maximised() != "value" {
		t.Errorf("%v, %v", err, list)
	}
}

// Loading is told of where there is something to load.
func TestSummary_NoGPUIsOpenedOnCores(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", "maxcut:60", "--evaluations=2000")
	if strings.Contains(b.out.String(), "GPU") {
		t.Errorf("says\n%s", b.out.String())
	}
}

// The demo draws its picture anew, and leaves others alone.
func TestSolve_DemoTwice(t *testing.T) {
	b := newBench(t)
	for range 2 {
		b.want(0, "solve", "demo", "--evaluations=1000", "--target=none")
		if !strings.Contains(b.out.String(), "picture in demo.svg\n") || strings.Contains(b.err.String(), "no picture") {
			t.Errorf("says\n%s%s", b.out.String(), b.err.String())
		}
	}
	drawn := read(t, "demo.svg")
	for _, mine := range []string{strings.Replace(drawn, "demo:", "mine:", 1), drawn[:len(drawn)/2], "<svg>"} {
		write(t, "demo.svg", mine)
		b.want(0, "solve", "demo", "--evaluations=1000", "--target=none")
		if read(t, "demo.svg") != mine || !strings.Contains(b.err.String(), "demo.svg is there already") {
			t.Errorf("another picture was replaced: %s", b.err.String())
		}
	}
}
