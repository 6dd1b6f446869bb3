package main

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

// Vans is parcels to be loaded into vans.
type Vans struct {
	Room   []int64           // of each van
	Weight []int64           // of each parcel
	Fare   [][]int64         // of each parcel in each van
	Apart  [][2]int32        // parcels that must not ride together
	Loaded []multiwalk.Fixed // parcels that are in their van already
	Rules  *multiwalk.Constraints
}

var (
	_ multiwalk.Constrained     = Vans{}
	_ multiwalk.ChangeEvaluator = Vans{}
	_ multiwalk.Fixer           = Vans{}
)

// Space is a van for each parcel.
func (p Vans) Space() multiwalk.Space {
	return multiwalk.Integers(len(p.Weight), 0, int32(len(p.Room))-1)
}

// Cost is the fares, below what is violated: the weight for which there is no room, and the pairs that ride together.
func (p Vans) Cost(x []int32) int64 {
	var fares, over, pairs int64
	left := append([]int64(nil), p.Room...)
	for parcel, van := range x {
		fares += p.Fare[parcel][van]
		left[van] -= p.Weight[parcel]
	}
	for _, room := range left {
		over += max(0, -room)
	}
	for _, pair := range p.Apart {
		if x[pair[0]] == x[pair[1]] {
			pairs++
		}
	}
	return p.Rules.Pack(fares, over, pairs)
}

// ChangeDelta is what it changes that a parcel rides in another van. It packs what the parts of the cost change by.
func (p Vans) ChangeDelta(x []int32, parcel, to int32) int64 {
	from, weight := x[parcel], p.Weight[parcel]
	roomFrom, roomTo := p.Room[from], p.Room[to]
	for other, van := range x {
		switch van {
		case from:
			roomFrom -= p.Weight[other]
		case to:
			roomTo -= p.Weight[other]
		}
	}
	over := max(0, -(roomFrom+weight)) - max(0, -roomFrom) + max(0, -(roomTo-weight)) - max(0, -roomTo)
	var pairs int64
	for _, pair := range p.Apart {
		if pair[0] != parcel && pair[1] != parcel {
			continue
		}
		switch x[pair[0]+pair[1]-parcel] { // where the other of the two rides
		case from:
			pairs--
		case to:
			pairs++
		}
	}
	return p.Rules.Pack(p.Fare[parcel][to]-p.Fare[parcel][from], over, pairs)
}

// Constraints names what must not be.
func (p Vans) Constraints() *multiwalk.Constraints { return p.Rules }

// Fixed is what must not change.
func (p Vans) Fixed() []multiwalk.Fixed { return p.Loaded }

// Morning is twelve parcels and three vans with that much room.
func Morning(room int64) (Vans, error) {
	p := Vans{Room: []int64{room, room, room}, Apart: [][2]int32{{0, 5}, {1, 2}, {3, 8}, {9, 10}},
		Loaded: []multiwalk.Fixed{{Position: 0, Value: 2}}}
	var all, most int64
	for parcel := range int64(12) {
		p.Weight = append(p.Weight, 3+parcel*7%5)
		p.Fare = append(p.Fare, []int64{4 + parcel*5%7, 3 + parcel*3%8, 2 + parcel*11%9})
		all += p.Weight[parcel]
		most += 10 // no fare is above it
	}
	var err error
	p.Rules, err = multiwalk.NewConstraints(most, multiwalk.Constraint{Name: "room", Most: all},
		multiwalk.Constraint{Name: "apart", Most: int64(len(p.Apart))})
	return p, err
}

func main() {
	for _, room := range []int64{21, 18} {
		p, err := Morning(room)
		if err != nil {
			fmt.Println(err)
			return
		}
		res, err := auto.Minimize(context.Background(), p,
			multiwalk.Settings{Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(200_000)}})
		if err != nil {
			fmt.Println(err)
			return
		}
		if res.Infeasible {
			fmt.Printf("room for %d: %s\n", room, res.Outcome())
			continue
		}
		fmt.Printf("room for %d: fares of %d, the first parcel in van %d\n", room, res.Cost, res.Best[0])
	}
}
