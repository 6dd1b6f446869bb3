//go:build unix

package cuda

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// foreign refuses a folder or file of the cache that another user owns, or may write: what is read from it is run on the
// GPU with the rights of this process. Root may own it, for root needs no cache to do harm, and images of containers
// come with a cache that root has filled.
func foreign(info fs.FileInfo) error {
	return foreignBut(info, false, "remove it, or make it yours alone (chown, chmod go-w)")
}

// foreignParent refuses a folder in which another user could put something in the place of what lies there. In one with the sticky
// bit, such as /tmp, others may write, and replace only what is their own.
func foreignParent(info fs.FileInfo) error {
	return foreignBut(info, info.Mode()&fs.ModeSticky != 0, "take from others the right to write there (chown, chmod go-w), or keep caches elsewhere")
}

func foreignBut(info fs.FileInfo, anyMode bool, remedy string) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	if uid := os.Geteuid(); stat.Uid != 0 && int64(stat.Uid) != int64(uid) {
		return fmt.Errorf("%w: it belongs to user %d, and this process runs as %d; %s", errForeign, stat.Uid, uid, remedy)
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 && !anyMode {
		return fmt.Errorf("%w: its mode is %04o; %s", errForeign, mode, remedy)
	}
	return nil
}

// openEntry opens a file. A link is not followed, since the owner and the mode of what it leads to say nothing about who
// made the link; a named pipe does not wait.
func openEntry(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}
