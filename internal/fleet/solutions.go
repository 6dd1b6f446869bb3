package fleet

import "github.com/multiwalk/multiwalk/internal/gpu"

// Solutions are those of all searches, in a machine's memory.
type Solutions interface {
	// Read reads that of a search.
	Read(search int, x []int32) error
}

// Rows are solutions as they are: that of search i begins at From + i*Step.
type Rows struct {
	In         *gpu.Array[int32]
	From, Step int
}

func (r Rows) Read(search int, x []int32) error { return r.In.Read(x, r.From+search*r.Step) }

// all reads those of the first searches at once, of length n, one after the other.
func (r Rows) all(searches, n int) ([]int32, error) {
	x, all := make([]int32, 0, searches*n), make([]int32, (searches-1)*r.Step+n)
	err := r.In.Read(all, r.From)
	for i := range searches {
		x = append(x, all[i*r.Step:][:n]...)
	}
	return x, err
}

// Packed are solutions in any form, which it reads.
type Packed func(search int, x []int32) error

func (f Packed) Read(search int, x []int32) error { return f(search, x) }

// Incumbents returns what each search has found since it began, one after the other, and what each costs. They are of the end of the last
// unit.
func (c *Group[P, S]) Incumbents() (x []int32, costs []int64, err error) {
	for i := range c.Size {
		_, least := c.costs(i)
		costs = append(costs, least)
	}
	x, err = c.Found.(Rows).all(c.Size, len(c.X))
	return x, costs, err
}
