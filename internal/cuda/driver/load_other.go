//go:build !((linux || windows) && (amd64 || arm64)) && !nocuda

package driver

import (
	"fmt"
	"runtime"

	"github.com/multiwalk/multiwalk/internal/cuda"
)

// load fails: NVIDIA has no driver for this system, or none that can be called without cgo.
func load() (*cuda.API, error) {
	return nil, fmt.Errorf("cuda: opening the driver: %w: there is none for %s/%s",
		cuda.ErrNoDriver, runtime.GOOS, runtime.GOARCH)
}
