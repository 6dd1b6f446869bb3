package deme

// Route says from which islands individuals come. Where there are several, they take turns, from one migrant to the next, and from one
// migration to the next.
type Route int32

// The routes.
const (
	Ring     Route = iota // from the island before
	Torus                 // from the four beside it, where islands lie in rows
	Complete              // from all others
	Anywhere              // from any other, drawn at random
)

// source is the individual with the number of i on the island that sends it a migrant in a generation.
func (t *Topology) source(i int32, generation int64, d *draws) int32 {
	many, own := t.Count/t.Width, i/t.Width
	turn := int64(i%t.Width) + generation/int64(t.Every)*int64(t.Move)
	from := own + many - 1 // Ring
	switch t.Route {
	case Torus:
		from = t.beside(own, int32(turn&3))
	case Complete:
		from = own + 1 + int32(turn%int64(many-1))
	case Anywhere:
		from = own + 1 + d.below(many-1)
	}
	return from%many*t.Width + i%t.Width
}

// beside is one of the four islands beside an island, in the order left, above, right, below.
func (t *Topology) beside(island, k int32) int32 {
	x, y, step := island%t.Row, island/t.Row, k&2-1
	if k&1 == 0 {
		return y*t.Row + wrap(x+step, t.Row)
	}
	return wrap(y+step, t.Count/t.Width/t.Row)*t.Row + x
}
