// Package timetable plans the week of a school or a university: which lecture takes place when, and in which room. It is track 3 of the
// second International Timetabling Competition.
package timetable

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/state"
)

// What the objective counts, with the weights of the competition.
const (
	perDay      = 5 // a day on which a course is taught less than it should be
	perIsolated = 2 // a lecture of a curriculum with no other right before or after it on that day
)

// The constraints, in the order in which they count.
const (
	lectures = iota // two lectures of a course at the same time: only one counts
	conflicts
	roomOccupancy
	availability
	constraints
)

var constraintNames = [constraints]string{"Lectures", "Conflicts", "RoomOccupancy", "Availability"}

// Timetable is an instance as a search sees it. Lectures, periods and rooms are numbers, and x[l] = period*rooms + room says
// when and where lecture l takes place. Lectures of a course follow each other.
type Timetable struct {
	*Instance
	Lessons int     // in all
	Of      []int32 // the course of each
	periods int32
	rooms   int32
	seats   []int32   // of course c in room r, at c*rooms+r: students without a seat
	away    []bool    // at c*periods+p: the course cannot be taught then
	near    [][]int32 // the courses with a student or the teacher in common with this one
	apart   []bool    // the same as a matrix, and each course with itself
	groups  [][]int32 // the curricula of each course
	within  []bool    // at g*courses+c: curriculum g has course c
	place   []int32   // of a period in a row with a gap beside each day, see tally
	row     int32     // how long that is
	moved   []int32   // at c*periods+p: what a lecture there costs because it was not there before; nil: nothing
	before  []Place   // what was there before
	price   int       // of a lecture at another time
	fixed   []multiwalk.Fixed
	rules   *multiwalk.Constraints
}

// What the problem offers, checked by the compiler.
var (
	_ multiwalk.Constrained    = (*Timetable)(nil)
	_ multiwalk.Stater         = (*Timetable)(nil)
	_ multiwalk.Mover          = (*Timetable)(nil)
	_ multiwalk.Fixer          = (*Timetable)(nil)
	_ multiwalk.Bounder        = (*Timetable)(nil)
	_ multiwalk.Namer          = (*Timetable)(nil)
	_ state.ChangeFollower     = (*tally)(nil)
	_ state.SwapFollower       = (*tally)(nil)
	_ multiwalk.MoveEvaluator  = (*chains)(nil)
	_ multiwalk.MoveEnumerator = (*chains)(nil)
	_ multiwalk.MoveFollower   = (*chains)(nil)
)

// New prepares the tables of an instance.
func New(in *Instance) (*Timetable, error) {
	t := &Timetable{Instance: in, Lessons: in.Lectures(), periods: int32(in.Periods()), rooms: int32(len(in.Rooms))}
	courses := len(in.Courses)
	t.away, t.near, t.groups = make([]bool, courses*int(t.periods)), make([][]int32, courses), make([][]int32, courses)
	t.apart, t.within = make([]bool, courses*courses), make([]bool, len(in.Curricula)*courses)
	for c, of := range in.Courses {
		t.apart[c*courses+c] = true // its lectures
		for range of.Lectures {
			t.Of = append(t.Of, int32(c))
		}
		for _, room := range in.Rooms {
			t.seats = append(t.seats, int32(max(0, of.Students-room.Seats)))
		}
		for other := range c {
			if in.Courses[other].Teacher == of.Teacher {
				t.separate(c, other)
			}
		}
	}
	for _, a := range in.Away {
		t.away[a.Course*int(t.periods)+a.Period] = true
	}
	for g, of := range in.Curricula {
		for k, c := range of.Courses {
			t.groups[c] = append(t.groups[c], int32(g))
			t.within[g*courses+c] = true
			for _, other := range of.Courses[:k] {
				t.separate(c, other)
			}
		}
	}
	t.row = int32(in.Days*(in.PerDay+1) + 1)
	for p := range in.Periods() {
		t.place = append(t.place, int32(p+p/in.PerDay+1))
	}
	return t, t.bound()
}

// separate notes two courses that must not be taught at the same time.
func (t *Timetable) separate(a, b int) {
	if n := len(t.Courses); !t.apart[a*n+b] {
		t.apart[a*n+b], t.apart[b*n+a] = true, true
		t.near[a], t.near[b] = append(t.near[a], int32(b)), append(t.near[b], int32(a))
	}
}

// bound makes the constraints, with bounds as small as is easily known: together they must fit one number.
func (t *Timetable) bound() (err error) {
	var most [constraints]int64
	soft := int64(0)
	for c, of := range t.Courses {
		n := int64(of.Lectures)
		soft += n*int64(slices.Max(t.seats[c*int(t.rooms):][:t.rooms])) + perDay*int64(of.MinDays) + n + n*perIsolated*int64(len(t.groups[c]))
		most[lectures] += n - 1
		for _, other := range t.near[c] {
			if int(other) < c {
				most[conflicts] += n * int64(t.Courses[other].Lectures)
			}
		}
		if slices.Contains(t.away[c*int(t.periods):][:t.periods], true) {
			most[availability] += n
		}
		if t.moved != nil {
			soft += n * int64(slices.Max(t.moved))
		}
	}
	most[roomOccupancy] = int64(t.Lessons)
	var list []multiwalk.Constraint
	for k, name := range constraintNames {
		list = append(list, multiwalk.Constraint{Name: name, Most: max(1, most[k])})
	}
	if t.rules, err = multiwalk.NewConstraints(soft, list...); err != nil {
		return fmt.Errorf("timetable: %s is too large: %w", t.Instance.Name, err)
	}
	return nil
}

// Name is the instance's.
func (t *Timetable) Name() string { return t.Instance.Name }

// Space is a period and a room for each lecture, as one number.
func (t *Timetable) Space() multiwalk.Space {
	return multiwalk.Integers(t.Lessons, 0, t.periods*t.rooms-1)
}

// Constraints are the competition's hard ones.
func (t *Timetable) Constraints() *multiwalk.Constraints { return t.rules }

// Fixed is the lectures that stay where they are.
func (t *Timetable) Fixed() []multiwalk.Fixed { return t.fixed }

// LowerBound is what courses cost whatever is done: those with too many students for every room, and those with fewer lectures
// than the days on which they should be taught.
func (t *Timetable) LowerBound() (sum int64) {
	for c, of := range t.Courses {
		sum += int64(of.Lectures)*int64(slices.Min(t.seats[c*int(t.rooms):][:t.rooms])) + perDay*int64(max(0, of.MinDays-of.Lectures))
	}
	return sum
}

// Cost counts everything anew.
func (t *Timetable) Cost(x []int32) int64 { return t.count(x).cost() }

// Places is a solution as lectures of courses.
func (t *Timetable) Places(x []int32) []Place {
	list := make([]Place, len(x))
	for l, v := range x {
		list[l] = Place{int(t.Of[l]), int(v % t.rooms), int(v / t.rooms)}
	}
	return list
}

// Solution is lectures of courses as a solution. It is an error if a course has other than its number of lectures.
func (t *Timetable) Solution(list []Place) ([]int32, error) {
	x, next := make([]int32, t.Lessons), t.first()
	for _, p := range list {
		if l := next[p.Course]; l < t.Lessons && int(t.Of[l]) == p.Course {
			x[l] = t.value(p)
		}
		next[p.Course]++
	}
	for c, from := range t.first() {
		if of := t.Courses[c]; next[c]-from != of.Lectures {
			return nil, fmt.Errorf("timetable: course %s is taught %d times in the timetable, and has %d lectures; add or remove lines",
				of.Name, next[c]-from, of.Lectures)
		}
	}
	return x, nil
}

// first is the first lecture of each course.
func (t *Timetable) first() []int {
	first, at := make([]int, len(t.Courses)), 0
	for c, of := range t.Courses {
		first[c] = at
		at += of.Lectures
	}
	return first
}

func (t *Timetable) value(p Place) int32 { return int32(p.Period)*t.rooms + int32(p.Room) }
