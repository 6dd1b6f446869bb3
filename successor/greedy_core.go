package successor

import "math"

// cradle is a population on a core.
type cradle struct {
	*builder
	x, next []int32
}

func newCradle(c *Construction, states int, seed uint64) *cradle {
	return &cradle{newBuilder(c, states, seed), make([]int32, states*c.Size), make([]int32, states*c.Size)}
}

func (c *cradle) generation(round uint32, most int, accepted []int32, costs []int64, aborted func() bool) error {
	for i := range c.assign {
		c.assign[i].Round, c.release[i].Round, c.release[i].Most = round, round, int32(min(most, math.MaxInt32))
	}
	n := c.c.Size
	for i := range costs {
		if aborted() {
			return nil
		}
		x, next := c.x[i*n:(i+1)*n], c.next[i*n:(i+1)*n:(i+1)*n]
		if accepted[i] != 0 {
			copy(x, next)
		} else {
			copy(next, x)
		}
		if err := c.rebuild(next, int32(i)); err != nil {
			return err
		}
		costs[i] = c.price(next)
	}
	return nil
}

func (c *cradle) successor(i int, x []int32) error {
	copy(x, c.next[i*len(x):])
	return nil
}

func (c *cradle) both(states, successors []int32) error {
	copy(states, c.x)
	copy(successors, c.next)
	return nil
}

func (c *cradle) put(x []int32) error {
	copy(c.x, x)
	return nil
}

func (c *cradle) Close() error { return nil }
