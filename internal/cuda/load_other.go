//go:build !((linux || windows) && (amd64 || arm64)) && !nocuda

package cuda

import (
	"fmt"
	"runtime"
)

// load fails: NVIDIA has no driver for this system, or none that can be called without cgo.
func load() (*API, error) {
	return nil, fmt.Errorf("cuda: opening the driver: %w: there is none for %s/%s", ErrNoDriver, runtime.GOOS, runtime.GOARCH)
}
