package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// TestMain is the command itself where a test has started this binary as one.
func TestMain(m *testing.M) {
	if how := os.Getenv("MULTIWALK_TEST_COSTS"); how != "" && os.Getenv("MULTIWALK_TEST_AS_COMMAND") == "" {
		tellCosts(how)
	}
	if os.Getenv("MULTIWALK_TEST_AS_COMMAND") != "" {
		os.Args = append(os.Args[:1], strings.Split(os.Getenv("MULTIWALK_TEST_AS_COMMAND"), "\x1f")...)
		testProgram.Main()
	}
	os.Exit(m.Run())
}

// start starts the command in a process of its own; lines gives what it prints to its standard error.
func start(t *testing.T, args ...string) (cmd *exec.Cmd, out *bytes.Buffer, lines *bufio.Reader) {
	t.Helper()
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "MULTIWALK_TEST_AS_COMMAND="+strings.Join(args, "\x1f"))
	out = new(bytes.Buffer)
	cmd.Stdout = out
	pipe := must.Have(cmd.StderrPipe())(t)
	must.Do(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd, out, bufio.NewReader(pipe)
}

func TestInterrupt_WritesEverything(t *testing.T) {
	unraced.Test(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send another one an interrupt on Windows")
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		b := newBench(t)
		cmd, out, lines := start(t, "solve", "demo", "--time=60s", "--out=a.tour", "--plot=a.svg", "--record=a.jsonl")
		if _, err := lines.ReadString('\n'); err != nil { // the first incumbent
			t.Fatal(err)
		}
		must.Do(t, cmd.Process.Signal(signal))
		rest, _ := io.ReadAll(lines)
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v: %v\n%s", signal, err, rest)
		}
		if !strings.Contains(out.String(), "interrupted after ") || !strings.Contains(out.String(), "verified: ") {
			t.Errorf("%v: says %s", signal, out.String())
		}
		read(t, "a.tour")
		read(t, "a.svg")
		b.want(0, "verify", "a.jsonl")
	}
}

func TestInterrupt_TwiceExits(t *testing.T) {
	b := newBench(t)
	c := console.Console{Interrupts: func() (<-chan os.Signal, func()) { return b.signals, func() {} }, Exit: func(code int) { b.exited <- code }}
	ctx, release := c.Interruptible()
	defer release()
	b.signals <- os.Interrupt
	<-ctx.Done()
	b.signals <- os.Interrupt
	if code := <-b.exited; code != console.ExitInterrupted {
		t.Errorf("exit %d, want %d", code, console.ExitInterrupted)
	}
}

func TestInterrupt_JSON(t *testing.T) {
	b := newBench(t)
	go func() {
		awaitIncumbent(t, "a.jsonl")
		b.signals <- os.Interrupt
	}()
	b.want(0, "solve", "demo", "--time=60s", "--json", "--plot=a.png", "--record=a.jsonl")
	var r report
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || r.Status != multiwalk.Cancelled || !r.Verified {
		t.Errorf("status %s, verified %v, %v", r.Status, r.Verified, err)
	}
}

// awaitIncumbent waits for the first incumbent in the record of a run that goes on.
func awaitIncumbent(t *testing.T, path string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		text, _ := os.ReadFile(path)
		if bytes.Contains(text, []byte(`{"line":"live"`)) && bytes.HasSuffix(text, []byte("\n")) {
			return
		}
	}
	t.Error("no incumbent in the record after a minute")
}

func TestKill_LeavesARecord(t *testing.T) {
	b := newBench(t)
	cmd, _, lines := start(t, "solve", "demo", "--time=60s", "--record=a.jsonl")
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	awaitIncumbent(t, "a.jsonl")
	must.Do(t, cmd.Process.Kill())
	_ = cmd.Wait()
	b.want(0, "verify", "a.jsonl")
	b.prints("killed: accepted")
}

// A start that takes longer than the run is broken off, and there is nothing to write.
func TestSolve_NoSolutionInTime(t *testing.T) {
	b := newBench(t)
	b.want(1, "solve", "nqueens:20000000", "--time=20ms", "--out=queens.txt")
	if b.out.Len() > 0 || !strings.Contains(b.err.String(), "before it had a first solution; give it more time") {
		t.Errorf("says %q, %q", b.out.String(), b.err.String())
	}
	if _, err := os.Stat("queens.txt"); err == nil {
		t.Error("a solution was written")
	}
}
