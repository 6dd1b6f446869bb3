package own

import "github.com/multiwalk/multiwalk/kernel"

// table is a State of a problem that brings a table for kernels: on a core it is as if there was one lane.
type table struct {
	p        kernel.FlipTabler
	x, table []int32
}

func newTable(p kernel.FlipTabler, x []int32) *table {
	s := &table{p, make([]int32, len(x)), make([]int32, p.TableSize())}
	s.Reset(x)
	return s
}

// Reset fills the table.
func (s *table) Reset(x []int32) {
	copy(s.x, x)
	s.p.FillTable(s.x, s.table, 0, 1)
}

// FlipDelta is priced by the table.
func (s *table) FlipDelta(i int32) int64 { return s.p.FlipDeltaBy(s.x, s.table, i) }

// Flip tells the table first.
func (s *table) Flip(i int32) {
	s.p.FlipTable(s.x, s.table, i, 0, 1)
	s.x[i] = 1 - s.x[i]
}
