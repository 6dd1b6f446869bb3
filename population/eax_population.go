package population

import (
	"errors"
	"math"
	"math/bits"
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/kernels/eax"
)

// mostGenerations bounds the generations of a population; they come to rest long before.
const mostGenerations = 1 << 14

// crossPopulation is the population of a run: a ring of tours in arcs, some of them on each machine.
type crossPopulation struct {
	g      eax.Generation // but for what each machine has for itself
	order  []int32        // the problem's number of each city
	shifts *multiwalk.Rand
	lead   int64 // the least cost so far
	since  int32 // generation that found it
	parts  []*crossPart
}

// newCrossPopulation allocates the next population of a run. Once a tour costs no more than target, nothing changes.
func newCrossPopulation(r *crossRun, tours int, target int64) (*crossPopulation, error) {
	n, arcs := r.s.N, r.s.arcs
	g := eax.Generation{Cities: int32(n), Neighbours: int32(r.s.k), Tours: int32(tours), Arc: int32(tours / arcs), Exchanges: crossExchanges,
		Children: children(n, r.s.tours, tours), Cuts: crossCuts, Reach: crossReach, Nearest: 1, EdgeBits: int32(max(14, bits.Len(uint(64*n-1)))),
		Walk: uint32(r.grown), Seed: r.seed, Target: target}
	q := &crossPopulation{g: g, order: r.s.cities, lead: math.MaxInt64, shifts: multiwalk.NewRand(g.Seed, int(g.Walk))}
	loss := entropyLoss(int(g.Arc))
	var errs []error
	for i, at := range r.machines {
		first, behind := i*arcs/len(r.machines)*int(g.Arc), (i+1)*arcs/len(r.machines)*int(g.Arc)
		p := newCrossPart(at, g, int32(first), int32(behind-first), loss)
		q.parts, errs = append(q.parts, p), append(errs, p.memory.Made())
	}
	if err := errors.Join(errs...); err != nil {
		return nil, errors.Join(err, q.close())
	}
	return q, nil
}

// children is how many children a pair has for each AB-cycle that is taken over, of which the best ones come. With fewer a population comes
// to rest sooner, at worse tours.
func children(n, first, tours int) int32 {
	return int32(min(mostChildren, max(fewChildren, n/300)*(tours/first)))
}

// each calls f for all parts side by side.
func (q *crossPopulation) each(f func(i int, p *crossPart) error) error {
	errs := make([]error, len(q.parts))
	var group sync.WaitGroup
	for i, p := range q.parts {
		group.Go(func() { errs[i] = f(i, p) })
	}
	group.Wait()
	return errors.Join(errs...)
}

func (q *crossPopulation) close() error {
	return q.each(func(_ int, p *crossPart) error { return p.memory.Close() })
}

// grow launches the making of generation 0. A start solution, unless it is nil, takes the place of the first tour.
func (q *crossPopulation) grow(start []int32) error {
	err := q.each(func(_ int, p *crossPart) error { return p.grow(q.g) })
	if err != nil || start == nil {
		return err
	}
	var best [1]uint64
	p := q.parts[0]
	if err := p.best.Read(best[:], 0); err != nil {
		return err
	}
	cost := p.at.s.Problem.Cost(start)
	best[0] = min(best[0], uint64(cost)<<16)
	return errors.Join(q.put(0, start, cost), p.best.Write(best[:], 0))
}

// breed launches the next generation: children, or a turn of the ring by a quarter of an arc.
func (q *crossPopulation) breed() error {
	q.g.Number++
	q.g.Shift, q.g.Turn = 0, 0
	if q.g.Arc < q.g.Tours && q.g.Number%crossTurn == 0 {
		q.g.Turn = (q.g.Arc + 3) / 4
		if err := q.travel(); err != nil {
			return err
		}
	} else {
		q.g.Shift = 1 + int32(q.shifts.Uint32N(uint32(q.g.Arc-1)))
	}
	return q.each(func(_ int, p *crossPart) error { return p.breed(q.g) })
}

// travel brings the tours that leave a machine in a turn to the next machine. There they take the places of those that leave it, which is
// where the turn takes the machine's first ones from.
func (q *crossPopulation) travel() error {
	if len(q.parts) == 1 {
		return nil
	}
	gone := make([]travellers, len(q.parts))
	err := q.each(func(i int, p *crossPart) (err error) {
		gone[i], err = p.last(q.g)
		return err
	})
	if err != nil {
		return err
	}
	return q.each(func(i int, p *crossPart) error { return p.replace(q.g, gone[(i+len(gone)-1)%len(gone)]) })
}

// crossLeader is the best of some generations.
type crossLeader struct {
	number int32 // the last generation that has it, or the one that came to the target
	tour   int
	cost   int64
}

// leader returns the best of the generations from first on: of the last that has it, since tours are kept of two. After one that came to
// the target tours stay where they are. Of a run that is broken off the last generations may have nothing.
func (q *crossPopulation) leader(first int32) (crossLeader, error) {
	best, err := q.bests(first)
	l := crossLeader{cost: math.MaxInt64}
	for i, b := range best {
		cost, number := int64(b>>16), first+int32(i)
		if cost < q.lead {
			q.lead, q.since = cost, number
		}
		if cost <= l.cost {
			l = crossLeader{number, int(b & 0xffff), cost}
		}
		if cost <= q.g.Target {
			break
		}
	}
	return l, err
}

// bests returns the best of each generation from first on, of all machines.
func (q *crossPopulation) bests(first int32) ([]uint64, error) {
	all := make([]uint64, q.g.Number-first+1)
	best := make([]uint64, len(all))
	for i, p := range q.parts {
		if err := p.best.Read(best, int(first)); err != nil {
			return nil, err
		}
		for j, b := range best {
			if i == 0 || b < all[j] {
				all[j] = b
			}
		}
	}
	return all, nil
}

// rest reports that the population has come to rest, after some generations in which tours took over so many AB-cycles: first by single
// ones, and then by blocks of them.
func (q *crossPopulation) rest(generations, taken int64) bool {
	few := int64(fewSingles)
	if q.g.Blocks != 0 {
		few = fewBlocks
	}
	switch {
	case q.g.Number > mostGenerations-64:
		return true
	case q.g.Number-q.since <= crossPatience && taken*few >= generations*int64(q.g.Tours):
		return false
	case generations == 1 && q.g.Turn != 0:
		return false
	}
	return true
}

// block has the population take over AB-cycles in blocks from now on, and puts tours in that cost so much: one at the end of each arc, in
// turns, up to half of it.
func (q *crossPopulation) block(x []int32, costs []int64) error {
	q.g.Blocks, q.g.Reach, q.since = 1, 0, q.g.Number
	n, arcs := len(q.order), int(q.g.Tours/q.g.Arc)
	for i, cost := range costs[:min(len(costs), arcs*int(q.g.Arc/2))] {
		at := (i%arcs+1)*int(q.g.Arc) - 1 - i/arcs
		if err := q.put(int32(at), x[i*n:(i+1)*n], cost); err != nil {
			return err
		}
	}
	return nil
}

// put puts a tour in the place of another one of the last generation. The counts of edges miss it for a generation.
func (q *crossPopulation) put(at int32, x []int32, cost int64) error {
	n := len(q.order)
	number, tour := make([]uint16, n), make([]uint16, 2*n)
	for i, c := range q.order {
		number[c] = uint16(i)
	}
	for p, c := range x {
		tour[p] = number[c]
		tour[n+int(tour[p])] = uint16(p)
	}
	p := q.at(at)
	own := int((q.g.Number&1)*p.size + at - p.first)
	return errors.Join(p.tours.Write(tour, own*2*n), p.costs.Write([]int64{cost}, own))
}

// at returns the part with a tour.
func (q *crossPopulation) at(tour int32) *crossPart {
	for _, p := range q.parts {
		if tour < p.first+p.size {
			return p
		}
	}
	return nil
}

// tour reads a tour of a generation, one of the last two, in the problem's numbers.
func (q *crossPopulation) tour(number int32, i int, x []int32) error {
	city := make([]uint16, len(q.order))
	if err := q.at(int32(i)).read(number, int32(i), city); err != nil {
		return err
	}
	for p, c := range city {
		x[p] = q.order[c]
	}
	return nil
}

func (q *crossPopulation) save(a *checkpoint.Archive) {
	fields := []any{&q.g, q.shifts, &q.lead, &q.since}
	for _, p := range q.parts {
		fields = append(fields, &p.memory)
	}
	a.Fields("population", fields...)
}
