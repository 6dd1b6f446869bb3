package simd

// FollowBlock is how many orders Follow has side by side.
const FollowBlock = 16

// Follow puts jobs behind several orders, one after the other. done is when machines are done with an order, those of the first machine
// first; sums is what the completion times of the jobs add up to. Job j takes times[j*machines+m] on machine m. O(machines*len(jobs)).
func Follow(done []int32, sums *[FollowBlock]int64, times []int32, machines int, jobs []int32) {
	if len(jobs) == 0 {
		return
	}
	if machines < 1 || len(done) < machines*FollowBlock {
		panic("simd: machines are missing")
	}
	for _, job := range jobs {
		_ = times[int(job)*machines:][:machines]
	}
	if Vectorised {
		followVector(done, sums, times, machines, jobs)
	} else {
		followPortable(done, sums, times, machines, jobs)
	}
}

func followPortable(done []int32, sums *[FollowBlock]int64, times []int32, machines int, jobs []int32) {
	for _, job := range jobs {
		var now [FollowBlock]int32
		for m, t := range times[int(job)*machines:][:machines] {
			row := done[m*FollowBlock:][:FollowBlock]
			for l, free := range row {
				now[l] = max(now[l], free) + t
				row[l] = now[l]
			}
		}
		for l, at := range now {
			sums[l] += int64(at)
		}
	}
}
