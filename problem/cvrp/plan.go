package cvrp

// stop is a customer, or the depot, and the way to it from the stop before.
type stop struct{ place, leg int32 }

// plan is the routes of a walk. The depot ends each route; that it begins each goes without saying.
//
// Changes are on trial until commit or rollback. Before a route changes, touch keeps what it was. Where a customer is, and what
// is loaded on the way to it, is known for the routes that are not on trial.
type plan struct {
	p      *Routing
	depot  int32
	routes [][]stop
	load   []int64
	first  []int32 // the position of each route in the solution
	used   int     // routes with customers

	of, at []int32 // the route of each customer, and the number of its stop
	upTo   []int64 // the load of its route up to it, itself included

	version []uint64 // of each route: another whenever it has changed
	clock   uint64   // the last one

	touched  []int32 // the routes on trial
	onTrial  []bool
	kept     [][]stop // what they were, in the order of touched
	keptLoad []int64
	length   int64 // by how much the trial is longer
	excess   int64 // by how much more it exceeds the capacity
	spare    []stop
}

func newPlan(p *Routing) plan {
	n, v := p.N, p.Vehicles
	s := plan{p: p, depot: n, routes: make([][]stop, v), load: make([]int64, v), first: make([]int32, v), of: make([]int32, n),
		at: make([]int32, n), upTo: make([]int64, n), touched: make([]int32, 0, v), onTrial: make([]bool, v), kept: make([][]stop, v),
		keptLoad: make([]int64, v), version: make([]uint64, v)}
	for r := range s.routes {
		s.routes[r] = append(make([]stop, 0, 2*n/v+8), stop{place: n})
		s.kept[r] = make([]stop, 0, 2*n/v+8)
	}
	return s
}

// read takes the routes of a solution over, and reports whether its dividers are in order.
func (s *plan) read(x []int32) (ordered bool) {
	s.rollback()
	ordered = true
	r := 0
	s.routes[0], s.load[0] = s.routes[0][:0], 0
	for _, v := range x {
		if v < s.depot {
			s.routes[r] = append(s.routes[r], stop{place: v})
			s.load[r] += s.p.Demand[v]
			continue
		}
		ordered = ordered && int(v) == int(s.depot)+r
		s.routes[r] = append(s.routes[r], stop{place: s.depot})
		r++
		s.routes[r], s.load[r] = s.routes[r][:0], 0
	}
	s.routes[r] = append(s.routes[r], stop{place: s.depot})
	s.used = 0
	at := int32(0)
	for r, stops := range s.routes {
		from := s.depot
		for k := range stops {
			stops[k].leg = s.way(from, stops[k].place)
			from = stops[k].place
		}
		s.first[r] = at
		at += int32(len(stops))
		s.index(int32(r))
		s.used += min(1, len(stops)-1)
	}
	return ordered
}

// way is the distance between two places.
func (s *plan) way(a, b int32) int32 { return s.p.Distance[a*(s.depot+1)+b] }

// prev and next are the places before and behind a customer.
func (s *plan) prev(c int32) int32 {
	if k := s.at[c]; k > 0 {
		return s.routes[s.of[c]][k-1].place
	}
	return s.depot
}

func (s *plan) next(c int32) int32 { return s.routes[s.of[c]][s.at[c]+1].place }

// row is the distances from a place.
func (s *plan) row(a int32) []int32 {
	n := s.depot + 1
	return s.p.Distance[a*n : a*n+n]
}

// index notes where the customers of a route are.
func (s *plan) index(r int32) {
	load := int64(0)
	s.clock++
	s.version[r] = s.clock
	for k, stop := range s.routes[r] {
		if c := stop.place; c < s.depot {
			load += s.p.Demand[c]
			s.of[c], s.at[c], s.upTo[c] = r, int32(k), load
		}
	}
}

// touch puts a route on trial.
func (s *plan) touch(r int32) {
	if s.onTrial[r] {
		return
	}
	s.onTrial[r] = true
	k := len(s.touched)
	s.touched = append(s.touched, r)
	s.kept[k] = append(s.kept[k][:0], s.routes[r]...)
	s.keptLoad[k] = s.load[r]
}

// over is by how much a load exceeds the capacity.
func (s *plan) over(load int64) int64 { return max(0, load-s.p.Capacity) }

// shifted is by how much more the capacity is exceeded when a load changes from one route to another.
func (s *plan) shifted(from, to int32, load int64) int64 {
	if from == to {
		return 0
	}
	return s.over(s.load[from]-load) - s.over(s.load[from]) + s.over(s.load[to]+load) - s.over(s.load[to])
}

// judge sums up by how much more the trial exceeds the capacity.
func (s *plan) judge() {
	s.excess = 0
	for k, r := range s.touched {
		s.excess += s.over(s.load[r]) - s.over(s.keptLoad[k])
	}
}

// rollback ends the trial: the routes become what they were.
func (s *plan) rollback() {
	for k, r := range s.touched {
		s.routes[r], s.kept[k] = s.kept[k], s.routes[r]
		s.load[r] = s.keptLoad[k]
		s.onTrial[r] = false
	}
	s.touched, s.length = s.touched[:0], 0
}

// commit ends the trial: the routes stay as they are. It returns the first that has changed.
func (s *plan) commit() (first int32) {
	first = s.p.Vehicles
	for k, r := range s.touched {
		s.used += min(1, len(s.routes[r])-1) - min(1, len(s.kept[k])-1)
		s.onTrial[r] = false
		s.index(r)
		first = min(first, r)
	}
	s.touched, s.length = s.touched[:0], 0
	return first
}

// write writes the routes from one on to the solution, with the dividers in order.
func (s *plan) write(x []int32, from int32) {
	at := 0
	if from > 0 && from < s.p.Vehicles {
		at = int(s.first[from])
	}
	for r := from; r < s.p.Vehicles; r++ {
		s.first[r] = int32(at)
		for _, stop := range s.routes[r] {
			if v := stop.place; v < s.depot {
				x[at] = v
			} else if at < len(x) {
				x[at] = s.depot + r
			}
			at++
		}
	}
}

// relink sums a route up anew, after its places have changed.
func (s *plan) relink(r int32) {
	from := s.depot
	s.load[r] = 0
	for k := range s.routes[r] {
		stop := &s.routes[r][k]
		stop.leg = s.way(from, stop.place)
		from = stop.place
		s.load[r] += s.p.Demand[from]
	}
}

// remove takes stops from..to-1 of a route out.
func (s *plan) remove(r int32, from, to int) {
	s.touch(r)
	stops := s.routes[r]
	before := s.depot
	if from > 0 {
		before = stops[from-1].place
	}
	saved := stops[to].leg
	for _, stop := range stops[from:to] {
		saved += stop.leg
		s.load[r] -= s.p.Demand[stop.place]
	}
	leg := s.way(before, stops[to].place)
	s.length += int64(leg - saved)
	stops[to].leg = leg
	s.routes[r] = append(stops[:from], stops[to:]...)
}

// insert puts a customer in before stop k.
func (s *plan) insert(r int32, k int, c int32) {
	s.touch(r)
	s.routes[r] = append(s.routes[r], stop{})
	stops := s.routes[r]
	copy(stops[k+1:], stops[k:])
	before := s.depot
	if k > 0 {
		before = stops[k-1].place
	}
	old := stops[k+1].leg
	stops[k] = stop{c, s.way(before, c)}
	stops[k+1].leg = s.way(c, stops[k+1].place)
	s.length += int64(stops[k].leg + stops[k+1].leg - old)
	s.load[r] += s.p.Demand[c]
}
