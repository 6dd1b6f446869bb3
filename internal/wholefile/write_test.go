package wholefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/wholefile/fulldisk"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func put(t *testing.T, name, content string) {
	t.Helper()
	must.Do(t, os.WriteFile(name, []byte(content), 0o644))
}

// wantFiles fails the test unless the current folder holds these files with these contents, and nothing else.
func wantFiles(t *testing.T, want map[string]string) {
	t.Helper()
	list := must.Have(os.ReadDir("."))(t)
	for _, e := range list {
		got, err := os.ReadFile(e.Name())
		if content, ok := want[e.Name()]; !ok || err != nil || string(got) != content {
			t.Errorf("file %s holds %.60q, %v; want %v", e.Name(), got, err, want)
		}
	}
	if len(list) < len(want) {
		t.Errorf("%v, want %v", list, want)
	}
}

func TestWrite_AllOrNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(t, Write("a", text("first")))
	must.Do(t, Write("a", text("2nd")))
	wantFiles(t, map[string]string{"a": "2nd"})
	broken := errors.New("broken")
	err := Write("a", func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat("x", 1<<20))
		return errors.Join(err, broken)
	})
	must.Fail(t, broken)(err)
	wantFiles(t, map[string]string{"a": "2nd"})
	must.Fail(t, fs.ErrNotExist)(Write(filepath.Join("none", "a"), text("x")))
	if err := Write(".", text("x")); err == nil {
		t.Error("a folder was written")
	}
}

func TestWrite_FullDisk(t *testing.T) {
	if fulldisk.Elsewhere(t) {
		return
	}
	t.Chdir(t.TempDir())
	put(t, "a", "good")
	lift := fulldisk.After(t, 100_000)
	for _, size := range []int{100_001, 1 << 20} {
		err := Write("a", text(strings.Repeat("x", size)))
		if at := (*fs.PathError)(nil); !errors.As(err, &at) || at.Path != "a" {
			t.Errorf("%d bytes: %v, want an error about a", size, err)
		}
		if err := Check("a", int64(size)); err == nil {
			t.Errorf("%d bytes are said to fit", size)
		}
	}
	must.Do(t, Check("a", 100_000))
	lift()
	wantFiles(t, map[string]string{"a": "good"})
}

func TestCheck_LeavesEverythingAsItWas(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "a", "good")
	for _, path := range []string{"a", "new", os.DevNull} {
		must.Do(t, Check(path, 1<<20))
	}
	must.Fail(t, fs.ErrNotExist)(Check(filepath.Join("none", "a"), 1))
	wantFiles(t, map[string]string{"a": "good"})
}

func TestWrite_KeepsPermissionsAndLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions, and links for administrators alone")
	}
	t.Chdir(t.TempDir())
	must.Do(t, os.MkdirAll(filepath.Join("real", "deep"), 0o755))
	put(t, "real/a", "old")
	must.Do(t, os.Chmod("real/a", 0o640))
	for link, to := range map[string]string{"one": "two", "two": "real/a", "folder": "real/deep", "real/deep/up": "../a", "new": "real/b"} {
		must.Do(t, os.Symlink(to, link))
	}
	for _, path := range []string{"one", "folder/up", "new"} {
		must.Do(t, Write(path, text(path)))
		if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", path, err)
		}
		got, err := os.ReadFile(path)
		if string(got) != path {
			t.Errorf("%s holds %q, %v", path, got, err)
		}
	}
	if info, err := os.Stat("real/a"); err != nil || info.Mode() != 0o640 {
		t.Errorf("permissions %v, %v; want those of the old file", info.Mode(), err)
	}
	must.Do(t, os.Symlink("loop", "loop"))
	if err := Write("loop", text("x")); err == nil {
		t.Error("a link to itself was written")
	}
}

// A pipe has no content that could be kept, and nobody could open another file in its place.
func TestWrite_Stream(t *testing.T) {
	must.Do(t, Write(os.DevNull, text("x")))
	if info, err := os.Stat("/dev/full"); err == nil && info.Mode()&fs.ModeCharDevice != 0 {
		if err := Write("/dev/full", text("x")); err == nil {
			t.Error("a device that is full takes all")
		}
	}
}

// Where the standard output is the file, what is printed later must come into it too.
func TestWrite_ToTheFileOfTheStandardOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	f := must.Have(os.Create("log"))(t)
	defer f.Close()
	was := os.Stdout
	os.Stdout = f
	defer func() { os.Stdout = was }()
	must.Do(t, Write("log", text("one ")))
	must.Have(f.WriteString("two"))(t)
	wantFiles(t, map[string]string{"log": "one two"})
}
