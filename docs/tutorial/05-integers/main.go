package main

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

// Map has for each country its neighbours.
type Map struct {
	Colours int32
	Beside  [][]int32
}

var (
	_ multiwalk.ChangeEvaluator = Map{}
	_ multiwalk.Bounder         = Map{}
)

// Space is a colour for each country, from 0 to Colours-1.
func (m Map) Space() multiwalk.Space { return multiwalk.Integers(len(m.Beside), 0, m.Colours-1) }

// Cost counts neighbours of one colour, each pair once.
func (m Map) Cost(x []int32) int64 {
	var sum int64
	for a, beside := range m.Beside {
		for _, b := range beside {
			if b < int32(a) && x[a] == x[b] {
				sum++
			}
		}
	}
	return sum
}

// ChangeDelta is what the cost changes by if country i gets colour v.
func (m Map) ChangeDelta(x []int32, i, v int32) int64 {
	var d int64
	for _, b := range m.Beside[i] {
		switch x[b] {
		case v:
			d++
		case x[i]:
			d--
		}
	}
	return d
}

// LowerBound says that no map costs less than nothing.
func (m Map) LowerBound() int64 { return 0 }

// Petersen is a graph of ten nodes, each with three neighbours, that needs three colours.
func Petersen() Map {
	m := Map{Colours: 3, Beside: make([][]int32, 10)}
	join := func(a, b int) {
		m.Beside[a], m.Beside[b] = append(m.Beside[a], int32(b)), append(m.Beside[b], int32(a))
	}
	for k := range 5 {
		join(k, (k+1)%5)
		join(k, 5+k)
		join(5+k, 5+(k+2)%5)
	}
	return m
}

func main() {
	m := Petersen()
	res, err := auto.Minimize(context.Background(), m, multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Target(m.LowerBound()), multiwalk.Evaluations(1_000_000)},
	})
	fmt.Println("neighbours of one colour:", res.Cost, res.Status, err)
}
