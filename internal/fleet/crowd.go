package fleet

import "slices"

// Crowd is a Group that takes up solutions, as walk.Adopter has it, by Takes or Aims.
type Crowd[P, S any] struct{ Group[P, S] }

// Adopt implements walk.Adopter: all searches go on from x.
func (c *Crowd[P, S]) Adopt(x []int32, cost int64) {
	*c.head.Start, *c.head.Adopt, c.Adopting = cost, max(1, *c.head.Adopt), true
	if c.Aims != nil {
		c.Adopted(c.Aims.Write(slices.Repeat(x, c.Size), 0), x, cost)
		return
	}
	c.Adopted(c.Takes(x), x, cost)
}

// BeginEach makes all searches begin anew in the next launch, each at its own of the solutions, which lie one after the other, but for
// their random words, which go on. After the given iterations all begin anew again, and no launch goes beyond. It is for crowds with Aims,
// whose incumbents are Rows.
func (c *Crowd[P, S]) BeginEach(x []int32, iterations int64) error {
	*c.head.Adopt, c.Adopting, c.End = 2, false, c.At+iterations
	return c.Aims.Write(x, 0)
}

// Left returns how many iterations there are until all searches are to begin anew.
func (c *Crowd[P, S]) Left() int64 { return c.End - c.At }
