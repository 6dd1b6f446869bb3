//go:build !amd64 || purego

package simd

func followVector(done []int32, sums *[FollowBlock]int64, times []int32, machines int, jobs []int32) {
	followPortable(done, sums, times, machines, jobs)
}
