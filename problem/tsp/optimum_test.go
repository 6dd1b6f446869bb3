package tsp

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// optimum is the cost of the best tour by dynamic programming over sets of cities, in O(n^2 * 2^n), of those that
// have all fixed edges (M. Held and R. M. Karp, 1962): a fixed edge earns a bonus that no tour without it can make up for.
func optimum(p *Instance) int64 {
	const never = math.MaxInt64 / 4
	n, bonus := p.N, int64(1)<<40
	edge := func(i, j int) int64 {
		c := p.EdgeCost(int32(i), int32(j))
		if p.isFixed(int32(i), int32(j)) {
			c -= bonus
		}
		return c
	}
	best := make([][]int64, 1<<(n-1)) // best[set][last]: from city n-1 through the set, ending in last
	for set := range best {
		best[set] = make([]int64, n-1)
		for last := range n - 1 {
			best[set][last] = never
			if set>>last&1 == 0 {
				continue
			}
			rest := set &^ (1 << last)
			if rest == 0 {
				best[set][last] = edge(n-1, last)
			}
			for before := range n - 1 {
				if rest>>before&1 == 1 {
					best[set][last] = min(best[set][last], best[rest][before]+edge(before, last))
				}
			}
		}
	}
	cost := int64(never)
	for last := range n - 1 {
		cost = min(cost, best[len(best)-1][last]+edge(last, n-1))
	}
	return cost + bonus*int64(len(p.fixed))
}

// Our own small instances state their optima, and bring a tour of that cost.
func TestTestdata_OptimaAreProven(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.*tsp"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no instances: %v", err)
	}
	for _, path := range files {
		p := must.Have(ReadFile(path))(t)
		want := optimum(p)
		if stated := fmt.Sprintf("optimum %d", want); !strings.Contains(p.Comment, stated) {
			t.Errorf("%s: comment %q does not state %s", path, p.Comment, stated)
		}
		f := must.Have(os.Open(strings.TrimSuffix(path, filepath.Ext(path)) + ".opt.tour"))(t)
		x, err := ReadTour(f, f.Name(), p.N)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Check(x); err != nil || p.Cost(x) != want {
			t.Errorf("%s: its tour costs %d, the optimum is %d; %v", path, p.Cost(x), want, err)
		}
	}
}

// What is computed when first asked for may be asked for by many at once.
func TestInstance_IsSafeForConcurrentUse(t *testing.T) {
	for _, p := range metricInstances(t, 60) {
		var group sync.WaitGroup
		for walk := range 8 {
			group.Go(func() {
				x := make([]int32, p.N)
				p.Construct(randomStream(uint64(walk)), x)
				if int64(p.EdgeMatrix()[1]) != p.EdgeCost(0, 1) || len(p.Neighbours(4+walk%2)) == 0 || p.Cost(x) <= 0 {
					t.Errorf("%s: walk %d", p.Name(), walk)
				}
			})
		}
		group.Wait()
	}
}
