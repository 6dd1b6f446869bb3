// Package bounded reads text that others wrote. Whatever a file, a pipe or a device holds, and however long it goes on,
// a reader takes up no more bytes than a bound that its caller chooses, and the error says what to do. What gzip packed is read
// as the text in it, to which the bound applies. Whole reads the numbers of all formats alike.
package bounded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// Instance bounds the text of an instance, in bytes: 1 GiB. Ten million cities take a quarter of it.
const Instance = 1 << 30

// Solution bounds the text of a solution of n elements, in bytes: 1 MiB for what stands around them, 64 for each.
func Solution(n int) int64 { return 1<<20 + 64*int64(n) }

// ErrTooLong is wrapped by the error about what goes on beyond its bound.
var ErrTooLong = errors.New("it is too long")

// ErrNoText is wrapped by the error about content that is no text in UTF-8 or ASCII.
var ErrNoText = errors.New("it is no text")

// Limit says how much of a text is read.
type Limit struct {
	Most   int64  // bytes
	Remedy string // what to do about more
	// Zeros hands NUL bytes over, for files that are appended to: a crash of the machine may leave some where a line was to
	// be written. Else the first is refused, because text has none, and /dev/zero is full of them, and a packed text is unpacked.
	Zeros bool
}

func (l Limit) exceeded() error {
	return fmt.Errorf("%w: more than %d bytes; %s", ErrTooLong, l.Most, l.Remedy)
}

// The byte order marks of UTF-8, which says nothing, and of UTF-16, which no reader takes.
var (
	mark   = []byte("\xef\xbb\xbf")
	utf16s = [][]byte{[]byte("\xff\xfe"), []byte("\xfe\xff")}
)

// Unmark returns text without a byte order mark in front.
func Unmark(text []byte) []byte { return bytes.TrimPrefix(text, mark) }

// Reader returns a reader of r's text without a byte order mark. It fails with ErrTooLong or ErrNoText after what is good.
func (l Limit) Reader(r io.Reader) io.Reader { return &reader{text: l.text(r)} }

// text returns the bounded text of r.
func (l Limit) text(r io.Reader) text {
	if !l.Zeros {
		r = Unpacked(r)
	}
	return text{r: r, limit: l}
}

// reader is a text without its mark.
type reader struct {
	text
	begun bool
	head  []byte // what was read to look for the mark
}

func (d *reader) Read(p []byte) (int, error) {
	if !d.begun && len(p) > 0 {
		d.begun = true
		head := make([]byte, len(mark))
		n, _ := io.ReadFull(&d.text, head) // a fault stays, and the next Read finds it or the end again
		d.head = Unmark(head[:n])
	}
	if len(d.head) > 0 {
		n := copy(p, d.head)
		d.head = d.head[n:]
		return n, nil
	}
	return d.text.Read(p)
}

// text is a reader that minds the bound and what is no text.
type text struct {
	r     io.Reader
	limit Limit
	done  int64 // bytes
	err   error // for good
}

// Read implements io.Reader. What comes before the fault is handed over first.
func (t *text) Read(p []byte) (int, error) {
	if t.err != nil {
		return 0, t.err
	}
	if left := t.limit.Most - t.done; int64(len(p)) > left+1 {
		p = p[:left+1] // one more than allowed tells the end of the file from the end of patience
	}
	n, err := t.r.Read(p)
	switch at := bytes.IndexByte(p[:n], 0); {
	case t.done == 0 && isUTF16(p[:n]):
		n, err = 0, fmt.Errorf("%w: it begins as UTF-16 does; save it as UTF-8", ErrNoText)
	case at >= 0 && !t.limit.Zeros:
		n, err = at, fmt.Errorf("%w: byte %d is 0; give a text file", ErrNoText, t.done+int64(at)+1)
	case t.done+int64(n) > t.limit.Most:
		n, err = int(t.limit.Most-t.done), t.limit.exceeded()
	}
	t.done += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		t.err = err
	}
	return n, err
}

func isUTF16(p []byte) bool {
	return bytes.HasPrefix(p, utf16s[0]) || bytes.HasPrefix(p, utf16s[1])
}

// ReadFile returns all of a text file, a pipe or a device, as it is, or unpacked. A regular file that is too long is refused before
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
	content, err := l.ReadSized(f, size)
	if path := (*os.PathError)(nil); err != nil && !errors.As(err, &path) {
		err = &os.PathError{Op: "read", Path: name, Err: err}
	}
	return content, err
}

// ReadAll is ReadFile of what is open.
func (l Limit) ReadAll(r io.Reader) ([]byte, error) { return l.ReadSized(r, 0) }

const (
	firstPiece = 4 << 10
	mostPiece  = 16 << 20
)

// ReadSized is ReadAll of what is likely to have size bytes, or any number of them if size is 0. It collects pieces, each
// twice as long as the one before, so that an endless reader is refused before anything is copied. Where the size is known
// there is one piece.
func (l Limit) ReadSized(r io.Reader, size int64) ([]byte, error) {
	in := l.text(r)
	length := max(size+1, firstPiece)
	var pieces [][]byte
	for {
		piece := make([]byte, length)
		n, err := io.ReadFull(&in, piece)
		pieces = append(pieces, piece[:n])
		switch {
		case in.err != nil: // also what r itself calls an unexpected end
			return nil, in.err
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			if len(pieces) == 1 {
				return l.lines(pieces[0]), nil
			}
			return l.lines(slices.Concat(pieces...)), nil
		case err != nil:
			return nil, err
		}
		length = min(2*length, mostPiece)
	}
}

// lines ends lines by newlines in a text that knows carriage returns alone, as some spreadsheets save it.
func (l Limit) lines(text []byte) []byte {
	if l.Zeros || bytes.IndexByte(text, '\n') >= 0 {
		return text
	}
	for i, c := range text {
		if c == '\r' {
			text[i] = '\n'
		}
	}
	return text
}
