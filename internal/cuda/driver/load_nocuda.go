//go:build nocuda

package driver

import (
	"fmt"

	"github.com/multiwalk/multiwalk/internal/cuda"
)

// load fails: the program was built with the tag nocuda.
func load() (*cuda.API, error) {
	return nil, fmt.Errorf("cuda: opening the driver: %w: this program was built without it (tag nocuda)", cuda.ErrNoDriver)
}
