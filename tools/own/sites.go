package own

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Sites is facility location: x[c] is the site that serves customer c. A site that serves anybody costs its opening, a customer the way
// from its site, and each unit of demand above a site's room costs Over.
type Sites struct {
	Demand, Room, Open []int64
	Ship               []int64 // of customer c from site s, at c*len(Room)+s
	Over               int64
}

// Capacitated is Sites whose rooms are a constraint.
type Capacitated struct {
	*Sites
	Rules *multiwalk.Constraints
}

// NewSites draws customers and sites in a square. Ways cost by demand and distance, and all rooms together hold about four times the
// demand, so few sites should open. There are at most mostSites.
func NewSites(customers, sites int) *Sites {
	r := rand.New(rand.NewPCG(uint64(customers), uint64(sites)))
	p := &Sites{Ship: make([]int64, customers*sites), Over: 100}
	var x, y []float64
	total, m := int64(0), int64(sites)
	for range customers {
		x, y, p.Demand = append(x, r.Float64()), append(y, r.Float64()), append(p.Demand, 5+r.Int64N(31))
		total += p.Demand[len(p.Demand)-1]
	}
	for s := range sites {
		sx, sy := r.Float64(), r.Float64()
		p.Room = append(p.Room, total*5/m/2+r.Int64N(total*5/m))
		p.Open = append(p.Open, 5000+int64(50*math.Sqrt(float64(p.Room[s]))*10)+r.Int64N(1000))
		for c, demand := range p.Demand {
			p.Ship[c*sites+s] = int64(10 * float64(demand) * 10 * math.Hypot(x[c]-sx, y[c]-sy))
		}
	}
	return p
}

// Capacitated returns the same instance with its rooms as a constraint.
func (p *Sites) Capacitated() Capacitated {
	most, total := int64(0), int64(0)
	for _, costs := range [][]int64{p.Ship, p.Open} {
		for _, c := range costs {
			most += c
		}
	}
	for _, d := range p.Demand {
		total += d
	}
	rules, err := multiwalk.NewConstraints(most, multiwalk.Constraint{Name: "capacity", Most: total})
	if err != nil {
		panic(err)
	}
	packed := *p
	packed.Over = rules.Pack(0, 1)
	return Capacitated{&packed, rules}
}

// Constraints is that no site serves more than its room.
func (p Capacitated) Constraints() *multiwalk.Constraints { return p.Rules }

func (p *Sites) ship(c, s int32) int64 { return p.Ship[int(c)*len(p.Room)+int(s)] }

// Space returns a site for each customer.
func (p *Sites) Space() multiwalk.Space {
	return multiwalk.Integers(len(p.Demand), 0, int32(len(p.Room))-1)
}

// mostSites is as many as Cost counts on a GPU, where it makes no slices.
const mostSites = 64

// Cost adds up ways, openings, and what is above the rooms.
func (p *Sites) Cost(x []int32) (cost int64) {
	var load [mostSites]int64
	for c, s := range x {
		load[s] += p.Demand[c]
		cost += p.ship(int32(c), s)
	}
	for s := range len(p.Room) {
		cost += p.site(int32(s), load[s])
	}
	return cost
}

// site is what a site with a load costs beside the ways.
func (p *Sites) site(s int32, load int64) int64 {
	if load == 0 {
		return 0
	}
	return p.Open[s] + p.Over*max(0, load-p.Room[s])
}

// sitesState is a solution with the loads of its sites.
type sitesState struct {
	p    *Sites
	x    []int32
	load []int64
}

// NewState returns the loads at x.
func (p *Sites) NewState(x []int32) multiwalk.State {
	s := &sitesState{p, make([]int32, len(x)), make([]int64, len(p.Room))}
	s.Reset(x)
	return s
}

// Reset adds the loads up.
func (s *sitesState) Reset(x []int32) {
	copy(s.x, x)
	clear(s.load)
	for c, site := range x {
		s.load[site] += s.p.Demand[c]
	}
}

// Change has a site serve a customer.
func (s *sitesState) Change(c, site int32) {
	s.load[s.x[c]] -= s.p.Demand[c]
	s.load[site] += s.p.Demand[c]
	s.x[c] = site
}

// ChangeDelta looks at both sites.
func (s *sitesState) ChangeDelta(c, site int32) int64 {
	return s.p.ship(c, site) - s.p.ship(c, s.x[c]) + s.exchanged(s.x[c], site, s.p.Demand[c])
}

// exchanged is what it costs that site b takes demand over from a.
func (s *sitesState) exchanged(a, b int32, demand int64) int64 {
	return s.p.site(a, s.load[a]-demand) - s.p.site(a, s.load[a]) + s.p.site(b, s.load[b]+demand) - s.p.site(b, s.load[b])
}

// Swap has two customers change their sites.
func (s *sitesState) Swap(i, j int32) {
	a, b := s.x[i], s.x[j]
	s.Change(i, b)
	s.Change(j, a)
}

// SwapDelta looks at both sites. Customers have demands, so neither becomes empty.
func (s *sitesState) SwapDelta(i, j int32) int64 {
	a, b := s.x[i], s.x[j]
	if a == b {
		return 0
	}
	return s.p.ship(i, b) + s.p.ship(j, a) - s.p.ship(i, a) - s.p.ship(j, b) + s.exchanged(a, b, s.p.Demand[i]-s.p.Demand[j])
}

// check goes site by site.
func (p *Sites) check(x []int32) (cost int64) {
	for s := range p.Room {
		load, serves := int64(0), false
		for c, at := range x {
			if at == int32(s) {
				serves = true
				load += p.Demand[c]
				cost += p.Ship[c*len(p.Room)+s]
			}
		}
		if serves {
			cost += p.Open[s]
		}
		if load > p.Room[s] {
			cost += (load - p.Room[s]) * p.Over
		}
	}
	return cost
}

// sitesMoves are those that the state prices, and all customers of a site to another one: half of the changes are to a site in use, and of
// 20 other moves one is that of a site, the others are exchanges.
func sitesMoves(p *Sites) moves {
	return func(r *rand.Rand, x []int32) []move {
		s := p.NewState(x).(*sitesState)
		n, m := int32(len(x)), int32(len(p.Room))
		var i, j, to int32
		var group []int32
		put := func(c, site int32) {
			s.Change(c, site)
			x[c] = site
		}
		change := move{func() int64 {
			i, to = r.Int32N(n), r.Int32N(m)
			if r.IntN(2) == 0 {
				to = x[r.Int32N(n)]
			}
			if to == x[i] {
				return 0
			}
			return s.ChangeDelta(i, to)
		}, func() { put(i, to) }}
		exchange := move{func() int64 {
			i, j = two(r, int(n))
			return s.SwapDelta(i, j)
		}, func() {
			a, b := x[i], x[j]
			put(i, b)
			put(j, a)
		}}
		all := move{func() (d int64) {
			from := x[r.Int32N(n)]
			group, to = group[:0], r.Int32N(m)
			for c, site := range x {
				if site == from && site != to {
					group = append(group, int32(c))
				}
			}
			for _, c := range group {
				d += s.ChangeDelta(c, to)
				s.Change(c, to)
			}
			for _, c := range group {
				s.Change(c, from)
			}
			return d
		}, func() {
			for _, c := range group {
				put(c, to)
			}
		}}
		return slices.Concat([]move{change}, slices.Repeat([]move{exchange}, 19), []move{all})
	}
}

func sitesCase(p *Sites) Case {
	return Case{name("sites-%dx%d", len(p.Demand), len(p.Room)), p, sitesMoves(p), p.check}
}
