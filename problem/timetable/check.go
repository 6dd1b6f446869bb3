package timetable

import (
	"fmt"
	"slices"
	"strings"
)

// Report is what is wrong with a timetable: constraints that are broken, and the soft costs, each with its weight.
type Report struct {
	Lectures, Conflicts, RoomOccupancy, Availability                       int64
	RoomCapacity, MinimumWorkingDays, CurriculumCompactness, RoomStability int64
}

// Hard is how many violations there are, Soft what the rest costs.
func (r Report) Hard() int64 { return r.Lectures + r.Conflicts + r.RoomOccupancy + r.Availability }
func (r Report) Soft() int64 {
	return r.RoomCapacity + r.MinimumWorkingDays + r.CurriculumCompactness + r.RoomStability
}

// String is the report as the program prints it.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "violations: %d (Lectures %d, Conflicts %d, RoomOccupancy %d, Availability %d)\n", r.Hard(), r.Lectures,
		r.Conflicts, r.RoomOccupancy, r.Availability)
	fmt.Fprintf(&b, "soft cost: %d (RoomCapacity %d, MinimumWorkingDays %d, CurriculumCompactness %d, RoomStability %d)", r.Soft(),
		r.RoomCapacity, r.MinimumWorkingDays, r.CurriculumCompactness, r.RoomStability)
	return b.String()
}

// Evaluate is a timetable's report by the competition's rules, from the instance and the list of lectures alone: it shares nothing
// with what the search counts.
func (in *Instance) Evaluate(list []Place) (r Report) {
	for c, course := range in.Courses {
		var periods, days, rooms []int
		for _, p := range list {
			if p.Course != c {
				continue
			}
			periods, days, rooms = append(periods, p.Period), append(days, p.Period/in.PerDay), append(rooms, p.Room)
			r.RoomCapacity += int64(max(0, course.Students-in.Rooms[p.Room].Seats))
			if slices.Contains(in.Away, Away{c, p.Period}) {
				r.Availability++
			}
		}
		r.Lectures += int64(max(course.Lectures-different(periods), different(periods)-course.Lectures))
		r.MinimumWorkingDays += 5 * int64(max(0, course.MinDays-different(days)))
		r.RoomStability += int64(max(0, different(rooms)-1))
	}
	for i, p := range list {
		for _, q := range list[:i] {
			if p.Period == q.Period && p.Course != q.Course && in.conflict(p.Course, q.Course) {
				r.Conflicts++
			}
		}
	}
	taken := map[[2]int]bool{}
	for _, p := range list {
		if place := [2]int{p.Period, p.Room}; taken[place] {
			r.RoomOccupancy++
		} else {
			taken[place] = true
		}
	}
	for _, g := range in.Curricula {
		r.CurriculumCompactness += 2 * in.isolated(g, list)
	}
	return r
}

// different is how many different numbers there are.
func different(list []int) int {
	slices.Sort(list)
	return len(slices.Compact(list))
}

// conflict tells whether two courses have a teacher or a curriculum in common.
func (in *Instance) conflict(a, b int) bool {
	return in.Courses[a].Teacher == in.Courses[b].Teacher || slices.ContainsFunc(in.Curricula, func(g Curriculum) bool {
		return slices.Contains(g.Courses, a) && slices.Contains(g.Courses, b)
	})
}

// isolated is how many lectures of a curriculum have no other of it right before or after them on the same day.
func (in *Instance) isolated(g Curriculum, list []Place) (n int64) {
	held := map[int]int64{}
	for _, p := range list {
		if slices.Contains(g.Courses, p.Course) {
			held[p.Period]++
		}
	}
	for p, lectures := range held {
		before, after := p%in.PerDay > 0 && held[p-1] > 0, p%in.PerDay < in.PerDay-1 && held[p+1] > 0
		if !before && !after {
			n += lectures
		}
	}
	return n
}
