package kernelgen

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
)

// cacheFile is where the PTX of a hash is kept, or empty without a cache. The compiler's own file counts too, by size and
// time, so that a new clang compiles anew.
func cacheFile(dir, clang, hash string) string {
	if dir == "" {
		return ""
	}
	made := clang
	if info, err := os.Stat(clang); err == nil {
		made = fmt.Sprint(clang, info.Size(), info.ModTime().UnixNano())
	}
	sum := sha256.Sum256([]byte(made + hash))
	return filepath.Join(dir, hex.EncodeToString(sum[:])+".ptx")
}

// keep writes a file whole or not at all, since several builds may share a cache.
func keep(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
