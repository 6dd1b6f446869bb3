package flowshop

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// What lanes find is a best place, and costs what full evaluation says, of parts of orders and whole ones.
func TestLine_BestPlace(t *testing.T) {
	r := multiwalk.NewRand(2, 0)
	for _, size := range [][2]int{{1, 3}, {2, 1}, {7, 2}, {9, 20}, {40, 5}, {33, 32}} {
		p, err := Draw(size[0], size[1], 3)
		if err != nil {
			t.Fatal(err)
		}
		l, q := p.line(0), p.Makespan()
		x := make([]int32, p.Jobs)
		for range 6 {
			p.Space().Random(r, x)
			part := x[:1+r.IntN(len(x))]
			i, word := int32(r.IntN(len(part))), r.Uint32()
			var found [3]int32
			e := lane.Emulator{Blocks: 1, Threads: lane.WarpSize, Shared: 2 * (l.PlaceTable() + l.PlaceRoom()), Seed: 5}
			if err := e.Run(func(t lane.Thread) {
				table, room := lane.SharedAt[uint16](t, 0, l.PlaceTable()), lane.SharedAt[uint16](t, 2*l.PlaceTable(), l.PlaceRoom())
				for k := t.ThreadID(); k < l.PlaceTable(); k += t.BlockDim() {
					table[k] = l.PlaceEntry(k)
				}
				t.Sync()
				j, least, now := l.BestPlace(t, part, i, table, room, word)
				if t.LaneID() == 9 {
					found = [3]int32{j, least, now}
				}
			}); err != nil {
				t.Fatal(err)
			}
			least, costs := int64(math.MaxInt64), make([]int64, len(part))
			for k := range costs {
				costs[k] = q.Cost(slices.Insert(slices.Delete(slices.Clone(part), int(i), int(i)+1), k, part[i]))
				least = min(least, costs[k])
			}
			if int64(found[1]) != least || int64(found[2]) != costs[i] || costs[found[0]] != least {
				t.Errorf("%v, job %d: place %d costs %d, and now %d; evaluation has %v", part, i, found[0], found[1], found[2], costs)
			}
		}
	}
}

// Where numbers do not fit 16 bits, machines the lanes, or the cost is no makespan, there is no table.
func TestLine_IsNoPlacer(t *testing.T) {
	for _, v := range []struct {
		jobs, machines int
		time, total    int32
		places         bool
	}{{4, 32, 9, 0, true}, {4, 33, 9, 0, false}, {4, 3, 9, 1, false}, {4, 3, 10_922, 0, true}, {4, 3, 10_923, 0, false}, {2183, 30, 1, 0, true},
		{2184, 30, 1, 0, false}} {
		p, err := New("", v.jobs, v.machines, slices.Repeat([]int32{v.time}, v.jobs*v.machines))
		if err != nil {
			t.Fatal(err)
		}
		if p.line(v.total).PlaceTable() > 0 != v.places {
			t.Errorf("%+v", v)
		}
	}
}
