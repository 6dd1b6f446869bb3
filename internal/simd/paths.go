package simd

// PathsBlock is what the number of lengths of Paths is a multiple of.
const PathsBlock = 16

// Paths works out the longest paths through a job at several places between other jobs. At place k machine m is free for it at
// heads[m*stride+k], it takes times[m], and tails[m*stride+k] is how long the rest takes from then on; no number is below 0. The
// length of lengths is a multiple of PathsBlock; heads and tails go on for the last machine until there. O(len(lengths)*len(times)).
func Paths(lengths, heads, tails, times []int32, stride int) {
	if len(lengths) == 0 {
		return
	}
	last := (len(times)-1)*stride + len(lengths)
	if len(lengths)%PathsBlock != 0 || len(times) == 0 || len(heads) < last || len(tails) < last {
		panic("simd: heads or tails are missing")
	}
	if Vectorised {
		pathsVector(lengths, heads, tails, times, stride)
	} else {
		pathsPortable(lengths, heads, tails, times, stride)
	}
}

func pathsPortable(lengths, heads, tails, times []int32, stride int) {
	for k := range lengths {
		done, longest := int32(0), int32(0)
		for m, t := range times {
			done = max(done, heads[m*stride+k]) + t
			longest = max(longest, done+tails[m*stride+k])
		}
		lengths[k] = longest
	}
}
