package walk

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/memory"
)

// WalkSizer is a Search whose walks allocate memory after NewWalk. WalkBytes returns how many bytes a walk takes in the
// end. Minimize measures what the first walks allocate in NewWalk, takes the larger of the two numbers, and refuses a
// run whose walks would not fit the memory.
type WalkSizer interface {
	WalkBytes() int64
}

// walkOverhead is how many bytes a run keeps for each walk, beside the walk itself.
const walkOverhead = int64(unsafe.Sizeof(Slice{}) + unsafe.Sizeof(multiwalk.Counters{}) + unsafe.Sizeof(Walk(nil)) + 1)

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

const (
	// singles is how many walks are made one by one, if it is in doubt whether all fit. fewSingles is the least number, where these
	// take more than a share of what is available: one in singleShare.
	singles, fewSingles, singleShare = 32, 4, 8
	// foreign is how many bytes others in the process may allocate meanwhile, if its live memory is to tell of the walks.
	foreign = 1 << 25
)

// room makes the first walks, one for each worker, and measures what they allocate. That is an upper bound of what they
// keep. If by this bound all walks fit, it is done. If not, it looks at walks one by one. It returns how many walks it made.
func (r *run) room(search Search, begin func(i int)) (made int, finished bool, broke, refused error) {
	n, known := len(r.walks), int64(0)
	if r.onAccelerator() { // a walk is a whole machine, which says itself what does not fit
		return 0, true, nil, nil
	}
	if s, ok := As[WalkSizer](search); ok {
		known = s.WalkBytes()
	}
	if refused = fits(n, known, 0); refused != nil || n == 1 {
		return 0, true, nil, refused
	}
	first := min(n, r.res.Workers) // which takes no longer than without measuring
	before := memory.Allocated(n > manyWalks)
	if finished, broke = r.pool.do(first, begin, r.abandoned); !finished || broke != nil {
		return first, finished, broke, nil
	}
	each := max(known, (memory.Allocated(n > manyWalks)-before)/int64(first))
	if fits(n, heap(each), int64(first)*each) == nil {
		return first, true, nil, nil
	}
	return r.roomOfSingles(known, first, begin)
}

// roomOfSingles makes walks one by one. What can be measured is what the whole process allocates, and others in it allocate too. So
// the walk during which least was allocated counts. If all walks still do not fit, what these keep counts: they may have made
// garbage. That can be measured only if others allocate little.
func (r *run) roomOfSingles(known int64, made int, begin func(i int)) (_ int, finished bool, broke, refused error) {
	n, before, first := len(r.walks), memory.Live(), made
	from, least := memory.Allocated(true), int64(math.MaxInt64)
	share := memory.Available() / singleShare
	for made < n {
		finished, broke = r.pool.do(1, func(int) {
			was := memory.Allocated(true)
			begin(made)
			least = min(least, memory.Allocated(true)-was)
		}, r.abandoned)
		if !finished || broke != nil {
			return made, finished, broke, nil
		}
		made++
		each := max(known, least)
		if refused = fits(n, heap(each), int64(made)*each); refused == nil {
			return made, true, nil, nil
		}
		if done := made - first; done >= singles || done >= fewSingles && int64(done)*least >= share {
			break
		}
	}
	if made == n {
		return made, true, nil, nil
	}
	if alone := int64(made - first); memory.Allocated(true)-from-alone*least < foreign {
		each := max(known, (memory.Live()-before)/alone)
		refused = fits(n, heap(each), int64(made)*each)
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
