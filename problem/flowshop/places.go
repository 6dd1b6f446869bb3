package flowshop

import "github.com/multiwalk/multiwalk/kernel/lane"

// most16 bounds times of a schedule whose numbers have 16 bits.
const most16 = 1<<16 - 1

// PlaceTable implements kernel.Placer: the times of all jobs. It is 0 for total completion times, more machines than a warp has lanes, and
// schedules that may last too long.
func (l *line) PlaceTable() int32 {
	if l.total != 0 || l.machines > lane.WarpSize || l.longest > most16 {
		return 0
	}
	return l.n * l.machines
}

// PlaceEntry implements kernel.Placer.
func (l *line) PlaceEntry(k int32) uint16 { return uint16(l.times[k]) }

// PlaceRoom implements kernel.Placer: a tail for each place and machine.
func (l *line) PlaceRoom() int32 { return (l.n + l.machines) * l.machines }

// BestPlace implements kernel.Placer by Taillard's acceleration. A machine is a lane, and jobs go through the lanes in a wave: in a round, job
// k is on one lane, job k+1 on the lane before. One wave from the end leaves a tail for each job and machine: how long it takes from when
// the job begins there. A second one from the beginning works out heads, which are when machines are done, and beside them how the job at i
// ends in front of each of the others: so no head is kept. A job that is taken out takes no time (see fronts). It is 2*(n+m) rounds of some
// ten to twenty instructions.
func (l *line) BestPlace(t lane.Thread, x []int32, i int32, times, tails []uint16, word uint32) (j, least, now int32) {
	l.tails(t, x, i, times, tails)
	n, m, id := int32(len(x)), l.machines, t.LaneID()
	own, last := int32(0), m-1
	if id < m {
		own = int32(times[x[i]*m+id])
	}
	best, done, end, longest := uint32(1<<32-1), int32(0), int32(0), int32(0)
	for r := int32(0); r < n+m; r++ {
		k := r - id // the place, and the job behind it
		before, ends, path := lane.ShuffleUp(t, done, 1), lane.ShuffleUp(t, end, 1), lane.ShuffleUp(t, longest, 1)
		if id == 0 {
			before, ends, path = 0, 0, 0
		}
		if k < 0 || k > n || id > last {
			continue
		}
		end = max(ends, done) + own
		longest = max(path, end+int32(tails[r*m+id]))
		if k < n && k != i {
			done = max(before, done) + int32(times[x[k]*m+id])
		} else {
			done = max(before, done)
		}
		if k == i {
			now = longest
		}
		if key := uint32(longest)<<16 | uint32(k+1)*(word|1)>>16; k != i+1 && key < best {
			best, j = key, k
		}
	}
	if j > i {
		j--
	}
	return lane.Shuffle(t, j, last), lane.Shuffle(t, int32(best>>16), last), lane.Shuffle(t, now, last)
}

// tails works out those of an order without its job at i: of job k on machine l at (k+l)*machines+l.
func (l *line) tails(t lane.Thread, x []int32, i int32, times, tails []uint16) {
	n, m, id := int32(len(x)), l.machines, t.LaneID()
	t.SyncWarp()
	tail := int32(0)
	for r := n + m - 1; r >= 0; r-- {
		k := r - id
		behind := lane.ShuffleDown(t, tail, 1)
		if id >= m-1 {
			behind = 0
		}
		if k < 0 || k > n || id >= m {
			continue
		}
		if k < n {
			tail = max(tail, behind)
			if k != i {
				tail += int32(times[x[k]*m+id])
			}
		}
		tails[r*m+id] = uint16(tail)
	}
	t.SyncWarp()
}
