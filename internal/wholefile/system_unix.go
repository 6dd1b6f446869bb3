//go:build unix

package wholefile

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives f the owner of the file that it will replace, as far as the process may.
func keepOwner(f *os.File, old fs.FileInfo) {
	if s, ok := old.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(s.Uid), int(s.Gid))
	}
}

// syncFolder has the new name written to the disk. Some file systems cannot; then the name reaches it some seconds later.
func syncFolder(folder string) {
	if d, err := os.Open(folder); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
