package cores

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"testing/fstest"
)

// system is a machine: which processors are ours, the siblings of each, and its flags.
func system(allowed, flags string, siblings ...string) fstest.MapFS {
	files := fstest.MapFS{
		"proc/self/status": {Data: []byte("Name:\tmultiwalk\nCpus_allowed:\tff\nCpus_allowed_list:\t" + allowed + "\n")},
		"proc/cpuinfo":     {Data: []byte("processor\t: 0\nflags\t\t: fpu avx2 " + flags + "\n")},
	}
	for i, s := range siblings {
		files[fmt.Sprintf("sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", i)] = &fstest.MapFile{Data: []byte(s + "\n")}
	}
	return files
}

func TestPhysical(t *testing.T) {
	for _, c := range []struct {
		what string
		root fstest.MapFS
		want int
	}{
		{"hyperthreads side by side", system("0-3", "", "0-1", "0-1", "2-3", "2-3"), 2},
		{"hyperthreads in two halves", system("0-3", "", "0,2", "1,3", "0,2", "1,3"), 2},
		{"a virtual machine that shows them", system("0-3", "hypervisor", "0-1", "0-1", "2-3", "2-3"), 2},
		{"cores without hyperthreads", system("0-2", "", "0", "1", "2"), 3},
		{"a virtual machine that may hide them", system("0-2", "hypervisor", "0", "1", "2"), 0},
		{"a part of the machine", system("1-2", "", "0-1", "0-1", "2-3", "2-3"), 2},
		{"a core alone", system("2,3", "hypervisor", "0-1", "0-1", "2-3", "2-3"), 1},
		{"no topology", system("0-1", ""), 0},
		{"no Linux", fstest.MapFS{}, 0},
	} {
		if got := physical(c.root); got != c.want {
			t.Errorf("%s: %d cores, not %d", c.what, got, c.want)
		}
	}
}

func TestList(t *testing.T) {
	for text, want := range map[string][]int{"0": {0}, "0-2,8": {0, 1, 2, 8}, "": nil, "3-1": nil, "0-": nil, "x": nil, "0-99999999": nil} {
		if got := list(text); !slices.Equal(got, want) {
			t.Errorf("%q is %v, not %v", text, got, want)
		}
	}
}

func TestPhysical_OfThisMachine(t *testing.T) {
	if n := Physical(); n < 0 || n > runtime.GOMAXPROCS(0) {
		t.Errorf("%d cores behind %d processors", n, runtime.GOMAXPROCS(0))
	}
}
