package counting

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
)

// saveEvery is how often a state file is written.
const saveEvery = 10 * time.Second

// saveRoom is how many bytes a state file may grow by before a disk counts as full.
const saveRoom = 1 << 16

// state is the content of a state file. Tasks are numbered as plan orders them.
type state struct {
	Format  string   `json:"format"`
	N       int      `json:"n"`
	Tasks   int      `json:"tasks"`
	Done    [][2]int `json:"done"` // from the first task up to and without the second, ascending
	Sum     uint64   `json:"sum,string"`
	Seconds float64  `json:"seconds"`
}

// stateFormat names the meaning of a task's number. It changes whenever newPlan orders tasks in another way.
const stateFormat = "multiwalk nqueens count 1"

// openLedger reads the state file if there is one, and makes sure that it can be written.
func openLedger(p *plan, path string) (*ledger, error) {
	l := &ledger{plan: p, path: path, is: make([]bool, len(p.tasks)), began: time.Now(), written: time.Now()}
	if path == "" {
		return l, nil
	}
	text, err := stateLimit(len(p.tasks)).ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return l, l.save()
	}
	if wrapped := (*fs.PathError)(nil); errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	if err == nil {
		err = l.read(text)
	}
	if err == nil {
		err = wholefile.Check(path, int64(len(text))+saveRoom)
	}
	if err != nil {
		return nil, l.named(err)
	}
	return l, nil
}

// stateLimit bounds a state file: two numbers of at most 8 digits for each range of tasks, and what stands around them.
func stateLimit(tasks int) bounded.Limit {
	return bounded.Limit{Most: 1<<16 + 32*int64(tasks), Remedy: "name the state file of such a count, or a new one"}
}

// read takes up a state.
func (l *ledger) read(text []byte) error {
	var s state
	d := json.NewDecoder(bytes.NewReader(bounded.Unmark(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil || s.Format != stateFormat {
		return fmt.Errorf("it is no state of this version's counts; name a file that does not exist to begin anew")
	}
	if s.N != l.plan.n || s.Tasks != len(l.plan.tasks) {
		return fmt.Errorf("it is of a count for %d queens, not %d; name another file", s.N, l.plan.n)
	}
	end := 0
	for _, r := range s.Done {
		if r[0] < end || r[1] <= r[0] || r[1] > s.Tasks {
			return fmt.Errorf("tasks %d to %d cannot be done here, of %d; the file is damaged", r[0], r[1], s.Tasks)
		}
		for i := r[0]; i < r[1]; i++ {
			l.is[i] = true
		}
		l.done += r[1] - r[0]
		end = r[1]
	}
	if s.Seconds < 0 || s.Seconds > 1e10 {
		return fmt.Errorf("%v seconds cannot be; the file is damaged", s.Seconds)
	}
	l.sum, l.before = s.Sum, time.Duration(s.Seconds*float64(time.Second))
	return nil
}

// save writes the state file, if there is to be one.
func (l *ledger) save() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.path == "" {
		return nil
	}
	if err := l.write(); err != nil {
		return l.named(err)
	}
	return nil
}

// named says which file an error is about.
func (l *ledger) named(err error) error {
	return fmt.Errorf("multiwalk: state file %s: %w", filename.Shown(l.path), err)
}

// write puts a new file in the place of the old one, so that there is a whole one at any time.
func (l *ledger) write() error {
	text, err := json.Marshal(l.state())
	if err != nil {
		return err
	}
	return wholefile.Write(l.path, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

func (l *ledger) state() state {
	s := state{Format: stateFormat, N: l.plan.n, Tasks: len(l.is), Done: [][2]int{}, Sum: l.sum,
		Seconds: (l.before + time.Since(l.began)).Seconds()}
	for i, done := range l.is {
		switch last := len(s.Done) - 1; {
		case !done:
		case last >= 0 && s.Done[last][1] == i:
			s.Done[last][1]++
		default:
			s.Done = append(s.Done, [2]int{i, i + 1})
		}
	}
	return s
}
