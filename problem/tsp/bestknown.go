package tsp

import (
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// BestKnown returns the published best cost of an instance of TSPLIB, symmetric or not, by its name in any case, and
// whether it is proven optimal. All of TSPLIB is solved, the last (pla85900) in 2006. linhp318's is the length of the
// path between the ends of its one fixed edge, while a tour's Cost counts that edge too; its file is named lin318
// inside, as is the instance without the fixed edge, so pass it the name of the file.
func BestKnown(name string) (cost int64, optimal, ok bool) {
	cost, ok = optima()[strings.ToLower(name)]
	return cost, ok, ok
}

// BestKnown looks the instance up by its name, if it has as many cities as the published one, and then corrects the cost. With fixed
// edges it is that of the best tour which has them, as Cost counts it. For dsj1000 it depends on the metric, because two are published.
func (p *Instance) BestKnown() (cost int64, optimal, ok bool) {
	name := strings.TrimSuffix(strings.ToLower(p.name), ".tsp") // ulysses16.tsp has its own name so
	switch {
	case p.closed != nil:
		return 0, false, false
	case len(p.fixed) == 1 && p.N == 318 && (name == "lin318" || name == "linhp318"):
		return optima()["linhp318"] + p.EdgeCost(p.fixed[0][0], p.fixed[0][1]), true, true
	case len(p.fixed) > 0 || p.N != citiesOf(name):
		return 0, false, false
	case name == "dsj1000" && p.Metric == Ceil2D:
		name = "dsj1000ceil"
	}
	return BestKnown(name)
}

// citiesOf returns the number of cities that the name of an instance of TSPLIB says. Those of the family ftv have one more, the depot;
// kro124p has those of kroA100.
func citiesOf(name string) int {
	switch name {
	case "kro124p":
		return 100
	case "dsj1000ceil":
		name = "dsj1000"
	}
	n, _ := strconv.Atoi(strings.Trim(name, "abcdefghijklmnopqrstuvwxyz"))
	if strings.HasPrefix(name, "ftv") {
		n++
	}
	return n
}

// BestKnownNames returns the names that BestKnown knows, sorted.
func BestKnownNames() []string { return slices.Sorted(maps.Keys(optima())) }

// optimaText has a line for each instance: its name and its optimum, from G. Reinelt's lists of optimal solutions for
// the symmetric and the asymmetric instances.
//
//go:embed optima.txt
var optimaText string

var optima = sync.OnceValue(func() map[string]int64 {
	list := map[string]int64{}
	for line := range strings.Lines(optimaText) {
		name, cost, _ := strings.Cut(strings.TrimSpace(line), " ")
		list[name], _ = strconv.ParseInt(cost, 10, 64) // a test parses them all
	}
	return list
})
