//go:build !unix

package wholefile

import (
	"io/fs"
	"os"
)

// noFollow is a flag of os.OpenFile that there is on Unix alone.
const noFollow = 0

func keepOwner(*os.File, fs.FileInfo) {}

func syncFolder(string) {}

// lockLinked does nothing: who has a file open keeps it from being replaced here, or there are no locks.
func lockLinked(string) (*os.File, error) { return nil, nil }
