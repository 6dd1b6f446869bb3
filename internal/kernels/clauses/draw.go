package clauses

import "github.com/multiwalk/multiwalk/kernel/lane"

// Drawing says what a launch of Draw does.
type Drawing struct {
	Searches, Words int32  // of the launch; of a search
	Near            int32  // 1: words of 32 searches are interleaved, as Focus has them; 0: searches lie one after the other
	First           uint32 // number of the first search among all of the run
	Seed            uint64
}

// Draw writes the bits of random solutions, those of multiwalk.Space.Random: a bit is the first one of a word of the walk's stream, which
// has the four words of lane 0, step by step. A thread makes 32 bits at a time.
func Draw(t lane.Thread, a Drawing, to []uint32) {
	for at := t.GridThreadID(); at < int32(len(to)); at += t.GridThreads() {
		search, word := at/a.Words, at%a.Words
		if a.Near != 0 {
			search, word = at/(lane.WarpSize*a.Words)*lane.WarpSize+at%lane.WarpSize, at/lane.WarpSize%a.Words
		}
		if search >= a.Searches {
			continue
		}
		bits := uint32(0)
		for k := uint32(0); k < 32; k += 4 {
			u := lane.Random(a.Seed, a.First+uint32(search), uint64(uint32(word)*8+k/4), 0)
			bits |= (u[0]>>31 | u[1]>>31<<1 | u[2]>>31<<2 | u[3]>>31<<3) << k
		}
		to[at] = bits
	}
}
