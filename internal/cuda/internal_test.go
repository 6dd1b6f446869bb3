package cuda

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/must"
)

func TestBytesText(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 bytes", 1023: "1023 bytes", 1024: "1024 bytes (1.0 KiB)",
		1610612736: "1610612736 bytes (1.5 GiB)", 1 << 63: "9223372036854775808 bytes (8.0 EiB)"} {
		if got := bytesText(n); got != want {
			t.Errorf("bytesText(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestResult_Known(t *testing.T) {
	for r, k := range known {
		if r.String() != k[0] || !strings.HasPrefix(k[0], "CUDA_") || r.Text() == "" {
			t.Errorf("result %d: %q, %q", int32(r), r, r.Text())
		}
	}
	if got := Result(4711).String(); got != "CUDA_ERROR_4711" {
		t.Errorf("unknown result: %q", got)
	}
}

// TestAPI_Tags: every function names its symbol, and no symbol is named twice.
func TestAPI_Tags(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[API]()) {
		symbol, _, _ := strings.Cut(f.Tag.Get("cuda"), ",")
		if !strings.HasPrefix(symbol, "cu") || seen[symbol] || f.Type.Kind() != reflect.Func {
			t.Errorf("%s has the symbol %q", f.Name, symbol)
		}
		seen[symbol] = true
	}
}

func TestCacheEntry_LeavesNothing(t *testing.T) {
	dir := t.TempDir()
	e := cacheEntry{filepath.Join(dir, "x.cubin"), "x"}
	if image, err := e.read(); image != nil || err != nil {
		t.Error("an absent entry was read")
	}
	for range 2 {
		must.Do(t, e.write([]byte("image")))
		if got, err := e.read(); string(got) != "image" || err != nil {
			t.Errorf("read %q, %v", got, err)
		}
	}
	must.Do(t, os.Mkdir(filepath.Join(dir, "y.cubin"), 0o700))
	folder := cacheEntry{filepath.Join(dir, "y.cubin"), "y"}
	if folder.write([]byte("image")) == nil {
		t.Error("a folder was replaced")
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("left in the cache: %v, %v", list, err)
	}
	if image, err := (cacheEntry{}).read(); image != nil || err != nil || (cacheEntry{}).write([]byte("image")) != nil {
		t.Error("a cache that is off does something")
	}
}

// The sum covers the key: an entry under the name of another one is not taken for it.
func TestCacheEntry_OfAnotherKey(t *testing.T) {
	dir := t.TempDir()
	mine, other := cacheEntry{filepath.Join(dir, "x.cubin"), "x"}, cacheEntry{filepath.Join(dir, "y.cubin"), "y"}
	must.Do(t, other.write([]byte("image")))
	must.Do(t, os.Rename(other.path, mine.path))
	if image, err := mine.read(); image != nil || err != nil {
		t.Errorf("read %q, %v: the entry of another key", image, err)
	}
}

func TestCache_Prunes(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-cacheKeep - time.Hour)
	for name, at := range map[string]time.Time{"old.cubin": old, "new-123": old, "other.txt": old, "recent.cubin": old.Add(2 * time.Hour)} {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, nil, 0o600))
		must.Do(t, os.Chtimes(path, at, at))
	}
	e := cacheEntry{filepath.Join(dir, "x.cubin"), "x"}
	must.Do(t, e.write([]byte("image")))
	var left []string
	list, err := os.ReadDir(dir)
	for _, f := range list {
		left = append(left, f.Name())
	}
	if want := []string{"other.txt", "recent.cubin", "x.cubin"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("left %v, %v; want %v", left, err, want)
	}
	must.Do(t, os.Chtimes(e.path, old, old))
	if image, err := e.read(); image == nil || err != nil {
		t.Fatalf("read %q, %v", image, err)
	}
	if info, err := os.Stat(e.path); err != nil || time.Since(info.ModTime()) > time.Hour {
		t.Error("an entry that was used keeps its old time")
	}
}

func TestOpenCache_DefaultPlace(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("LocalAppData", dir)
	t.Setenv("HOME", dir)
	e, err := openCache(ModuleOptions{}, "key")
	if err != nil || !strings.HasPrefix(e.path, dir) || !strings.HasSuffix(filepath.ToSlash(e.path), "multiwalk/kernels/key.cubin") {
		t.Errorf("default place %q, %v", e.path, err)
	}
}

var outside [100]byte

func TestPinnedRanges(t *testing.T) {
	var r pinnedRanges
	block := outside[:] // ranges are numbers to r, and a block on the stack moves with it
	p := unsafe.Pointer(&block[10])
	r.add(p, 50)
	for _, x := range []struct {
		off, size int
		want      bool
	}{{0, 50, true}, {0, 51, false}, {49, 1, true}, {50, 0, true}, {50, 1, false}, {-1, 1, false}, {20, 30, true}} {
		if got := r.covers(unsafe.Add(p, x.off), uintptr(x.size)); got != x.want {
			t.Errorf("%d bytes at %d: %v", x.size, x.off, got)
		}
	}
	r.remove(p)
	if r.covers(p, 1) {
		t.Error("covered after removal")
	}
}
