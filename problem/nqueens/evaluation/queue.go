package evaluation

import (
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// defaultThreshold is a size in the middle of the paper's tables 3 and 4, which go from 1k to 128k pairs.
const defaultThreshold = 32 << 10

// Queue is Algorithms 11 and 12 of the paper, its section 2.8, without nested launches: the task of a queen, its pairs
// with those behind it, is done by one thread if it is at most threshold pairs, and else divided into subtasks of threshold
// pairs. Where the paper's thread launches a grid for these, they are numbered all through, and blocks take them one by
// one by a ticket, tickets[c.At], until there is none left; the threads of a block share a subtask.
func Queue(t lane.Thread, c Candidate, threshold int32, x []int32, tickets, conflicts []int64) {
	x = x[c.From : c.From+c.N]
	count := int64(0)
	for left := 1 + t.GridThreadID(); left <= threshold && left < c.N; left += t.GridThreads() {
		i := c.N - 1 - left
		count += int64(between(x, i, i+1, c.N, 1))
	}
	taken := lane.Shared[int64](t, 1)
	for divided, all := subtasks(c.N, threshold); ; {
		if t.ThreadID() == 0 {
			taken[0] = lane.AtomicAdd(t, &tickets[c.At], 1)
		}
		t.Sync()
		k := taken[0]
		t.Sync() // before it is written again
		if k >= divided {
			break
		}
		i, from := subtask(k, all, c.N, threshold)
		count += int64(between(x, i, from+t.ThreadID(), min(from+threshold, c.N), t.BlockDim()))
	}
	addUp(t, count, &conflicts[c.At])
}

// subtasks returns how many subtasks of up to threshold pairs there are: of the tasks above the threshold, and of all,
// where a task that is not divided is one. A task of r pairs has ceil(r/threshold), so threshold tasks have one each,
// threshold two, and so on up to the longest, of n-1 pairs.
func subtasks(n, threshold int32) (divided, all int64) {
	size, longest := int64(threshold), int64(n-1)
	full := (longest - 1) / size // the tasks of as many subtasks at most are all there, size of each number
	all = size*(full*(full+1)/2) + (longest-full*size)*(full+1)
	return all - min(longest, size), all
}

// subtask returns the queen of the k-th of all subtasks, and the column that it begins with. The longest tasks come first:
// what is taken last should be short.
func subtask(k, all int64, n, threshold int32) (i, from int32) {
	size := int64(threshold)
	k = all - 1 - k                  // counted from the shortest task
	full := triangularRoot(k / size) // of the tasks before its kind, none has more subtasks
	k -= size * (full * (full + 1) / 2)
	m := full + 1
	i = int32(int64(n-1) - (full*size + 1 + k/m))
	return i, i + 1 + int32(k%m*size)
}

// threshold is the number of pairs from which a task is divided.
func (s *Scheme) threshold() int32 {
	if s.o.Threshold == 0 {
		return defaultThreshold
	}
	return int32(min(s.o.Threshold, MaxN))
}

// queue launches it with as many blocks as the device holds at once.
type queue struct {
	s         *Scheme
	kernel    *gpu.Kernel
	threads   int
	threshold int32
	resident  int // blocks
	tickets   *gpu.Array[int64]
}

func newQueue(s *Scheme) (algorithm, error) {
	a := &queue{s: s, threads: s.threads(256), threshold: s.threshold()}
	var err error
	if a.kernel, err = s.kernel("Queue", Queue); err != nil {
		return a, err
	}
	a.resident, err = s.resident(a.kernel, a.threads, 0)
	return a, err
}

func (a *queue) prepare(_, candidates int) (err error) {
	if err = a.free(); err == nil {
		a.tickets, err = gpu.NewArray[int64](a.s.m, candidates)
	}
	return err
}

func (a *queue) bring(c chunk) error { return a.tickets.ClearLater(c.stream, 0, c.candidates) }

func (a *queue) launch(c chunk) error {
	divided, all := subtasks(int32(c.n), a.threshold)
	useful := divided + (all-divided)/int64(a.threads) + 1
	shape := gpu.Shape{Blocks: int(min(useful, int64(a.resident))), Threads: a.threads, Stream: c.stream}
	return c.each(func(of Candidate) error {
		return a.kernel.Launch(shape, of, a.threshold, c.x, a.tickets, c.counts)
	})
}

func (a *queue) free() error {
	err := a.tickets.Free()
	a.tickets = nil
	return err
}
