package own

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Timetable gives each lecture a period and a room: x[e] is period*Rooms + room. What must not be costs 1000: two lectures in a
// room at a time, two lectures at a time that a student attends both, a room that is too small. What should not be
// costs 1: two such lectures in a row, and a lecture in the last period of a day.
type Timetable struct {
	Periods, Rooms int32
	Clash          []bool  // some student attends both a and b, at a*len(Size)+b
	Size, Seats    []int32 // of lectures and of rooms
}

const (
	hard      = 1000
	periodsOf = 5 // a day
)

// NewTimetable draws students who attend up to four lectures each; the smallest room holds about half of the largest lecture.
func NewTimetable(lectures int, periods, rooms int32, seed uint64) *Timetable {
	r := multiwalk.NewRand(seed, 0)
	p := &Timetable{periods, rooms, make([]bool, lectures*lectures), make([]int32, lectures), make([]int32, rooms)}
	for range 2 * lectures {
		var attends [4]int
		for k := range attends {
			attends[k] = (r.IntN(lectures) + r.IntN(lectures)) / 2
		}
		for _, a := range attends {
			p.Size[a]++
			for _, b := range attends {
				p.Clash[a*lectures+b] = a != b
			}
		}
	}
	largest := slices.Max(p.Size)
	for k := range p.Seats {
		p.Seats[k] = largest * (rooms + int32(k) + 1) / (2 * rooms)
	}
	return p
}

func (p *Timetable) clash(a, b int32) bool { return p.Clash[int(a)*len(p.Size)+int(b)] }

// Space returns a period and a room for each lecture.
func (p *Timetable) Space() multiwalk.Space {
	return multiwalk.Integers(len(p.Size), 0, p.Periods*p.Rooms-1)
}

// Cost looks at each pair.
func (p *Timetable) Cost(x []int32) (sum int64) {
	for a, s := range x {
		sum += p.alone(int32(a), s)
		for b, t := range x[:a] {
			sum += p.pair(int32(a), int32(b), s, t)
		}
	}
	return sum
}

// ChangeDelta looks at the pairs of i.
func (p *Timetable) ChangeDelta(x []int32, i, v int32) int64 {
	d := p.alone(i, v) - p.alone(i, x[i])
	for b, t := range x {
		if int32(b) != i {
			d += p.pair(i, int32(b), v, t) - p.pair(i, int32(b), x[i], t)
		}
	}
	return d
}

// alone is what a lecture costs by itself at s.
func (p *Timetable) alone(a, s int32) (cost int64) {
	if p.Size[a] > p.Seats[s%p.Rooms] {
		cost = hard
	}
	if s/p.Rooms%periodsOf == periodsOf-1 {
		cost++
	}
	return cost
}

// pair is what two lectures cost together, the one at s and the other at t.
func (p *Timetable) pair(a, b, s, t int32) (cost int64) {
	if s == t {
		cost = hard
	}
	if p.clash(a, b) {
		early, late := min(s, t)/p.Rooms, max(s, t)/p.Rooms
		if early == late {
			cost += hard
		} else if late-early == 1 && late%periodsOf != 0 {
			cost++
		}
	}
	return cost
}

// check fills a table, and looks at it period by period.
func (p *Timetable) check(x []int32) (sum int64) {
	held := make([][]int32, p.Periods)
	for e, s := range x {
		k, room := s/p.Rooms, s%p.Rooms
		held[k] = append(held[k], int32(e))
		if p.Size[e] > p.Seats[room] {
			sum += hard
		}
	}
	together := func(list, other []int32, each int64) {
		for _, a := range list {
			for _, b := range other {
				if p.clash(a, b) {
					sum += each
				}
			}
		}
	}
	for k, list := range held {
		together(list, list, hard/2) // each pair twice
		if k%periodsOf == periodsOf-1 {
			sum += int64(len(list))
		} else if k+1 < len(held) {
			together(list, held[k+1], 1)
		}
		for i, a := range list {
			for _, b := range list[:i] {
				if x[a] == x[b] {
					sum += hard
				}
			}
		}
	}
	return sum
}

func timetableCase(p *Timetable) Case {
	return Case{name("timetable-%d", len(p.Size)), p, changes(p), p.check}
}
