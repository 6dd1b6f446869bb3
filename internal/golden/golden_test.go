package golden

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

var (
	update = flag.Bool("update", false, "write testdata anew")
	add    = flag.Bool("add", false, "write the lines that testdata lacks, and keep the others")
)

// run is one line of testdata.
type run struct {
	name     string
	problem  string
	method   walk.Method
	settings multiwalk.Settings
	anyWay   bool // the method may refuse the problem
}

// emulated tells whether it runs on the emulator alone. How cores and machines share the evaluations depends on how long launches
// are.
func (r run) emulated() bool {
	_, ok := r.settings.Device.(multiwalk.Accelerator)
	return ok
}

// do makes the run on a device, nil for cores. The result is nil where a method refuses the problem that may.
func (r run) do(t *testing.T, d multiwalk.Device) *multiwalk.Result {
	t.Helper()
	s := r.settings
	s.Device, s.Seed = d, 11
	p, m := problems[r.problem](), r.method
	if g, ok := m.(successor.IteratedGreedy); ok && r.emulated() {
		g.Population = cmp.Or(g.Population, 16) // the emulator's default; a GPU has more
		m = g
	}
	res, err := multiwalk.Minimize(context.Background(), p, m, s)
	if err != nil {
		if !r.anyWay || res != nil && res.Best != nil {
			t.Errorf("%s: %v", r.name, err)
		}
		return nil
	}
	if c := p.Cost(res.Best); c != res.Cost {
		t.Errorf("%s: the best costs %d, not %d", r.name, c, res.Cost)
	}
	return res
}

// line is the logical record of a result: all that its seed promises, on one line.
func line(r *multiwalk.Result) string {
	if r == nil {
		return "refused"
	}
	return fmt.Sprintf("cost %d, %s, %d walks, %d rounds, %d full, %d deltas, %d moves, %d units, %d restarts, best %s of walk %d, %d incumbents %s",
		r.Cost, r.Status, r.Walks, r.Rounds, r.FullEvaluations, r.DeltaEvaluations, r.Moves, r.Units, r.Restarts,
		digest(r.Best), r.Walk, len(r.History), history(r))
}

// found is the part of it that does not depend on how long launches are. Message passing looks at leaves after launches, so where it has
// not solved the problem, what it found does.
func found(r *multiwalk.Result) string {
	if r == nil {
		return "refused"
	}
	if r.Method == "message-passing" && r.Cost > 0 {
		return fmt.Sprintf("not solved, %d walks, %d evaluations", r.Walks, r.Evaluations())
	}
	return fmt.Sprintf("cost %d, %d walks, %d evaluations, best %s", r.Cost, r.Walks, r.Evaluations(), digest(r.Best))
}

func digest(x []int32) string {
	h := fnv.New64a()
	for _, v := range x {
		fmt.Fprint(h, v, " ")
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// history is the digest of all incumbents.
func history(r *multiwalk.Result) string {
	h := fnv.New64a()
	for _, p := range r.History {
		fmt.Fprintln(h, p.Cost, p.Walk, p.Round, p.Evaluations, p.Moves)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

const file = "testdata/records.txt"

// TestRecords_AreTheGoldenOnes makes every run, and compares the lines.
func TestRecords_AreTheGoldenOnes(t *testing.T) {
	list := runs()
	names := map[string]bool{}
	for _, r := range list {
		if names[r.name] {
			t.Fatalf("two runs are called %s", r.name)
		}
		names[r.name] = true
	}
	switch {
	case *update:
		write(t, list, nil)
	case *add:
		write(t, list, golden(t))
	}
	want := golden(t)
	if len(want) != len(list) {
		t.Errorf("testdata has %d lines for %d runs; see -update and -add", len(want), len(list))
	}
	for i, r := range list {
		if testing.Short() && i%7 != 0 { // 7 divides neither the number of problems nor that of methods
			continue
		}
		outer := t
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			if outer.Failed() && flag.Lookup("test.failfast").Value.String() == "true" {
				t.Skip("another run differs")
			}
			got := r.do(t, r.settings.Device)
			if line(got) != want[r.name] {
				t.Errorf("\n%s\nwas\n%s", line(got), want[r.name])
			}
			if d := device.GPU(); r.emulated() && d.Ready() == nil && gputest.Made(problems[r.problem]()) {
				if there := found(r.do(t, d)); there != found(got) {
					t.Errorf("on a GPU\n%s\non the emulator\n%s", there, found(got))
				}
			}
		})
	}
}

// golden reads testdata.
func golden(t *testing.T) map[string]string {
	t.Helper()
	text := must.Have(os.ReadFile(file))(t)
	lines := map[string]string{}
	for l := range strings.Lines(string(text)) {
		name, rest, ok := strings.Cut(strings.TrimRight(l, "\r\n"), ": ")
		if !ok {
			t.Fatalf("%s has a line without a name: %q", file, l)
		}
		lines[name] = rest
	}
	return lines
}

// write makes testdata anew, in the order of the names. What is kept is not run.
func write(t *testing.T, list []run, keep map[string]string) {
	t.Helper()
	var lines []string
	for _, r := range list {
		text, ok := keep[r.name]
		if !ok {
			text = line(r.do(t, r.settings.Device))
		}
		lines = append(lines, r.name+": "+text+"\n")
	}
	slices.Sort(lines)
	must.Do(t, os.WriteFile(file, []byte(strings.Join(lines, "")), 0o644))
}
