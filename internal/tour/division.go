package tour

import "github.com/multiwalk/multiwalk"

// Division divides the cities of a graph into regions, each of cities that are near each other. Improved side by side, a region knows the
// rest of the tour as edges that stay, between cities of its own: see Reform.
type Division struct {
	Starts []int32 // region r is Cities[Starts[r]:Starts[r+1]]; it may be empty
	Cities []int32 // of the regions, in the order in which the tour comes to them; see Stays. Behind them are cities of no region
	Where  []int32 // the place in Cities of each city, -1 of one in no region

	g             *Graph
	most, apart   int
	region, queue []int32 // of each city, -1: none; the cities that are in one
	sizes, last   []int32 // of each region; where the tour was in it last
}

// Stays marks a city in Division.Cities that must stay next to the one behind it, behind the last of a region the first.
const Stays = -1 << 31

// FewestDivided is the fewest cities of a region that may be changed.
const FewestDivided = 8

// NewDivision makes room for regions of about so many cities, of most at most.
func NewDivision(g *Graph, mean, most int) *Division {
	d := &Division{g: g, most: most, apart: max(1, mean), region: make([]int32, g.n), queue: make([]int32, 0, g.n),
		Cities: make([]int32, g.n), Where: make([]int32, g.n)}
	if g.n <= most {
		d.apart = g.n
	}
	regions := (g.n + d.apart - 1) / d.apart
	d.Starts, d.sizes, d.last = make([]int32, regions+1), make([]int32, regions), make([]int32, regions)
	return d
}

// Regions is how many there are.
func (d *Division) Regions() int { return len(d.sizes) }

// Divide makes new regions, and lists them as a tour comes to them: O(neighbours). All grow at the same pace from centres that are drawn along
// the graph's numbers, from city to near city.
func (d *Division) Divide(r *multiwalk.Rand, x []int32) {
	for c := range d.region {
		d.region[c] = -1
	}
	clear(d.sizes)
	d.queue = d.queue[:0]
	for i := range d.sizes {
		from := i * d.apart
		d.take(int32(from+r.IntN(min(d.apart, d.g.n-from))), int32(i))
	}
	k := d.g.k
	for head := 0; head < len(d.queue); head++ {
		c := int(d.queue[head])
		region := d.region[c]
		for _, near := range d.g.near[c*k : (c+1)*k] {
			if d.region[near] < 0 && int(d.sizes[region]) < d.most {
				d.take(near, region)
			}
		}
	}
	d.list(x)
}

func (d *Division) take(c, region int32) {
	d.region[c] = region
	d.sizes[region]++
	d.queue = append(d.queue, c)
}

// list makes the lists.
func (d *Division) list(x []int32) {
	for r, size := range d.sizes {
		d.Starts[r+1] = d.Starts[r] + size
	}
	next := append([]int32(nil), d.Starts[:len(d.sizes)]...)
	for p, c := range x {
		r := d.region[c]
		if d.Where[c] = -1; r < 0 {
			continue
		}
		at := next[r]
		if at > d.Starts[r] && d.last[r] != int32(p)-1 {
			d.Cities[at-1] |= Stays
		}
		d.Cities[at], d.Where[c] = c, at
		next[r]++
		d.last[r] = int32(p)
	}
	for r, last := range d.last {
		if end := d.Starts[r+1]; end > d.Starts[r] && !(d.region[x[0]] == int32(r) && int(last) == len(x)-1) {
			d.Cities[end-1] |= Stays
		}
	}
}

// Reform puts together what became of the regions of the tour x, and writes the tour to x. tours has the tour of each region, as places of its
// list counted from its beginning; those of fewer than FewestDivided cities are as they were. A region's tour with all edges that stay makes
// one tour of all cities, but those of several regions may not: closed tours are joined as they cost least. O(n), and O(neighbours)
// for the cities of all closed tours but the largest. It returns what joining costs.
func (d *Division) Reform(x []int32, tours []uint16) (cost int64) {
	l := newLinks(d.g)
	from := x[len(x)-1]
	for _, to := range x {
		if r := d.region[from]; r < 0 || r != d.region[to] || d.sizes[r] < FewestDivided {
			l.link(from, to)
		}
		from = to
	}
	for r, size := range d.sizes {
		if size >= FewestDivided {
			start := d.Starts[r]
			l.linkRegion(d.Cities[start:start+size], tours[start:start+size])
		}
	}
	cost = l.join()
	l.write(x)
	return cost
}
