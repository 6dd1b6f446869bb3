package multiwalk

import (
	"fmt"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/memory"
)

// WalkSizer is a Search whose walks allocate memory after NewWalk. WalkBytes returns how many bytes a walk takes in the
// end. Minimize measures what the first walks allocate in NewWalk, takes the larger of the two numbers, and refuses a
// run whose walks would not fit the memory.
type WalkSizer interface {
	WalkBytes() int64
}

// walkOverhead is how many bytes a run keeps for each walk, beside the walk itself.
const walkOverhead = int64(unsafe.Sizeof(Slice{}) + unsafe.Sizeof(Counters{}) + unsafe.Sizeof(Walk(nil)) + 1)

// little is how many bytes a run may take without asking how much memory there is. Asking takes 0.1 ms.
const little = 1 << 26

// fits returns an error if the walks need more memory than is free. have is what they have allocated already.
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

// manyWalks is the number of walks from which on it pays to stop all goroutines in order to count small objects too.
const manyWalks = 1000

// room makes the first walks, one for each worker, and measures what they allocate. That is an upper bound of what they
// keep. If by this bound all walks fit, it is done. If not, it makes some more walks, collects garbage, and measures
// what these keep; if all walks still do not fit, it refuses the run. It returns how many walks it made.
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
	sample := min(n, r.res.Workers) // which takes no longer than without measuring
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

// heap is the size to which the heap grows, with live bytes in use, before garbage is collected.
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
