package tsp

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// checkLists checks what Neighbours promises of any instance.
func checkLists(t *testing.T, p *Instance, k int) {
	t.Helper()
	lists := p.Neighbours(k)
	k = min(k, p.N-1)
	if len(lists) != p.N*k {
		t.Fatalf("%s: %d neighbours of %d cities for k=%d", p.Name(), len(lists), p.N, k)
	}
	for i := range int32(p.N) {
		list := lists[int(i)*k:][:k]
		byCost := func(a, b int32) int {
			return cmp.Or(cmp.Compare(p.EdgeCost(i, a), p.EdgeCost(i, b)), cmp.Compare(a, b))
		}
		if !slices.IsSortedFunc(list, byCost) || slices.Contains(list, i) {
			t.Fatalf("%s: list of %d is %v", p.Name(), i, list)
		}
		for r := 1; r < k; r++ {
			if byCost(list[r-1], list[r]) == 0 {
				t.Fatalf("%s: list of %d has %d twice", p.Name(), i, list[r])
			}
		}
	}
}

// metricInstances are all metrics on the same clustered cities, in the range that suits Geo.
func metricInstances(t *testing.T, n int) []*Instance {
	t.Helper()
	r := randomStream(uint64(n))
	x, y, z := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		c := float64(r.IntN(5))
		x[i], y[i], z[i] = 20*c+float64(r.IntN(6)), 30*c+float64(r.IntN(9)), float64(r.IntN(4))
	}
	var all []*Instance
	for m := Euc2D; m <= Max3D; m++ {
		p := must.Have(fromCoordinates(m, x, y, map[bool][]float64{true: z}[m.Dimensions() == 3]))(t)
		p.name = m.String()
		all = append(all, p)
	}
	return all
}

func TestNeighbours_HoldTheNearest(t *testing.T) {
	for _, n := range []int{1, 2, 3, 9, 40, 300} {
		for _, p := range append(metricInstances(t, n), Random(n, 1)) {
			for _, k := range []int{1, 2, 5, 8, 50} {
				checkLists(t, p, k)
				checkNearestHalf(t, p, min(k, n-1))
			}
		}
	}
}

// checkNearestHalf compares the costs, not the cities: of those equally near any will do.
func checkNearestHalf(t *testing.T, p *Instance, k int) {
	t.Helper()
	lists, half := p.Neighbours(k), (k+1)/2
	for i := range int32(p.N) {
		var costs []int64
		for j := range int32(p.N) {
			if j != i {
				costs = append(costs, p.EdgeCost(i, j))
			}
		}
		slices.Sort(costs)
		for r, j := range lists[int(i)*k:][:half] {
			if got := p.EdgeCost(i, j); got != costs[r] {
				t.Fatalf("%s, n=%d, k=%d: neighbour %d of %d costs %d, the nearest %d", p.Name(), p.N, k, r, i, got, costs[r])
			}
		}
	}
}

func TestNeighbours_OfMatrixAreCheapest(t *testing.T) {
	for _, p := range smallInstances(t) {
		if p.Metric != Explicit {
			continue
		}
		for k := 1; k < p.N; k++ {
			checkLists(t, p, k)
			lists := p.Neighbours(k)
			for i := range int32(p.N) {
				dearest := p.EdgeCost(i, lists[int(i)*k+k-1])
				for j := range int32(p.N) {
					if j != i && p.EdgeCost(i, j) < dearest && !slices.Contains(lists[int(i)*k:][:k], j) {
						t.Fatalf("%s, k=%d: list of %d lacks %d", p.Name(), k, i, j)
					}
				}
			}
		}
	}
}

// Two far clusters of 50 cities: from each cluster some list leads to the other, which nearest neighbours never do.
func TestNeighbours_JoinClusters(t *testing.T) {
	r := randomStream(3)
	x, y := make([]float64, 100), make([]float64, 100)
	for i := range x {
		x[i], y[i] = float64(i%2*100_000+r.IntN(100)), float64(r.IntN(100))
	}
	p := must.Have(New("clusters", Euc2D, x, y))(t)
	var leads [2]bool
	for at, j := range p.Neighbours(8) {
		i := at / 8
		leads[i%2] = leads[i%2] || int32(i%2) != j%2
	}
	if leads != [2]bool{true, true} {
		t.Errorf("lists lead out of the clusters: %v", leads)
	}
}

// With 30,000 cities at one place the lists still lead elsewhere. (They take about as long as 60,000 scattered ones, 0.15
// s, not 10^9 steps.)
func TestNeighbours_ManyAtOnePlace(t *testing.T) {
	unraced.Test(t)
	p := Random(60_000, 4)
	for i := range 30_000 {
		p.X[i], p.Y[i] = 500_000, 500_000
	}
	lists := p.Neighbours(8)
	for i := range 30_000 {
		if list := lists[i*8:][:8]; slices.Max(list) < 30_000 {
			t.Fatalf("list %v of city %d leads nowhere else", list, i)
		}
	}
}

// The measurement beside choose: 10 neighbours miss 38 of 7680 ends of optimal edges where all of TSPLIB's tours are at
// hand. 1 % allows for fewer.
func TestNeighbours_CoverOptimalTours(t *testing.T) {
	ends, missed := 0, 0
	for _, path := range dataFiles(t, "tsp/*.opt.tour") {
		name := strings.TrimSuffix(path[strings.LastIndexAny(path, `/\`)+1:], ".opt.tour")
		p := readData(t, name+".tsp")
		if p.Metric == Explicit || p.N < 48 {
			continue
		}
		tour, lists := readDataTour(t, name, p.N), p.Neighbours(10)
		for at, i := range tour {
			j := tour[(at+1)%p.N]
			for _, e := range [][2]int32{{i, j}, {j, i}} {
				ends++
				if !slices.Contains(lists[int(e[0])*10:][:10], e[1]) {
					missed++
				}
			}
		}
	}
	t.Logf("missed %d of %d", missed, ends)
	if missed*100 > ends {
		t.Errorf("missed %d of %d", missed, ends)
	}
}
