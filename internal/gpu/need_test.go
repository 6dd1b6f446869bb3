package gpu_test

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
)

// An array that is one element too short is named before the launch; a number beyond 32 bits is none too many.
func TestFits(t *testing.T) {
	must.Do(t, gpu.Fits("K", gpu.Need{Array: "a", Have: 3, Least: 3}, gpu.Need{Array: "b", Have: 0, Least: 0}))
	for _, n := range []gpu.Need{{Array: "short", Have: 2, Least: 3}, {Array: "short", Have: 1 << 30, Least: 1 << 33}} {
		err := gpu.Fits("K", gpu.Need{Array: "a", Have: 3, Least: 3}, n)
		if err == nil || !strings.Contains(err.Error(), "kernel K needs") || !strings.Contains(err.Error(), "elements in short") {
			t.Errorf("%+v: %v", n, err)
		}
	}
}
