package flowshop

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// PlaceTable implements kernel.Placer: the times of all jobs, and of one that takes none. It is 0 for total completion times, more machines
// than a warp has lanes, and schedules that may last too long.
func (l *line) PlaceTable() int32 {
	if size := (l.n + 1) * l.machines; l.total == 0 && l.machines <= lane.WarpSize && max(l.longest, size) <= math.MaxUint16 {
		return size
	}
	return 0
}

// PlaceEntry implements kernel.Placer.
func (l *line) PlaceEntry(k int32) uint16 {
	if k < l.n*l.machines {
		return uint16(l.times[k])
	}
	return 0
}

// PlaceRoom implements kernel.Placer: a tail for each place and machine, and where the times of the job at each place begin. Before the first
// place and behind the last one, there are as many as machines for jobs that take no time.
func (l *line) PlaceRoom() int32 { return (l.n+l.machines)*l.machines + l.n + 2*l.machines }

// BestPlace implements kernel.Placer by Taillard's acceleration. A machine is a lane, and jobs go through the lanes in a wave: in a round a
// job is on one lane, and the job behind it on the lane before. One wave from the end leaves a tail for each place and machine: how long it takes
// from when the job begins there. A second one from the beginning has heads, which are when machines are done, and beside them how the job at
// i ends in front of each other one: so no head is kept. The job that is taken out takes no time (see fronts), and so do those before the first
// and behind the last. So a round asks nothing: these are 2*(n+m) rounds, of 14 and 30 instructions.
func (l *line) BestPlace(t lane.Thread, x []int32, i int32, times, room []uint16, word uint32) (j, least, now int32) {
	n, m, id := int32(len(x)), l.machines, t.LaneID()
	last := m - 1
	own := min(id, last) // lanes without a machine do what the last one does
	begins := room[(l.n+m)*m:]
	for k := id; k < n+2*m; k += lane.WarpSize {
		job := l.n
		if at := k - m; at >= 0 && at < n && at != i {
			job = x[at]
		}
		begins[k] = uint16(job * m)
	}
	t.SyncWarp()
	tail, first := int32(0), m-own // a lane has place r-own in round r
	for r := n + last; r >= 0; r-- {
		behind := lane.ShuffleDown(t, tail, 1)
		if id >= last {
			behind = 0
		}
		tail = max(tail, behind) + int32(times[int32(begins[first+r])+own])
		room[r*m+own] = uint16(tail)
	}
	t.SyncWarp()
	price := int32(times[x[i]*m+own])
	best, done, end, longest := uint32(math.MaxUint32), int32(0), int32(0), int32(0)
	for r := int32(0); r < n+m; r++ {
		before, ends, path := lane.ShuffleUp(t, done, 1), lane.ShuffleUp(t, end, 1), lane.ShuffleUp(t, longest, 1)
		if id == 0 {
			before, ends, path = 0, 0, 0
		}
		end = max(ends, done) + price
		longest = max(path, end+int32(room[r*m+own]))
		done = max(before, done) + int32(times[int32(begins[first+r])+own])
		k := r - own
		if k == i {
			now = longest
		}
		if key := uint32(longest)<<16 | uint32(k+1)*(word|1)>>16; k >= 0 && k != i+1 && key < best {
			best, j = key, k
		}
	}
	if j > i {
		j--
	}
	return lane.Shuffle(t, j, last), lane.Shuffle(t, int32(best>>16), last), lane.Shuffle(t, now, last)
}
