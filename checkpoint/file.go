package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"
)

// Format is the version of the format that this package writes and reads.
const Format = 1

// magic begins each file, before the number of its format.
const magic = "multiwalk checkpoint "

// What can be wrong with a file; the errors of Parse and Read wrap one of these.
var (
	ErrForeign = errors.New("it is no checkpoint of multiwalk")
	ErrFormat  = errors.New("it has another format")
	ErrTorn    = errors.New("it is torn: its end is missing")
	ErrChanged = errors.New("it has been changed since it was written: its checksum does not hold")
)

// Header says which run a checkpoint is of. A run is resumed with the same of each but Elapsed, Loading, Rounds and Notes.
type Header struct {
	Layout   string          `json:"layout"` // of numbers in memory
	Problem  string          `json:"problem"`
	Space    string          `json:"space"`
	Instance string          `json:"instance,omitempty"` // what the problem was made from, such as a hash
	Method   string          `json:"method"`             // with its settings
	Device   string          `json:"device"`             // its kind: "cpu", "gpu", "emulator"
	Machines int             `json:"machines,omitempty"` // of an accelerator
	Seed     uint64          `json:"seed"`
	Walks    int             `json:"walks"`   // as the settings say
	Planned  int             `json:"planned"` // as the method was told
	Rounds   int64           `json:"rounds"`
	Elapsed  time.Duration   `json:"elapsed_ns"`
	Loading  time.Duration   `json:"loading_ns"`
	Notes    []string        `json:"notes,omitempty"` // that the method made
	Own      json.RawMessage `json:"own,omitempty"`   // of who asked for the checkpoint
	Bytes    int             `json:"bytes"`           // of the state
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
	data := make([]byte, 0, len(magic)+len(head)+len(s.State)+64)
	data = fmt.Appendf(data, "%s%d\n%s\n", magic, Format, head)
	data = append(data, s.State...)
	sum := sha256.Sum256(data)
	return append(data, sum[:]...), nil
}

// Read reads a checkpoint from a file.
func Read(path string) (*Saved, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("multiwalk: the checkpoint %s cannot be resumed: %w", path, err)
	}
	return s, nil
}

// Parse is the way back from Encode. It keeps data.
func Parse(data []byte) (*Saved, error) {
	line, rest, whole := bytes.Cut(data, []byte("\n"))
	number, ok := bytes.CutPrefix(line, []byte(magic))
	if !ok {
		if bytes.HasPrefix([]byte(magic), line) {
			return nil, ErrTorn
		}
		return nil, ErrForeign
	}
	if format, err := strconv.Atoi(string(number)); whole && err != nil {
		return nil, ErrForeign
	} else if whole && format != Format {
		return nil, fmt.Errorf("%w, %d, and this program reads %d: resume it with the program that wrote it", ErrFormat, format, Format)
	}
	head, rest, whole := bytes.Cut(rest, []byte("\n"))
	s := new(Saved)
	if !whole {
		return nil, ErrTorn
	}
	if err := json.Unmarshal(head, &s.Header); err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrChanged, err)
	}
	switch want := s.Bytes + sha256.Size; {
	case s.Bytes < 0 || len(rest) > want:
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
