//go:build !amd64 || purego

package simd

func turnVector(rows []float64, n, stride int, by []float64) { turnPortable(rows, n, stride, by) }
