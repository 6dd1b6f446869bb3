package repro

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
)

// Journal is a CSV file of results, one line each, written as they come. Its first line says which settings they belong
// to, so that a lab with the same settings goes on where another one was interrupted.
type Journal struct {
	mutex sync.Mutex
	file  *os.File
	known [][]string
}

// ErrOtherSettings is wrapped by the error of OpenJournal for a file of other settings.
var ErrOtherSettings = errors.New("the runs in it belong to other settings")

// OpenJournal opens or begins the journal in a file whose columns have these names. settings is whatever decides what a
// result is, but for what its line says.
func OpenJournal(file string, settings any, columns []string) (*Journal, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %w", err)
	}
	first := "# " + string(text) + "\n"
	content, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("multiwalk: %w", err)
	}
	j := &Journal{}
	body, same := strings.CutPrefix(string(content), first)
	if !same && len(content) > 0 {
		return nil, fmt.Errorf("multiwalk: %s: %w; give another folder, or delete it to begin anew", file, ErrOtherSettings)
	}
	body = body[:strings.LastIndexByte(body, '\n')+1] // a line that was cut is run again
	if j.known, err = lines(body, columns); err != nil {
		return nil, unreadable(file, err)
	}
	if whole := len(first) + len(body); len(content) > whole {
		err = os.Truncate(file, int64(whole))
	}
	if err == nil {
		j.file, err = os.OpenFile(file, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	}
	if err == nil && len(content) == 0 {
		if _, err = j.file.WriteString(first + strings.Join(columns, ",") + "\n"); err != nil {
			j.file.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %w", err)
	}
	return j, nil
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

// Results reads the lines that the journal had when it was opened.
func Results[R any](j *Journal, parse func([]string) (R, error)) ([]R, error) {
	var list []R
	for i, line := range j.known {
		result, err := parse(line)
		if err != nil {
			return nil, unreadable(j.file.Name(), fmt.Errorf("result %d: %w", i+1, err))
		}
		list = append(list, result)
	}
	return list, nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// Add writes a line. It is safe for concurrent use.
func (j *Journal) Add(fields []string) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	w := csv.NewWriter(j.file)
	if err := w.Write(fields); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}
