package deme

// Topology says whose neighbours count. Individuals are numbered row by row.
type Topology struct {
	Shape Shape `launch:"settled"`
	Width int32 // of a torus; individuals of an island
	Count int32 // of individuals in all
	Every int32 // islands: generations from one migration to the next; 0: there is none
	Move  int32 // islands: how many individuals come to each in a migration
	Route Route `launch:"settled"` // islands: where these come from
	Row   int32 // Torus: how many islands a row has
}

// Shape is the kind of neighbourhood.
type Shape int32

// The neighbourhoods, each with the individual itself.
const (
	L5     Shape = iota // on a torus, the individual and the four beside it
	C9                  // and the four at the corners
	C13                 // and the four at a distance of two
	Island              // all of the individual's island
)

// Steps of the neighbours on a torus, four bits each, plus 2: those of L5 come first, then those of C9, then those of C13.
const (
	columns = 0x2402313123122
	rows    = 0x4220331132212
)

// step is how far neighbour k lies from the individual.
func step(k int32) (dx, dy int32) {
	at := 4 * uint32(k)
	return int32(uint64(columns)>>at&15) - 2, int32(uint64(rows)>>at&15) - 2
}

// size is how many individuals a neighbourhood has.
func (t *Topology) size() int32 {
	switch t.Shape {
	case L5:
		return 5
	case C9:
		return 9
	case C13:
		return 13
	}
	return t.Width
}

// neighbour is number k of a neighbourhood. Number 0 is the individual itself on a torus, the first of the island on islands.
func (t *Topology) neighbour(i, k int32) int32 {
	if t.Shape == Island {
		return i - i%t.Width + k
	}
	dx, dy := step(k)
	height := t.Count / t.Width
	x, y := wrap(i%t.Width+dx, t.Width), wrap(i/t.Width+dy, height)
	return y*t.Width + x
}

// wrap is a coordinate on a torus.
func wrap(x, n int32) int32 {
	if x < 0 {
		return (x + 2*n) % n
	}
	return x % n
}

// Reach is how many rows on either side the neighbours of an individual are: Count for islands.
func (t *Topology) Reach() int32 {
	switch t.Shape {
	case L5, C9:
		return 1
	case C13:
		return 2
	}
	return t.Count
}
