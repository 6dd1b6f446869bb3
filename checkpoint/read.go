package checkpoint

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/memory"
)

// Bounds of the first two lines, in bytes.
const (
	mostFirst = 64
	mostHead  = 16 << 20
)

// Read reads a checkpoint from a file. What is none is refused by its first bytes. Of others Read takes no more bytes than
// their header says that there are, and fewer than there is memory for.
func Read(path string) (*Saved, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := int64(-1) // not known
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	s, err := read(f, size)
	if broken := (*os.PathError)(nil); errors.As(err, &broken) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("multiwalk: the checkpoint %s cannot be resumed: %w", path, err)
	}
	return s, nil
}

// read reads a checkpoint of size bytes, or of any number if it is negative.
func read(f io.Reader, size int64) (*Saved, error) {
	r := bufio.NewReader(f)
	lines, state, err := begin(r)
	if err != nil {
		return nil, err
	}
	want := int64(len(lines)) + int64(state) + sha256.Size
	switch free := memory.Available(); {
	case size >= 0 && size < want:
		return nil, fmt.Errorf("%w: %d of %d bytes", ErrTorn, size, want)
	case want > free:
		return nil, fmt.Errorf("%w: it has %d bytes, and %d are free; end other programs, or resume it on a larger machine",
			ErrRoom, state, free)
	}
	l := bounded.Limit{Most: want, Remedy: "its header says that there are no more", Zeros: true}
	data, err := l.ReadSized(io.MultiReader(bytes.NewReader(lines), r), max(0, size))
	if errors.Is(err, bounded.ErrTooLong) {
		return nil, fmt.Errorf("%w: %w", ErrChanged, err)
	}
	if err != nil {
		return nil, err
	}
	return Parse(data)
}

// begin reads the first line and that of the header, which says how long the state is.
func begin(r *bufio.Reader) (lines []byte, state int, err error) {
	first, whole, err := line(r, mostFirst)
	if err == nil {
		err = checkFirst(bytes.TrimSuffix(first, []byte("\n")), whole)
	}
	if err != nil {
		return nil, 0, err
	}
	head, whole, err := line(r, mostHead)
	switch {
	case err != nil:
		return nil, 0, err
	case len(head) > mostHead:
		return nil, 0, fmt.Errorf("%w: its header has more than %d bytes", ErrChanged, mostHead)
	case !whole:
		return nil, 0, ErrTorn
	}
	s, err := headed(head)
	if err != nil {
		return nil, 0, err
	}
	return append(first, head...), s.Bytes, nil
}

// line reads a line with its end. Where that does not come, or not within most bytes, whole is false.
func line(r *bufio.Reader, most int) (text []byte, whole bool, err error) {
	for {
		piece, err := r.ReadSlice('\n')
		text = append(text, piece...)
		switch {
		case len(text) > most || errors.Is(err, io.EOF):
			return text, false, nil
		case err == nil:
			return text, true, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, false, err
		}
	}
}
