//go:build !amd64 || purego

package simd

func frontsVector(bounds []int32, waste []float32, times []int32, stride int, done, ahead, busy []int32, share int32, blocks []int32) {
	frontsPortable(bounds, waste, times, stride, done, ahead, busy, share, blocks)
}
