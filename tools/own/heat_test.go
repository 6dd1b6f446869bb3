package own

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// A heat is what a seed gave: what ours and the rival found, and the processor time that each had. A process of its own with one
// processor runs it, so that the processor time is that of nobody else.
type heat struct {
	Ours, Rival int64
	CPU         float64
}

// heatVariable is the environment variable that tells a process to run a heat: an instance, a time, a seed, and whether ours runs too.
const heatVariable = "MULTIWALK_TEST_HEAT"

// TestMain is a heat where a benchmark has started this binary as one.
func TestMain(m *testing.M) {
	if words := os.Getenv(heatVariable); words != "" {
		h, err := heatOf(strings.Fields(words))
		if err == nil {
			err = json.NewEncoder(os.Stdout).Encode(h)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// heatOf reads what heats wrote.
func heatOf(words []string) (heat, error) {
	if len(words) != 4 {
		return heat{}, fmt.Errorf("%s: %q", heatVariable, words)
	}
	limit, err := time.ParseDuration(words[1])
	seed, e := strconv.ParseUint(words[2], 10, 64)
	both, er := strconv.ParseBool(words[3])
	cases := all()
	i := slices.IndexFunc(cases, func(c Case) bool { return c.Name == words[0] })
	if i < 0 {
		return heat{}, errors.New("no instance " + words[0])
	}
	if err = cmp.Or(err, e, er); err != nil {
		return heat{}, err
	}
	return cases[i].heat(seed, limit, both)
}

// heat runs ours as a user runs it: with a limit of wall-clock time, over which its methods cool. That limit is longer by the share of the
// wall-clock time that the process is given. Then the rival has exactly the processor time that ours has used, by the process's own clock,
// preparation and garbage collection included. It is tuned for the time that was asked for.
func (c Case) heat(seed uint64, limit time.Duration, both bool) (heat, error) {
	h, used := heat{}, limit
	if both {
		begun := ProcessorTime()
		res, err := c.minimize(seed, multiwalk.Time(time.Duration(float64(limit)/given())))
		if err != nil {
			return h, err
		}
		h.Ours, used = res.Cost, ProcessorTime()-begun
	}
	runtime.GC()
	begun := ProcessorTime()
	x := c.random(seed)
	best, cost := c.Rival(limit).Run(x, c.Problem.Cost(x), seed, func() float64 {
		return float64(ProcessorTime()-begun) / float64(used)
	})
	if got := c.Check(best); got != cost {
		return h, fmt.Errorf("%s: the rival's solution costs %d, checked %d", c.Name, cost, got)
	}
	h.Rival, h.CPU = cost, used.Seconds()
	return h, nil
}

// given works for some time, to see what share of it the process is given.
func given() float64 {
	since, begun := time.Now(), ProcessorTime()
	for ProcessorTime()-begun < 50*time.Millisecond {
	}
	return min(1, max(0.1, float64(ProcessorTime()-begun)/float64(time.Since(since))))
}

// heats runs an instance's seeds, as many at a time as there are processors.
func heats(b testing.TB, name string, limit time.Duration, both bool) []heat {
	b.Helper()
	list, failed := make([]heat, *seeds), make([]error, *seeds)
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var running sync.WaitGroup
	for i := range list {
		free <- struct{}{}
		running.Go(func() {
			defer func() { <-free }()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "GOMAXPROCS=1", fmt.Sprintf("%s=%s %v %d %v", heatVariable, name, limit, i+1, both))
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			if err == nil {
				err = json.Unmarshal(out, &list[i])
			}
			failed[i] = err
		})
	}
	running.Wait()
	must.Do(b, errors.Join(failed...))
	return list
}

// Heats of real processes: each seed has its own costs, both within the time, and a process that cannot run says so.
func TestHeats(t *testing.T) {
	defer func(n int) { *seeds = n }(*seeds)
	*seeds = 3
	list := heats(t, "knapsack-250x5", 20*time.Millisecond, true)
	for i, h := range list {
		if h.Ours >= 0 || h.Rival >= 0 || h.CPU <= 0 || i > 0 && h == list[0] {
			t.Errorf("%+v", list)
		}
	}
	if only := heats(t, "knapsack-250x5", 20*time.Millisecond, false); only[0].Ours != 0 || only[0].Rival >= 0 {
		t.Errorf("the rival alone: %+v", only)
	}
	for _, words := range []string{"", "none 1s 1 true", "ta051 1 1 true", "ta051 1s x true", "ta051 1s 1 y"} {
		if h, err := heatOf(strings.Fields(words)); err == nil {
			t.Errorf("%q: %v", words, h)
		}
	}
}

// Better and worse are told only where the test shows it.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		ours, others []float64
		want         int
	}{
		{[]float64{1, 2, 3, 4, 5}, []float64{6, 7, 8, 9, 10}, -1},
		{[]float64{6, 7, 8, 9, 10}, []float64{1, 2, 3, 4, 5}, 1},
		{[]float64{1, 2, 3}, []float64{6, 7, 8}, 0}, // of three and three no ranks are so unlikely
		{[]float64{1, 2, 3, 4, 9}, []float64{5, 6, 7, 8, 10}, 0},
		{[]float64{5, 5, 5, 5, 5}, []float64{5, 5, 5, 5, 5}, 0},
	} {
		if got := compare(c.ours, c.others); got.verdict != c.want {
			t.Errorf("%v against %v: %+v", c.ours, c.others, got)
		}
	}
}
