package tune

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/walk"
)

// header is the first line of a log: what must be the same when a race goes on.
type header struct {
	Format     string           `json:"format"`
	Program    string           `json:"program"`
	Candidates []string         `json:"candidates"`
	Train      []content        `json:"train"`
	Test       []content        `json:"test"`
	Stop       []multiwalk.Stop `json:"stop"`
	Seed       uint64           `json:"seed"`
	Device     string           `json:"device"`
}

// content is an instance in a header.
type content struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
}

const format = "multiwalk tune 2"

// header is that of a race; how many rounds it has may change.
func (s Settings) header(candidates []walk.Method, train, test []Instance) header {
	h := header{Format: format, Program: s.Program, Stop: s.Stop, Seed: s.Seed, Device: "one core"}
	if s.Device != nil {
		h.Device = s.Device.String()
	}
	for _, c := range candidates {
		h.Candidates = append(h.Candidates, Go(c))
	}
	for _, in := range train {
		h.Train = append(h.Train, content{in.Name, in.hash()})
	}
	for _, in := range test {
		h.Test = append(h.Test, content{in.Name, in.hash()})
	}
	return h
}

// hash tells instances apart: by Hash, or by what some random solutions cost.
func (in Instance) hash() (hash string) {
	defer func() { _ = recover() }() // the first run says so of a problem that panics
	if in.Hash != "" {
		return in.Hash
	}
	space := in.Problem.Space()
	sum, r, x := fnv.New64a(), multiwalk.NewRand(1, 0), make([]int32, space.Len())
	for range 8 {
		space.Random(r, x)
		fmt.Fprintf(sum, "%v %d\n", space, in.Problem.Cost(x))
	}
	return fmt.Sprintf("costs:%x", sum.Sum64())
}

// other says what makes the race of a log another one than that of h.
func (h header) other(was header) string {
	if was.Format == h.Format && was.Program != h.Program {
		return fmt.Sprintf("it is by version %s, and this is %s", was.Program, h.Program)
	}
	for i, in := range slices.Concat(h.Train, h.Test) {
		before := slices.Concat(was.Train, was.Test)
		if i < len(before) && before[i].Name == in.Name && before[i].Hash != in.Hash {
			return fmt.Sprintf("%s has changed since, from %s to %s", in.Name, before[i].Hash, in.Hash)
		}
	}
	for _, part := range []struct {
		name     string
		was, now any
	}{{"format", was.Format, h.Format}, {"candidates", was.Candidates, h.Candidates}, {"instances of training", was.Train, h.Train},
		{"instances of the test", was.Test, h.Test}, {"stop criteria", was.Stop, h.Stop}, {"seed", was.Seed, h.Seed}, {"device", was.Device, h.Device}} {
		if !reflect.DeepEqual(part.was, part.now) {
			return fmt.Sprintf("its %s: %.200v, not %.200v", part.name, fmt.Sprint(part.was), fmt.Sprint(part.now))
		}
	}
	return "it is written otherwise"
}

// mostLog bounds a log, in bytes.
const mostLog = 1 << 28

// log is the runs that were made, and the file that keeps them, if there is one.
type log struct {
	known map[Run]int64 // costs, by runs without them
	file  *os.File      // nil: none
	lock  *wholefile.Lock
}

// openLog reads the runs that a log has, and goes on at its end. A last line that a killed race has left unfinished is cut off.
func openLog(path string, h header) (*log, error) {
	l := &log{known: map[Run]int64{}}
	if path == "" {
		return l, nil
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("multiwalk: the log %s is no plain file; give a file that can be read again", path)
	}
	if l.lock, err = wholefile.NewLock(path); err != nil {
		return nil, err
	}
	if l.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		l.lock.Release()
		return nil, fmt.Errorf("multiwalk: the log of the race: %w", err)
	}
	limit := bounded.Limit{Most: mostLog, Remedy: "give another file", Zeros: true}
	content, err := limit.ReadFile(path)
	if err == nil {
		err = l.read(content, path, h)
	}
	if err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

func (l *log) read(content []byte, path string, h header) error {
	whole := content[:bytes.LastIndexByte(content, '\n')+1]
	first, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("multiwalk: the log %s: %w", path, err)
	}
	for i, line := range bytes.Split(bytes.TrimSuffix(whole, []byte("\n")), []byte("\n")) {
		var run Run
		switch {
		case len(whole) == 0:
		case i == 0 && !bytes.Equal(line, first):
			var was header
			if json.Unmarshal(line, &was) != nil || !strings.HasPrefix(was.Format, "multiwalk tune ") {
				return notLog(path)
			}
			return fmt.Errorf("multiwalk: the log %s is of another race: %s; give another file, or remove this one", path, h.other(was))
		case i == 0:
		default:
			if err := json.Unmarshal(line, &run); err != nil {
				return fmt.Errorf("multiwalk: the log %s, line %d: %w; take the line out, and the run is made again", path, i+1, err)
			}
			cost := run.Cost
			run.Cost = 0
			l.known[run] = cost
		}
	}
	if len(whole) == 0 && len(content) > 0 && !bytes.HasPrefix(first, content[:min(len(content), len(first))]) {
		return notLog(path)
	}
	if err := l.file.Truncate(int64(len(whole))); err != nil {
		return fmt.Errorf("multiwalk: the log of the race: %w", err)
	}
	if _, err := l.file.Seek(int64(len(whole)), 0); err != nil {
		return fmt.Errorf("multiwalk: the log of the race: %w", err)
	}
	if len(whole) == 0 {
		return l.write(first)
	}
	return nil
}

func notLog(path string) error {
	return fmt.Errorf("multiwalk: %s is no log of a race; give another file", path)
}

func (l *log) find(run Run) (cost int64, ok bool) {
	cost, ok = l.known[run]
	return cost, ok
}

func (l *log) add(run Run) error {
	cost := run.Cost
	line, err := json.Marshal(run)
	if err != nil {
		return err
	}
	run.Cost = 0
	l.known[run] = cost
	return l.write(line)
}

func (l *log) write(line []byte) error {
	if l.file == nil {
		return nil
	}
	if _, err := l.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("multiwalk: the log of the race: %w; what it has so far is kept", err)
	}
	return nil
}

func (l *log) close() error {
	if l.file == nil {
		return nil
	}
	defer l.lock.Release()
	return l.file.Close()
}
