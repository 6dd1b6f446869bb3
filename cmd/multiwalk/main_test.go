package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/cli"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestMain is the command itself where a benchmark has started this binary as one.
func TestMain(m *testing.M) {
	if args := os.Getenv("MULTIWALK_TEST_AS_COMMAND"); args != "" {
		if args != "-" { // the arguments are there as ever
			os.Args = append(os.Args[:1], strings.Split(args, "\x1f")...)
		}
		main()
	}
	os.Exit(m.Run())
}

// bench is an empty folder, and a console that keeps what the command says.
type bench struct {
	t        *testing.T
	out, err bytes.Buffer
	signals  chan os.Signal
}

func newBench(t *testing.T) *bench {
	t.Chdir(t.TempDir())
	return &bench{t: t, signals: make(chan os.Signal, 2)}
}

// run runs the command and returns its exit code; out and err then hold what it printed.
func (b *bench) run(args ...string) int {
	b.out.Reset()
	b.err.Reset()
	return program().Run(args, cli.Console{In: strings.NewReader(""), Out: &b.out, Err: &b.err, Width: func() int { return 0 },
		Interrupts: func() (<-chan os.Signal, func()) { return b.signals, func() {} }, Exit: os.Exit})
}

// want runs the command and fails the test unless it exits with the code.
func (b *bench) want(code int, args ...string) {
	b.t.Helper()
	if got := b.run(args...); got != code {
		b.t.Fatalf("multiwalk %s: exit %d, want %d\n%s%s", strings.Join(args, " "), got, code, b.out.String(), b.err.String())
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(file, []byte(text), 0o644))
}

func read(t *testing.T, file string) string {
	t.Helper()
	text := must.Have(os.ReadFile(file))(t)
	return string(text)
}

// The commands that only this program has are in their places, and in the documents.
func TestCommands_BesideThoseOfAll(t *testing.T) {
	b := newBench(t)
	b.want(0, "repro", "qap", "--help")
	flag := b.out.String()
	b.want(0, "help", "repro", "qap")
	if b.out.String() != flag || !strings.HasPrefix(flag, "Usage: multiwalk repro qap ") {
		t.Errorf("help prints\n%s, and --help\n%s", b.out.String(), flag)
	}
	b.want(2, "repro")
	if want := "name one of pspm, nqueens, fang, qap, q3ap, perceptron, multistart, chapter, heterogeneous; see multiwalk repro --help"; !strings.Contains(b.err.String(), want) {
		t.Errorf("says %s", b.err.String())
	}
	b.want(0, "completion", "words", "--", "kernel", "t")
	if b.out.String() != "tune\n" {
		t.Errorf("kernel has %s", b.out.String())
	}
}

func TestReproCommand_IsInTheDocuments(t *testing.T) {
	if !strings.Contains(read(t, "../../README.md"), "\n| `repro") {
		t.Error("README.md has no row for repro")
	}
	app := must.Have(kong.New(new(reproCmd)))(t)
	page := read(t, "../../docs/json.md")
	for _, paper := range app.Model.Children {
		if !strings.Contains(page, "repro "+paper.Name) {
			t.Errorf("docs/json.md does not tell of repro %s", paper.Name)
		}
	}
}

// A command whose output goes nowhere fails, and a machine without a GPU is not told to use its cores where they cannot take over.
func TestCommands_ThatCannotDoTheirs(t *testing.T) {
	b := newBench(t)
	args := []string{"repro", "nqueens", "figure6", "--sizes=100", "--limit=20ms", "--device=cpu"}
	for _, args := range [][]string{args, append(args, "--json")} {
		b.err.Reset()
		code := program().Run(args, cli.Console{Out: broken{}, Err: &b.err, Width: func() int { return 0 },
			Interrupts: func() (<-chan os.Signal, func()) { return b.signals, func() {} }})
		if code != 3 || strings.Count(b.err.String(), "standard output: no space left on device") != 1 {
			t.Errorf("%v: exit %d, says %s", args, code, b.err.String())
		}
	}
	gputest.Computer(t, 0, nil)
	if code := b.run("kernel", "tune"); code == 0 || !strings.Contains(b.err.String(), "no GPU") || strings.Contains(b.err.String(), "--device cpu") {
		t.Errorf("exit %d\n%s", code, b.err.String())
	}
}

// broken fails every Write, as a full disk or /dev/full does.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }
