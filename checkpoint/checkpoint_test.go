package checkpoint_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/must"
)

// things is something of each kind that can be saved.
type things struct {
	number int
	is     bool
	ratio  float64
	pair   struct{ a, b int32 }
	list   []int64
	none   []int32
	empty  []uint16
	inner  *inner
}

type inner struct{ word uint32 }

func (n *inner) Save(a *checkpoint.Archive) { a.Fields("inner", &n.word) }

func (t *things) Save(a *checkpoint.Archive) {
	a.Fields("things", &t.number, &t.is, &t.ratio, &t.pair, &t.list, &t.none, &t.empty, t.inner)
}

func example() *things {
	t := &things{number: -3, is: true, ratio: 0.5, list: []int64{1, -2}, empty: []uint16{}, inner: &inner{7}}
	t.pair.b = 9
	return t
}

func TestArchive_ReadsWhatItWrote(t *testing.T) {
	a := checkpoint.Writer(0)
	example().Save(a)
	list := []int64{0, 0}
	got := &things{list: list, none: []int32{4}, inner: new(inner)}
	b := checkpoint.Reader(a.Bytes())
	got.Save(b)
	if b.Err() != nil || len(b.Bytes()) != 0 || !reflect.DeepEqual(got, example()) {
		t.Errorf("%+v and %d bytes over, %v", got, len(b.Bytes()), b.Err())
	}
	if list[1] != -2 {
		t.Error("a slice of the same length was not read into its own memory")
	}
}

func TestArchive_TellsWhatDoesNotFit(t *testing.T) {
	var narrow int32
	var wide, other int64
	a := checkpoint.Writer(0)
	a.Fields("walk", &wide, &other)
	for want, read := range map[string]func(b *checkpoint.Archive){
		`2 fields of "walk"`:  func(b *checkpoint.Archive) { b.Fields("talk", &wide, &other) },
		"1 of \"walk\"":       func(b *checkpoint.Archive) { b.Fields("walk", &wide) },
		"field 2 of walk has": func(b *checkpoint.Archive) { b.Fields("walk", &wide, &narrow) },
		"state ends before":   func(b *checkpoint.Archive) { b.Fields("walk", &wide, &other); b.Fields("walk", &wide, &other) },
	} {
		b := checkpoint.Reader(a.Bytes())
		if read(b); b.Err() == nil || !strings.Contains(b.Err().Error(), want) {
			t.Errorf("%v, want %q", b.Err(), want)
		}
	}
	for n := range a.Bytes() {
		b := checkpoint.Reader(a.Bytes()[:n])
		if b.Fields("walk", &wide, &other); b.Err() == nil {
			t.Errorf("%d of %d bytes are enough", n, len(a.Bytes()))
		}
	}
}

func TestArchive_RefusesWhatIsNotPlain(t *testing.T) {
	text := "text"
	for _, f := range []any{&text, 3, &struct{ p *int }{}, &[]string{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a %T was saved", f)
				}
			}()
			checkpoint.Writer(0).Fields("walk", f)
		}()
	}
}

func file(t *testing.T) []byte {
	t.Helper()
	a := checkpoint.Writer(0)
	example().Save(a)
	s := &checkpoint.Saved{Header: checkpoint.Header{Method: "climb", Rounds: 4}, State: a.Bytes()}
	return must.Have(s.Encode())(t)
}

func TestParse_SaysWhatIsWrong(t *testing.T) {
	content := file(t)
	s, err := checkpoint.Parse(content)
	if err != nil || s.Method != "climb" || s.Rounds != 4 {
		t.Fatalf("%+v, %v", s, err)
	}
	for n := range content {
		if _, err := checkpoint.Parse(content[:n]); !errors.Is(err, checkpoint.ErrTorn) {
			t.Errorf("the first %d of %d bytes: %v", n, len(content), err)
		}
		changed := bytes.Clone(content)
		changed[n] ^= 4
		if _, err := checkpoint.Parse(changed); err == nil {
			t.Errorf("with another byte %d it is accepted", n)
		}
	}
	must.Fail(t, checkpoint.ErrChanged)(checkpoint.Parse(append(bytes.Clone(content), 0)))
	changed := bytes.Clone(content)
	changed[len(changed)-sha256.Size-1]++
	must.Fail(t, checkpoint.ErrChanged)(checkpoint.Parse(changed))
	for text, want := range map[string]error{"": checkpoint.ErrTorn, "multiwalk checkpoint 0\n{}\n": checkpoint.ErrFormat,
		"multiwalk checkpoint 99\n{}\n": checkpoint.ErrFormat, "NAME: demo\n": checkpoint.ErrForeign, "multiwalk checkpoint x\n": checkpoint.ErrForeign} {
		must.Fail(t, want)(checkpoint.Parse([]byte(text)))
	}
}

func TestRead_NamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.state")
	must.Fail(t, os.ErrNotExist)(checkpoint.Read(path))
	must.Do(t, os.WriteFile(path, file(t)[:100], 0o600))
	must.Fail(t, checkpoint.ErrTorn, path)(checkpoint.Read(path))
}
