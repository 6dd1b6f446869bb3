package population

import (
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/tours"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// gainCities is the number of cities from which on a GPU pays. Opening it takes a fifth of a second; with fewer
	// cities the cores find an optimal tour in that time.
	gainCities = 100
	// mostCities bounds the tours that the kernels take: they number up to 1.5 n edges in 16 bits.
	mostCities = 40000
	// Up to tableCities the kernels look edge costs up in a table, even if the problem has kernels that compute them:
	// the table fits the GPU's cache.
	tableCities = 3000
	// mostTable is the most cities of a problem without kernels, which needs a table: 1.6 GB then.
	mostTable = 20000
	// mostEdge bounds edge costs, so that the gain of any child fits 32 bits.
	mostEdge = 1<<31/(4*crossCuts) - 1
)

// EAX recombines a population of tours by edge assembly crossover with entropy preserving selection (Nagata and
// Kobayashi, "A powerful genetic algorithm using edge assembly crossover for the traveling salesman problem", 2013). It
// takes symmetric tours of 8 to 40,000 cities, and runs on GPUs: each warp crosses two tours, and thousands are crossed
// at once.
//
// Tours grow from near city to near city, and 2-opt and segment insertion make them local optima. In each generation
// every tour is crossed with another one. Of the children, the one with the best ratio of gained cost to lost diversity
// replaces the first parent. A child takes over single AB-cycles at first, and blocks of them once single ones gain
// nothing. When blocks gain nothing either, a new population follows with twice the number of tours, up to 16 times the
// first: so no time limit has to be known.
//
// A run has one population, on all its GPUs. Its tours stand in a ring that is divided in arcs; they mate within their arc, and every
// eighth generation all move on by a quarter of an arc. So as many tours in as many arcs find the same on one GPU as on several.
type EAX struct {
	// Tours is how many tours the first population has, from 2 to 65535; 0 means 1024, or 2048 from 4,000 cities on, and 512 at least for
	// each GPU. Settings.Walks overrides it.
	Tours int
	// Arcs is how many arcs the population is divided in, up to 64, at least one for each GPU; 0 means 2 on one GPU or two.
	Arcs int
	// Neighbours is how many near cities of each city are tried when tours grow and are joined, up to 32; 0 means 8.
	Neighbours int
}

func (EAX) Name() string     { return "eax" }
func (m EAX) String() string { return m.Name() }

func (m EAX) Gains(p multiwalk.Problem, d multiwalk.Accelerator) bool {
	return p.Space().Len() >= gainCities && m.refuse(p) == ""
}

func (m EAX) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if why := m.refuse(p); why != "" {
		return walk.NoKernel(m.Name(), d, why)
	}
	return nil
}

// edgeRanger is a problem that knows bounds of its edge costs.
type edgeRanger interface {
	EdgeRange() (least, most int64)
}

// refuse returns why the method cannot run on a GPU, or "".
func (m EAX) refuse(p multiwalk.Problem) string { return refuseTour(p, mostCities) }

// refuseTour returns why a GPU does not take a problem over tours of up to so many cities, or "". If the problem has neither bounds of its edge costs nor a
// matrix, it looks at the edges of one city, and Prepare at all others.
func refuseTour(p multiwalk.Problem, most int) string {
	edges, ok := p.(multiwalk.EdgeCoster)
	n := p.Space().Len()
	_, carries := p.(kernel.Carrier)
	switch {
	case !ok || p.Space().Kind() != multiwalk.KindTour:
		return "there it is for tours whose cost is the sum of their edges"
	case !edges.Symmetric():
		return "there it is for symmetric instances"
	case n < tour.MinKick:
		return fmt.Sprintf("%d cities are too few; the cores try all tours", n)
	case n > most:
		return fmt.Sprintf("%d cities are more than the %d that its kernels take", n, most)
	case n > mostTable && !carries:
		return fmt.Sprintf("more than %d cities need a problem with kernels of its own; see multiwalk kernel gen", mostTable)
	}
	if f, ok := p.(multiwalk.FixedEdger); ok && len(f.FixedEdges()) > 0 {
		return "it keeps no fixed edges; auto.For chooses a method that does"
	}
	if r, ok := p.(edgeRanger); ok {
		switch least, dearest := r.EdgeRange(); {
		case least >= 0 && dearest <= mostEdge:
			return ""
		case n > tableCities: // with fewer cities there will be a matrix, which is more exact than bounds
			return fmt.Sprintf("edges cost from %d to %d, not all within [0, %d]; scale the costs", least, dearest, mostEdge)
		}
	}
	if m, ok := p.(multiwalk.EdgeMatrixer); ok && n <= tableCities {
		return refuseMatrix(m.EdgeMatrix(), n)
	}
	for j := range int32(n) {
		if c := edges.EdgeCost(0, j); j > 0 && (c < 0 || c > mostEdge) {
			return edgeTrouble(c)
		}
	}
	return ""
}

// refuseMatrix says which edge of a matrix is outside what gains of 32 bits allow, or "".
func refuseMatrix(costs []int32, n int) string {
	for i, c := range costs {
		if (c < 0 || int64(c) > mostEdge) && i%(n+1) != 0 {
			return edgeTrouble(int64(c))
		}
	}
	return ""
}

func edgeTrouble(c int64) string {
	return fmt.Sprintf("an edge costs %d, outside [0, %d]; scale the costs", c, mostEdge)
}

// refuseCores says what stands in the way on cores: the problem, if no GPU would take it either.
func (m EAX) refuseCores(p multiwalk.Problem) error {
	why := "; auto.For chooses a method for cores"
	if refused := m.refuse(p); refused != "" {
		why = ", and " + refused
	}
	return fmt.Errorf("multiwalk: method eax runs on GPUs alone%s: %w", why, multiwalk.ErrNoKernel)
}

func (m EAX) validate() error {
	if m.Neighbours < 0 || m.Neighbours > mostNeighbours {
		return fmt.Errorf("multiwalk: eax neighbours %d is outside [0, %d]; use 0 for the default (%d)",
			m.Neighbours, mostNeighbours, crossNeighbours)
	}
	if m.Tours < 0 || m.Tours == 1 || m.Tours > mostTours {
		return fmt.Errorf("multiwalk: eax tours %d is outside [2, %d]; use 0 for the default (%d)",
			m.Tours, mostTours, crossTours)
	}
	if m.Arcs < 0 || m.Arcs > mostArcs {
		return fmt.Errorf("multiwalk: eax arcs %d is outside [0, %d]; use 0 for the default", m.Arcs, mostArcs)
	}
	return nil
}

// Prepare implements walk.Method. It refuses cores, settings out of range, and what Place refuses.
func (m EAX) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	d, ok := plan.Device.(multiwalk.Accelerator)
	if !ok {
		return nil, m.refuseCores(p)
	}
	if err := m.Place(p, d); err != nil {
		return nil, err
	}
	if err := m.validate(); err != nil {
		return nil, err
	}
	s := &eaxSearch{m: m}
	order := make([]int32, p.Space().Len())
	plan.Begin(p, multiwalk.NewRand(0, 1<<31), order)
	if err := plan.Reserve(order); err != nil {
		return nil, err
	}
	k := m.Neighbours
	if k == 0 {
		k = crossNeighbours
	}
	g, err := tour.NewGraph(p.(multiwalk.EdgeCoster), min(k, 32), order, plan.Aborted)
	if err != nil {
		return nil, err
	}
	s.cities = g.Order()
	s.k, s.near = neighbours16(g)
	module, order, err := tourModule(p, g, tableCities, "GrowTours", "CrossTours")
	if plan.Aborted() {
		return nil, fmt.Errorf("multiwalk: eax: %w", walk.ErrAborted)
	}
	if err != nil {
		return nil, walk.NoKernel(m.Name(), d, err.Error())
	}
	s.order = order
	s.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: len(order), Module: module, Ran: m, Names: fleet.Always("GrowTours", "CrossTours"),
		New: func() fleet.Machine { return &crossWalk{s: s} }}
	s.setTours()
	return s, nil
}

// neighbours16 returns a graph's neighbour lists in the 16 bits that the kernels have for a city.
func neighbours16(g *tour.Graph) (int, []uint16) {
	k, near := g.Neighbours()
	list := make([]uint16, len(near))
	for i, c := range near {
		list[i] = uint16(c)
	}
	return k, list
}

// tourModule returns kernels of these names that know the edge costs, and the number that each city of the graph has there. If there
// are more cities than for a table, and the problem has kernels, it returns these; else kernels that read a table.
func tourModule(p multiwalk.Problem, g *tour.Graph, table int, names ...string) (kernel.Module, []int32, error) {
	if _, ok := p.(kernel.Carrier); ok && g.N() > table {
		module, err := fleet.ModuleOf(p, names...)
		if err == nil {
			return module, g.Order(), nil
		}
		if g.N() > mostTable {
			return module, nil, errors.Join(errors.New("the problem's kernels are not for this instance"), err)
		}
	}
	costs, ok := g.Costs(mostEdge)
	if !ok {
		return kernel.Module{}, nil, fmt.Errorf("some edge costs are outside [0, %d]; scale the costs", mostEdge)
	}
	module, err := tours.Table{Cities: int32(g.N()), Costs: costs}.Kernels()
	order := make([]int32, g.N())
	for i := range order {
		order[i] = int32(i)
	}
	return module, order, err
}

// entropyLoss returns, for x = 0, 1, ..., tours, what an edge that x of the tours have contributes to the population's
// entropy, in units of 1 / (4096 tours).
func entropyLoss(tours int) []int32 {
	loss := make([]int32, tours+2)
	for x := 1; x < len(loss); x++ {
		loss[x] = int32(math.Round(-4096 * float64(x) * math.Log(float64(x)/float64(tours))))
	}
	return loss
}
