//go:build !unix

package own

import "time"

var began = time.Now()

// processorTime is wall-clock time where a process cannot ask for its own.
func processorTime() time.Duration { return time.Since(began) }
