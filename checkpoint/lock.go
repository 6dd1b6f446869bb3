package checkpoint

import "github.com/multiwalk/multiwalk/internal/wholefile"

// Lock is the right to write the file of a checkpoint, which one run at a time has, so that none undoes the work of another.
// It ends with its process.
type Lock struct {
	path string
	lock *wholefile.Lock
}

// NewLock takes the right to write the file at path until Release. If another run has it, the error says which process that is.
// Whoever goes on with a run takes it before Read, so that the run has not gone on elsewhere in between.
func NewLock(path string) (*Lock, error) {
	l, err := wholefile.NewLock(path)
	if err != nil {
		return nil, err
	}
	return &Lock{path, l}, nil
}

// Path is the file's, as NewLock was given it.
func (l *Lock) Path() string { return l.path }

// Release gives the right back. Of a nil lock there is none.
func (l *Lock) Release() {
	if l != nil {
		l.lock.Release()
	}
}
