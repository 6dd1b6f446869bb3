package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/wholefile"
)

// figures is the data file: entries by the names of their measurements.
type figures struct {
	Entries map[string]*entry `json:"entries"`
}

// An entry is what one measurement gave, with all that is to be known about its origin.
type entry struct {
	Commit   string           `json:"commit"`
	Dirty    bool             `json:"dirty,omitempty"` // the tree had changes that the commit lacks
	Quick    bool             `json:"quick,omitempty"` // a taste, which no table shows
	Date     string           `json:"date"`
	Machine  machine          `json:"machine"`
	Go       string           `json:"go"`
	Commands []string         `json:"commands"`
	Settings string           `json:"settings,omitempty"`
	Repeats  int              `json:"repeats"`
	Took     float64          `json:"took_s"`
	Resumed  bool             `json:"resumed,omitempty"` // an earlier call, which was cut short, made some of its trials: took_s is without
	Others   float64          `json:"others_percent"`    // of the processors' time that other programs had meanwhile
	Code     string           `json:"code"`              // hash of the code that it measured
	Values   map[string]value `json:"values,omitempty"`
	Tables   []reproTable     `json:"tables,omitempty"`
}

// busyAt is the share of the processors, in per cent, from which on the documents say that a machine was busy.
const busyAt = 5

// A value sums up the repetitions of a figure.
type value struct {
	N                      int
	Mean, Median, Min, Max float64
}

// sum makes the value of some numbers.
func sum(x []float64) value {
	x = slices.Sorted(slices.Values(x))
	v := value{N: len(x), Median: (x[(len(x)-1)/2] + x[len(x)/2]) / 2, Min: x[0], Max: x[len(x)-1]}
	for _, f := range x {
		v.Mean += f / float64(len(x))
	}
	return v
}

// of returns a statistic by its name; "" is the mean.
func (v value) of(statistic string) (float64, error) {
	x, ok := map[string]float64{"": v.Mean, "mean": v.Mean, "median": v.Median, "min": v.Min, "max": v.Max, "n": float64(v.N)}[statistic]
	if !ok {
		return x, fmt.Errorf("no statistic %q", statistic)
	}
	return x, nil
}

const valueForm = "n=%d mean=%s median=%s min=%s max=%s"

// MarshalText writes a value on one line, so that the file can be read and compared.
func (v value) MarshalText() ([]byte, error) {
	g := func(f float64) string { return strconv.FormatFloat(f, 'g', 7, 64) }
	return fmt.Appendf(nil, valueForm, v.N, g(v.Mean), g(v.Median), g(v.Min), g(v.Max)), nil
}

// UnmarshalText reads what MarshalText wrote.
func (v *value) UnmarshalText(text []byte) error {
	form := strings.ReplaceAll(valueForm, "%s", "%g")
	if _, err := fmt.Sscanf(string(text), form, &v.N, &v.Mean, &v.Median, &v.Min, &v.Max); err != nil {
		return fmt.Errorf("a value %q: %w", text, err)
	}
	return nil
}

// readFigures reads a data file; one that is not there is empty.
func readFigures(path string) (*figures, error) {
	f := &figures{Entries: map[string]*entry{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err == nil {
		err = json.Unmarshal(text, f)
	}
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %s: %w", path, err)
	}
	return f, nil
}

// write replaces the data file as a whole.
func (f *figures) write(path string) error {
	text, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return err
	}
	return wholefile.Write(path, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// merge takes entries from another file. An entry takes the place of the older one as a whole, but a taste never that of a
// measurement, and what was measured on an earlier day never that of a later one: files of other machines have all entries that
// they began with.
func (f *figures) merge(from *figures) {
	for id, e := range from.Entries {
		old := f.Entries[id]
		if old == nil || old.Quick && !e.Quick || old.Quick == e.Quick && e.Date >= old.Date {
			f.Entries[id] = e
		}
	}
}
