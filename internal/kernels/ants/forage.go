package ants

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/climb"
	"github.com/multiwalk/multiwalk/internal/kernels/cyclic"
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/regions"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Foraging says what a launch of Forage does: trips of focused ants in all regions of a tour.
type Foraging struct {
	Rule   Rule
	Places int32 `launch:"settled"` // room of a region: at least its cities, a multiple of 64
	Ants   int32 `launch:"settled"` // of a region, up to MostForagers
	From   int32 // regions From to To-1 are the machine's; on the others pheromone is laid alone
	To     int32
	Trips  int32  // of each ant
	Seed   uint64 // of the random numbers
	Round  uint32 // number of the launch
	First  uint32 // number of the first ant among all of the run
}

const (
	// MostForagers is the most ants of a region: a block has a warp for each.
	MostForagers = 32
	// A trip ends after TripChanges changes, or after TripSteps steps.
	TripChanges, TripSteps = 20, 100
	// TripWords is from how many random words on the next trip draws, log2.
	TripWords = 7
	// listeners is one in how many regions listens to the host.
	listeners = 64
)

// Forage has focused ants improve a tour, region by region (see regions.Part), each region in a block. First pheromone is laid on the
// tour, and each region's tour is made a local optimum. Then all ants of a region make a trip at a time, each from the region's tour on:
// from a random city an ant goes from city to city by the pheromone. A city to which it goes, and that is not beside the present one, is
// put behind that. In the end the ant climbs from the cities where something has changed. The first of those whose tours cost least has
// the region's next tour, if that costs no more.
//
// A city of the tour is order[i] of the problem; near to weight are those of Trail, and next is what the tour goes to from each city.
// starts, cities, where and tours are those of regions.AnnealRegions, as are goal and stop. work[0] grows by the changes made on trips,
// and work[1] by the moves priced. A block has ForageRoom bytes of shared memory, and as many warps as a region has ants, or fewer.
//
//lane:registers 64
func Forage[C any, M kernel.Metric[C]](t lane.Thread, m M, a Foraging, order, near, starts, cities, where []int32,
	tours []uint16, work []int64, desire, much []float32, weight []uint32, next []int32, goal []int64, stop []uint32) {
	region, warp := t.BlockID(), Tile{t, lane.WarpSize}
	from := starts[region]
	list := cities[from:starts[region+1]]
	p := patch[C, M]{block: team.Block{T: t}, number: t.WarpID(), all: t.Warps(), a: &a, laid: Laid{Next: next},
		trail: Trail{Near: near, Desire: desire, Much: much, Weight: weight}}
	p.share(t)
	p.enter(warp, m, region, int32(len(list)))
	p.lay(list)
	if region < a.From || region >= a.To {
		return
	}
	p.load(order, list, where, from)
	if p.on.Tour.N >= regions.Fewest {
		p.settle()
		for trip := range a.Trips {
			halt := int32(0)
			if t.ThreadID() == 0 {
				halt = drive.Halted(t, region%listeners, 0, goal, stop)
			}
			if p.block.First(halt) != 0 {
				break
			}
			p.trips(trip)
		}
	}
	p.leave(tours[from:], work)
}

// ForageRoom is the bytes of shared memory of a block, where a place takes some bytes.
func ForageRoom(places, choices, ants, place int) int {
	return 8*places*choices + 8*MostForagers + places*(2+4*(ants+1)+place) + ants*places/4
}

// share divides the shared memory of the block.
func (p *patch[C, M]) share(t lane.Thread) {
	places, rows, ants := p.a.Places, p.a.Places*p.a.Rule.Choices, p.a.Ants
	p.near, p.weight = lane.SharedAt[int32](t, 0, rows), lane.SharedAt[uint32](t, 4*rows, rows)
	p.deltas = lane.SharedAt[int64](t, 8*rows, MostForagers)
	at := 8*rows + 8*MostForagers
	p.bits = lane.SharedAt[uint32](t, at, ants*places/16)
	p.rings = lane.SharedAt[uint16](t, at+ants*places/4, 2*(ants+1)*places)
	at += ants*places/4 + 4*(ants+1)*places
	p.about = lane.SharedAt[uint16](t, at, places)
	p.at = lane.SharedAt[C](t, at+2*places, places)
}

// patch is a thread of the block that has a region. Its warps are ants in turn.
type patch[C any, M kernel.Metric[C]] struct {
	block       team.Block
	number, all int32 // of the thread's warp among all of the region
	a           *Foraging
	trail       Trail // of all cities
	laid        Laid
	ant         Ant[Tile, free] // by the choices that are in the region
	on          climb.Climber[Tile, ground[C, M]]
	lead        cyclic.Ring // the region's tour
	first       uint32      // number of its first ant
	changes     int64
	near        []int32
	weight      []uint32
	deltas      []int64 // of the ants' trips
	bits        []uint32
	rings       []uint16
	about       []uint16
	at          []C
}

// free is edges that cost nothing: ants of a region ask for none.
type free struct{}

func (free) Cost(_, _ int32) int64 { return 0 }

// ground is the region for a climb.
type ground[C any, M kernel.Metric[C]] struct {
	regions.Part[C, M]
	near []int32
	each int32
}

func (g ground[C, M]) Near(c, i int32) int32 { return g.near[c*g.each+i] }

// enter divides the memory among the warps.
func (p *patch[C, M]) enter(t Tile, m M, region, n int32) {
	a := p.a
	words := a.Places / 32
	open := p.bits[2*p.number*words : 2*(p.number+1)*words]
	p.first, p.lead = a.First+uint32(region*a.Ants), p.ring(a.Ants, n)
	p.ant = Ant[Tile, free]{T: t, Rule: a.Rule, Trail: Trail{Near: p.near, Weight: p.weight}, Open: open[:(n+31)/32],
		Seed: a.Seed, Iteration: uint64(a.Round)}
	p.on = climb.Climber[Tile, ground[C, M]]{T: t, Tour: p.lead, Near: min(climb.Most, a.Rule.Choices), Dirty: open[words : words+(n+31)/32],
		On: ground[C, M]{Part: regions.Part[C, M]{Metric: m, N: n, At: p.at, About: p.about}, near: p.near, each: a.Rule.Choices}}
}

// ring is the tour of an ant, and behind those of all ants that of the region.
func (p *patch[C, M]) ring(i, n int32) cyclic.Ring {
	at := 2 * i * p.a.Places
	return cyclic.Ring{N: n, City: p.rings[at : at+n], Pos: p.rings[at+n : at+2*n]}
}

// lay lays pheromone on the region's rows.
func (p *patch[C, M]) lay(list []int32) {
	for i := p.number; i < p.lead.N; i += p.all {
		Learn(p.ant.T, &p.a.Rule, &p.trail, list[i]&^regions.Stays, &p.laid)
	}
	p.block.Sync()
}

// load takes the region up, whose list begins at place from of all.
func (p *patch[C, M]) load(order, list, where []int32, from int32) {
	n, k := p.lead.N, p.a.Rule.Choices
	for i := p.block.Rank(); i < n; i += p.block.Size() {
		c, row := p.on.On.Take(order, list, i), i*k
		for j := c * k; j < (c+1)*k; j++ {
			if d := where[p.trail.Near[j]] - from; d >= 0 && d < n {
				p.near[row], p.weight[row] = d, p.trail.Weight[j]
				row++
			}
		}
		for ; row < (i+1)*k; row++ {
			p.near[row] = i // none
		}
		p.lead.City[i], p.lead.Pos[i] = uint16(i), uint16(i)
	}
	for w := p.ant.T.Rank(); w < int32(len(p.on.Dirty)); w += p.ant.T.Size() {
		p.on.Dirty[w] = 0
	}
	p.block.Sync()
}

// settle makes the region's tour a local optimum.
func (p *patch[C, M]) settle() {
	if p.number == 0 {
		p.on.MarkAll()
		for p.on.Climb(math.MaxInt32) {
		}
	}
	p.block.Sync()
}

// trips has each ant make one, and takes over the first tour of those that cost least, if it costs no more.
func (p *patch[C, M]) trips(trip int32) {
	for i := p.number; i < p.a.Ants; i += p.all {
		delta := p.trip(i, trip)
		if p.ant.T.Rank() == 0 {
			p.deltas[i] = delta
		}
	}
	p.block.Sync()
	best, least := int32(0), int64(1)
	for i := range p.a.Ants {
		if p.deltas[i] < least {
			best, least = i, p.deltas[i]
		}
	}
	if x := p.ring(best, p.lead.N); least <= 0 {
		for i := p.block.Rank(); i < x.N; i += p.block.Size() {
			p.lead.City[i], p.lead.Pos[i] = x.City[i], x.Pos[i]
		}
	}
	p.block.Sync()
}

// trip changes the region's tour in few places, has an ant climb, and returns the change of cost.
func (p *patch[C, M]) trip(i, trip int32) (delta int64) {
	x, n := p.ring(i, p.lead.N), p.lead.N
	for c := p.ant.T.Rank(); c < n; c += p.ant.T.Size() {
		x.City[c], x.Pos[c] = p.lead.City[c], p.lead.Pos[c]
	}
	p.on.Tour, p.on.Gain, p.on.Word, p.ant.Number = x, 0, 0, p.first+uint32(i)
	p.ant.Begin(n)
	word := trip << TripWords
	at := int32(uint64(p.ant.Word(word)) * uint64(n) >> 32)
	changes := int32(0)
	for step := int32(1); step <= TripSteps && changes < TripChanges; step++ {
		p.ant.Take(at)
		to := p.ant.Draw(at, p.ant.Word(word+step))
		if to < 0 {
			break
		}
		if change, made := p.follow(at, to); made {
			delta += change
			changes++
		}
		at = to
	}
	for p.on.Climb(math.MaxInt32) {
	}
	p.changes += int64(changes)
	return delta - p.on.Gain
}

// follow puts city to behind city at, unless they are neighbours or an edge stays.
func (p *patch[C, M]) follow(at, to int32) (delta int64, made bool) {
	x, on := p.on.Tour, &p.on.On
	before, after, behind := x.Step(to, false), x.Step(to, true), x.Step(at, true)
	if behind == to || after == at || on.Stays(before, to) || on.Stays(to, after) || on.Stays(at, behind) {
		return 0, false
	}
	delta = int64(on.Cost(before, after)) + int64(on.Cost(at, to)) + int64(on.Cost(to, behind)) - int64(on.Cost(before, to)) -
		int64(on.Cost(to, after)) - int64(on.Cost(at, behind))
	p.on.Insert(to, 1, at, true, true)
	return delta, true
}

// leave leaves the region's tour and counts the work.
func (p *patch[C, M]) leave(tours []uint16, work []int64) {
	for i := p.block.Rank(); i < p.lead.N; i += p.block.Size() {
		tours[i] = p.lead.City[i]
	}
	if p.ant.T.Rank() == 0 {
		p.ant.T.Tally(&work[0], p.changes)
		p.ant.T.Tally(&work[1], p.changes+p.on.Priced())
	}
}
