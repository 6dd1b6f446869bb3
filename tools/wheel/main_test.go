package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// packed is a wheel whose command is a small script.
func packed(t *testing.T, platform string) string {
	t.Helper()
	script := filepath.Join(t.TempDir(), "multiwalk")
	must.Do(t, os.WriteFile(script, []byte("#!/bin/sh\necho \"told $*\"\n"), 0o644))
	var text, again bytes.Buffer
	for _, to := range []*bytes.Buffer{&text, &again} {
		must.Do(t, pack(to, os.DirFS("../../python"), script, "1.2.3", platform))
	}
	if !bytes.Equal(text.Bytes(), again.Bytes()) {
		t.Error("a wheel is another each time")
	}
	file := filepath.Join(t.TempDir(), "multiwalk-1.2.3-py3-none-any.whl")
	must.Do(t, os.WriteFile(file, text.Bytes(), 0o644))
	return file
}

// The list of a wheel has all its files, with their hashes.
func TestPack_ListsItsFiles(t *testing.T) {
	for _, platform := range []string{"linux/amd64", "windows/amd64"} {
		r := must.Have(zip.OpenReader(packed(t, platform)))(t)
		defer r.Close()
		read := func(name string) string {
			f := must.Have(r.Open(name))(t)
			text := must.Have(io.ReadAll(f))(t)
			return string(text)
		}
		rows, err := csv.NewReader(strings.NewReader(read("multiwalk-1.2.3.dist-info/RECORD"))).ReadAll()
		if err != nil || len(rows) != len(r.File) {
			t.Fatalf("%v: %d rows, %d files", err, len(rows), len(r.File))
		}
		for i, row := range rows[:len(rows)-1] {
			sum := sha256.Sum256([]byte(read(row[0])))
			if r.File[i].Name != row[0] || row[1] != "sha256="+base64.RawURLEncoding.EncodeToString(sum[:]) {
				t.Errorf("%s is listed as %v", r.File[i].Name, row)
			}
		}
		if about := read("multiwalk-1.2.3.dist-info/WHEEL"); !strings.Contains(about, "Tag: py3-none-") {
			t.Error(about)
		}
	}
}

// Python finds the command in a wheel as it is, and in one that was unpacked without the rights of its files.
func TestPack_IsImported(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("python3 is not here")
	}
	file := packed(t, "linux/amd64")
	folder := t.TempDir()
	run := func(dir, path string, args ...string) string {
		c := exec.Command(python, args...)
		c.Dir, c.Env = dir, append(os.Environ(), "PYTHONPATH="+path, "TMPDIR="+folder, "PYTHONDONTWRITEBYTECODE=1")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	const ask = "import multiwalk, subprocess; print(subprocess.check_output([multiwalk.command(), 'x'], text=True), end='')"
	unpacked := t.TempDir()
	run(unpacked, "", "-m", "zipfile", "-e", file, unpacked)
	for _, path := range []string{file, unpacked, file} {
		if got := run(folder, path, "-c", ask); got != "told x\n" {
			t.Errorf("%s: %q", path, got)
		}
	}
}
