// The function outside has no body in Go.
