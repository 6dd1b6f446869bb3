package own

import "github.com/multiwalk/multiwalk"

// Colouring is graph colouring with a given number of colours: x[v] is the colour of vertex v, the cost is the number of
// edges whose ends have the same colour.
type Colouring struct {
	N, Colours int32
	Start      []int32 // the neighbours of vertex v are Near[Start[v]:Start[v+1]]
	Near       []int32
}

// NewColouring draws a graph in which each pair is joined with probability 1/2.
func NewColouring(n int, colours int32, seed uint64) *Colouring {
	r, lists := multiwalk.NewRand(seed, 0), make([][]int32, n)
	for a := range int32(n) {
		for b := range a {
			if r.IntN(2) == 0 {
				lists[a], lists[b] = append(lists[a], b), append(lists[b], a)
			}
		}
	}
	p := &Colouring{N: int32(n), Colours: colours}
	p.Near, p.Start = joined(lists)
	return p
}

// near is the neighbours of a vertex.
func (p *Colouring) near(v int32) []int32 { return p.Near[p.Start[v]:p.Start[v+1]] }

// Space returns a colour for each vertex.
func (p *Colouring) Space() multiwalk.Space {
	return multiwalk.Integers(int(p.N), 0, p.Colours-1)
}

// Cost counts the edges in conflict.
func (p *Colouring) Cost(x []int32) (conflicts int64) {
	for a := range p.N {
		for _, b := range p.near(a) {
			if b < a && x[a] == x[b] {
				conflicts++
			}
		}
	}
	return conflicts
}

// ChangeDelta looks at the neighbours of i.
func (p *Colouring) ChangeDelta(x []int32, i, v int32) (d int64) {
	was := x[i]
	for _, b := range p.near(i) {
		switch x[b] {
		case v:
			d++
		case was:
			d--
		}
	}
	return d
}

// ClashFrom is where the neighbours of v begin: tabu.TabuClash takes edges for pairs that clash.
func (p *Colouring) ClashFrom(v int32) int32 { return p.Start[v] }

// ClashWith is a neighbour.
func (p *Colouring) ClashWith(k int32) int32 { return p.Near[k] }

// check counts, for each colour, the pairs of its vertices that are joined.
func (p *Colouring) check(x []int32) (conflicts int64) {
	edge := map[[2]int32]bool{}
	for a := range p.N {
		for _, b := range p.near(a) {
			edge[[2]int32{a, b}] = true
		}
	}
	classes := map[int32][]int32{}
	for v, c := range x {
		classes[c] = append(classes[c], int32(v))
	}
	for _, class := range classes {
		for i, a := range class {
			for _, b := range class[:i] {
				if edge[[2]int32{a, b}] {
					conflicts++
				}
			}
		}
	}
	return conflicts
}

func colouringCase(p *Colouring) Case {
	return Case{name("colouring-%d-%d", p.N, p.Colours), p, changes(p), p.check}
}
