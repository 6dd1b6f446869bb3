package bounded

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
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
	must.Do(t, iotest.TestReader(Limit{Most: 100}.Reader(strings.NewReader("some text")), []byte("some text")))
}

// A text whose lines end with carriage returns alone has lines all the same.
func TestLimit_ReadsLinesOfCarriageReturns(t *testing.T) {
	for text, want := range map[string]string{"a\rb\r": "a\nb\n", "a\r\nb\r": "a\r\nb\r", "a": "a"} {
		if got, err := (Limit{Most: 100}).ReadAll(strings.NewReader(text)); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if got, err := (Limit{Most: 100, Zeros: true}).ReadAll(strings.NewReader("a\rb")); err != nil || string(got) != "a\rb" {
		t.Errorf("not a text: %q, %v", got, err)
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
	must.Do(t, os.WriteFile(file, text, 0o644))
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
	must.Fail(t, os.ErrNotExist)((Limit{Most: 1}).ReadFile(file + ".none"))
	if _, err := (Limit{Most: 1}).ReadFile(t.TempDir()); err == nil {
		t.Error("a directory is read")
	}
}

// What is endless is refused without more memory than the bound and the pieces on the way there.
func TestReadAll_EndlessTakesNoMoreThanTheBound(t *testing.T) {
	boundedtest.Linear(t, 0, func() { // which grants 4 MiB
		must.Fail(t, ErrTooLong)((Limit{Most: 1 << 20}).ReadAll(boundedtest.Endless("y")))
	})
}

// packed is a text as gzip packs it.
func packed(t testing.TB, text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	must.Have(w.Write([]byte(text)))(t)
	must.Do(t, w.Close())
	return b.String()
}

// Packed texts are read as what they hold, and the bound is that of the text.
func TestLimit_ReadsPackedTexts(t *testing.T) {
	text := strings.Repeat("3 1 4 1 5 9\n", 10_000)
	gz := packed(t, text)
	l := Limit{Most: int64(len(text)), Remedy: "look elsewhere"}
	for name, r := range map[string]io.Reader{"whole": strings.NewReader(gz), "bytes": iotest.OneByteReader(strings.NewReader(gz)), "plain": strings.NewReader(text)} {
		if got, err := l.ReadAll(r); err != nil || string(got) != text {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	if got, err := io.ReadAll(l.Reader(strings.NewReader(packed(t, "\xef\xbb\xbfabc")))); err != nil || string(got) != "abc" {
		t.Errorf("with a mark inside: %q, %v", got, err)
	}
	if got, err := io.ReadAll(l.Reader(strings.NewReader(packed(t, "")))); err != nil || len(got) > 0 {
		t.Errorf("an empty one: %q, %v", got, err)
	}
	if got, err := (Limit{Most: 1 << 20, Zeros: true}).ReadAll(strings.NewReader(gz)); err != nil || string(got) != gz {
		t.Errorf("bytes that may be anything: %d of them, %v", len(got), err)
	}
	must.Fail(t, ErrTooLong)((Limit{Most: l.Most - 1}).ReadAll(strings.NewReader(gz)))
}

func TestLimit_RefusesPackedTexts(t *testing.T) {
	gz := packed(t, strings.Repeat("some text, some more, ", 100))
	flipped := []byte(gz)
	flipped[len(gz)-6] ^= 1
	for _, c := range []struct{ name, file, says string }{
		{"cut", gz[:len(gz)-20], "it is packed by gzip and cut short after"}, {"cut in its checksum", gz[:len(gz)-3], "cut short after"},
		{"cut in its head", gz[:5], "cut short after 5 bytes, 0 of text; fetch it again"}, {"two bytes", gz[:2], "cut short after 2 bytes"},
		{"damaged", string(flipped), "it is packed by gzip and damaged after"}, {"another head", "\x1f\x8b\x07" + gz[3:], "damaged after 0 bytes"},
		{"xz", "\xfd7zXZ\x00\x00\x04", "it is packed by xz; unpack it"}, {"bzip2", "BZh91AY&SYab", "packed by bzip2"}, {"zip", "PK\x03\x04ab", "packed by zip"},
	} {
		for _, read := range map[string]func(r io.Reader) ([]byte, error){
			"collected": (Limit{Most: 1 << 20}).ReadAll, "as it comes": func(r io.Reader) ([]byte, error) { return io.ReadAll(Limit{Most: 1 << 20}.Reader(r)) },
		} {
			must.Fail(t, c.says)(read(strings.NewReader(c.file)))
		}
	}
	if got, err := (Limit{Most: 100}).ReadAll(strings.NewReader("BZhang 1")); err != nil || string(got) != "BZhang 1" {
		t.Errorf("a text that begins like bzip2: %q, %v", got, err)
	}
}

// A small file that unpacks to a great one is refused in proportion to the small one.
func TestLimit_RefusesABomb(t *testing.T) {
	bomb := packed(t, strings.Repeat(" ", 64<<20))
	boundedtest.Linear(t, len(bomb), func() {
		_, err := Limit{Most: Instance}.ReadAll(strings.NewReader(bomb))
		must.Fail(t, ErrTooLong, "packed bytes unpack to more than")(err)
	})
}

func TestEnding(t *testing.T) {
	for name, want := range map[string][2]string{
		"dir/a.tsp": {".tsp", "a"}, "a.TSP.GZ": {".tsp", "a"}, "a.b.cnf.gz": {".cnf", "a.b"}, "a": {"", "a"}, "a.gz": {"", "a"}, ".gz": {"", ""}, "": {"", ""},
	} {
		if got := Ending(name); got != want[0] {
			t.Errorf("%q has the ending %q, want %q", name, got, want[0])
		}
		if got := Stem(name); got != want[1] && name != "" {
			t.Errorf("%q has the stem %q, want %q", name, got, want[1])
		}
	}
}

// What is cut short on its way is no text, also where the reader calls that an unexpected end, as those of HTTP do.
func TestReadAll_RefusesWhatIsCutShort(t *testing.T) {
	for _, fault := range []error{io.ErrUnexpectedEOF, errors.New("lost")} {
		r := io.MultiReader(strings.NewReader("p cnf 3 2\n"), iotest.ErrReader(fault))
		if got, err := (Limit{Most: 100}).ReadAll(r); !errors.Is(err, fault) {
			t.Errorf("%q, %v, want %v", got, err, fault)
		}
	}
}
