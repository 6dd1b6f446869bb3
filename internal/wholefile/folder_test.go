package wholefile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// What killed processes have left goes with the next folder of the kind, and nothing else does.
func TestFolder_OfAProcessThatIsKilled(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	for name, text := range map[string]string{"kind-killed": lockMark + "process 1 on alpha\n", "kind-begins": "", "kind-foreign": "mine", "other-killed": lockMark + "process 1 on alpha\n"} {
		must.Do(t, os.Mkdir(filepath.Join(temp, name), 0o700))
		must.Do(t, os.WriteFile(filepath.Join(temp, name, used+lockEnding), []byte(text), 0o600))
	}
	must.Do(t, os.Mkdir(filepath.Join(temp, "kind-old"), 0o700))
	first := must.Have(NewFolder("kind-"))(t)
	second := must.Have(NewFolder("kind-"))(t)
	for path, want := range map[string]bool{first.Path: true, second.Path: true, "kind-killed": false, "kind-begins": true, "kind-foreign": true, "kind-old": true, "other-killed": true} {
		if !filepath.IsAbs(path) {
			path = filepath.Join(temp, path)
		}
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", path, err == nil, want)
		}
	}
	first.Close()
	second.Close()
	if left := must.Have(filepath.Glob(filepath.Join(temp, "kind-*")))(t); len(left) != 3 {
		t.Errorf("%v are left", left)
	}
}
