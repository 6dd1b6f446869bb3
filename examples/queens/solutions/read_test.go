package solutions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// fileOf writes solutions to memory.
func fileOf(t testing.TB, n int, count int64, f Format) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := Find(context.Background(), n, Options{Count: count, Out: &b, Format: f, Seed: 9}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// auditOf audits a file in memory.
func auditOf(content []byte) (Audit, error) {
	return audit("f", func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil })
}

func TestCheckFile_TakesWhatFindWrites(t *testing.T) {
	for n, count := range map[int]int64{1: 1, 4: 2, 8: 92, 20: 100, 12_000: 3, 65_536: 1, 65_537: 1} {
		for _, f := range []Format{Text, Binary} {
			path := filepath.Join(t.TempDir(), "solutions")
			must.Do(t, os.WriteFile(path, fileOf(t, n, count, f), 0o644))
			if a, err := CheckFile(path); err != nil || a != (Audit{n, f, count}) {
				t.Errorf("%d queens, %v: %+v, %v", n, f, a, err)
			}
		}
	}
	if _, err := CheckFile(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestReader_BothFormatsHoldTheSame(t *testing.T) {
	text, binary := NewReader(bytes.NewReader(fileOf(t, 300, 50, Text)), "t"), NewReader(bytes.NewReader(fileOf(t, 300, 50, Binary)), "b")
	for k := range 50 {
		x, err := text.Next()
		y, err2 := binary.Next()
		if err != nil || err2 != nil || !slices.Equal(x, y) {
			t.Fatalf("solution %d: %v, %v; %v, %v", k, x, err, y, err2)
		}
		if want := fmt.Sprintf("t:%d", k+1); text.Place() != want {
			t.Errorf("place %q, want %q", text.Place(), want)
		}
		if want := fmt.Sprintf("b: solution %d", k+1); binary.Place() != want {
			t.Errorf("place %q, want %q", binary.Place(), want)
		}
	}
}

func TestReader_TextIsReadLeniently(t *testing.T) {
	for _, text := range []string{"2 4 1 3\n3 1 4 2\n", "2 4 1 3\r\n\r\n 3\t1  4 2", "\n\n2 4 1 3 \n3 1 4 2\n\n", "", "\n"} {
		a, err := auditOf([]byte(text))
		if err != nil || strings.Contains(text, "2") && a != (Audit{4, Text, 2}) || !strings.Contains(text, "2") && a != (Audit{}) {
			t.Errorf("%q: %+v, %v", text, a, err)
		}
	}
}

func TestCheckFile_NamesTheFirstFlaw(t *testing.T) {
	head := string(Binary.head(4))
	for text, want := range map[string]string{
		"2 4 1 3\n3 1 4 2\n2 4 1 3\n":             "f:3: not all are different solutions: it repeats f:1",
		"2 4 1 3\n\n2 4 3 1\n":                    "f:3: not all are different solutions: the queens in columns 2 and 3, rows 4 and 3",
		"2 4 1 3\n2 4 1 1\n":                      "the queens in columns 3 and 4, rows 1 and 1, attack each other",
		"1 2\n":                                   "the queens in columns 1 and 2, rows 1 and 2, attack each other",
		"2 4 1 3\n2 4 1\n":                        "f:2: 3 rows, where the lines before have 4",
		"2 4 1 3\n2 4 1 3 1\n":                    "f:2: more than 4 rows",
		"2 4 1 5\n":                               "f:1: column 4 has row 5, outside 1 to 4",
		"2 4 0 3\n":                               "f:1: 0 is no row",
		"2 4 9999999999 3\n":                      "f:1: 9999999999 is no row",
		"2 4 99999999990 3\n":                     "f:1: '0' is in no row",
		"2 4 1 3\nqueens\n":                       "f:2: 'q' is in no row",
		"2 -4 1 3\n":                              "f:1: '-' is in no row",
		head[:9]:                                  "the head of 16 bytes is cut short after 9",
		Magic[:7] + "\x02" + head[8:]:             "version 2 of the binary format is unknown",
		Magic + strings.Repeat("\xff", 8):         "the head says 18446744073709551615 queens",
		Magic + strings.Repeat("\x00", 8):         "the head says 0 queens",
		head + "\x01\x00\x03\x00\x00\x00":         "f: solution 1 is cut short after 6 of 8 bytes",
		head + "\x01\x00\x03\x00\x00\x00x":        "f: solution 1 is cut short after 7 of 8 bytes",
		head + "\x01\x00\x03\x00\x00\x00\x04\x00": "f: solution 1: column 4 has row 4, outside 0 to 3",
		head + "\x01\x00\x03\x00\x02\x00\x00\x00": "f: solution 1: not all are different",
		head + "\x01\x00\x03\x00\x00\x00\x02\x00\x01\x00\x03\x00\x00\x00\x02\x00": "f: solution 2: not all are different solutions: it repeats f: solution 1",
		string(Binary.head(1 << 28)):        "",
		string(Binary.head(1<<28)) + "\x01": "solution 1 is cut short after 1 of 1073741824 bytes",
	} {
		_, err := auditOf([]byte(text))
		if want == "" && err == nil {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "multiwalk: f") {
			t.Errorf("%q: %v, want ... %s ...", text, err, want)
		}
		if err != nil && errors.Is(err, ErrUnsound) != strings.Contains(want, "not all are") && !strings.Contains(want, "attack") {
			t.Errorf("%q: %v: unsound is %v", text, err, errors.Is(err, ErrUnsound))
		}
	}
}

// broken fails in the middle of a file.
type broken struct{ left io.Reader }

func (b broken) Read(p []byte) (int, error) {
	if k, err := b.left.Read(p); err == nil {
		return k, nil
	}
	return 0, errors.New("the disk is gone")
}

func TestReader_TellsOfFailures(t *testing.T) {
	for _, text := range []string{"", "2 4 1 3\n2 4", string(Binary.head(4)), string(Binary.head(4)) + "\x01"} {
		r := NewReader(broken{strings.NewReader(text)}, "f")
		var err error
		for err == nil {
			_, err = r.Next()
		}
		if !strings.Contains(err.Error(), "the disk is gone") || !strings.HasPrefix(err.Error(), "multiwalk: f") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Whatever is read, what passes is different solutions, and both formats take it.
func FuzzReader(f *testing.F) {
	f.Add([]byte("2 4 1 3\n3 1 4 2\n"))
	f.Add([]byte("2 4 1 3\r\n\r\n 3\t1  4 2"))
	f.Add(fileOf(f, 6, 4, Binary))
	f.Add(fileOf(f, 11, 3, Text))
	f.Add(Binary.head(65_537))
	for _, n := range []int{1 << 28, 1<<31 - 1, 1 << 31, 1<<63 - 1, -1} {
		f.Add(append(Binary.head(n), 1, 0, 3, 0, 0, 0, 2, 0))
	}
	for _, s := range boundedtest.Seeds("#\n", "2 4 # #\n# 1 4 2\n") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		var a Audit
		var err error
		boundedtest.Linear(t, len(content), func() { a, err = auditOf(content) })
		if err != nil {
			if !strings.HasPrefix(err.Error(), "multiwalk: f") {
				t.Errorf("%v", err)
			}
			return
		}
		r := NewReader(bytes.NewReader(content), "f")
		again := map[Format][]byte{Text: nil, Binary: Binary.head(a.N)}
		for range a.Solutions {
			x, err := r.Next()
			if err != nil || len(x) != a.N || flaw(x) != nil {
				t.Fatalf("%v, %v, %v", x, err, flaw(x))
			}
			for to := range again {
				again[to] = encode(to, again[to], x)
			}
		}
		for to, content := range again {
			if a.Solutions == 0 {
				break
			}
			if b, err := auditOf(content); err != nil || b != (Audit{a.N, to, a.Solutions}) {
				t.Errorf("written as %v: %+v, %v, before %+v", to, b, err, a)
			}
		}
	})
}

func TestParseFormat(t *testing.T) {
	for _, f := range []Format{Text, Binary} {
		if g, err := ParseFormat(f.String()); err != nil || g != f {
			t.Errorf("%v: %v, %v", f, g, err)
		}
	}
	if _, err := ParseFormat("json"); err == nil || !strings.Contains(err.Error(), "text or binary") {
		t.Errorf("json: %v", err)
	}
}
