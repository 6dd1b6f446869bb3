package gpu

import "sync"

// notices is what concerns the user of the process, not the caller of a function: it hinders nothing.
var notices struct {
	mu   sync.Mutex
	to   func(line string)
	said map[string]bool
}

// Notices gives each notice of the GPUs, such as that the cache of compiled kernels cannot be used, to a function: once
// in the life of the process, however many machines and modules meet with it. Without a function nobody is told.
func Notices(to func(line string)) {
	notices.mu.Lock()
	defer notices.mu.Unlock()
	notices.to, notices.said = to, map[string]bool{}
}

// notice tells of an error that hinders nothing.
func notice(err error) {
	notices.mu.Lock()
	defer notices.mu.Unlock()
	if line := bare(err).Error(); notices.to != nil && !notices.said[line] {
		notices.said[line] = true
		notices.to(line)
	}
}
