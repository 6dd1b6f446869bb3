//go:build unix

package cuda

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// A folder or an entry that others can write, or that belongs to another user, is not used, and the error says what to do;
// a link is not followed, and a named pipe not waited for.
func TestCache_OfOthers(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.Chmod(dir, 0o755))
	open := func() (cacheEntry, error) { return openCache(ModuleOptions{CacheDir: dir}, "x") }
	e := must.Have(open())(t)
	must.Do(t, e.write([]byte("image")))
	wants := func(what string, image []byte, err error, trusted bool) {
		t.Helper()
		if trusted != (string(image) == "image") || trusted != (err == nil) {
			t.Errorf("%s: read %q, %v", what, image, err)
		}
		if err != nil && (!errors.Is(err, errForeign) || !strings.Contains(err.Error(), "chmod go-w")) {
			t.Errorf("%s: %v does not say what to do", what, err)
		}
	}
	for mode, trusted := range map[os.FileMode]bool{0o600: true, 0o644: true, 0o664: false, 0o602: false} {
		os.Chmod(e.path, mode)
		image, err := e.read()
		wants("entry of mode "+mode.String(), image, err, trusted)
	}
	os.Chmod(e.path, 0o600)
	for mode, trusted := range map[os.FileMode]bool{0o700: true, 0o755: true, 0o770: false, 0o777 | os.ModeSticky: false} {
		os.Chmod(dir, mode)
		e, err := open()
		image, _ := e.read()
		wants("folder of mode "+mode.String(), image, err, trusted)
	}
	os.Chmod(dir, 0o700)
	must.Do(t, os.Rename(e.path, filepath.Join(dir, "away")))
	must.Do(t, os.Symlink("away", e.path))
	if image, _ := e.read(); image != nil {
		t.Error("a link was followed")
	}
	os.Remove(e.path)
	must.Do(t, syscall.Mkfifo(e.path, 0o600))
	if image, _ := e.read(); image != nil {
		t.Error("a pipe was read")
	}
}

// Whose it is counts too.
func TestCache_OfAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	dir := t.TempDir()
	e := cacheEntry{filepath.Join(dir, "x.cubin"), "x"}
	must.Do(t, e.write([]byte("image")))
	must.Do(t, os.Chown(e.path, 12345, -1))
	if image, err := e.read(); image != nil || !errors.Is(err, errForeign) || !strings.Contains(err.Error(), "belongs to user 12345") {
		t.Errorf("read %q, %v", image, err)
	}
	must.Do(t, os.Chown(dir, 12345, -1))
	must.Fail(t, errForeign)(openCache(ModuleOptions{CacheDir: dir}, "x"))
}

// A folder that lies where others could put another one is not used, whether it is there or not; a link is not trusted, but what it
// leads to, and that is where entries go.
func TestCache_ParentsOfOthers(t *testing.T) {
	top := must.Have(filepath.EvalSymlinks(t.TempDir()))(t)
	shared, dir := filepath.Join(top, "shared"), filepath.Join(top, "shared", "mine", "kernels")
	link := filepath.Join(top, "link")
	must.Do(t, errors.Join(os.Chmod(top, 0o755), os.MkdirAll(dir, 0o700), os.Symlink(filepath.Join(shared, "mine"), link)))
	for mode, trusted := range map[os.FileMode]bool{0o700: true, 0o755: true, 0o775: false, 0o757: false, 0o777 | os.ModeSticky: true} {
		must.Do(t, os.Chmod(shared, mode))
		for name, want := range map[string]string{dir: dir, filepath.Join(link, "kernels"): dir, filepath.Join(link, ".", "kernels"): dir,
			filepath.Join(shared, "new", "kernels"): filepath.Join(shared, "new", "kernels"), filepath.Join(link, "new"): filepath.Join(shared, "mine", "new")} {
			e, err := openCache(ModuleOptions{CacheDir: name}, "x")
			switch {
			case trusted && (err != nil || e.path != filepath.Join(want, "x"+cacheSuffix)):
				t.Errorf("%s in a folder of mode %v: %s, %v", name, mode, e.path, err)
			case !trusted && (!errors.Is(err, errForeign) || e.path != "" || !strings.Contains(err.Error(), "shared") || !strings.Contains(err.Error(), "chmod go-w")):
				t.Errorf("%s in a folder of mode %v: %s, %v", name, mode, e.path, err)
			}
		}
	}
}

// A folder that another user owns can be given any mode by that user.
func TestCache_ParentsOfAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder away")
	}
	parent := filepath.Join(t.TempDir(), "parent")
	must.Do(t, errors.Join(os.Mkdir(parent, 0o755|os.ModeSticky), os.Chown(parent, 12345, -1)))
	must.Fail(t, errForeign, "belongs to user 12345")(openCache(ModuleOptions{CacheDir: filepath.Join(parent, "kernels")}, "x"))
}
