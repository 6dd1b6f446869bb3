//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package wholefile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// removeWhileOpen says that a file can be removed before it is closed. The lock file is, so that nobody can lock it after
// it was unlocked and before it is gone.
const removeWhileOpen = true

func lockFile(f *os.File) error {
	for {
		switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
		case err == nil:
			return nil
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EWOULDBLOCK):
			return errHeld
		case errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.ENOLCK), errors.Is(err, unix.EINVAL):
			return errNoLocks
		default:
			return err
		}
	}
}
