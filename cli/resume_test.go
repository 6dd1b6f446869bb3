package cli

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// killed starts the command, kills it some rounds and a moment after the one that the checkpoint has, and returns the round
// that the checkpoint has then. alive is false if the run has ended by itself before that.
func killed(t *testing.T, r *rand.Rand, after int64, args ...string) (round int64, alive bool) {
	t.Helper()
	cmd, _, lines := start(t, args...)
	done := make(chan error, 1)
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		done <- cmd.Wait()
	}()
	at := func() int64 {
		saved, err := checkpoint.Read("run.state")
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if err != nil {
			return -1
		}
		return saved.Rounds
	}
	for until := after + r.Int64N(6); at() < until; time.Sleep(time.Millisecond) {
		select {
		case err := <-done:
			if err != nil {
				t.Fatalf("%s ended by itself, %v, in round %d", args[0], err, at())
			}
			return at(), false
		default:
		}
	}
	time.Sleep(time.Duration(r.Int64N(int64(20 * time.Millisecond))))
	err := cmd.Process.Kill()
	if ended := <-done; ended == nil {
		return at(), false
	}
	if err != nil {
		t.Fatal(err)
	}
	return at(), true
}

// A run that is killed at ten random moments, and resumed each time, ends with the record of the uninterrupted one.
func TestResume_AfterTenKills(t *testing.T) {
	unraced.Test(t)
	for name, flags := range map[string][]string{
		"cores":     {ring, "--method=ils", "--walks=2", "--work=300"},
		"halving":   {grid, "--method=halving", "--walks=2", "--work=80"},
		"portfolio": {grid, "--method=portfolio", "--set=exchange=3", "--walks=4", "--work=60"},
		"emulator":  {grid, "--method=memetic", "--device=emulator:2", "--walks=8", "--work=45"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			flags := append([]string{"solve", "--record=run.jsonl", "--logical", "--quiet"}, flags...)
			b.want(0, flags...)
			whole := read(t, "run.jsonl")
			must.Do(t, os.Remove("run.jsonl"))
			r := rand.New(rand.NewPCG(1, 2))
			round, alive := killed(t, r, 0, append(flags, "--checkpoint=run.state", "--checkpoint-every=5ms")...)
			kills := 0
			for ; alive && kills < 10; kills++ {
				round, alive = killed(t, r, round, "resume", "run.state")
			}
			t.Logf("killed %d times, resumed from round %d at last", kills, round)
			if alive {
				b.want(0, "resume", "run.state")
			} else if kills < 4 { // a machine may be so fast that the run ends before ten kills
				t.Errorf("the run ended after %d kills", kills)
			}
			if got := read(t, "run.jsonl"); got != whole {
				t.Errorf("the record is\n%s\nthat of the uninterrupted run\n%s", got, whole)
			}
		})
	}
}

func TestResume_GoesOnWithMore(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	b.want(0, "solve", ring, "--method=anneal", "--walks=2", "--work=4", "--checkpoint=run.state")
	b.want(0, "resume", "run.state", "--work=9", "--record=part.jsonl", "--logical", "--checkpoint=later.state")
	b.want(0, "verify", "part.jsonl", "--replay") // at a stretch, by the record's paces
	for path, rounds := range map[string]int64{"run.state": 4, "later.state": 9} {
		if s, err := checkpoint.Read(path); err != nil || s.Rounds != rounds {
			t.Errorf("%s: after round %d, %v; want %d", path, s.Rounds, err, rounds)
		}
	}
	b.want(0, "resume", "later.state", "--time=1s")
	if s, err := checkpoint.Read("later.state"); err != nil || s.Rounds <= 9 {
		t.Errorf("after round %d, %v; want more than 9", s.Rounds, err)
	}
	// The run may have ended early, by less than a round: then one may be left.
	for range 3 {
		if b.run("resume", "later.state") == 2 && strings.Contains(b.err.String(), "--time DURATION takes it on by that") {
			return
		}
		if strings.Contains(b.err.String(), "a longer --time takes it on") {
			return
		}
	}
	t.Errorf("says %s", b.err.String())
}

// While a run lasts, no other process goes on from its checkpoint or begins one, and the refusal names the process.
func TestResume_OneProcessAtATime(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", grid, "--method=tabu", "--work=3", "--checkpoint=run.state")
	before := read(t, "run.state")
	cmd, _, lines := start(t, "resume", "run.state", "--time=60s", "--checkpoint-every=1h")
	if _, err := lines.ReadString('\n'); err != nil { // it has an incumbent
		t.Fatal(err)
	}
	says := fmt.Sprintf("run.state is being written by process %d on ", cmd.Process.Pid)
	for _, args := range [][]string{{"resume", "run.state"}, {"resume", "./run.state", "--checkpoint=run.state"},
		{"solve", ring, "--checkpoint=run.state"}} {
		b.want(console.ExitEnvironment, args...)
		b.says(says)
	}
	b.want(0, "resume", "run.state", "--work=9", "--checkpoint=other.state")
	must.Do(t, cmd.Process.Kill())
	_, _ = io.Copy(io.Discard, lines)
	_ = cmd.Wait()
	write(t, "run.state", before) // whatever was written at the beginning
	b.want(0, "resume", "run.state", "--work=5")
	b.want(2, "resume", "run.state", "--checkpoint-every=-1s")
	b.want(2, "solve", ring, "--checkpoint=new.state", "--checkpoint-every=-1s")
	b.wantLeft("run.state", "other.state")
}

func TestResume_Refuses(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	b.want(0, "solve", grid, "--method=tabu", "--work=3", "--checkpoint=run.state", "--set=tenure=3")
	content := []byte(read(t, "run.state"))
	write(t, "torn.state", string(content[:len(content)-9]))
	write(t, "changed.state", string(bytes.Replace(content, []byte(`"seed":1`), []byte(`"seed":2`), 1)))
	write(t, "old.state", "multiwalk checkpoint 0\n{}\n")
	write(t, "foreign.state", "NAME: ring\n")
	for _, c := range []struct {
		want string
		args []string
	}{
		{"torn", []string{"resume", "torn.state"}},
		{"its checksum does not hold", []string{"resume", "changed.state"}},
		{fmt.Sprintf("another format, 0, and this program reads %d", checkpoint.Format), []string{"resume", "old.state"}},
		{"no checkpoint of multiwalk", []string{"resume", "foreign.state"}},
		{"no such checkpoint", []string{"resume", "none.state"}},
		{"not the instance that the run was begun with", []string{"resume", "run.state", "--instance=" + ring}},
		{"another device", []string{"resume", "run.state", "--device=emulator"}},
		{"multiwalk resume goes on from it", []string{"solve", ring, "--checkpoint=run.state"}},
		{"needs a --checkpoint", []string{"solve", ring, "--checkpoint-every=1s"}},
		{"a file that the run uses otherwise", []string{"solve", ring, "--checkpoint=a", "--out=a"}},
		{"there is no directory", []string{"solve", ring, "--checkpoint=none/a"}},
	} {
		if b.run(c.args...) == 0 || !strings.Contains(b.err.String(), c.want) {
			t.Errorf("%q says %s", c.args, b.err.String())
		}
	}
	if !bytes.Equal(content, []byte(read(t, "run.state"))) {
		t.Error("the checkpoint has changed")
	}
	must.Do(t, os.Rename(grid, "moved.dat"))
	if b.run("resume", "run.state") == 0 || !strings.Contains(b.err.String(), "--instance FILE says") {
		t.Errorf("says %s", b.err.String())
	}
	b.want(0, "resume", "run.state", "--instance=moved.dat", "--work=5")
}
