//go:build unix

package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/record"
)

// What comes through a pipe comes once: the answer is evaluated by what was read, and nothing waits for more.
func TestSolve_InstanceFromAPipe(t *testing.T) {
	b := newBench(t)
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	fed := make(chan error, 1)
	go func() { fed <- os.WriteFile("pipe", []byte(ringText()), 0) }()
	b.want(0, append([]string{"solve", "pipe", "--out=a.tour", "--record=a.jsonl"}, quick...)...)
	must.Do(t, <-fed)
	if !strings.Contains(b.out.String(), "verified: ") || strings.Contains(b.err.String(), "note: ") {
		t.Errorf("says %s%s", b.out.String(), b.err.String())
	}
	b.want(0, "verify", "a.jsonl", "--instance", ring)
}

// A checkpoint or a record that names a pipe is refused, and nothing waits for what comes through it.
func TestCommands_PipesThatOthersName(t *testing.T) {
	b := newBench(t)
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	b.want(0, "solve", ring, "--method=anneal", "--walks=2", "--work=4", "--checkpoint=run.state", "--record=run.jsonl", "--out=a")
	for _, name := range []string{"pipe", "pipe#2", "q3ap:pipe"} {
		forge(t, "run.state", "other.state", own(`"file":"ring.tsp"`, `"file":"`+name+`"`))
		b.leaves(2, name+": is no plain file; name the instance with --instance", "resume", "other.state", "--work=9")
		rewrite(t, "run.jsonl", "other.jsonl", func(r *record.Run) { r.File = name })
		b.want(1, "verify", "other.jsonl")
		b.prints(name + ": is no plain file")
	}
	forge(t, "run.state", "other.state", own(`"Out":"a"`, `"Out":"pipe"`))
	b.leaves(2, "does not show that its run wrote what is there", "resume", "other.state", "--work=9")
}

// Who reads the messages may go: the run goes on, and writes what it is to write.
func TestSolve_StandardErrorThatIsClosed(t *testing.T) {
	b := newBench(t)
	mine, its, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "MULTIWALK_TEST_AS_COMMAND="+strings.Join([]string{"solve", ring, "--method=anneal", "--target=none",
		"--evaluations=300000", "--out=a.tour", "--record=a.jsonl"}, "\x1f"))
	cmd.Stdout, cmd.Stderr = &out, its
	if err := errors.Join(mine.Close(), cmd.Start(), its.Close()); err != nil { // nobody reads from the beginning on
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "verified: ") {
		t.Errorf("%v, says %s", err, out.String())
	}
	read(t, "a.tour")
	b.want(0, "verify", "a.jsonl")
}
