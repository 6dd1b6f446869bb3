package bounded

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// A packed text may be 1 MiB and 100 times as long as its bytes. Texts of numbers are 3 to 10 times as long; one of a thousand
// times is there to fill the memory.
const (
	packedSpare = 1 << 20
	packedTimes = 100
)

// Unpacked returns a reader of the text that gzip packed into r, or of r as it is where gzip did not. A file that is cut short,
// damaged, packed by another program, or that unpacks out of proportion is refused. Every Limit without Zeros reads through it.
func Unpacked(r io.Reader) io.Reader { return &unpacked{source: counted{r: r}} }

type unpacked struct {
	source counted
	text   io.Reader // nil before the first Read
	packed bool
	done   int64 // bytes of text
}

// counted counts bytes that were read.
type counted struct {
	r     io.Reader
	count int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.count += int64(n)
	return n, err
}

// packers are the first bytes of files by other programs.
var packers = []struct{ begins, name string }{{"\xfd7zXZ\x00", "xz"}, {"BZh", "bzip2"}, {"PK\x03\x04", "zip"}, {"\x28\xb5\x2f\xfd", "zstd"},
	{"\x1f\x9d", "compress"}, {"7z\xbc\xaf", "7-Zip"}}

// begin looks at the first bytes.
func (u *unpacked) begin() error {
	head := make([]byte, 10)
	n, err := io.ReadFull(&u.source, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // the next Read finds it again
	}
	head = head[:n]
	for _, p := range packers { // the pi of bzip2's blocks tells it from a text
		if bytes.HasPrefix(head, []byte(p.begins)) && (p.name != "bzip2" || bytes.HasSuffix(head, []byte("1AY&SY"))) {
			return fmt.Errorf("%w: it is packed by %s; unpack it, or pack it with gzip, which is read", ErrNoText, p.name)
		}
	}
	whole := io.MultiReader(bytes.NewReader(head), failing(err), &u.source)
	if u.text = whole; !bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		return nil
	}
	u.packed = true
	u.text, err = gzip.NewReader(whole)
	return err
}

// failing is a reader of nothing that fails, or ends where there is no error.
func failing(err error) io.Reader {
	if err == nil {
		return bytes.NewReader(nil)
	}
	return failure{err}
}

type failure struct{ err error }

func (f failure) Read([]byte) (int, error) { return 0, f.err }

func (u *unpacked) Read(p []byte) (n int, err error) {
	if u.text == nil {
		err = u.begin()
	}
	if err == nil {
		n, err = u.text.Read(p)
	}
	u.done += int64(n)
	corrupt := flate.CorruptInputError(0)
	switch {
	case !u.packed || errors.Is(err, io.EOF):
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("it is packed by gzip and cut short after %d bytes, %d of text; fetch it again", u.source.count, u.done)
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		err = fmt.Errorf("it is packed by gzip and damaged after %d bytes of text (%w); fetch it again", u.done, err)
	case u.done > packedSpare+packedTimes*u.source.count:
		err = fmt.Errorf("%w: %d packed bytes unpack to more than %d; if that is right, unpack it with gzip -d", ErrTooLong, u.source.count, u.done)
	}
	return n, err
}
