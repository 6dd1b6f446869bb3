package lane

// grandcaller returns the program counter to which the function that called its caller returns; neither may be inlined.
// It takes a nanosecond where runtime.Callers takes hundreds.
//
//go:noescape
func grandcaller() uintptr
