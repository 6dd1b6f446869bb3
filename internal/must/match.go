package must

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Match compares what a test made with a file of testdata or, to update it, writes that.
func Match(t testing.TB, file string, got []byte, update bool) {
	t.Helper()
	file = filepath.Join("testdata", file)
	if update {
		Do(t, os.WriteFile(file, got, 0o644))
	}
	if want := bytes.ReplaceAll(Have(os.ReadFile(file))(t), []byte("\r\n"), []byte("\n")); !bytes.Equal(got, want) {
		t.Errorf("%s differs; go test -update writes it anew. Got\n%s\nwant\n%s", file, got, want)
	}
}
