package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/multiwalk/multiwalk/internal/cores"
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

// A machine is what the figures were measured on.
type machine struct {
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores"`              // as the system shows them, hyperthreads too
	Known  int    `json:"physical,omitempty"` // cores behind these, where that is known
	GPU    string `json:"gpu,omitempty"`
	Driver string `json:"driver,omitempty"`
}

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
func (v value) of(statistic string) float64 {
	switch statistic {
	case "", "mean":
		return v.Mean
	case "median":
		return v.Median
	case "min":
		return v.Min
	case "max":
		return v.Max
	case "n":
		return float64(v.N)
	}
	return math.NaN()
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

// machineOf says what the figures are measured on, from what multiwalk devices --json prints. The driver's version is not
// among that: it comes from the kernel's module or, in a container without its file, from the driver's own program.
func machineOf(devices []byte) (machine, error) {
	var list []struct {
		Model string `json:"model"`
		GPU   *struct {
			CUDA     string `json:"cuda"`
			Unusable string `json:"unusable"`
		} `json:"gpu"`
	}
	if err := json.Unmarshal(devices, &list); err != nil {
		return machine{}, fmt.Errorf("multiwalk: what multiwalk devices --json prints: %w", err)
	}
	m := machine{Cores: runtime.GOMAXPROCS(0), Known: cores.Physical()}
	for _, d := range list {
		switch {
		case d.GPU == nil:
			m.CPU = d.Model
		case m.GPU == "" && d.GPU.Unusable == "":
			m.GPU, m.Driver = d.Model, driverVersion("for CUDA "+d.GPU.CUDA)
		}
	}
	return m, nil
}

// driverVersion returns the version of the NVIDIA driver, or what is given if it is not to be found.
func driverVersion(otherwise string) string {
	text, _ := os.ReadFile("/proc/driver/nvidia/version")
	if v := version.Find(text); v != nil {
		return string(v)
	}
	out, _ := exec.Command("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader").Output()
	if v := version.Find(out); v != nil {
		return string(v)
	}
	return otherwise
}

var version = regexp.MustCompile(`\b\d{3}\.\d+(\.\d+)?\b`)

// processorTime returns how long the processors of the machine have worked, and how long they could have, all together. It
// is 0 where the system does not say, or says it of more processors than are ours.
func processorTime() (busy, whole time.Duration) {
	text, _ := os.ReadFile("/proc/stat")
	line, rest, _ := strings.Cut(string(text), "\n")
	if strings.Count(rest, "cpu") != runtime.GOMAXPROCS(0) { // a container sees all processors and has a part of them
		return 0, 0
	}
	const tick = 10 * time.Millisecond
	var user, nice, system, idle, waiting, hardware, software, stolen time.Duration
	if _, err := fmt.Sscanf(line, "cpu %d %d %d %d %d %d %d %d", &user, &nice, &system, &idle, &waiting, &hardware, &software, &stolen); err != nil {
		return 0, 0
	}
	busy = tick * (user + nice + system + hardware + software + stolen)
	return busy, busy + tick*(idle+waiting)
}

// A watch tells how much of the processors other programs use while a measurement runs.
type watch struct {
	busy, whole time.Duration // before
	ours        atomic.Int64  // nanoseconds that our programs used
}

// newWatch begins to watch.
func newWatch() *watch {
	w := new(watch)
	w.busy, w.whole = processorTime()
	return w
}

// add counts a program that has ended as ours.
func (w *watch) add(s *os.ProcessState) {
	if s != nil {
		w.ours.Add(int64(s.UserTime() + s.SystemTime()))
	}
}

// others is the share of the processors, in per cent, that other programs had.
func (w *watch) others() float64 {
	busy, whole := processorTime()
	if whole -= w.whole; whole <= 0 {
		return 0
	}
	share := 100 * float64(busy-w.busy-time.Duration(w.ours.Load())) / float64(whole)
	return math.Round(10*max(0, share)) / 10
}
