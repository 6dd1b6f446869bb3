package colouring

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/successor"
)

// The heuristic by which package successor colours: a released vertex draws its colour anew, most likely one that few of its neighbours
// have. A state is a colouring, and behind it, as bits of vertices: the class of each colour, the vertices in conflict, and in the last
// element the number of conflicts. All are kept up to date by looking at the bits that a vertex's neighbours and a class have in common.
var (
	_ successor.Problem               = (*Instance)(nil)
	_ successor.Weigher[int32]        = (*Instance)(nil)
	_ successor.WeightsBatcher[int32] = (*Instance)(nil)
	_ successor.Releaser              = (*Instance)(nil)
)

const (
	// likely is the logarithm of the weight of a colour without conflicts, less is by how much each conflict lowers it, and again by
	// how much it is lowered for the colour that the vertex had.
	likely, less, again = 48, 6, 4
	// anywhere is how many of 256 vertices that are released may be any; the others are in conflict.
	anywhere = 96
)

// words is how many elements hold a bit for each vertex.
func (p *Instance) words() int32 { return (p.N + 31) / 32 }

// adjacent sets a bit for each neighbour of each vertex.
func (p *Instance) adjacent() {
	p.Bits = make([]int32, p.N*p.words())
	for v := range p.N {
		for _, w := range p.near(v) {
			p.Bits[v*p.words()+w/32] |= 1 << uint32(w%32)
		}
	}
}

// Construction says how colourings are taken apart and built anew.
func (p *Instance) Construction() successor.Construction {
	return successor.Construction{
		Kinds: []successor.Kind[int32]{successor.Weighed(p, int(p.N), int(p.Colours))},
		Size:  int(p.N + (p.Colours+1)*p.words() + 1),
		Complete: func(x []int32) {
			clear(x[p.N:])
			for v, colour := range x[:p.N] {
				p.Assign(x, int32(v), colour)
			}
		},
	}
}

// class is where the bits of a colour begin in a state; those of the vertices in conflict follow the last colour's.
func (p *Instance) class(colour int32) int32 { return p.N + colour*p.words() }

// alike counts the neighbours of a vertex that have a colour.
func (p *Instance) alike(x []int32, v, colour int32) (n int32) {
	n, words := 0, p.words()
	for w := range words {
		n += int32(bits.OnesCount32(uint32(p.Bits[v*words+w] & x[p.class(colour)+w])))
	}
	return n
}

// Possibilities is the colours.
func (p *Instance) Possibilities(x []int32, v int32) int32 { return p.Colours }

// Weigh falls by a factor with each conflict. The colour that the vertex had is less likely than another one as good.
func (p *Instance) Weigh(x []int32, v, colour int32) int64 {
	power := likely - less*p.alike(x, v, colour)
	if x[v] == -1-colour {
		power -= again
	}
	return 1 << uint32(max(0, power))
}

// Weights is Weigh for successive colours, which spares a core the calls.
func (p *Instance) Weights(x []int32, v, first int32, weights []int64) {
	words := p.words()
	row, class := p.Bits[v*words:(v+1)*words], p.class(first)
	for i := range weights {
		power, bitsOf := int32(likely), x[class:][:len(row)]
		for w, near := range row {
			power -= less * int32(bits.OnesCount32(uint32(near&bitsOf[w])))
		}
		if x[v] == -1-first-int32(i) {
			power -= again
		}
		weights[i] = 1 << uint32(max(0, power))
		class += words
	}
}

// Assign colours a vertex.
func (p *Instance) Assign(x []int32, v, colour int32) {
	words, own := p.words(), int32(1)<<uint32(v%32)
	class, conflicting, all := p.class(colour), p.class(p.Colours), int32(0)
	for w := range words {
		both := p.Bits[v*words+w] & x[class+w]
		x[conflicting+w] |= both
		all += int32(bits.OnesCount32(uint32(both)))
	}
	x[v] = colour
	x[class+v/32] |= own
	if all > 0 {
		x[conflicting+v/32] |= own
		x[len(x)-1] += all
	}
}

// CouldNotAssign is never called, as no colour is forbidden.
func (p *Instance) CouldNotAssign(x []int32, v int32) {}

// Release takes the colour off a vertex. Its neighbours of that colour may be without conflict then.
func (p *Instance) Release(x []int32, v int32) {
	colour, words := x[v], p.words()
	class, conflicting, all := p.class(colour), p.class(p.Colours), int32(0)
	x[v] = -1 - colour
	x[class+v/32] &^= 1 << uint32(v%32)
	x[conflicting+v/32] &^= 1 << uint32(v%32)
	for w := range words {
		for both := uint32(p.Bits[v*words+w] & x[class+w]); both != 0; both &= both - 1 {
			all++
			u := 32*w + int32(bits.TrailingZeros32(both))
			if p.alike(x, u, colour) == 0 {
				x[conflicting+w] &^= 1 << uint32(u%32)
			}
		}
	}
	x[len(x)-1] -= all
}

// Pick draws a vertex, mostly one in conflict: of the first word, from a random one on, that has any.
func (p *Instance) Pick(x []int32, random uint64) int32 {
	any, words := int32(random>>32%uint64(p.N)), p.words()
	if random&255 < anywhere {
		return any
	}
	w := any / 32
	for range words {
		if set := uint32(x[p.class(p.Colours)+w]); set != 0 {
			for skip := int32(random>>8&31) % int32(bits.OnesCount32(set)); skip > 0; skip-- {
				set &= set - 1
			}
			return 32*w + int32(bits.TrailingZeros32(set))
		}
		if w++; w == words {
			w = 0
		}
	}
	return any
}

// Price is Cost by what Assign and Release have counted.
func (p *Instance) Price(x []int32) int64 { return int64(x[len(x)-1]) }
