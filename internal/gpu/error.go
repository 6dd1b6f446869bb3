package gpu

import (
	"errors"
	"strings"
)

// ErrFailed is wrapped by every error of the driver: nothing is wrong with the problem or the method, but with the GPU or
// its driver, or there is too little memory.
var ErrFailed = errors.New("the GPU failed")

// bareError is an error of package cuda without that package's name, which means nothing to users.
type bareError struct{ err error }

func bare(err error) error { return bareError{err} }

func (e bareError) Error() string        { return strings.TrimPrefix(e.err.Error(), "cuda: ") }
func (e bareError) Unwrap() error        { return e.err }
func (e bareError) Is(target error) bool { return target == ErrFailed }
