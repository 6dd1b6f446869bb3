//go:build !amd64 || purego

package simd

func mixVector(to, by, rows []float64, stride int) { mixPortable(to, by, rows, stride) }
