package tabu

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

const (
	// MostShopMachines is how many machines a shop may have: a lane keeps the order of each.
	MostShopMachines = lane.WarpSize
	// MostShopJobs bounds places on a machine, and MostShopSlots the numbers of operations, as they are packed.
	MostShopJobs  = 1 << 12
	MostShopSlots = 1 << 16
	// ShopSets is how many rows of numbers, one for each operation, a walk has in sets.
	ShopSets = 5

	// MostShopPath bounds ShopPlan.Most.
	MostShopPath = 1 << 8
	// MostNarrowShop is more than any longest path of TabuShopNarrow.
	MostNarrowShop = math.MaxUint16
)

// ShopPlan says what a launch of TabuShop does.
type ShopPlan struct {
	Walks    int32
	Jobs     int32
	Machines int32
	Near     int32 // 0: moves by N5; 1: by N6; 2: by N7
	Most     int32 // operations of a critical path that a walk looks at, and moves that it lists: what comes behind is left out
	Shortest int32 // tenure
	Spread   int32 // a tenure is that, and up to Spread-1 more
	Length   int32 // of a burst, or EndlessBurst
	Idle     int32 // iterations without a better solution that end a burst, or EndlessBurst
	Weakest  int32 // perturbation: how many random moves, from the best of the burst on
	Strongest,
	Poll int32
	Adopt  int32  // 1: all walks go on from the solutions that aims has for them; 2: they begin anew there
	First  uint32 // number of the first walk among all of the run
	Seed   uint64
	From   int64 // iterations; below 0: the walks begin at their aims, and make none
	Until  int64
	Target int64
}

// ShopWalk is a walk of TabuShop between two launches, beside its solutions and what is tabu.
type ShopWalk struct {
	Cost, Least     int64  // of the present solution, and of the incumbent
	TopCost, Before int64  // the best of the burst, and of the one before
	Made, TopMade   int64  // iterations of the burst, and when it found its best
	Drawn           uint64 // random words
	Now             int32  // iterations, round and round
	Trace           int32  // the last of the traces
	Strength        int32  // of the next perturbation
	_               int32
}

// shopPaths is the type of longest paths.
type shopPaths interface{ int32 | uint16 }

// shopper is a walk in progress. All lanes have the same, but for the slices, which they share.
//
// Operations have the numbers of ShopForm. So the one before it in its job is v-1, and the one behind it v+1, and where there is none these
// have a number too, take no time and end at 0.
type shopper[T shopPaths] struct {
	random          stream
	t               lane.Thread
	a               ShopPlan
	walk            int32
	n               int32 // operations
	times, machines []int32
	row             []uint16 // the operations of each machine in their order
	ends            []T      // the longest path to the end of each operation
	tails           []T      // the longest path from its beginning
	links           []uint32 // see linked
	path            []uint32 // see trace
	onPath          int32
	begins          bool     // the path is there to its beginning
	list            []uint32 // moves: see shopMove
	deltas          []int32  // their estimates; shopNever: it was tabu
	listed          int32
	untils          []int32  // of each trace: up to when it is tabu
	heads           []uint32 // machine, first place, and how many operations it has
	taken           []uint16 // these
	sets            []int32
	better          bool // the launch has found a better incumbent
	ShopWalk
}

// TabuShop is tabu search, iterated or not, of thousands of walks of a job shop: a warp is one. It makes the moves of single/tabu by what
// jobshop.Instance lists, with the same random words, until the first perturbation. An iteration finds a critical path, which is one lane's
// work; then lanes look at an operation of it each, and list its moves, estimate a move each, and ask of the best one whether it is tabu, a
// trace each.
//
// The longest paths are what takes time. A lane has a machine, and goes on with its next operation as soon as the one before that in its job
// is done: so there are as many rounds as operations in the longest chain, whatever the order. The paths to operations and from them are
// brought up to date in the same rounds, from the stretch on that the move has changed.
//
// times and machines are a ShopForm. Between launches sets holds n*ShopSets numbers a walk, n operations row by row of all walks; traces as
// many as ShopTraces says; aims n numbers a walk. The block needs ShopRoom bytes of shared memory. See Explore for hits, goal and stop.
func TabuShop(t lane.Thread, a ShopPlan, times, machines []int32, walks []ShopWalk, sets, traces, aims []int32, hits, goal []int64, stop []uint32) {
	searchShop[int32](t, a, times, machines, walks, sets, traces, aims, drive.Race{Hits: hits, Goal: goal, Stop: stop})
}

// TabuShopNarrow is TabuShop where all operations one after the other take less than MostNarrowShop: a multiprocessor then holds more walks.
func TabuShopNarrow(t lane.Thread, a ShopPlan, times, machines []int32, walks []ShopWalk, sets, traces, aims []int32, hits, goal []int64,
	stop []uint32) {
	searchShop[uint16](t, a, times, machines, walks, sets, traces, aims, drive.Race{Hits: hits, Goal: goal, Stop: stop})
}

func searchShop[T shopPaths](t lane.Thread, a ShopPlan, times, machines []int32, walks []ShopWalk, sets, traces, aims []int32, race drive.Race) {
	w := shopper[T]{t: t, a: a, walk: t.GridWarpID(), n: a.Jobs * a.Machines, times: times, machines: machines, sets: sets}
	if w.walk >= a.Walks {
		return
	}
	w.layOut(t.WarpID() * a.bytes(T(0) > ^T(0)))
	w.load(walks, traces, aims)
	if a.From >= 0 {
		drive.Drive(team.Warp{T: t}, &w, w.walk, drive.Span{From: a.From, Until: a.Until, Poll: a.Poll}, race)
	}
	w.store(walks, traces)
}

// layOut finds the walk's shared memory, from a byte on.
func (w *shopper[T]) layOut(at int32) {
	t, slots, most, traces := w.t, int32(len(w.times)), w.a.Most, w.traces()
	w.links, at = lane.SharedAt[uint32](t, at, slots), at+4*slots
	w.path, at = lane.SharedAt[uint32](t, at, most), at+4*most
	w.list, at = lane.SharedAt[uint32](t, at, most), at+4*most
	w.deltas, at = lane.SharedAt[int32](t, at, most), at+4*most
	w.untils, at = lane.SharedAt[int32](t, at, traces), at+4*traces
	w.heads, at = lane.SharedAt[uint32](t, at, traces), at+4*traces
	w.taken, at = lane.SharedAt[uint16](t, at, traces*w.a.Jobs), at+2*traces*w.a.Jobs
	w.row, at = lane.SharedAt[uint16](t, at, w.n), (at+2*w.n+3)&^3
	each := int32(2)
	if T(0) > ^T(0) { // they have signs
		each = 4
	}
	w.ends, at = lane.SharedAt[T](t, at, slots), at+each*slots
	w.tails = lane.SharedAt[T](t, at, slots)
}

// traces is how many a walk remembers: one for each iteration of the longest tenure.
func (a *ShopPlan) traces() int32   { return a.Shortest + a.Spread - 1 }
func (w *shopper[T]) traces() int32 { return w.a.traces() }

// bytes is how many bytes of shared memory a walk takes, for long paths or for those of TabuShopNarrow: a multiple of 4.
func (a *ShopPlan) bytes(long bool) int32 {
	slots, each := a.Jobs*(a.Machines+1)+1, int32(2)
	if long {
		each = 4
	}
	return 4*slots + 12*a.Most + ((8+2*a.Jobs)*a.traces()+3)&^3 + (2*a.Jobs*a.Machines+3)&^3 + (2*each*slots+3)&^3
}

// ShopRoom returns the bytes of shared memory of a block of walks.
func ShopRoom(a ShopPlan, long bool, walks int) int { return walks * int(a.bytes(long)) }

// ShopTraces is how many numbers the traces of a walk are.
func ShopTraces(a ShopPlan) int { return int(a.traces() * (a.Jobs + 2)) }

// ShopForm numbers operations as TabuShop does: operation k of job j is number j*(machines+1)+k+1, so that there is one before the first of
// each job and one behind the last, which take no time.
func ShopForm(jobs, machines int32, machine, times []int32) (formTimes, formMachines []int32) {
	slots := jobs*(machines+1) + 1
	formTimes, formMachines = make([]int32, slots), make([]int32, slots)
	for j := range jobs {
		copy(formTimes[j*(machines+1)+1:], times[j*machines:(j+1)*machines])
		copy(formMachines[j*(machines+1)+1:], machine[j*machines:(j+1)*machines])
	}
	return formTimes, formMachines
}

// Step makes iteration i.
func (w *shopper[T]) Step(int64) drive.Outcome {
	if w.Made >= int64(w.a.Length) && w.a.Length != EndlessBurst || w.Made-w.TopMade >= int64(w.a.Idle) && w.a.Idle != EndlessBurst {
		w.perturb()
	}
	if !w.look() { // it is optimal: the critical path is a job, or all that a machine does
		return drive.Over
	}
	w.estimates()
	move := w.choose(w.random.word(w.t))
	w.remember(move, w.a.Shortest+int32(w.random.below(w.t, uint32(w.a.Spread))))
	w.make(move)
	w.Made++
	w.note()
	return drive.At(w.Least, w.a.Target)
}

// note notes the best of the burst, and the incumbent.
func (w *shopper[T]) note() {
	if w.Cost < w.TopCost {
		w.TopCost, w.TopMade = w.Cost, w.Made
		if w.a.Length != EndlessBurst || w.a.Idle != EndlessBurst {
			w.keep(shopTop)
		}
	}
	if w.Cost < w.Least {
		w.Least, w.better = w.Cost, true
		w.keep(shopBest)
	}
}

// shopNever is more than any delta.
const shopNever = math.MaxInt32
