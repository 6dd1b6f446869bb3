//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd && !windows

package wholefile

import "os"

const removeWhileOpen = false

func lockFile(*os.File) error { return errNoLocks }
