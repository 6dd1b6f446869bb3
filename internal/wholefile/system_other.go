//go:build !unix

package wholefile

import (
	"io/fs"
	"os"
)

func keepOwner(*os.File, fs.FileInfo) {}

func syncFolder(string) {}
