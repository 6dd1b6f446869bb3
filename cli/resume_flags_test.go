package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/unraced"
)

// What cannot be gone on with is refused before anything runs, with the remedy.
func TestResume_RefusesBeforeItRuns(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	b.want(0, "solve", ring, "--method=anneal", "--walks=2", "--work=4", "--checkpoint=run.state")
	b.want(2, "resume", "run.state", "--work=3")
	if said := b.err.String(); said != "multiwalk: the run cannot be resumed up to 3 rounds: it has done 4; give a limit above that\n" || b.out.Len() > 0 {
		t.Errorf("said %q, printed %q", said, b.out.String())
	}
	b.want(0, "solve", "-", "--method=anneal", "--walks=2", "--work=4", "--checkpoint=piped.state")
	b.want(2, "resume", "piped.state", "--work=5")
	b.says("the instance came from the standard input; name it with --instance FILE")
	b.want(0, "resume", "piped.state", "--work=5", "--instance="+ring)
}

// How a run is shown is not kept for the next.
func TestResume_ForgetsJSON(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	b.want(0, "solve", ring, "--method=anneal", "--walks=2", "--work=4", "--checkpoint=run.state", "--json", "-q")
	b.want(0, "resume", "run.state", "--work=5")
	if out := b.out.String(); strings.HasPrefix(out, "{") {
		t.Errorf("printed %q", out)
	}
	b.want(0, "resume", "run.state", "--work=6", "--json")
	if out := b.out.String(); !strings.HasPrefix(out, "{") {
		t.Errorf("printed %q", out)
	}
}

// The file for the solution may have a better one, which the run before found in a round that was broken off. It stays.
func TestResume_KeepsABetterSolution(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", ring, "--evaluations=20000", "--out=best.tour")
	best := read(t, "best.tour")
	bad := strings.Split(best, "\n")
	from := slices.Index(bad, "TOUR_SECTION")
	bad[from+2], bad[from+5] = bad[from+5], bad[from+2]
	write(t, "bad.tour", strings.Join(bad, "\n"))
	b.want(0, "solve", ring, "--method=anneal", "--set=start=1e9", "--set=end=9e8", "--walks=1", "--evaluations=40", "--start=bad.tour",
		"--checkpoint=run.state", "--out=best.tour")
	worse := read(t, "best.tour")
	if worse == best {
		t.Fatal("40 evaluations found the optimum")
	}
	write(t, "best.tour", best)
	b.want(2, "resume", "run.state", "--evaluations=60")
	b.want(0, "resume", "run.state", "--evaluations=60", "--out=best.tour")
	if read(t, "best.tour") != best || !strings.Contains(b.err.String(), "note: best.tour stays as it is: its solution, of the run before, has cost ") {
		t.Errorf("it was replaced, or nothing said so: %q", b.err.String())
	}
	write(t, "best.tour", worse)
	b.want(0, "resume", "run.state", "--evaluations=20000", "--out=best.tour")
	if read(t, "best.tour") == worse || strings.Contains(b.err.String(), "stays as it is") {
		t.Errorf("it stayed: %q", b.err.String())
	}
}

// A target is that of the run before unless there is another; where it ends the run, a note says so.
func TestResume_SaysThatTheTargetEndedIt(t *testing.T) {
	const says = "--target none goes on beyond it"
	b := newBench(t)
	b.want(0, "solve", ring, "--method=anneal", "--target=1000000", "--time=60s", "--checkpoint=run.state")
	if strings.Contains(b.err.String(), says) {
		t.Errorf("a new run says %s", b.err.String())
	}
	b.want(0, "resume", "run.state", "--time=60s")
	b.says("multiwalk resume run.state " + says)
	b.want(0, "resume", "run.state", "--time=10ms", "--target=none")
	if strings.Contains(b.err.String(), says) {
		t.Errorf("without the target it says %s", b.err.String())
	}
}
