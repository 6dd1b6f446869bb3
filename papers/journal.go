package papers

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
)

// Journal is a CSV file of results, one line each, written as they come. Its first line says which settings they belong
// to, so that a lab with the same settings goes on where another one was interrupted.
type Journal struct {
	name  string
	head  string // what a new one begins with
	whole int64  // bytes of the file that are whole lines
	size  int64  // bytes of the file in all: a piece of a line may stand behind them, whose trial is run again
	known [][]string

	mutex sync.Mutex
	file  *os.File        // nil before Begin
	lock  *wholefile.Lock // nil before Begin
}

// ErrOtherSettings is wrapped by the error of OpenJournal for a file of other settings.
var ErrOtherSettings = errors.New("the runs in it belong to other settings")

// settingsMark begins the first line of a journal, before its settings in JSON.
const settingsMark = "# "

// mostJournal bounds a journal, in bytes.
const mostJournal = 1 << 30

// OpenJournal reads the journal in a file whose columns have these names; without such a file it is a new one. It writes
// nothing: Begin does, or the first Add. settings is whatever decides what a result is, but for what its line says. A journal
// has at most 1 GiB.
func OpenJournal(file string, settings any, columns []string) (*Journal, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %w", err)
	}
	first := settingsMark + string(text) + "\n"
	j := &Journal{name: file, head: first + strings.Join(columns, ",") + "\n"}
	limit := bounded.Limit{Most: mostJournal, Remedy: "give another folder, or delete it to begin anew", Zeros: true}
	content, err := limit.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(content) == 0 {
		return j, nil
	}
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %w", err)
	}
	if err := j.take(content, first, columns); err != nil {
		return nil, err
	}
	return j, nil
}

// take reads what a journal holds. An editor may have put a byte order mark before it.
func (j *Journal) take(content []byte, first string, columns []string) error {
	text := bounded.Unmark(content)
	body, same := strings.CutPrefix(string(text), first)
	if !same {
		return fmt.Errorf("multiwalk: %s: %w; give another folder, or delete it to begin anew", j.name, ErrOtherSettings)
	}
	body = body[:strings.LastIndexByte(body, '\n')+1]
	known, err := lines(body, columns)
	if err != nil {
		return unreadable(j.name, err)
	}
	j.known = known
	j.whole = int64(len(content) - len(text) + len(first) + len(body))
	j.size = int64(len(content))
	return nil
}

// Begin opens the file for what Add writes, and begins it if it is new. Add begins it by itself; who calls Begin hears of
// a file that cannot be written, or that another process writes, before there is anything to write.
func (j *Journal) Begin() error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.begin()
}

func (j *Journal) begin() (err error) {
	if j.file != nil {
		return nil
	}
	if j.lock, err = wholefile.NewLock(j.name); err != nil {
		return err
	}
	if err = j.open(); err != nil {
		j.lock.Release()
		return fmt.Errorf("multiwalk: %w", err)
	}
	return nil
}

// open opens the file and takes a piece of a line at its end away. It holds what OpenJournal has read, unless another process
// has been there since.
func (j *Journal) open() error {
	file, err := os.OpenFile(j.name, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	switch {
	case err != nil:
	case info.Mode().IsRegular() && info.Size() != j.size:
		err = fmt.Errorf("%s: another process has added to it since it was read; give the command again", filename.Shown(j.name))
	case j.size > j.whole:
		err = os.Truncate(j.name, j.whole)
	}
	if err == nil {
		j.size = j.whole
		err = wholefile.Check(j.name, room)
	}
	j.file = file
	if err == nil && j.whole == 0 {
		err = j.append([]byte(j.head))
	}
	if err != nil {
		file.Close()
		j.file = nil
	}
	return err
}

// room is how many bytes a journal may grow by before a disk counts as full.
const room = 1 << 20

// append adds whole lines, all of them or nothing: a piece of a line would be in the way of the next one.
func (j *Journal) append(lines []byte) error {
	_, err := j.file.Write(lines)
	if err != nil {
		return errors.Join(err, os.Truncate(j.name, j.whole))
	}
	j.whole += int64(len(lines))
	j.size = j.whole
	return nil
}

// unreadable is the error of a journal whose lines make no sense.
func unreadable(file string, err error) error {
	return fmt.Errorf("multiwalk: %s: %w; take that out, or delete it to begin anew", file, err)
}

// lines returns the lines of a journal below its first, without the names of the columns.
func lines(text string, columns []string) ([][]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = len(columns)
	all, err := r.ReadAll()
	if at := (*csv.ParseError)(nil); errors.As(err, &at) {
		return nil, fmt.Errorf("line %d: %w", at.Line+1, at.Err)
	}
	if err != nil {
		return nil, err
	}
	var list [][]string
	for _, line := range all {
		if line[0] != columns[0] {
			list = append(list, line)
		}
	}
	return list, nil
}

// Close closes the file, and lets other processes write it.
func (j *Journal) Close() error {
	if j.file == nil {
		return nil
	}
	defer j.lock.Release()
	return j.file.Close()
}

// Add writes a line, whole or not at all. It is safe for concurrent use.
func (j *Journal) Add(fields []string) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if err := j.begin(); err != nil {
		return err
	}
	var line bytes.Buffer
	w := csv.NewWriter(&line)
	if err := w.Write(fields); err != nil {
		return err
	}
	w.Flush()
	return j.append(line.Bytes())
}
