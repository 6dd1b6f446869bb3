package cli

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/service"
)

// shown is the page that a process says it shows, with its lines.
func shown(t *testing.T, lines *bufio.Reader) *served {
	t.Helper()
	line, err := lines.ReadString('\n')
	where, ok := strings.CutPrefix(strings.TrimSpace(line), "live: ")
	if err != nil || !ok {
		t.Fatalf("it says %q: %v", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return &served{t, strings.TrimSuffix(where, "/")}
}

// A run is watched and stopped from its page, which has its result before the program ends. Records are shown with their pictures.
func TestLive(t *testing.T) {
	unraced.Test(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send another one an interrupt on Windows")
	}
	newBench(t)
	cmd, out, lines := start(t, "solve", "demo", "--time=10m", "--target=none", "--live", "--plot=a.svg", "--record=a.jsonl")
	s := shown(t, lines)
	s.begun("1")
	s.call(200, "GET", "/v1/jobs/1/picture", "")
	s.call(200, "DELETE", "/v1/jobs/1", "")
	if text := s.lines("1"); !bytes.Contains(text, []byte(`{"line":"end","status":"cancelled"`)) {
		t.Errorf("the last events are %s", text)
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "interrupted after ") {
		t.Errorf("solve says %s: %v", out, err)
	}

	records, _, lines := start(t, "live", "a.jsonl", "--listen=localhost:0")
	s = shown(t, lines)
	j, _ := s.job(s.call(200, "GET", "/v1/jobs/1", ""))
	if j.State != service.Done || j.File != "a.jsonl:1" {
		t.Errorf("the run of a record is %+v", j)
	}
	write(t, "events.jsonl", string(s.lines("1")))
	if read(t, "events.jsonl") != read(t, "a.jsonl") {
		t.Error("the events of a record are another record")
	}
	if got := s.call(200, "GET", "/v1/jobs/1/picture", ""); string(got) != read(t, "a.svg") {
		t.Error("the picture of a record is another one")
	}
	endedBy(t, records, syscall.SIGINT)
}

// endedBy ends a process by a signal, and well.
func endedBy(t *testing.T, cmd *exec.Cmd, signal os.Signal) {
	t.Helper()
	must.Do(t, cmd.Process.Signal(signal))
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v ends it with %v", signal, err)
	}
}

// What a page is shown for must be there, and the address must be one.
func TestLive_Refuses(t *testing.T) {
	b := newBench(t)
	b.want(2, "live", "none.jsonl")
	b.want(3, "solve", ring, "--live=nowhere.invalid:1", "--evaluations=100")
	if got := b.err.String(); !strings.Contains(got, "name another HOST:PORT") {
		t.Errorf("it says %s", got)
	}
	b.want(0, "solve", ring, "--live", "--evaluations=2000", "--json", "--target=none")
	if got := b.out.String(); !strings.Contains(got, `"status": "`+string(multiwalk.EvaluationLimit)+`"`) {
		t.Errorf("it says %s", got)
	}
}
