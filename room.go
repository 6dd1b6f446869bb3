package multiwalk

import (
	"fmt"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/memory"
)

// WalkSizer is a Search that knows how many bytes a walk comes to take. One whose walks take more than NewWalk allocates
// says so, because Minimize refuses, before the memory is gone, more walks than fit: by what it measures of the first
// ones, or by this where it is more.
type WalkSizer interface {
	WalkBytes() int64
}

// What a run keeps of each walk beside the walk itself.
const walkOverhead = int64(unsafe.Sizeof(Slice{}) + unsafe.Sizeof(Counters{}) + unsafe.Sizeof(Walk(nil)) + 1)

// little is what a run may take without a look at how much there is, which takes 0.1 ms.
const little = 1 << 26

// fits refuses walks that need more memory than there is, beside what they have already.
func fits(walks int, bytes, have int64) error {
	if int64(walks) <= little/max(1, bytes) {
		return nil
	}
	available := memory.Available() + have
	if most := available / max(1, bytes); int64(walks) > most {
		return fmt.Errorf("multiwalk: %d walks do not fit: each takes %s of memory, and of the %s available %d would fit; "+
			"use fewer walks", walks, amountOf(bytes), amountOf(available), most)
	}
	return nil
}

// manyWalks is from how many on the small objects of a walk are worth stopping all goroutines to count them.
const manyWalks = 1000

// room makes the first walks, one a worker, and refuses the run if, by what these take, all would not fit. What they
// allocate bounds that from above; only where so much would not fit, garbage is collected to measure what stays of some more. It returns
// how many walks are made.
func (r *run) room(search Search, begin func(i int)) (made int, finished bool, broke, refused error) {
	n, known := len(r.walks), int64(0)
	if r.s.onAccelerator() { // a walk is a whole machine, which says itself what does not fit
		return 0, true, nil, nil
	}
	if s, ok := As[WalkSizer](search); ok {
		known = s.WalkBytes()
	}
	if refused = fits(n, known, 0); refused != nil || n == 1 {
		return 0, true, nil, refused
	}
	sample := min(n, r.res.Workers) // no later than without measuring
	allocated := func() int64 { return memory.Allocated(n > manyWalks) }
	for _, measure := range []func() int64{allocated, memory.Live} {
		before, from := measure(), made
		if finished, broke = r.pool.do(sample, func(i int) { begin(from + i) }, r.abandoned); !finished || broke != nil {
			return made, finished, broke, nil
		}
		made += sample
		each := max(known, (measure()-before)/int64(sample))
		sample = max(1, min(16, n/16))
		if refused = fits(n, heap(each), int64(made)*each); refused == nil || made+sample > n {
			break
		}
	}
	return made, true, nil, refused
}

// heap is how far the heap grows for so many live bytes before garbage is collected.
func heap(live int64) int64 { return int64(float64(live) * memory.Slack()) }

// amountOf writes bytes for people.
func amountOf(bytes int64) string {
	switch {
	case bytes < 10<<10:
		return fmt.Sprintf("%d bytes", bytes)
	case bytes < 10<<20:
		return fmt.Sprintf("%d KiB", bytes>>10)
	case bytes < 10<<30:
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d GiB", bytes>>30)
}
