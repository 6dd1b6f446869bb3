package simd

// FrontsBlock is how many jobs a block of Fronts has.
const FrontsBlock = 16

// Fronts prices jobs of a flow shop, each as the one that follows the jobs which are placed. It prices the blocks that are listed: all jobs j
// with j/FrontsBlock in blocks. Job j takes times[m*stride+j] on machine m, which is free at done[m], has worked busy[m] until then, and has
// ahead[m] of work behind j. bounds[j] becomes the greatest of j's beginning on a machine plus what is ahead there. waste[j] becomes the sum
// of the machines' idle times until j begins; with a share of -1, not 0, each is divided by the time at which j is done there. Times are
// from 0 on, and sums below 2^31.
func Fronts(bounds []int32, waste []float32, times []int32, stride int, done, ahead, busy []int32, share int32, blocks []int32) {
	if len(blocks) == 0 || len(done) == 0 {
		return
	}
	size := 0
	for _, b := range blocks {
		size = max(size, int(b+1)*FrontsBlock)
		if b < 0 {
			panic("simd: a block is below 0")
		}
	}
	if len(bounds) < size || len(waste) < size || len(times) < (len(done)-1)*stride+size || len(ahead) < len(done) || len(busy) < len(done) {
		panic("simd: times of jobs are missing")
	}
	if Vectorised {
		frontsVector(bounds, waste, times, stride, done, ahead, busy, share, blocks)
	} else {
		frontsPortable(bounds, waste, times, stride, done, ahead, busy, share, blocks)
	}
}

func frontsPortable(bounds []int32, waste []float32, times []int32, stride int, done, ahead, busy []int32, share int32, blocks []int32) {
	for _, b := range blocks {
		for j := b * FrontsBlock; j < (b+1)*FrontsBlock; j++ {
			now, bound, lost := int32(0), int32(0), float32(0)
			for m, free := range done {
				start := max(now, free)
				bound = max(bound, start+ahead[m])
				now = start + times[m*stride+int(j)]
				lost += float32(start-busy[m]) / float32(max(now&share, 1))
			}
			bounds[j], waste[j] = bound, lost
		}
	}
}
