package bounded

import (
	"errors"
	"io"
	"os"
	"slices"
)

// ReadFile returns all of a text file, a pipe or a device, as it is. A regular file that is too long is refused before
// anything is read.
func (l Limit) ReadFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := int64(0)
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if size = info.Size(); size > l.Most {
			return nil, &os.PathError{Op: "read", Path: name, Err: l.exceeded()}
		}
	}
	content, err := l.readAll(f, size)
	if path := (*os.PathError)(nil); err != nil && !errors.As(err, &path) {
		err = &os.PathError{Op: "read", Path: name, Err: err}
	}
	return content, err
}

// ReadAll is ReadFile of what is open.
func (l Limit) ReadAll(r io.Reader) ([]byte, error) { return l.readAll(r, 0) }

const (
	firstPiece = 4 << 10
	mostPiece  = 16 << 20
)

// readAll collects pieces, each twice as long as the one before, so that an endless reader is refused before anything is
// copied. Where the size is known there is one piece.
func (l Limit) readAll(r io.Reader, size int64) ([]byte, error) {
	in := &text{r: r, limit: l}
	length := max(size+1, firstPiece)
	var pieces [][]byte
	for {
		piece := make([]byte, length)
		n, err := io.ReadFull(in, piece)
		pieces = append(pieces, piece[:n])
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			if len(pieces) == 1 {
				return pieces[0], nil
			}
			return slices.Concat(pieces...), nil
		case err != nil:
			return nil, err
		}
		length = min(2*length, mostPiece)
	}
}
