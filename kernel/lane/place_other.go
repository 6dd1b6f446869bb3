//go:build !amd64

package lane

// grandcaller is assembly on amd64; elsewhere hasGrandcaller finds that it does not know.
func grandcaller() uintptr { return 0 }
