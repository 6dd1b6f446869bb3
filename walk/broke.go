package walk

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// guard calls f and returns its panic as an error.
func guard(f func()) (err error) {
	defer func() { err = recovered(recover()) }()
	f()
	return nil
}

// recovered makes an error of what recover returned, with the place.
func recovered(e any) error {
	if e == nil {
		return nil
	}
	if err, ok := e.(error); ok {
		return fmt.Errorf("multiwalk: the run broke: %w%s", err, place())
	}
	return fmt.Errorf("multiwalk: the run broke: %v%s", e, place())
}

// once joins errors, but for those that say what another says.
func once(errs ...error) error {
	var list []error
	said := map[string]bool{}
	for _, err := range errs {
		if err != nil && !said[err.Error()] {
			said[err.Error()] = true
			list = append(list, err)
		}
	}
	return errors.Join(list...)
}

const (
	module = "github.com/multiwalk/multiwalk"
	// mostPlaces is how many calls of a user's code an error names.
	mostPlaces = 6
)

// place says where the present panic began: by the calls of the code that uses this module, the innermost first. What panics in this module
// itself has the whole stack.
func place() string {
	pcs := make([]uintptr, 128)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	var calls []string
	panicked, ours := false, false
	for more := true; more && !ours && len(calls) < mostPlaces; {
		var f runtime.Frame
		f, more = frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicked, calls = true, nil // of several, as where a deferred function panics again, the first counts
		case !panicked, strings.HasPrefix(f.Function, "runtime."):
		case strings.HasPrefix(f.Function, module+".") || strings.HasPrefix(f.Function, module+"/"):
			ours = true
		default:
			calls = append(calls, fmt.Sprintf("%s (%s:%d)", f.Function[strings.LastIndex(f.Function, "/")+1:], filepath.Base(f.File), f.Line))
		}
	}
	if len(calls) == 0 {
		return "\n" + string(debug.Stack())
	}
	return ", in " + strings.Join(calls, ", called by ")
}
