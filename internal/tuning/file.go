package tuning

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is where the rows of this user's GPUs lie. MULTIWALK_TUNING names another place.
func File() (string, error) {
	if path := os.Getenv("MULTIWALK_TUNING"); path != "" {
		return path, nil
	}
	folder, err := os.UserConfigDir()
	return filepath.Join(cmp.Or(folder, "."), "multiwalk", "tuning.json"), err
}

// Load takes up the rows of this user's GPUs, if there are any.
func Load() error {
	path, err := File()
	if err != nil {
		return nil // no folder, no file
	}
	f, err := os.Open(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	defer f.Close()
	rows, err := Read(io.LimitReader(f, 1<<20))
	if err == nil {
		err = Add(rows)
	}
	if err != nil {
		return fmt.Errorf("%s: %w, or remove the file", path, err)
	}
	return nil
}
