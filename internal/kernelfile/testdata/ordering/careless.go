package ordering

import (
	"sort"

	"github.com/multiwalk/multiwalk"
)

// Careless has much that no device has, some of it in many places.
type Careless struct {
	Name  string
	Costs [][]int64
	Index map[string]int
	Rules *multiwalk.Constraints
}

// Space has one kind.
func (c *Careless) Space() multiwalk.Space { return multiwalk.Permutation(len(c.Costs)) }

// Cost counts by a map, sorts and defers.
func (c *Careless) Cost(x []int32) (sum int64) {
	defer func() { sum++ }()
	seen := map[int32]bool{}
	order := make([]int, len(x))
	for i, v := range x {
		seen[v] = true
		order[i] = int(v) + c.Index["first"]
		sum += c.Costs[i][v]
	}
	sort.Ints(order)
	return sum + int64(len(seen)+len(c.Name))
}

// SwapDelta copies the solution.
func (c *Careless) SwapDelta(x []int32, i, j int32) int64 {
	y := append([]int32(nil), x...)
	y[i], y[j] = y[j], y[i]
	seen := map[int32]bool{y[i]: true}
	return c.Cost(y) - c.Cost(x) + int64(len(seen))
}

// InsertDelta calls itself, and starts a goroutine.
func (c *Careless) InsertDelta(x []int32, i, j int32) int64 {
	if i == j {
		return c.Costs[i][j]
	}
	done := make(chan int64)
	go func() { done <- c.InsertDelta(x, i, i) }()
	return <-done
}
