package cuda

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A cache entry is a file: the magic line, the SHA-256 of the image, the image. The name is the hash of all that the
// image depends on, so entries never go stale, and the sum inside finds those cut short or damaged. The driver checks
// little of what it loads, so an entry whose sum is wrong must not reach it.
const cacheMagic = "multiwalk kernel 1\n"

// cacheHead is the size of what precedes the image.
const cacheHead = len(cacheMagic) + sha256.Size

// The names of entries end, those of entries being written begin with these.
const (
	cacheSuffix = ".cubin"
	cachePrefix = "new-"
)

// An entry's file time is that of its last use, within cacheTouch; after cacheKeep it is removed.
const (
	cacheTouch = 24 * time.Hour
	cacheKeep  = 90 * 24 * time.Hour
)

// cacheEntry is the path of an entry; "" is a cache that is switched off or has no place.
type cacheEntry string

// cacheKey hashes PTX, the driver's version, the compute capability and the options that change the code.
func cacheKey(dev *Device, ptx []byte, opt ModuleOptions) string {
	h := sha256.New()
	fmt.Fprintf(h, "%sdriver %d\ncapability %d.%d\nregisters %d\nlines %v\n", cacheMagic, dev.driver.version,
		dev.props.Major, dev.props.Minor, opt.MaxRegisters, opt.LineInfo)
	if len(opt.Library) > 0 {
		fmt.Fprintf(h, "library %x\n", sha256.Sum256(opt.Library))
	}
	h.Write(ptx)
	return hex.EncodeToString(h.Sum(nil))
}

// openCache is the entry's place. Its error says why there is none.
func openCache(opt ModuleOptions, key string) (cacheEntry, error) {
	if opt.NoCache {
		return "", nil
	}
	dir := opt.CacheDir
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("cuda: finding the kernel cache: %w", err)
		}
		dir = filepath.Join(user, "multiwalk", "kernels")
	}
	return cacheEntry(filepath.Join(dir, key+cacheSuffix)), nil
}

// read returns the image, or nil where there is none that is whole.
func (e cacheEntry) read() []byte {
	if e == "" {
		return nil
	}
	data, err := os.ReadFile(string(e))
	if err != nil || len(data) <= cacheHead || string(data[:len(cacheMagic)]) != cacheMagic {
		return nil
	}
	image := data[cacheHead:]
	if sum := sha256.Sum256(image); !bytes.Equal(sum[:], data[len(cacheMagic):cacheHead]) {
		return nil
	}
	if info, err := os.Stat(string(e)); err == nil && time.Since(info.ModTime()) > cacheTouch {
		now := time.Now()
		os.Chtimes(string(e), now, now) // a failure costs one more compiling, some day
	}
	return image
}

// write puts the image in the entry's place by a rename, so that other processes see all of it or nothing.
func (e cacheEntry) write(image []byte) error {
	if e == "" {
		return nil
	}
	const doing = "writing the kernel cache"
	if err := os.MkdirAll(filepath.Dir(string(e)), 0o700); err != nil {
		return fmt.Errorf("cuda: %s: %w", doing, err)
	}
	f, err := os.CreateTemp(filepath.Dir(string(e)), cachePrefix+"*")
	if err != nil {
		return fmt.Errorf("cuda: %s: %w", doing, err)
	}
	sum := sha256.Sum256(image)
	_, err = f.Write(append(append([]byte(cacheMagic), sum[:]...), image...))
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), string(e))
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("cuda: %s: %w", doing, err)
	}
	prune(filepath.Dir(string(e)))
	return nil
}

// prune removes entries that were not used for long, as those of drivers since replaced, and what a write that was
// killed has left. It minds nothing else, and no failure: there is always a next time.
func prune(dir string) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range list {
		info, err := f.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		ours := strings.HasSuffix(f.Name(), cacheSuffix) || strings.HasPrefix(f.Name(), cachePrefix)
		if ours && time.Since(info.ModTime()) > cacheKeep {
			os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}
