//go:build !purego

package simd

func followVector(done []int32, sums *[FollowBlock]int64, times []int32, machines int, jobs []int32) {
	followAVX2(&done[0], &sums[0], &times[0], machines, &jobs[0], len(jobs))
}
