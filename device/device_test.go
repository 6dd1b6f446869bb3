package device

import (
	"errors"
	"runtime"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	all := runtime.GOMAXPROCS(0)
	for _, c := range []struct {
		in, want string
		workers  int
	}{{"cpu", "cpu", all}, {"auto", "cpu", all}, {"cpu:1", "cpu:1", 1}, {"cpu:4", "cpu:4", 4}} {
		d, err := Parse(c.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.in, err)
			continue
		}
		if d.String() != c.want || d.Workers() != c.workers {
			t.Errorf("Parse(%q) = %v with %d workers, want %s with %d", c.in, d, d.Workers(), c.want, c.workers)
		}
		if again, err := Parse(d.String()); err != nil || again != d {
			t.Errorf("Parse(%q) does not read its own %q: %v, %v", c.in, d, again, err)
		}
	}
}

func TestParse_Refuses(t *testing.T) {
	for _, s := range []string{"", "cpu:", "cpu:0", "cpu:-1", "cpu:x", "cpu:99999999", "CPU", "gpu:", "gpu:x", "gpu:0,", "tpu", "auto:1"} {
		d, err := Parse(s)
		if err == nil {
			t.Errorf("Parse(%q) = %v, want an error", s, d)
		} else if errors.Is(err, ErrNoGPU) || !strings.HasPrefix(err.Error(), "multiwalk: ") {
			t.Errorf("Parse(%q): %v", s, err)
		}
	}
}

func TestParse_NoGPU(t *testing.T) {
	for _, s := range []string{"gpu", "gpu:0", "gpu:0,1"} {
		if _, err := Parse(s); !errors.Is(err, ErrNoGPU) {
			t.Errorf("Parse(%q): %v, want ErrNoGPU", s, err)
		}
	}
}

func TestList(t *testing.T) {
	list := List()
	if len(list) == 0 || list[0].Device != "cpu" || list[0].Workers < 1 || list[0].Model == "" {
		t.Errorf("List() = %+v, want the processor first", list)
	}
	for _, info := range list {
		if _, err := Parse(info.Device); err != nil {
			t.Errorf("listed device %q: %v", info.Device, err)
		}
	}
}
