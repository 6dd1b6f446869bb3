// Package greedy has iterated greedy on orders (Ruiz and Stützle, "A simple and effective iterated greedy algorithm for the permutation
// flowshop scheduling problem", 2007), a warp a search.
package greedy

import (
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// The orders of a search in memory.
const (
	PresentOf = iota
	HomeOf    // the last that was accepted
	IncumbentOf
	queueOf
	Sets // how many there are
)

// Takers is of how many searches one takes up what others have found, so that the rest stay different.
const Takers = 8

// Orders says what a launch of GreedyOrders does.
type Orders struct {
	Walks       int32
	N           int32 // elements of an order
	Release     int32 // how many are taken out
	Poll        int32
	Table, Room int32 // of the problem: see kernel.Placer
	Adopt       int32 // 1: one in Takers goes on from elite, if that is better than its incumbent
	First       uint32
	Seed        uint64
	From        int64 // looks at all places of an element; below 0: the searches take up the solutions that sets has for them
	Until       int64
	Target      int64
	Start       int64   // what elite costs
	Temperature float64 // in units of cost; 0: Share of how much worse orders become
	Share       float64
}

// Order is a search of GreedyOrders between two launches, beside its orders.
type Order struct {
	Cost, Home, Least int64 // of the order while all are placed, of the last accepted one, and of the incumbent
	Worse, Worsened   int64 // by how much orders ended above home, and how many did
	Placed            int32 // elements; the others stand behind them. 0: the search begins anew at its present order
	Queue             int32 // elements that local search looks at in turn
	At, Since         int32 // the next of these, and how many in a row had no better place
}

// orders is a search in progress. All lanes have the same, but for the slices, which they share.
type orders[P kernel.Placer] struct {
	t           lane.Thread
	p           P
	a           Orders
	walk        int32
	x, queue    []int32
	table, room []uint16
	sets        []int32
	words       [4]uint32 // of the present look
	Order
}

// GreedyOrders is iterated greedy of many searches, which share nothing: a warp is a search, and an iteration of the launch is a look at all
// places of an element, by all lanes. It goes as package single/greedy says of partial orders: elements are taken out at random, local search
// takes the others to their best places, the elements come back to theirs, and local search goes on with all. Then the order is accepted, or the
// last accepted one comes back.
//
// Between launches sets holds Sets*N numbers a search. The block needs OrdersRoom bytes of shared memory. See Explore for hits, goal and stop.
//
//lane:rolled
func GreedyOrders[P kernel.Placer](t lane.Thread, p P, a Orders, walks []Order, sets, elite []int32, hits, goal []int64, stop []uint32) {
	w := orders[P]{t: t, p: p, a: a, walk: t.GridWarpID(), sets: sets, table: lane.SharedAt[uint16](t, 0, a.Table)}
	for k := t.ThreadID(); k < a.Table; k += t.BlockDim() {
		w.table[k] = p.PlaceEntry(k)
	}
	t.Sync()
	if w.walk >= a.Walks {
		return
	}
	at := tableBytes(a.Table) + t.WarpID()*warpBytes(a.N, a.Room)
	w.x, w.queue = lane.SharedAt[int32](t, at, a.N), lane.SharedAt[int32](t, at+4*a.N, a.N)
	w.room = lane.SharedAt[uint16](t, at+8*a.N, a.Room)
	w.Order = walks[w.walk]
	w.take(w.x, w.sets, w.at(PresentOf))
	w.take(w.queue, w.sets, w.at(queueOf))
	if a.From < 0 {
		w.begin(p.Cost(w.x), -1)
		w.Least = w.Cost
		w.keep(IncumbentOf)
	} else {
		if a.Adopt != 0 && a.Start < w.Least && (int32(a.First)+w.walk)%Takers == 0 {
			w.take(w.x, elite, 0)
			w.Cost, w.Placed = a.Start, 0
		}
		if w.Placed == 0 {
			w.begin(w.Cost, a.From-1)
			w.note()
		}
		drive.Drive(team.Warp{T: t}, &w, w.walk, drive.Span{From: a.From, Until: a.Until, Poll: a.Poll}, drive.Race{Hits: hits, Goal: goal, Stop: stop})
	}
	w.store()
	if t.LaneID() == 0 {
		walks[w.walk] = w.Order
	}
}

func tableBytes(table int32) int32  { return (2*table + 3) &^ 3 }
func warpBytes(n, room int32) int32 { return 8*n + (2*room+3)&^3 }
func OrdersRoom(a *Orders, w int) int {
	return int(tableBytes(a.Table)) + w*int(warpBytes(a.N, a.Room))
}

// Step makes look i, or decides on an order.
func (w *orders[P]) Step(i int64) drive.Outcome {
	w.words = lane.Random(w.a.Seed, w.a.First+uint32(w.walk), uint64(i), 0)
	switch {
	case w.Since < w.Queue:
		w.improve()
	case w.Placed < w.a.N:
		w.put(i)
	default:
		w.judge()
		w.destroy(i)
	}
	return drive.At(w.Least, w.a.Target)
}

// improve takes the next element of the queue to its best place.
func (w *orders[P]) improve() {
	e := w.queue[w.At]
	if w.At++; w.At == w.Queue {
		w.At = 0
	}
	if least, now := w.settle(w.find(e)); least < now {
		w.Since = 0
		w.whole(least)
	} else {
		w.Since++
	}
}

// put puts the first of those that are out to its best place.
func (w *orders[P]) put(i int64) {
	w.Placed++
	least, _ := w.settle(w.Placed - 1)
	if w.whole(least); w.Placed == w.a.N {
		w.enqueue(i)
	}
}

// settle takes the element at i to the best place among those that are placed.
func (w *orders[P]) settle(i int32) (least, now int32) {
	j, least, now := w.p.BestPlace(w.t, w.x[:w.Placed], i, w.table, w.room, w.words[0])
	w.move(i, j)
	return least, now
}

// whole notes what an order costs, if none is out.
func (w *orders[P]) whole(cost int32) {
	if w.Placed == w.a.N {
		w.Cost = int64(cost)
		w.note()
	}
}

func (w *orders[P]) note() {
	if w.Cost < w.Least {
		w.Least = w.Cost
		w.keep(IncumbentOf)
	}
}

// judge accepts the order, or goes back.
func (w *orders[P]) judge() {
	d := w.Cost - w.Home
	if d > 0 {
		w.Worse += d
		w.Worsened++
	}
	if w.accepts(d) {
		w.keep(HomeOf)
		w.Home = w.Cost
	} else {
		w.take(w.x, w.sets, w.at(HomeOf))
		w.Cost = w.Home
	}
}

// destroy takes elements out.
func (w *orders[P]) destroy(i int64) {
	n := w.a.N
	for k := int32(0); k < w.a.Release && w.Placed > 1; k++ {
		w.move(w.below(i, k, w.Placed), n-1)
		w.Placed--
	}
	w.enqueue(i)
}

// begin goes on from x.
func (w *orders[P]) begin(cost, i int64) {
	w.Cost, w.Home, w.Placed = cost, cost, w.a.N
	w.keep(HomeOf)
	w.enqueue(i)
}
