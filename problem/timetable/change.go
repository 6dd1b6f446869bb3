package timetable

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Resist makes each lecture cost that is at another time than in the timetable that was: who has a timetable wants to keep it.
// What counts is when a course is taught, not which of its lectures that is.
func (t *Timetable) Resist(before []Place, price int) error {
	if price < 0 || price > 1000 {
		return fmt.Errorf("timetable: a moved lecture is to cost %d; give a price from 0 to 1000", price)
	}
	t.before, t.price = before, price
	t.moved = make([]int32, len(t.Courses)*int(t.periods))
	for k := range t.moved {
		t.moved[k] = int32(price)
	}
	for _, p := range before {
		t.moved[p.Course*int(t.periods)+p.Period] = 0
	}
	return t.bound()
}

// Pin makes lectures stay at their times, and in their rooms. x is the solution to begin with, which then has them there; nil is
// for none. Of a course's lectures that one is pinned which is in the place already, or was at that time, or any.
func (t *Timetable) Pin(list []Place, x []int32) error {
	taken, from := make([]bool, t.Lessons), t.first()
	for _, p := range list {
		free := func(like func(l int) bool) int {
			for l := from[p.Course]; l < from[p.Course]+t.Courses[p.Course].Lectures; l++ {
				if !taken[l] && like(l) {
					return l
				}
			}
			return -1
		}
		l := -1
		if x != nil {
			if l = free(func(l int) bool { return x[l] == t.value(p) }); l < 0 {
				l = free(func(l int) bool { return int(x[l]/t.rooms) == p.Period })
			}
		}
		if l < 0 {
			l = free(func(int) bool { return true })
		}
		if l < 0 {
			return fmt.Errorf("timetable: more lectures of course %s are pinned than it has; leave some out", t.Courses[p.Course].Name)
		}
		taken[l] = true
		t.fixed = append(t.fixed, multiwalk.Fixed{Position: int32(l), Value: t.value(p)})
		if x != nil {
			x[l] = t.value(p)
		}
	}
	return nil
}

// Moved is how many lectures are at a time at which their course was not taught before.
func Moved(before, after []Place) (n int) {
	for _, p := range after {
		if !slices.ContainsFunc(before, func(q Place) bool { return q.Course == p.Course && q.Period == p.Period }) {
			n++
		}
	}
	return n
}
