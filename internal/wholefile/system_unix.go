//go:build unix

package wholefile

import (
	"io/fs"
	"os"
	"syscall"
)

// noFollow has os.OpenFile refuse symbolic links, and not wait for the other end of a pipe.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// keepOwner gives f the owner of the file that it will replace, as far as the process may.
func keepOwner(f *os.File, old fs.FileInfo) {
	if s, ok := old.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(s.Uid), int(s.Gid))
	}
}

// lockLinked locks the file itself, as its other names would. Where it has no others nothing need be kept. The error is errHeld, or
// one that does not matter: there is no file yet, say, or nobody may read it.
func lockLinked(target string) (*os.File, error) {
	f, err := os.OpenFile(target, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err = lockFile(f); err == nil {
		if info, statErr := f.Stat(); statErr == nil {
			if s, ok := info.Sys().(*syscall.Stat_t); ok && s.Nlink > 1 {
				return f, nil
			}
		}
	}
	f.Close()
	return nil, err
}

// syncFolder has the new name written to the disk. Some file systems cannot; then the name reaches it some seconds later.
func syncFolder(folder string) {
	if d, err := os.Open(folder); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
