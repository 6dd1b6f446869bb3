package asking

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/multiwalk/multiwalk/internal/must"
)

// TestMain is a child where a test has started this binary as one: it prices a solution by the sum of its numbers, or is as bad as told.
func TestMain(m *testing.M) {
	if how := os.Getenv("MULTIWALK_TEST_CHILD"); how != "" {
		mock(how, os.Stdin, os.Stdout)
		os.Exit(3)
	}
	os.Exit(m.Run())
}

type asked struct {
	Ticket    int64       `json:"ticket"`
	Solutions [][]float64 `json:"solutions"`
}

func mock(how string, in io.Reader, out io.Writer) {
	if how == "deaf" {
		fmt.Fprintln(os.Stderr, "no such module")
		return
	}
	lines := bufio.NewScanner(in)
	var kept []string
	for lines.Scan() {
		var q asked
		if json.Unmarshal(lines.Bytes(), &q) != nil {
			return
		}
		var costs []string
		for _, x := range q.Solutions {
			sum := 0.0
			for _, v := range x {
				sum += v
			}
			costs = append(costs, strconv.FormatFloat(sum, 'g', -1, 64))
		}
		answer := fmt.Sprintf(`{"ticket":%d,"costs":[%s]}`, q.Ticket, strings.Join(costs, ","))
		last := len(q.Solutions) > 0 && len(q.Solutions[0]) > 0 && q.Solutions[0][0] == 99
		switch {
		case how == "well" || !last:
		case how == "turned": // two at a time, the later one first
			kept = append(kept, answer)
			continue
		case how == "hangs":
			time.Sleep(time.Hour)
		case how == "crashes":
			fmt.Fprintln(os.Stderr, "division by zero")
			return
		default:
			answer = strings.ReplaceAll(how, "TICKET", strconv.FormatInt(q.Ticket, 10))
		}
		fmt.Fprintln(out, answer)
		for _, k := range kept {
			fmt.Fprintln(out, k)
		}
		kept = nil
	}
	os.Exit(0)
}

// pool is one whose children are this binary.
func pool(t *testing.T, how string, children int, timeout time.Duration) *Pool {
	t.Helper()
	t.Setenv("MULTIWALK_TEST_CHILD", how)
	quote := `"` + os.Args[0] + `"`
	if runtime.GOOS == "windows" {
		quote = os.Args[0]
	}
	p := NewPool(Options{Command: quote, Children: children, Timeout: timeout})
	t.Cleanup(p.Close)
	return p
}

func nothing(int, int) {}

func never() bool { return false }

// Costs are those of the solutions, whoever tells them, and in whichever order answers come.
func TestCosts_AreThoseOfTheSolutions(t *testing.T) {
	for _, how := range []string{"well", "turned"} {
		p := pool(t, how, 3, time.Minute)
		list := make([]string, 200)
		for i := range list {
			list[i] = fmt.Sprintf("[%d,0.5]", i%98)
		}
		costs := make([]float64, len(list))
		for range 3 {
			if err := p.Costs(list, costs, nothing, never); err != nil {
				t.Fatal(how, err)
			}
		}
		for i, c := range costs {
			if c != float64(i%98)+0.5 {
				t.Fatalf("%s: solution %d costs %v", how, i, c)
			}
		}
		if len(p.children) == 0 || len(p.children) > 3 {
			t.Errorf("%d children", len(p.children))
		}
	}
}

// What goes wrong is named, and ends the pool for good.
func TestCosts_NameWhatIsWrong(t *testing.T) {
	for how, want := range map[string]string{
		"deaf":                               "it ended (exit status 3) and was not done; it said: no such module",
		"crashes":                            "it ended (exit status 3) and was not done; it said: division by zero",
		"hangs":                              "has not answered for 100ms; it hangs, or give it more by --cost-timeout",
		"hello":                              `found hello, expected a line such as {"ticket":1,"costs":[31]}; print what is not`,
		`{"ticket":TICKET,"costs":[NaN]}`:    "found NaN in",
		`{"ticket":TICKET,"costs":[null]}`:   "found null for a cost",
		`{"ticket":TICKET,"costs":[1,2]}`:    "found 2 costs for ticket ",
		`{"ticket":TICKET}`:                  "found 0 costs for ticket ",
		`{"ticket":-5,"costs":[1]}`:          "found an answer to ticket -5, which is not open",
		`{"ticket":TICKET,"cost":[1]}`:       "expected a line such as",
		`{"costs":[1]}`:                      "expected a line such as",
		`{"ticket":TICKET,"error":"no car"}`: "the cost command: no car",
		`{"ticket":TICKET,"costs":[1e999]}`:  "expected a line such as",
	} {
		timeout := time.Minute
		if how == "hangs" {
			timeout = 100 * time.Millisecond
		}
		p := pool(t, how, 1, timeout)
		costs := make([]float64, 1)
		err := p.Costs([]string{"[99]"}, costs, nothing, never)
		must.Fail(t, want)(err)
		if again := p.Costs([]string{"[1]"}, costs, nothing, never); again == nil || again.Error() != err.Error() {
			t.Errorf("%s: then %v", how, again)
		}
		select {
		case <-p.Failed():
		default:
			t.Errorf("%s: it has not failed", how)
		}
	}
}

// What has left the group of a child may hold its output for as long as it likes.
func TestClose_WaitsForNoDescendants(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("no command here leaves the session")
	}
	t.Setenv("MULTIWALK_TEST_CHILD", "well")
	file := filepath.Join(t.TempDir(), "pid")
	p := NewPool(Options{Command: `setsid sh -c 'echo $$ > "` + file + `"; exec sleep 3600' & exec "` + os.Args[0] + `"`, Children: 1})
	must.Do(t, p.Costs([]string{"[1]"}, make([]float64, 1), nothing, never))
	pid := 0
	for pid == 0 {
		text, _ := os.ReadFile(file)
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		time.Sleep(time.Millisecond)
	}
	descendant := must.Have(os.FindProcess(pid))(t)
	defer func() { _ = descendant.Kill() }()
	p.Close()
}

// On the standard output several questions are open, and the end of the input is an error.
func TestCosts_OnTheStandardOutput(t *testing.T) {
	theirs, out := io.Pipe()
	in, answers := io.Pipe()
	go func() {
		lines := bufio.NewScanner(theirs)
		for k := 0; lines.Scan() && k < 5; k++ {
			var q asked
			_ = json.Unmarshal(lines.Bytes(), &q)
			costs := strings.Repeat(",7", len(q.Solutions))[1:]
			fmt.Fprintf(answers, `{"ticket":%d,"costs":[%s]}`+"\n", q.Ticket, costs)
		}
		answers.Close()
		_, _ = io.Copy(io.Discard, theirs)
	}()
	p := NewPool(Options{Children: 1, In: in, Out: out})
	costs := make([]float64, 1)
	for k := range 5 {
		if err := p.Costs([]string{"[1]"}, costs, nothing, never); err != nil || costs[0] != 7 {
			t.Fatal(k, err, costs)
		}
	}
	must.Fail(t, "the standard input has ended")(p.Costs([]string{"[1]"}, costs, nothing, never))
	if p.Renewable() {
		t.Error("another could be made")
	}
}

// A solution is asked for once, in one batch and in the next.
func TestMemo_AsksOnce(t *testing.T) {
	m := NewMemo(pool(t, "well", 2, time.Minute))
	notes := make(chan int, 10)
	note := func(i int, cost float64) {
		if cost != []float64{3, 4, 3, 5}[i] {
			t.Errorf("solution %d: noted %v", i, cost)
		}
		notes <- i
	}
	costs := make([]float64, 4)
	for range 2 {
		if err := m.Costs([]string{"[3]", "[4]", "[3]", "[5]"}, costs, note); err != nil || fmt.Sprint(costs) != "[3 4 3 5]" {
			t.Fatal(err, costs)
		}
	}
	if len(notes) != 3 {
		t.Errorf("%d were asked", len(notes))
	}
	m.Fail(errors.New("it is over"))
	if err := m.Costs([]string{"[3]"}, costs[:1], note); err != nil {
		t.Error("what is known is not told any more:", err)
	}
	if err := m.Costs([]string{"[6]"}, costs[:1], note); err == nil || err.Error() != "it is over" {
		t.Error(err)
	}
}

// What a child writes is taken apart without a fault, whatever it is.
func FuzzHear(f *testing.F) {
	for _, line := range []string{`{"ticket":1,"costs":[2]}`, `{"ticket":1,"error":"x"}`, `[1]`, "NaN", `{"ticket":1,"costs":[1e999]}`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		q := &question{ticket: 1, costs: make([]float64, 1), done: make(chan struct{})}
		c := &child{pool: NewPool(Options{}), waiting: map[int64]*question{1: q}}
		err := c.hear(line)
		select {
		case <-q.done:
			if err != nil || len(c.waiting) != 0 {
				t.Errorf("it is answered, and %v", err)
			}
		default:
			if err == nil && len(strings.TrimSpace(string(line))) > 0 {
				t.Error("nothing was told, and nothing is wrong")
			}
		}
	})
}

// What nobody wants answered any more is given up, and a pool that has nothing to do stays as it is.
func TestSettle(t *testing.T) {
	p := pool(t, "hangs", 1, 0)
	must.Do(t, p.Costs([]string{"[1]"}, make([]float64, 1), nothing, never))
	if p.Settle(); p.Err() != nil {
		t.Errorf("a pool that is done fails: %v", p.Err())
	}
	over := make(chan error)
	go func() { over <- p.Costs([]string{"[99]"}, make([]float64, 1), nothing, never) }()
	for !p.busy() {
		time.Sleep(time.Millisecond)
	}
	p.Settle()
	if err := <-over; !errors.Is(err, errSettled) || !errors.Is(p.Err(), errSettled) {
		t.Errorf("a question that nobody wants answered ends with %v", err)
	}
}
