//go:build !purego

package simd

func frontsVector(bounds []int32, waste []float32, times []int32, stride int, done, ahead, busy []int32, share int32, blocks []int32) {
	frontsAVX2(&bounds[0], &waste[0], &times[0], stride, &done[0], &ahead[0], &busy[0], len(done), share, &blocks[0], len(blocks))
}
