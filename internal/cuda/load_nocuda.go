//go:build nocuda

package cuda

import "fmt"

// load fails: the program was built with the tag nocuda.
func load() (*API, error) {
	return nil, fmt.Errorf("cuda: opening the driver: %w: this program was built without it (tag nocuda)", ErrNoDriver)
}
