package wholefile

import (
	"os"
	"path/filepath"
	"strings"
)

// Folder is a folder for what a process needs while it runs, among the temporary ones of the system.
type Folder struct {
	Path string
	lock *Lock
}

// used is what is locked in a folder that is in use.
const used = "used"

// NewFolder makes a folder. It removes those of the same prefix whose processes have been killed: where the lock in them is signed, and nobody
// holds it.
func NewFolder(prefix string) (*Folder, error) {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), prefix+"*", used+lockEnding))
	for _, name := range left {
		if text, err := os.ReadFile(name); err != nil || !strings.HasPrefix(string(text), lockMark) {
			continue // another process is about to take it
		}
		if l, err := NewLock(strings.TrimSuffix(name, lockEnding)); err == nil {
			(&Folder{filepath.Dir(name), l}).Close()
		}
	}
	path, err := os.MkdirTemp("", prefix)
	if err != nil {
		return nil, err
	}
	l, err := NewLock(filepath.Join(path, used))
	return &Folder{path, l}, err
}

// Close removes the folder.
func (f *Folder) Close() {
	if f == nil {
		return
	}
	_ = os.RemoveAll(f.Path) // while nobody else has it
	f.lock.Release()
	_ = os.RemoveAll(f.Path) // where a file that is locked stays
}
