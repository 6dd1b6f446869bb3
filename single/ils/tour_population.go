package ils

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/checkpoint"
)

const (
	// firstTours is the size of the first population, firstMany where there are manyCities, and one in growth how many tours the next one has
	// more.
	firstTours, firstMany, growth = 5, 3, 2
	// mostTours and mostBytes bound a population. Once it is so large, a new one begins, of tours that are kicked twice as long.
	mostTours, mostBytes = 256, 128 << 20
	// idleGenerations without gain end the merging.
	idleGenerations = 10
	// lastPart is the progress at which the tours are to be merged a last time, and firstMerge the part of a tour's time that merging m tours
	// is taken to last, divided by m*log2(m), before it was measured.
	lastPart, firstMerge = 0.97, 0.02
)

// tours are tours with their costs.
type tours struct {
	n     int
	x     []int32 // one after the other
	costs []int64
}

func (t *tours) tour(i int) []int32        { return t.x[i*t.n:][:t.n] }
func (t *tours) add(x []int32, cost int64) { t.x, t.costs = append(t.x, x...), append(t.costs, cost) }

// welcome adds a tour, unless there is one of the same cost.
func (t *tours) welcome(x []int32, cost int64) {
	if !slices.Contains(t.costs, cost) {
		t.add(x, cost)
	}
}

// set makes t as large as o, with its tours.
func (t *tours) set(o *tours) {
	t.x, t.costs = append(t.x[:0], o.x...), append(t.costs[:0], o.costs...)
}

// population is the tours of a run. They grow one after the other; whenever there are twice as many, all are merged with each other,
// generation by generation, until nothing gains. What that finds joins the next population, beside the tours as they had grown: tours that
// are 1.4 % too long, 60 of them, become an optimal one, where as many kicks of one tour that cools slowly end 0.1 to 0.4 % above it.
//
// So nothing depends on when the run will end, but that it merges once more what it has just before.
//
// Merging takes from the other tour what is better there, as edge assembly crossover does (Nagata and Kobayashi 2013); see
// tour.Search.Merge. Tour i of a generation follows from tours i and i+shift of the one before.
type population struct {
	grown  int   // tours
	size   int   // with so many they are merged
	raw    tours // as they had grown
	now    tours // the generation that is merged; none while tours grow
	next   tours // what it becomes
	turn   int   // tours of the next generation that were taken up
	shift  int
	gained bool    // in this generation
	idle   int     // generations without gain
	merges int     // in all generations before
	from   float64 // progress when the tours of this size began to grow
	before int     // tours that there were then
	began  float64 // progress when merging began
	merge  float64 // see firstMerge
	last   bool    // the last merging was
}

func newPopulation(n int) population {
	return population{size: firstSize(n), raw: tours{n: n}, now: tours{n: n}, next: tours{n: n}, merge: firstMerge}
}

func firstSize(n int) int {
	if n >= manyCities {
		return firstMany
	}
	return firstTours
}

func (p *population) Save(a *checkpoint.Archive) {
	a.Fields("population", &p.grown, &p.size, &p.raw.x, &p.raw.costs, &p.now.x, &p.now.costs, &p.next.x, &p.next.costs, &p.turn, &p.shift,
		&p.gained, &p.idle, &p.merges, &p.from, &p.before, &p.began, &p.merge, &p.last)
}

// grew takes up a tour that has grown, and reports whether all are to be merged. part is the progress of a run that has a budget.
func (p *population) grew(x []int32, cost int64, part float64, limited bool, most int) bool {
	p.raw.add(x, cost)
	p.grown++
	switch p.grown % most {
	case 0:
		p.size = firstSize(p.raw.n)
		return true
	case p.size:
		p.size += max(1, p.size/growth)
		return true
	}
	return limited && p.ends(part)
}

// ends reports whether the tours are to be merged because they could not be later.
func (p *population) ends(part float64) bool {
	if part < p.from { // a run that had come to its end goes on
		p.from, p.before, p.last = part, p.grown, false
	}
	if p.last || p.grown == p.before {
		return false
	}
	m := float64(len(p.raw.costs) + 2)
	p.last = part+p.each(part)*(1+p.merge*m*math.Log2(m)) > lastPart
	return p.last
}

// each is the progress that a tour takes.
func (p *population) each(part float64) float64 {
	return (part - p.from) / float64(max(1, p.grown-p.before))
}

// begin begins to merge the tours and the incumbent. It reports whether there are several.
func (p *population) begin(best []int32, cost int64, part float64) bool {
	p.now.set(&p.raw)
	p.now.welcome(best, cost)
	p.began, p.shift, p.idle = part, 0, 0
	return p.generation(true)
}

// generation begins the next generation. It reports whether there is any use in it.
func (p *population) generation(gained bool) bool {
	if p.idle++; gained {
		p.idle = 0
	}
	m := len(p.now.costs)
	if m < 2 || p.idle >= idleGenerations || slices.Max(p.now.costs) == slices.Min(p.now.costs) {
		return false
	}
	p.next.set(&p.now)
	p.turn, p.shift, p.gained = 0, p.shift%(m-1)+1, false
	return true
}

// merged takes up the next tour of the next generation, and reports whether that is complete.
func (p *population) merged() bool {
	p.gained = p.gained || p.next.costs[p.turn] < p.now.costs[p.turn]
	p.turn++
	if p.turn < len(p.now.costs) {
		return false
	}
	p.merges += p.turn
	p.now, p.next = p.next, p.now
	return true
}

// end ends the merging.
func (p *population) end(part float64, most int) {
	if m, each := float64(len(p.now.costs)), p.each(p.began); m > 1 && each > 0 {
		p.merge = (part - p.began) / (each * m * math.Log2(m))
	}
	p.now.x, p.now.costs = p.now.x[:0], p.now.costs[:0]
	p.from, p.before = part, p.grown
	if p.grown%most == 0 {
		p.raw.x, p.raw.costs = p.raw.x[:0], p.raw.costs[:0]
	}
}

// making is what there is to do for the next generation, nil if none is made.
func (p *population) making() []mergeState {
	if len(p.now.costs) == 0 {
		return nil
	}
	m := make([]mergeState, len(p.now.costs))
	for i := range p.turn {
		m[i].begun = true
	}
	return m
}
