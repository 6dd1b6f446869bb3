package pspm

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/multiwalk/multiwalk"
)

// Journal is a CSV file of samples, one line each, written as they come. Its first line says which settings they belong
// to, so that a Lab with the same settings goes on where another one was interrupted.
type Journal struct {
	mutex sync.Mutex
	file  *os.File
	known Samples
}

// ErrOtherSettings is wrapped by the error of OpenJournal for a file of other settings.
var ErrOtherSettings = errors.New("the runs in it belong to other settings")

// journalHead names the columns.
var journalHead = []string{"kind", "instance", "system", "moves", "searches", "trial", "target", "limit_s", "length",
	"evaluations", "elapsed_s", "status"}

// OpenJournal opens or begins the journal in a file. settings is whatever decides what a trial is.
func OpenJournal(file string, settings any) (*Journal, error) {
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
	whole := first + strings.Join(journalHead, ",") + "\n"
	if len(content) > 0 {
		body, same := strings.CutPrefix(string(content), first)
		if !same {
			return nil, fmt.Errorf("multiwalk: %s: %w; give another folder, or delete it to begin anew", file, ErrOtherSettings)
		}
		body = body[:strings.LastIndexByte(body, '\n')+1] // a line that was cut is run again
		if j.known, err = readSamples(body); err != nil {
			return nil, fmt.Errorf("multiwalk: %s: %w; delete it to begin anew", file, err)
		}
		whole = first + body
	}
	if err := os.WriteFile(file, []byte(whole), 0o644); err != nil {
		return nil, fmt.Errorf("multiwalk: %w", err)
	}
	if j.file, err = os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0); err != nil {
		return nil, fmt.Errorf("multiwalk: %w", err)
	}
	return j, nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// add writes a sample. It is safe for concurrent use.
func (j *Journal) add(s Sample) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	w := csv.NewWriter(j.file)
	if err := w.Write(s.fields()); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}

// fields is the sample in the order of journalHead. Times are exact.
func (s Sample) fields() []string {
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 9, 64) }
	return []string{string(s.Kind), s.Instance, s.System, strconv.Itoa(s.Moves), strconv.Itoa(s.Searches), strconv.Itoa(s.Number),
		strconv.FormatInt(s.Target, 10), seconds(s.Limit), strconv.FormatInt(s.Length, 10),
		strconv.FormatInt(s.Evaluations, 10), seconds(s.Elapsed), string(s.Status)}
}

// readSamples reads lines below journalHead.
func readSamples(text string) (Samples, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = len(journalHead)
	lines, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	var list Samples
	for i, line := range lines {
		if line[0] == journalHead[0] {
			continue
		}
		s, err := parseSample(line)
		if err != nil {
			return nil, fmt.Errorf("sample %d: %w", i, err)
		}
		list = append(list, s)
	}
	return list, nil
}

func parseSample(f []string) (Sample, error) {
	var errs []error
	whole := func(s string) int64 {
		v, err := strconv.ParseInt(s, 10, 64)
		errs = append(errs, err)
		return v
	}
	seconds := func(s string) time.Duration {
		d, err := time.ParseDuration(s + "s")
		errs = append(errs, err)
		return d
	}
	s := Sample{
		Trial: Trial{Kind: Kind(f[0]), Instance: f[1], System: f[2], Moves: int(whole(f[3])), Number: int(whole(f[5])),
			Target: whole(f[6]), Limit: seconds(f[7])},
		Searches: int(whole(f[4])), Length: whole(f[8]), Evaluations: whole(f[9]), Elapsed: seconds(f[10]), Status: multiwalk.Status(f[11]),
	}
	return s, errors.Join(errs...)
}
