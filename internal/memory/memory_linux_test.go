package memory

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(dir, 0o755))
	must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
}

func TestMeminfo(t *testing.T) {
	if free, ok := meminfo("MemTotal:       100 kB\nMemFree:  10 kB\nMemAvailable:     40 kB\n"); !ok || free != 40<<10 {
		t.Error(free, ok)
	}
	if _, ok := meminfo("MemFree:  10 kB\n"); ok {
		t.Error("an old kernel does not say what is available")
	}
}

// What a group leaves counts, and what each group above it does; files that nobody uses can go.
func TestGrouped(t *testing.T) {
	root := t.TempDir()
	two := filepath.Join(root, "a", "b")
	write(t, two, "memory.max", "max\n")
	write(t, two, "memory.current", "700\n")
	write(t, filepath.Join(root, "a"), "memory.max", "1000\n")
	write(t, filepath.Join(root, "a"), "memory.current", "800\n")
	write(t, filepath.Join(root, "a"), "memory.stat", "anon 600\ninactive_file 50\n")
	if left := grouped(root, "0::/a/b\n"); left != 250 {
		t.Errorf("version 2: %d are left", left)
	}
	one := filepath.Join(root, "memory", "c")
	write(t, one, "memory.limit_in_bytes", "500\n")
	write(t, one, "memory.usage_in_bytes", "600\n")
	write(t, one, "memory.stat", "total_inactive_file 300\n")
	if left := grouped(root, "4:cpu,memory:/c\n0::/\n"); left != 200 {
		t.Errorf("version 1: %d are left", left)
	}
	if left := grouped(root, "0::/elsewhere\nnonsense\n"); left != math.MaxInt64 {
		t.Errorf("no limit, and %d are left", left)
	}
}

func TestAvailable_IsMoreThanNothing(t *testing.T) {
	if a := Available(); a < 1<<20 || a > 1<<50 {
		t.Error(a)
	}
}
