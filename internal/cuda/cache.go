package cuda

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A cache entry is a file: the magic line, a SHA-256, the image. The name is the key, the hash of all that the image
// depends on, so entries never go stale. The sum is of the key and the image: it finds entries cut short or damaged, and
// the entry of another key under this name. The driver checks little of what it loads, so an entry whose sum is wrong must
// not reach it. A sum keeps no secret, so against people it does nothing: there the owner and the mode of the folder and of
// the entry count (see foreign).
const cacheMagic = "multiwalk kernel 2\n"

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

// cacheMost is the most bytes of an entry: modules have up to some hundred KiB.
const cacheMost = 256 << 20

// cacheEntry is the place of an entry; the path "" is a cache that is switched off or has no place.
type cacheEntry struct{ path, key string }

// errForeign is wrapped by errors about a cache that others could have written.
var errForeign = errors.New("others could have written it")

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

// openCache is the entry's place. Its error says why there is none, or why the folder cannot be trusted: then it is neither
// read nor written.
func openCache(opt ModuleOptions, key string) (cacheEntry, error) {
	if opt.NoCache {
		return cacheEntry{}, nil
	}
	dir := opt.CacheDir
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return cacheEntry{}, fmt.Errorf("cuda: finding the kernel cache: %w", err)
		}
		dir = filepath.Join(user, "multiwalk", "kernels")
	}
	real, err := trusted(dir)
	if err != nil {
		return cacheEntry{}, fmt.Errorf("cuda: the kernel cache %s is not used, so kernels are compiled each time: %w", dir, err)
	}
	return cacheEntry{filepath.Join(real, key+cacheSuffix), key}, nil
}

// trusted returns where a folder is, without links, if nobody else could have written it, and if nobody else could put another one
// in its place, or in that of a folder that it lies in. What is not there yet, write makes.
func trusted(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	real, missing := "", ""
	for {
		if real, err = filepath.EvalSymlinks(dir); !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break
		}
		dir, missing = filepath.Dir(dir), filepath.Join(filepath.Base(dir), missing)
	}
	check := foreign
	if missing != "" {
		check = foreignParent
	}
	for at := real; err == nil; at = filepath.Dir(at) {
		var info fs.FileInfo
		if info, err = os.Stat(at); err == nil {
			err = check(info)
		}
		if err != nil && (at != real || missing != "") {
			err = fmt.Errorf("it lies in %s: %w", at, err)
		}
		if at == filepath.Dir(at) {
			break
		}
		check = foreignParent
	}
	return filepath.Join(real, missing), err
}

// sum covers the key and the image. All keys have one length, so no two pairs give the same bytes.
func (e cacheEntry) sum(image []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s%s\n", cacheMagic, e.key)
	h.Write(image)
	return h.Sum(nil)
}

// read returns the image, or nil where there is none that is whole. The error says that there is one which others could
// have written.
func (e cacheEntry) read() ([]byte, error) {
	if e.path == "" {
		return nil, nil
	}
	data, info, err := readEntry(e.path)
	if err != nil {
		if errors.Is(err, errForeign) {
			return nil, fmt.Errorf("cuda: the entry %s of the kernel cache is not used: %w", e.path, err)
		}
		return nil, nil
	}
	if len(data) <= cacheHead || string(data[:len(cacheMagic)]) != cacheMagic {
		return nil, nil
	}
	image := data[cacheHead:]
	if !bytes.Equal(e.sum(image), data[len(cacheMagic):cacheHead]) {
		return nil, nil
	}
	if time.Since(info.ModTime()) > cacheTouch {
		now := time.Now()
		os.Chtimes(e.path, now, now) // a failure costs one more compiling, some day
	}
	return image, nil
}

// readEntry reads a file that nobody else could have written. It looks at the file that it has opened, so that another one
// cannot take its place in between.
func readEntry(path string) ([]byte, fs.FileInfo, error) {
	f, err := openEntry(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s is no file", path)
	}
	if err := foreign(info); err != nil {
		return nil, nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, cacheMost+1))
	if err == nil && len(data) > cacheMost {
		err = fmt.Errorf("%s has over %d bytes", path, cacheMost)
	}
	return data, info, err
}

// write puts the image in the entry's place by a rename, so that other processes see all of it or nothing.
func (e cacheEntry) write(image []byte) error {
	if e.path == "" {
		return nil
	}
	const doing = "writing the kernel cache"
	dir := filepath.Dir(e.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cuda: %s: %w", doing, err)
	}
	f, err := os.CreateTemp(dir, cachePrefix+"*")
	if err != nil {
		return fmt.Errorf("cuda: %s: %w", doing, err)
	}
	_, err = f.Write(append(append([]byte(cacheMagic), e.sum(image)...), image...))
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), e.path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("cuda: %s: %w", doing, err)
	}
	prune(dir)
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
