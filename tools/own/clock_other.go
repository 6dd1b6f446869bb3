//go:build !unix

package own

import "time"

var began = time.Now()

// ProcessorTime is wall-clock time where a process cannot ask for its own.
func ProcessorTime() time.Duration { return time.Since(began) }
