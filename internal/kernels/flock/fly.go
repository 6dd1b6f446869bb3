package flock

import (
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/reals"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Flying says what a launch of Flock does: generations From to Until-1 of a population.
type Flying struct {
	Rule   Rule
	Chip   int32 `launch:"settled"` // 1: what particles are and do lies in shared memory; 0: in the device's
	Size   int32 // vectors of the population
	Each   int32 // vectors of a block
	From   int64 // generations are counted from the first swarm's on
	Until  int64
	Begun  int64 // what the draws' number of a generation is more
	Target int64 // the launch ends after the generation in which a vector comes to it
	Seed   uint64
	First  uint32 // number of the walk
	Groups int32  // of a team, see Tile
	Poll   int32  // generations between two looks at stop
}

// Flown is what a launch has left of a population.
type Flown struct {
	Least   int64 // cost of the best vector, which is number Who
	At      int64 // generation that is to come
	Links   int64 // generation of the draws that linked the particles
	Moves   int64 // how many vectors have become better
	Refused int64 // candidates without a finite cost
	Who     int32
	Fresh   int32 // 1: the last generation linked them anew
	Stale   int32 // generations in which none became better
	Ended   int32 // 1: the population is to be drawn anew
}

// MostThreads is how many a block has at most.
const MostThreads = 48 * Lanes

// Flock makes generations of one population of real vectors. The blocks of a launch divide it, and all must be on the machine at once.
// A team of Groups*Lanes lanes makes a candidate. After each generation all blocks meet at board.
//
// A vector has two places in own, and sides says which one counts: a better vector is written to the other place, while teams still read
// this one. costs, sides and tallies have a half for even generations and one for odd ones. best is the vector that costs least, the first
// of several. place and pace are where a swarm's particles are and how they move, between launches. heard is what particles are told with
// topology Random: for three generations, by the links that there were and by new ones. If stop[0] is not 0, goal[0] becomes the generation
// after which the launch is broken off.
//
// Results do not depend on the blocks and teams of a launch.
//
//lane:registers 168
func Flock[P kernel.RealCoster](t lane.Thread, p P, a Flying, lower, upper []float64, normals []float32, place, pace, own, best, costs []float64,
	sides []int32, heard []uint64, tallies []Tally, state []Flown, board []int32, hits, goal []int64, stop []uint32) {
	tile := Tile{t, a.Groups}
	n, teams, team := int32(len(lower)), t.BlockDim()/tile.Size(), t.ThreadID()/tile.Size()
	f := flight[P]{p: p, a: &a, place: place, pace: pace, own: own, costs: costs, sides: sides, heard: heard, n: n, team: team, teams: teams,
		first: t.BlockID() * a.Each, state: state[0]}
	f.m = Mover[Tile]{T: tile, Rule: &a.Rule, Lower: lane.SharedAt[float64](t, tableBytes, n),
		Upper: lane.SharedAt[float64](t, tableBytes+8*n, n), Normals: lane.SharedAt[float32](t, 0, tableBytes/4), Seed: a.Seed, Walk: a.First,
		Room: lane.SharedAt[float32](t, tableBytes+16*n+4*n*team, n)}
	for i := t.ThreadID(); i < tableBytes/4; i += t.BlockDim() {
		f.m.Normals[i] = normals[i]
	}
	for i := t.ThreadID(); i < n; i += t.BlockDim() {
		f.m.Lower[i], f.m.Upper[i] = lower[i], upper[i]
	}
	f.near = lane.SharedAt[float64](t, RoomOffset(n, teams), f.slots()*n)
	f.load()
	t.Sync()
	better := false
	for g := a.From; g < a.Until; g++ {
		polls := (g-a.From)%int64(a.Poll) == 0
		f.generation(t, g)
		if polls && t.GridThreadID() == 0 && lane.AtomicLoad(t, &stop[0]) != 0 {
			lane.AtomicMin(t, &goal[0], g)
		}
		better = f.meet(t, g, tallies, board) || better
		met := f.state.Least <= a.Target
		if met && t.GridThreadID() == 0 {
			hits[0], goal[0] = g, g
		}
		ends := met || f.state.Ended != 0 || polls && lane.AtomicLoad(t, &goal[0]) <= g
		if better && t.BlockID() == 0 && (ends || g == a.Until-1 || !a.Rule.Kind.Swarm()) { // else a vector as good may have taken its place
			x := f.row(f.own, 2*f.state.Who+sides[int32((g+1)&1)*a.Size+f.state.Who])
			for i := t.ThreadID(); i < n; i += t.BlockDim() {
				best[i] = x[i]
			}
			better = false
		}
		if ends {
			break
		}
	}
	f.store()
	if t.GridThreadID() == 0 {
		state[0] = f.state
	}
}

// flight is what a team has of a launch.
type flight[P kernel.RealCoster] struct {
	p                       P
	m                       Mover[Tile]
	a                       *Flying
	place, pace, own, costs []float64
	sides                   []int32
	heard                   []uint64
	near                    []float64 // in shared memory
	n, team, teams, first   int32
	state                   Flown
	tally                   Tally
}

// tableBytes is how many bytes of shared memory the table of normal numbers takes. Behind it are the bounds and the teams' room.
const tableBytes = 16 * pieces * octaves

// RoomOffset is where the places begin in shared memory, in bytes.
func RoomOffset(n, teams int32) int32 { return tableBytes + 16*n + (4*n*teams+7)&^7 }

// slots is how many vectors are in shared memory: of a swarm the places and velocities of the block, else a rival for each team.
func (f *flight[P]) slots() int32 {
	switch {
	case !f.a.Rule.Kind.Swarm():
		return f.teams
	case f.a.Chip != 0:
		return 2 * f.a.Each
	}
	return 0
}

// many is how many vectors the block has.
func (f *flight[P]) many() int32 { return min(f.a.Each, f.a.Size-f.first) }

// row is vector k of those of equal length that lie one after the other.
func (f *flight[P]) row(x []float64, k int32) []float64 { return x[k*f.n : (k+1)*f.n] }

// particle is where the block's particle j is, and its velocity.
func (f *flight[P]) particle(j int32) Particle {
	if f.a.Chip != 0 {
		return Particle{f.row(f.near, 2*j), f.row(f.near, 2*j+1)}
	}
	return Particle{f.row(f.place, f.first+j), f.row(f.pace, f.first+j)}
}

// load brings particles to the chip, and store back.
func (f *flight[P]) load() { f.carry(true) }

func (f *flight[P]) store() { f.carry(false) }

func (f *flight[P]) carry(in bool) {
	if f.a.Chip == 0 || !f.a.Rule.Kind.Swarm() {
		return
	}
	for j := f.team; j < f.many(); j += f.teams {
		near, place, pace := f.particle(j), f.row(f.place, f.first+j), f.row(f.pace, f.first+j)
		if in {
			f.copy(near.Place, place)
			f.copy(near.Pace, pace)
		} else {
			f.copy(place, near.Place)
			f.copy(pace, near.Pace)
		}
	}
}

// generation makes the block's candidates, and keeps those that are better.
func (f *flight[P]) generation(t lane.Thread, g int64) {
	f.tally = none()
	odd, size := int32(g&1), f.a.Size
	costs, sides := f.costs[odd*size:(odd+1)*size], f.sides[odd*size:(odd+1)*size]
	after, afterwards := f.costs[(1-odd)*size:(2-odd)*size], f.sides[(1-odd)*size:(2-odd)*size]
	size = f.m.T.Size()
	for from := t.WarpID() * (lane.WarpSize / size); from < f.many(); from += f.teams {
		j := from + t.LaneID()/size
		works := j < f.many()
		j = min(j, f.many()-1)
		k := f.first + j
		cost, side := costs[k], sides[k]
		x := f.candidate(g, j, works, costs, sides)
		c := Cost(f.m.T, f.p, x)
		if works {
			better := c < cost
			if better || c == cost && !f.a.Rule.Kind.Swarm() {
				side = 1 - side
				f.copy(f.row(f.own, 2*k+side), x)
				cost = c
			}
			f.note(k, cost, c, better)
			if f.m.T.Rank() == 0 {
				after[k], afterwards[k] = cost, side
			}
			f.inform(t, g, k, cost)
		}
		f.m.T.Sync() // before x is written again
	}
}

// copy copies a vector.
func (f *flight[P]) copy(to, x []float64) {
	for i := f.m.T.Rank(); i < f.n; i += f.m.T.Size() {
		to[i] = x[i]
	}
}

// note counts a vector.
func (f *flight[P]) note(k int32, cost, candidate float64, better bool) {
	one := Tally{Least: reals.Cost(cost), Most: reals.Cost(cost), Who: k}
	if better {
		one.Taken = 1
	}
	if reals.Cost(candidate) == reals.Worst {
		one.Refused = 1
	}
	f.tally = f.tally.and(one)
}

// candidate makes the candidate of the block's vector j. A team that does not work makes none.
func (f *flight[P]) candidate(g int64, j int32, works bool, costs []float64, sides []int32) []float64 {
	k := f.first + j
	own := f.row(f.own, 2*k+sides[k])
	draws := g + f.a.Begun
	if f.a.Rule.Kind.Swarm() {
		lead, at := f.leader(g, k, costs), f.particle(j)
		if !works {
			at = Particle{f.near[:0], f.near[:0]}
		}
		f.m.Fly(draws, k, at, at, own, f.row(f.own, 2*lead+sides[lead]), lead == k)
		return at.Place
	}
	d, rival := f.m.Donors(draws, k, f.a.Size, f.state.Who), f.row(f.near, f.team)
	if !works {
		rival = f.near[:0]
	}
	f.m.Rival(draws, k, d.Element, rival, own, f.row(f.own, 2*d.Base+sides[d.Base]), f.row(f.own, 2*d.Plus+sides[d.Plus]),
		f.row(f.own, 2*d.Minus+sides[d.Minus]))
	return rival
}

// leader is the best informant of a particle.
func (f *flight[P]) leader(g int64, k int32, costs []float64) int32 {
	size := f.a.Size
	switch f.a.Rule.Topology {
	case Ring:
		return RingLeader(costs, k)
	case Random:
		heard := f.heard[(int32(g%3)*2+f.state.Fresh)*size+k]
		return Leader(Word(costs[k], k, size), heard, k, size)
	}
	return GlobalLeader(costs, k, f.state.Who)
}

// GlobalLeader is the best of all, unless the particle is as good.
func GlobalLeader(costs []float64, k, best int32) int32 {
	if costs[best] < costs[k] {
		return best
	}
	return k
}

// RingLeader is the best of a particle and the two beside it.
func RingLeader(costs []float64, k int32) int32 {
	size, lead := int32(len(costs)), k
	if j := (k + size - 1) % size; costs[j] < costs[lead] {
		lead = j
	}
	if j := (k + 1) % size; costs[j] < costs[lead] {
		lead = j
	}
	return lead
}

// inform tells others of particle k for the next generation, by the links that there are and by new ones, since nobody knows yet which
// will be those. What was heard two generations later is forgotten.
func (f *flight[P]) inform(t lane.Thread, g int64, k int32, cost float64) {
	if !f.a.Rule.Kind.Swarm() || f.a.Rule.Topology != Random {
		return
	}
	size, fresh := f.a.Size, f.m.T.Rank()
	if fresh > 1 {
		return
	}
	links := f.state.Links
	if fresh == 1 {
		links = g + f.a.Begun
	}
	next, later := int32((g+1)%3)*2+fresh, int32((g+2)%3)*2+fresh
	f.heard[later*size+k] = Nobody
	word := Word(cost, k, size)
	for _, to := range f.m.Informed(links, k, size) {
		lane.AtomicMin(t, &f.heard[next*size+to], word)
	}
}

// meet has all blocks know what became of a generation, and reports whether there is a new best vector. A warp of each block does that for
// all others.
func (f *flight[P]) meet(t lane.Thread, g int64, tallies []Tally, board []int32) (better bool) {
	teams := lane.Shared[Tally](t, MostThreads/Lanes)
	told := lane.Shared[Tally](t, 1)
	if f.m.T.Rank() == 0 {
		teams[f.team] = f.tally
	}
	t.Sync()
	blocks := t.GridDim()
	of := tallies[int32(1-g&1)*blocks : int32(2-g&1)*blocks]
	if t.WarpID() == 0 {
		if all := gather(t, teams[:f.teams]); t.LaneID() == 0 {
			of[t.BlockID()] = all
		}
	}
	drive.Meet(t, board)
	if t.WarpID() == 0 {
		if all := gather(t, of); t.LaneID() == 0 {
			told[0] = all
		}
	}
	t.Sync()
	all := told[0]
	better = all.Least < f.state.Least
	f.state.take(&f.a.Rule, all, g+f.a.Begun)
	f.state.At = g + 1
	return better
}

// take takes up what became of a generation, by the number that its draws have.
func (s *Flown) take(r *Rule, all Tally, draws int64) {
	s.Fresh = 0
	if all.Least >= s.Least {
		s.Links, s.Fresh = draws, 1
	}
	s.Stale++
	if all.Taken > 0 {
		s.Stale = 0
	}
	s.Least, s.Who = all.Least, all.Who
	s.Moves += int64(all.Taken)
	s.Refused += int64(all.Refused)
	if Settled(reals.Float(all.Least), reals.Float(all.Most), r.FTol) || s.Stale >= Stale {
		s.Ended = 1
	}
}
