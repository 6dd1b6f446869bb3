package main

//go:generate go run ../../../internal/kernelfile/gen -type Graph

// Graph is a graph whose vertices are coloured. In a state each vertex has a colour, or -1.
type Graph struct {
	Vertices, Colours int32
	Edges             []int8 // Vertices*Vertices; 1 between two that must differ
}

// Possibilities is the number of colours.
func (g *Graph) Possibilities(x []int32, vertex int32) int32 { return g.Colours }

// Weigh forbids the colours of neighbours, and prefers those of other vertices.
func (g *Graph) Weigh(x []int32, vertex, colour int32) int64 {
	weight := int64(1)
	for other := range g.Vertices {
		if x[other] != colour {
			continue
		}
		if g.Edges[vertex*g.Vertices+other] != 0 {
			return 0
		}
		weight += 10
	}
	return weight
}

// Assign colours a vertex.
func (g *Graph) Assign(x []int32, vertex, colour int32) { x[vertex] = colour }

// CouldNotAssign leaves a vertex without colour.
func (g *Graph) CouldNotAssign(x []int32, vertex int32) { x[vertex] = -1 }

// Queens is the graph of the squares of a board, between which a queen can move.
func Queens(side, colours int32) *Graph {
	n := side * side
	g := &Graph{Vertices: n, Colours: colours, Edges: make([]int8, n*n)}
	for a := range n {
		for b := range n {
			row, column := a/side-b/side, a%side-b%side
			if a != b && (row == 0 || column == 0 || row == column || row == -column) {
				g.Edges[a*n+b] = 1
			}
		}
	}
	return g
}
