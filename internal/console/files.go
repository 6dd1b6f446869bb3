package console

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
)

// RoomFor is about how many bytes a file about a solution of n elements takes, up to a megabyte: a disk with less is full
// for all purposes.
func RoomFor(n int) int64 { return min(1<<20, 1<<13+32*int64(n)) }

// CheckInput reports why there is no file to read.
func CheckInput(path string) error {
	switch info, err := os.Stat(path); {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: no such file", filename.Shown(path))
	case err == nil && info.IsDir():
		return fmt.Errorf("%s: is a directory and no file", filename.Shown(path))
	}
	return nil
}

// CheckPlace reports why a file of room bytes cannot be written. It finds out by writing.
func CheckPlace(path string, room int64) error {
	if path == "" {
		return errors.New("is no name; name a file")
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("is a directory; name a file")
	} else if err != nil {
		folder, err := os.Stat(filepath.Dir(path))
		if err != nil || !folder.IsDir() {
			return fmt.Errorf("there is no directory %s; make it first", filename.Shown(filepath.Dir(path)))
		}
	}
	if err := wholefile.Check(path, room); err != nil {
		return fmt.Errorf("it cannot be written: %w; make room or name a file elsewhere", Cause(err))
	}
	return nil
}

// Cause is what the system says about a file, without its name.
func Cause(err error) error {
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		return at.Err
	}
	return err
}

// InEnvironment makes a failure of the environment of an error about a file that cannot be used.
func InEnvironment(err error) error {
	at, held := (*fs.PathError)(nil), (*wholefile.HeldError)(nil)
	if errors.As(err, &at) || errors.As(err, &held) {
		return Environment(err)
	}
	return err
}
