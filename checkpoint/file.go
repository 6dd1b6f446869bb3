package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// Format is the version of the format that this package writes and reads.
const Format = 2

// magic begins each file, before the number of its format.
const magic = "multiwalk checkpoint "

// What can be wrong with a file; the errors of Parse and Read wrap one of these.
var (
	ErrForeign = errors.New("it is no checkpoint of multiwalk")
	ErrFormat  = errors.New("it has another format")
	ErrTorn    = errors.New("it is torn: its end is missing")
	ErrChanged = errors.New("it has been changed since it was written: its checksum does not hold")
	ErrRoom    = errors.New("its state does not fit the memory")
	ErrNoRun   = errors.New("no run has written it")
)

// Header says which run a checkpoint is of. A run is resumed with the same of each but Elapsed, Loading, Lap, Rounds, Limits and Notes.
type Header struct {
	Layout   string        `json:"layout"` // of numbers in memory
	Problem  string        `json:"problem"`
	Space    string        `json:"space"`
	Instance string        `json:"instance,omitempty"` // what the problem was made from, such as a hash
	Method   string        `json:"method"`             // with its settings
	Device   string        `json:"device"`             // its kind: "cpu", "gpu", "emulator"
	Machines int           `json:"machines,omitempty"` // of an accelerator
	Seed     uint64        `json:"seed"`
	Walks    int           `json:"walks"`   // as the settings say
	Planned  int           `json:"planned"` // as the method was told
	Rounds   int64         `json:"rounds"`
	Elapsed  time.Duration `json:"elapsed_ns"`
	Loading  time.Duration `json:"loading_ns"`
	Lap      time.Duration `json:"lap_ns,omitempty"` // of one of the last rounds
	// Limits are those of the run, by the kind of its stop criterion. A run may pass a limit by a round: it may be resumed with the same.
	Limits map[string]int64 `json:"limits,omitempty"`
	// Fresh says that the run was over before its walks were made. The state is its start and the best solution that it knew, and
	// whoever resumes it begins anew.
	Fresh bool            `json:"fresh,omitempty"`
	Notes []string        `json:"notes,omitempty"` // that the method made
	Own   json.RawMessage `json:"own,omitempty"`   // of who asked for the checkpoint
	Bytes int             `json:"bytes"`           // of the state
}

// Saved is a checkpoint in memory.
type Saved struct {
	Header
	State []byte // an Archive's
}

// Gone returns how long the run had gone when it was saved; without one 0.
func (s *Saved) Gone() time.Duration {
	if s == nil {
		return 0
	}
	return s.Elapsed
}

// Encode returns the content of the file: a line with the format, one with the header, the state, and the checksum of all.
func (s *Saved) Encode() ([]byte, error) {
	s.Bytes = len(s.State)
	head, err := json.Marshal(s.Header)
	if err != nil {
		return nil, fmt.Errorf("multiwalk: checkpoint: %w", err)
	}
	if len(head) >= mostHead {
		return nil, fmt.Errorf("multiwalk: checkpoint: its header has %d bytes, and Read takes less than %d; keep less in Own", len(head), mostHead)
	}
	data := make([]byte, 0, len(magic)+len(head)+len(s.State)+64)
	data = fmt.Appendf(data, "%s%d\n%s\n", magic, Format, head)
	data = append(data, s.State...)
	sum := sha256.Sum256(data)
	return append(data, sum[:]...), nil
}

// Parse is the way back from Encode. It keeps data.
func Parse(data []byte) (*Saved, error) {
	line, rest, whole := bytes.Cut(data, []byte("\n"))
	if err := checkFirst(line, whole); err != nil {
		return nil, err
	}
	head, rest, whole := bytes.Cut(rest, []byte("\n"))
	if !whole {
		return nil, ErrTorn
	}
	s, err := headed(head)
	if err != nil {
		return nil, err
	}
	switch want := s.Bytes + sha256.Size; {
	case len(rest) > want:
		return nil, ErrChanged
	case len(rest) < want:
		return nil, fmt.Errorf("%w: %d of %d bytes", ErrTorn, len(data), len(data)-len(rest)+want)
	}
	end := len(data) - sha256.Size
	if sum := sha256.Sum256(data[:end]); !bytes.Equal(sum[:], data[end:]) {
		return nil, ErrChanged
	}
	s.State = rest[:s.Bytes]
	return s, nil
}

// checkFirst refuses a file by its first line, which is without its end if whole is false.
func checkFirst(line []byte, whole bool) error {
	number, ok := bytes.CutPrefix(line, []byte(magic))
	format, err := strconv.Atoi(string(number))
	switch {
	case !ok && bytes.HasPrefix([]byte(magic), line) && !whole:
		return ErrTorn
	case !ok, err != nil && len(number) > 0, err != nil && whole:
		return ErrForeign
	case whole && format != Format:
		return fmt.Errorf("%w, %d, and this program reads %d: resume it with the program that wrote it", ErrFormat, format, Format)
	}
	return nil
}

// headed reads the line of the header. No state has as many bytes as an int can count, so sums with their number are right.
func headed(line []byte) (*Saved, error) {
	s := new(Saved)
	err := json.Unmarshal(line, &s.Header)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return nil, fmt.Errorf("%w: its field %s is %s, which does not fit %v", ErrNoRun, wrong.Field, wrong.Value, wrong.Type)
	}
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrChanged, err)
	}
	if s.Bytes < 0 || s.Bytes > math.MaxInt-mostHead-1<<10 {
		return nil, ErrChanged
	}
	return s, s.check()
}

// most bounds what a header counts: 36 years in nanoseconds, and more rounds than there are in them.
const most = 1 << 60

// check refuses numbers that no run comes to.
func (h *Header) check() error {
	for _, f := range []struct {
		name     string
		is, most int64
	}{
		{"machines", int64(h.Machines), math.MaxInt32}, {"walks", int64(h.Walks), math.MaxInt32}, {"planned", int64(h.Planned), math.MaxInt32},
		{"rounds", h.Rounds, most}, {"elapsed_ns", int64(h.Elapsed), most}, {"loading_ns", int64(h.Loading), most}, {"lap_ns", int64(h.Lap), most},
	} {
		if f.is < 0 || f.is > f.most {
			return fmt.Errorf("%w: its field %s is %d, and a run's is from 0 to %d", ErrNoRun, f.name, f.is, f.most)
		}
	}
	return nil
}
