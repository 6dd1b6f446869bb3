package bounded

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
)

func TestReader_TakesTextAsItIs(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "a", "ab": "ab", "abcdefgh": "abcdefgh", "\xef\xbb\xbfabc": "abc", "\xef\xbb\xbf": "", "\xef\xbb": "\xef\xbb",
		"a\xef\xbb\xbf": "a\xef\xbb\xbf", "Umea\xcc\x8a": "Umea\xcc\x8a", "\xff": "\xff",
	} {
		for name, r := range map[string]io.Reader{"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text)),
			"with the end": iotest.DataErrReader(strings.NewReader(text))} {
			if got, err := io.ReadAll(Limit{Most: 8 + 3}.Reader(r)); string(got) != want || err != nil {
				t.Errorf("%q, %s: %q, %v", text, name, got, err)
			}
		}
		if got := Unmark([]byte(text)); string(got) != want {
			t.Errorf("%q without its mark: %q", text, got)
		}
	}
	if err := iotest.TestReader(Limit{Most: 100}.Reader(strings.NewReader("some text")), []byte("some text")); err != nil {
		t.Error(err)
	}
}

func TestLimit_Refuses(t *testing.T) {
	for _, c := range []struct {
		name, before string // what is handed over before the fault
		r            io.Reader
		zeros        bool
		want         error
		says         string
	}{
		{"as long as it may be", "1234567890", strings.NewReader("1234567890"), false, nil, ""},
		{"a byte more", "1234567890", strings.NewReader("1234567890a"), false, ErrTooLong, "it is too long: more than 10 bytes; look elsewhere"},
		{"endless", "yyyyyyyyyy", boundedtest.Endless("y"), false, ErrTooLong, "more than 10 bytes"},
		{"zeros", "", boundedtest.Endless("\x00"), false, ErrNoText, "byte 1 is 0; give a text file"},
		{"a zero", "ab", strings.NewReader("ab\x00c"), false, ErrNoText, "byte 3 is 0"},
		{"a zero that may be", "ab\x00c", strings.NewReader("ab\x00c"), true, nil, ""},
		{"zeros that may be", strings.Repeat("\x00", 10), boundedtest.Endless("\x00"), true, ErrTooLong, "more than 10 bytes"},
		{"UTF-16", "", strings.NewReader("\xff\xfea\x00"), false, ErrNoText, "save it as UTF-8"},
		{"UTF-16 the other way", "", strings.NewReader("\xfe\xff\x00a"), true, ErrNoText, "save it as UTF-8"},
		{"a broken reader", "ab", io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(io.ErrClosedPipe)), false, io.ErrClosedPipe, ""},
	} {
		l := Limit{Most: 10, Remedy: "look elsewhere", Zeros: c.zeros}
		r := l.Reader(c.r)
		got, err := io.ReadAll(r)
		if string(got) != c.before || !errors.Is(err, c.want) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
		if _, again := r.Read(make([]byte, 1)); c.want != nil && !errors.Is(again, c.want) {
			t.Errorf("%s: after the fault %v", c.name, again)
		}
	}
}

func TestReadFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	text := []byte("\xef\xbb\xbf" + strings.Repeat("0123456789", 100_000))
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	size := int64(len(text))
	if got, err := (Limit{Most: size}).ReadFile(file); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if got, err := (Limit{Most: size}).ReadAll(iotest.HalfReader(bytes.NewReader(text))); err != nil || !bytes.Equal(got, text) {
		t.Errorf("open: %d bytes, %v", len(got), err)
	}
	var path *os.PathError
	for _, l := range []Limit{{Most: size - 1}, {Most: 0}} {
		if _, err := l.ReadFile(file); !errors.Is(err, ErrTooLong) || !errors.As(err, &path) || path.Path != file {
			t.Errorf("at most %d: %v", l.Most, err)
		}
		if _, err := l.ReadAll(bytes.NewReader(text)); !errors.Is(err, ErrTooLong) {
			t.Errorf("open, at most %d: %v", l.Most, err)
		}
	}
	if _, err := (Limit{Most: 1}).ReadFile(file + ".none"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := (Limit{Most: 1}).ReadFile(t.TempDir()); err == nil {
		t.Error("a directory is read")
	}
}

// What is endless is refused without more memory than the bound and the pieces on the way there.
func TestReadAll_EndlessTakesNoMoreThanTheBound(t *testing.T) {
	boundedtest.Linear(t, 0, func() { // which grants 4 MiB
		if _, err := (Limit{Most: 1 << 20}).ReadAll(boundedtest.Endless("y")); !errors.Is(err, ErrTooLong) {
			t.Error(err)
		}
	})
}
