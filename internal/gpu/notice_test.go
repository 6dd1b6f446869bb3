package gpu_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// A cache of kernels that cannot be used is told of once, whatever is loaded, and hinders nothing.
func TestNotices_TellOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	var said []string
	gpu.Notices(func(line string) { said = append(said, line) })
	defer gpu.Notices(nil)
	gputest.Computer(t, 1, gputest.Kernels)
	for _, place := range []string{"XDG_CACHE_HOME", "LocalAppData", "HOME"} {
		t.Setenv(place, file)
	}
	m := machine(t, gpu.GPUs(), 0)
	p := must.Have(m.Load("gputest", gputest.PTX))(t)
	for _, name := range []string{"Scale", "Climb"} {
		must.Have(p.Kernel(name, gputest.Kernels[name]))(t)
	}
	if len(said) != 1 || !strings.Contains(said[0], "kernels are compiled each time") || strings.Contains(said[0], "cuda:") {
		t.Errorf("said %q", said)
	}
}
