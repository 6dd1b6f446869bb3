package timetable

import "github.com/multiwalk/multiwalk"

// tally is a timetable with all that is counted for it. A move is priced in O(1) but for the curricula of its courses, of
// which most have few; making it takes the courses in conflict besides.
type tally struct {
	t     *Timetable
	x     []int32
	at    []int32 // lectures of course c in period p, at c*periods+p
	clash []int32 // lectures of the courses in conflict with c in period p, likewise
	used  []int32 // lectures in each period and room
	days  []int32 // lectures of course c on day d, at c*Days+d
	in    []int32 // lectures of course c in room r, at c*rooms+r
	taught,
	halls []int32 // days and rooms of each course
	// lectures of curriculum g in period p, at g*row+place[p]. Beside each day there is a place that stays 0, so that the
	// neighbours of a period are looked up without asking where a day ends.
	busy []int32
}

// NewState counts at x.
func (t *Timetable) NewState(x []int32) multiwalk.State { return t.count(x) }

func (t *Timetable) count(x []int32) *tally {
	n, days := len(t.Courses), t.Days
	s := &tally{t: t, x: make([]int32, t.Lessons), at: make([]int32, n*int(t.periods)), clash: make([]int32, n*int(t.periods)),
		used: make([]int32, t.periods*t.rooms), days: make([]int32, n*days), in: make([]int32, n*int(t.rooms)),
		taught: make([]int32, n), halls: make([]int32, n), busy: make([]int32, len(t.Curricula)*int(t.row))}
	s.Reset(x)
	return s
}

// Reset counts anew.
func (s *tally) Reset(x []int32) {
	for _, table := range [][]int32{s.at, s.clash, s.used, s.days, s.in, s.taught, s.halls, s.busy} {
		clear(table)
	}
	copy(s.x, x)
	for l, v := range s.x {
		s.enter(s.t.Of[l], v)
	}
}

// enter counts a lecture of a course.
func (s *tally) enter(c, v int32) {
	s.add(c, v, 1)
	p, r := v/s.t.rooms, v%s.t.rooms
	if s.days[c*int32(s.t.Days)+p/int32(s.t.PerDay)] == 1 {
		s.taught[c]++
	}
	if s.in[c*s.t.rooms+r] == 1 {
		s.halls[c]++
	}
}

// leave takes a lecture of a course away.
func (s *tally) leave(c, v int32) {
	s.add(c, v, -1)
	p, r := v/s.t.rooms, v%s.t.rooms
	if s.days[c*int32(s.t.Days)+p/int32(s.t.PerDay)] == 0 {
		s.taught[c]--
	}
	if s.in[c*s.t.rooms+r] == 0 {
		s.halls[c]--
	}
}

func (s *tally) add(c, v, by int32) {
	t := s.t
	p, r := v/t.rooms, v%t.rooms
	s.at[c*t.periods+p] += by
	s.used[v] += by
	s.days[c*int32(t.Days)+p/int32(t.PerDay)] += by
	s.in[c*t.rooms+r] += by
	for _, other := range t.near[c] {
		s.clash[other*t.periods+p] += by
	}
	for _, g := range t.groups[c] {
		s.busy[g*t.row+t.place[p]] += by
	}
}

// cost is that of the solution, from the counts alone.
func (s *tally) cost() int64 {
	t := s.t
	var broken [constraints]int64
	soft := int64(0)
	for k, n := range s.at {
		broken[lectures] += int64(max(0, n-1))
		broken[conflicts] += int64(n * s.clash[k]) // each pair at both its ends
	}
	broken[conflicts] /= 2
	for _, n := range s.used {
		broken[roomOccupancy] += int64(max(0, n-1))
	}
	for l, v := range s.x {
		hard, price := s.alone(t.Of[l], v)
		broken[availability] += hard
		soft += price
	}
	for c, of := range t.Courses {
		soft += perDay*int64(max(0, int32(of.MinDays)-s.taught[c])) + int64(s.halls[c]-1)
	}
	for k, n := range s.busy {
		if n > 0 && s.busy[k-1]+s.busy[k+1] == 0 {
			soft += perIsolated * int64(n)
		}
	}
	return t.rules.Pack(soft, broken[:]...)
}

// alone is what a lecture costs whatever the others do.
func (s *tally) alone(c, v int32) (hard, soft int64) {
	t := s.t
	p := c*t.periods + v/t.rooms
	if t.away[p] {
		hard = 1
	}
	soft = int64(t.seats[c*t.rooms+v%t.rooms])
	if t.moved != nil {
		soft += int64(t.moved[p])
	}
	return hard, soft
}

// Change gives lecture l another period and room.
func (s *tally) Change(l, v int32) {
	s.leave(s.t.Of[l], s.x[l])
	s.x[l] = v
	s.enter(s.t.Of[l], v)
}

// ChangeDelta prices that.
func (s *tally) ChangeDelta(l, v int32) int64 {
	was := s.x[l]
	d := s.shift(s.t.Of[l], was, v, -1)
	if s.used[v] > 0 {
		d[roomOccupancy]++
	}
	if s.used[was] > 1 {
		d[roomOccupancy]--
	}
	return s.t.rules.Pack(d[constraints], d[:constraints]...)
}

// Swap exchanges the periods and rooms of two lectures.
func (s *tally) Swap(i, j int32) {
	v := s.x[i]
	s.Change(i, s.x[j])
	s.Change(j, v)
}

// SwapDelta prices that. The rooms of each period stay as full as they are.
func (s *tally) SwapDelta(i, j int32) int64 {
	t := s.t
	a, b, v, w := t.Of[i], t.Of[j], s.x[i], s.x[j]
	if a == b {
		return 0
	}
	d := s.shift(a, v, w, b)
	for k, by := range s.shift(b, w, v, a) {
		d[k] += by
	}
	if v/t.rooms != w/t.rooms && t.apart[int(a)*len(t.Courses)+int(b)] {
		d[conflicts] -= 2 // each was counted where the other leaves
	}
	return t.rules.Pack(d[constraints], d[:constraints]...)
}

// shift prices a lecture's way from one period and room to another, but for what the rooms hold: the violations, then the
// objective. What a curriculum loses and gains that has the course but too, which goes the way back, is nothing (but -1: none).
func (s *tally) shift(c, from, to, but int32) (d [constraints + 1]int64) {
	t := s.t
	p, q := from/t.rooms, to/t.rooms
	before, costs := s.alone(c, from)
	after, will := s.alone(c, to)
	d[availability], d[constraints] = after-before, will-costs
	if in := s.in[c*t.rooms:]; from%t.rooms != to%t.rooms {
		d[constraints] += first(in[to%t.rooms]) - first(in[from%t.rooms]-1)
	}
	if p == q {
		return d
	}
	at := c * t.periods
	d[lectures] = first(s.at[at+p]-1) - first(s.at[at+q])
	d[conflicts] = int64(s.clash[at+q] - s.clash[at+p])
	if x, y := p/int32(t.PerDay), q/int32(t.PerDay); x != y {
		days, missing := s.days[c*int32(t.Days):], int32(t.Courses[c].MinDays)-s.taught[c]
		more := int32(first(days[y]) - first(days[x]-1))
		d[constraints] += perDay * int64(max(0, missing-more)-max(0, missing))
	}
	for _, g := range t.groups[c] {
		if but < 0 || !t.within[int(g)*len(t.Courses)+int(but)] {
			d[constraints] += perIsolated * s.isolated(s.busy[g*t.row:(g+1)*t.row], t.place[p], t.place[q])
		}
	}
	return d
}

// first is 1 if there is none yet.
func first(n int32) int64 {
	if n == 0 {
		return 1
	}
	return 0
}

// isolated is how many more lectures of a curriculum are isolated after one went from a place to another.
func (s *tally) isolated(busy []int32, from, to int32) int64 {
	busy[from]--
	d := entering(busy, to) - entering(busy, from)
	busy[from]++
	return int64(d)
}

// entering is how many more lectures of a curriculum are isolated with one more at a place.
func entering(busy []int32, at int32) (d int32) {
	before, after := busy[at-1], busy[at+1]
	if before+after == 0 {
		return 1
	}
	if busy[at] > 0 {
		return 0
	}
	if before > 0 && busy[at-2] == 0 {
		d -= before
	}
	if after > 0 && busy[at+2] == 0 {
		d -= after
	}
	return d
}
