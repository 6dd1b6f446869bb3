package simd

// A wave is rows of numbers, one lane for each of some machines that jobs go through, the last machine first. It is skewed: in row r the
// m-th machine has its number of the job at place r-m. So all of a row follow from the row before, or from the row behind.
//
// A row has WaveLanes lanes, of which those beyond the machines are for none, and WaveLanes+Lanes numbers, of which the last ones are 0.

// WaveBlock is the most lanes that Through takes.
const WaveBlock = 3 * Lanes

// WaveLanes is how many lanes some machines take.
func WaveLanes(machines int) int { return Stride(machines) }

// Ahead works out when machines are done, row by row: rows is the row before and those that are wanted, times those of the jobs in the rows
// that are wanted. A job begins once it comes from the machine before, and this machine from the job before. O(len(rows)).
func Ahead(rows, times []int32, lanes int) {
	stride := lanes + Lanes
	n := len(rows)/stride - 1
	checkWave(rows, times, lanes, n)
	for n > 0 && lanes > 0 {
		block := blockOf(lanes)
		lanes -= block
		if Vectorised {
			aheadVector(rows[lanes:], times[lanes:], block, stride, n)
		} else {
			aheadPortable(rows[lanes:], times[lanes:], block, stride, n)
		}
	}
}

// Behind is Ahead the other way round: how long it takes from when machines begin their jobs. rows is those that are wanted and the row
// behind.
func Behind(rows, times []int32, lanes int) {
	stride := lanes + Lanes
	n := len(rows)/stride - 1
	checkWave(rows, times, lanes, n)
	for at := 0; n > 0 && at < lanes; {
		block := blockOf(lanes - at)
		if Vectorised {
			behindVector(rows, times, at, block, stride, n)
		} else {
			behindPortable(rows, times, at, block, stride, n)
		}
		at += block
	}
}

// blockOf is how many of some lanes go together.
func blockOf(lanes int) int { return min(lanes, WaveBlock) }

func checkWave(rows, times []int32, lanes, n int) {
	if lanes%Lanes != 0 || len(times) < n*(lanes+Lanes) {
		panic("simd: rows are missing")
	}
}

// Link is what a block of lanes tells the next one: of each row of the places what its last machine has.
type Link struct{ Done, Longest []int32 }

// Route is a job on its way through a block of machines at all places at once.
type Route struct {
	Times []int32 // of the job, by lane
	State []int32 // of two numbers a lane: 0 before the first row
	Lanes int     // of a row of all machines
}

// Through goes on by some rows, as many as to has: in row r the m-th machine has the job at place r-m. A machine is free for it as a row of
// heads says, which is the row before of the jobs' wave, and the rest takes as long as a row of tails says, which is the row itself. To get
// is told to the next block: when the job is done, and the longest path through it until there. from is what the block before told, which
// is of one row before, and begins with what it told in the last row of the last call. O(len(State)*n).
func (w Route) Through(heads, tails []int32, from, to Link) {
	n, stride := len(to.Done), w.Lanes+Lanes
	if n == 0 {
		return
	}
	block := len(w.Times)
	last := (n-1)*stride + block
	if block%Lanes != 0 || block == 0 || block > WaveBlock || len(w.State) < 2*block || len(heads) < last || len(tails) < last ||
		len(from.Done) < n || len(from.Longest) < n || len(to.Longest) < n {
		panic("simd: rows are missing")
	}
	if Vectorised {
		w.throughVector(heads, tails, from, to)
	} else {
		w.throughPortable(heads, tails, from, to)
	}
}

func aheadPortable(rows, times []int32, lanes, stride, n int) {
	for ; n > 0; n-- {
		was, now, t := rows[:lanes+1], rows[stride:][:lanes], times[:lanes]
		for l := range now {
			now[l] = max(was[l], was[l+1]) + t[l]
		}
		rows = rows[stride:]
		if n > 1 {
			times = times[stride:]
		}
	}
}

func behindPortable(rows, times []int32, at, lanes, stride, n int) {
	for n--; n >= 0; n-- {
		was, now, t := rows[(n+1)*stride+at-1:][:lanes+1], rows[n*stride+at:][:lanes], times[n*stride+at:][:lanes]
		for l := range now {
			now[l] = max(was[l], was[l+1]) + t[l]
		}
	}
}

func (w Route) throughPortable(heads, tails []int32, from, to Link) {
	block, stride := len(w.Times), w.Lanes+Lanes
	done, most := w.State[:block], w.State[block:2*block]
	for r := range to.Done {
		head, tail := heads[r*stride:][:block], tails[r*stride:][:block]
		for l, t := range w.Times {
			at, longest := from.Done[r], from.Longest[r]
			if l+1 < block {
				at, longest = done[l+1], most[l+1]
			}
			done[l] = max(at, head[l]) + t
			most[l] = max(longest, done[l]+tail[l])
		}
		to.Done[r], to.Longest[r] = done[0], most[0]
	}
}
