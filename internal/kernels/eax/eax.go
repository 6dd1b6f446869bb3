package eax

import (
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// CrossTours makes the next generation of a population by edge assembly crossover, EAX, in its localised form with
// entropy preserving selection (Nagata and Kobayashi 2013). A warp crosses tour i with tour i+Shift: the edges that
// only one of the two has are parted into AB-cycles, closed walks that take edges of the first and of the second in
// turn; each AB-cycle makes a child of the first by exchanging its edges, sub-tours are joined by the cheapest exchange
// of two edges; and of Children children the one that gains most for the diversity it costs takes the first parent's
// place. Unlike in the paper this goes on, with the AB-cycles that are left and on what has come of the first parent,
// up to Exchanges times: with many cities a generation then does what took many. With Blocks an AB-cycle is exchanged
// together with the smaller ones that touch it, after Nagata's block strategy, which gets further where single ones
// gain nothing any more.
//
// A child is never written out while it is tried: it is the first parent, cut at the edges that leave, and the links
// between the ends, so it takes O(k) memory and, for k edges, little more time.
//
// order, near, tours and best are those of GrowTours. table counts the edges of three generations, costs those of the
// tours. loss[x] is what x tours that share an edge add to the population's entropy, in some unit. spare has room for
// two numbers a city and tour, scratch for CrossScratch numbers a tour. work[0] grows by the AB-cycles priced, work[1]
// by those taken over. Once best has come to Target, or stop[0] is not 0, tours stay where they are. Shared memory is
// CrossRoom bytes a warp.
//
//lane:rolled
func CrossTours[C any, M kernel.Metric[C]](t lane.Thread, m M, order []int32, near []uint16, g Generation,
	tours, spare, scratch []uint16, costs []int64, table []uint32, loss []int32, best []uint64, work []int64, stop []uint32) {
	i := t.GridWarpID()
	if before := best[g.Number-1]; int64(before>>16) <= g.Target {
		if i == 0 && t.LaneID() == 0 {
			best[g.Number] = before
		}
		return
	}
	free := g.counts(table, g.Number+1)
	for at := t.GridThreadID(); at < int32(len(free)); at += t.GridThreads() {
		free[at] = 0
	}
	if i >= g.Tours || t.Any(lane.AtomicLoad(t, &stop[0]) != 0) {
		return
	}
	from := i
	if from -= g.Turn; from < 0 {
		from += g.Tours
	}
	x := crossing[C, M]{t: t, lane: t.LaneID(), m: m, order: order, near: near, g: g, n: g.Cities, k: g.Neighbours, id: i,
		a: g.tour(tours, g.Number-1, from), b: g.tour(tours, g.Number-1, g.mate(i)), edges: g.edges(table, g.Number-1, i), loss: loss}
	x.layOut(scratch)
	child := g.tour(tours, g.Number, i)
	if g.Turn != 0 {
		child.lay(t, 0, x.a, 0, 1, x.n, x.n)
		t.SyncWarp()
	} else {
		x.breed(child, spare)
	}
	cost := costs[(g.Number-1)&1*g.Tours+from] - int64(x.gain)
	if x.lane == 0 {
		costs[g.Number&1*g.Tours+i] = cost
		lane.AtomicAdd(t, &work[0], int64(x.priced))
		lane.AtomicAdd(t, &work[1], int64(x.taken))
	}
	g.count(t, child, g.edges(table, g.Number, i))
	report(t, best, g.Number, cost, g.First+i)
}

// CrossRoom is the shared memory that CrossTours takes a warp, in bytes.
func CrossRoom(g Generation) int32 { return 22 * g.Cuts }

// CrossScratch is how many 16-bit numbers CrossTours keeps of the cities of a tour.
func CrossScratch(g Generation) int32 { return 3*g.Cities + pathRoom(g) + cycleRoom(g) }

// pathRoom is how many cities a path of edges of both parents may have. Local optima share most edges, so longer ones
// do not come about unless neighbour lists tell nothing; then the pair goes on with the AB-cycles found so far.
func pathRoom(g Generation) int32 { return (g.Cities + g.Cities/2 + 7) &^ 3 }

// cycleRoom is how many numbers are kept of a pair's AB-cycles; cycles beyond are left out.
func cycleRoom(g Generation) int32 { return g.Cities + g.Cities/4 }

// crossing is a warp that crosses two tours.
type crossing[C any, M kernel.Metric[C]] struct {
	t        lane.Thread
	lane     int32
	m        M
	order    []int32
	near     []uint16
	g        Generation
	n, k, id int32
	a, b     tour // the parents
	w        tour // what has come of a
	gain     int32
	edges    []uint32
	loss     []int32
	priced   int32 // AB-cycles
	taken    int32 // of them
	tried    int32 // children since the last was taken

	// The AB-cycles, see eax_cycles.go.
	rem       []uint16 // the edges that remain of each city: bit 0 to the next of a, 1 to the one before; 2 and 3 of b
	even, odd []uint16 // 1 + the city's even and odd place on the path, or 0
	path      []uint16 // cities, joined by an edge of a, an edge of b, and so on; after pathRoom the AB-cycles
	length    int32    // of the path
	tip       int32    // the city where it ends
	tipAt     int32    // its position in the parent that the next edge is of
	tipRem    uint16   // its edges that remain
	stored    int32    // end of the AB-cycles: each is the number of its edges of a, and twice as many cities
	next      int32    // AB-cycle to try
	from      int32    // paths begin at a city from here on
	scanned   int32    // cities that no path can begin at any more
	pool      uint32   // random bits
	left      int32    // how many
	drawn     uint32

	// The child that is tried, see eax_child.go. Cut c is behind a city of w: node 2c is that city, 2c+1 the one after
	// it.
	cuts      int32
	parts     int32    // closed tours that the child consists of
	found     int32    // as many before any were joined
	cut       []uint16 // position of the city before each cut
	rank, ord []uint16 // of a cut along w, and the cut of each rank
	at        []uint16 // position of the cut of each rank
	part      []uint16 // the closed tour that the segment behind the cut of each rank belongs to
	size      []uint16 // cities of each closed tour
	link      []uint16 // the node that each node is joined to

	// The best child.
	bestCuts, bestGain, bestLoss int32
	bestCut, bestLink            []uint16
}

// layOut divides the warp's memory.
func (x *crossing[C, M]) layOut(scratch []uint16) {
	g := x.g
	at := CrossRoom(g) * x.t.WarpID()
	x.cut, at = halves(x.t, at, g.Cuts)
	x.rank, at = halves(x.t, at, g.Cuts)
	x.ord, at = halves(x.t, at, g.Cuts)
	x.at, at = halves(x.t, at, g.Cuts)
	x.part, at = halves(x.t, at, g.Cuts)
	x.size, at = halves(x.t, at, g.Cuts)
	x.link, at = halves(x.t, at, 2*g.Cuts)
	x.bestCut, at = halves(x.t, at, g.Cuts)
	x.bestLink, _ = halves(x.t, at, 2*g.Cuts)
	n, room := g.Cities, CrossScratch(g)
	own := scratch[x.id*room:][:room]
	x.rem, x.even, x.odd, x.path = own[:n], own[n:2*n], own[2*n:3*n], own[3*n:]
}

// halves returns n 16-bit numbers of shared memory from byte at on, and where they end.
func halves(t lane.Thread, at, n int32) ([]uint16, int32) {
	return lane.SharedAt[uint16](t, at, n), at + 2*n
}

// step is what counts the draws of this tour in this generation.
func (x *crossing[C, M]) step() uint64 { return uint64(x.g.Number)<<32 | uint64(x.g.First+x.id) }

func (x *crossing[C, M]) place(c int32) C { return x.m.Place(x.order[c]) }

// breed parts the edges of only one parent into AB-cycles, tries them, and makes of them the child.
func (x *crossing[C, M]) breed(child tour, spare []uint16) {
	x.differ()
	x.from = int32(lane.Random(x.g.Seed, x.g.Walk, x.step(), 1<<31)[0] % uint32(x.n))
	x.collect()
	x.next = pathRoom(x.g)
	x.w = x.a
	in, more := inParent, true
	for round := int32(0); more && round < x.g.Exchanges; round++ {
		more = x.brood()
		if x.bestGain == 0 {
			continue
		}
		to := child
		if in == inChild {
			at := 2 * x.n * x.id
			to, in = tour{spare[at : at+x.n], spare[at+x.n : at+2*x.n]}, inSpare
		} else {
			in = inChild
		}
		x.write(to)
		x.w = to
		x.gain += x.bestGain
		x.taken++
		x.bestGain, x.tried = 0, 0
	}
	if in != inChild {
		child.lay(x.t, 0, x.w, 0, 1, x.n, x.n)
	}
	x.t.SyncWarp()
}

// Where what has come of a is.
const (
	inParent = iota
	inChild
	inSpare
)
