package timetable

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Shape is how large a generated instance is.
type Shape struct{ Courses, Lectures, Rooms, Days, PerDay, Curricula, Away int }

// shapes are those of the first five instances of the competition.
var shapes = []Shape{
	{30, 160, 6, 5, 6, 14, 53},
	{82, 283, 16, 5, 5, 70, 513},
	{72, 251, 16, 5, 5, 68, 382},
	{79, 286, 18, 5, 5, 57, 396},
	{54, 152, 9, 6, 6, 139, 771},
}

// Like makes an instance that is as large as one of the first five of the competition.
func Like(number int, seed uint64) (*Instance, error) {
	if number < 1 || number > len(shapes) {
		return nil, fmt.Errorf("timetable: an instance is like number 1 to %d of the competition, not %d", len(shapes), number)
	}
	in, _, err := Generate(shapes[number-1], seed)
	return in, err
}

// Generate makes an instance around a timetable that costs nothing at all, which it returns too: so 0 is the optimum. It
// first fills the rooms: each course has one, and is taught there through the week. Then it finds curricula and teachers for
// whom this timetable is without conflicts and without isolated lectures, and lets courses be away when they are not taught.
func Generate(s Shape, seed uint64) (*Instance, []Place, error) {
	in := &Instance{Name: fmt.Sprintf("planted-%d-%d", s.Courses, seed), Days: s.Days, PerDay: s.PerDay}
	if s.Lectures > s.Rooms*s.Days*s.PerDay || s.Lectures < s.Courses || s.Courses < s.Rooms {
		return nil, nil, fmt.Errorf("timetable: %d lectures of %d courses do not fit %d rooms and %d periods; change the shape",
			s.Lectures, s.Courses, s.Rooms, s.Days*s.PerDay)
	}
	g := &generator{Shape: s, in: in, r: multiwalk.NewRand(seed, 0)}
	g.size()
	g.fill()
	g.students()
	g.teach()
	g.group()
	g.excuse()
	return in, g.list, nil
}

// generator is an instance that grows.
type generator struct {
	Shape
	in   *Instance
	r    *multiwalk.Rand
	list []Place // the timetable that costs nothing
	when [][]int // the periods of each course, in order
}

// size makes the courses, with 1 to 9 lectures each, such that a room has periods enough for its courses.
func (g *generator) size() {
	room, periods := make([]int, g.Rooms), g.Days*g.PerDay
	for c := range g.Courses {
		g.in.Courses = append(g.in.Courses, Course{Name: fmt.Sprintf("c%04d", c+1), Lectures: 1})
		room[c%g.Rooms]++
	}
	for range g.Lectures - g.Courses {
		var able []int
		for c, of := range g.in.Courses {
			if of.Lectures < min(9, periods) && room[c%g.Rooms] < periods {
				able = append(able, c)
			}
		}
		if len(able) == 0 {
			break
		}
		c := able[g.r.IntN(len(able))]
		g.in.Courses[c].Lectures++
		room[c%g.Rooms]++
	}
	for k := range g.Rooms {
		g.in.Rooms = append(g.in.Rooms, Room{Name: fmt.Sprintf("r%02d", k+1), Seats: 30 + g.r.IntN(18)*10})
	}
}

// fill teaches the courses of each room, course c in room c%Rooms: the lectures go to the days in turn, and stand there
// without a gap.
func (g *generator) fill() {
	g.when = make([][]int, g.Courses)
	for room := range g.Rooms {
		days := make([][]int, g.Days)
		for c := room; c < g.Courses; c += g.Rooms {
			day := g.r.IntN(g.Days)
			for range g.in.Courses[c].Lectures {
				for len(days[day]) == g.PerDay {
					day = (day + 1) % g.Days
				}
				days[day] = append(days[day], c)
				day = (day + 1) % g.Days
			}
		}
		for day, courses := range days {
			from := day*g.PerDay + g.r.IntN(g.PerDay-len(courses)+1)
			for k, c := range courses {
				g.list = append(g.list, Place{c, room, from + k})
				g.when[c] = append(g.when[c], from+k)
			}
		}
	}
	slices.SortStableFunc(g.list, func(a, b Place) int { return a.Course - b.Course })
}

// students come in such numbers that they have seats, and on as many days as they are taught, or a day less.
func (g *generator) students() {
	for c := range g.in.Courses {
		of := &g.in.Courses[c]
		seats := g.in.Rooms[c%g.Rooms].Seats
		of.Students = max(1, seats-g.r.IntN(seats/2))
		days := map[int]bool{}
		for _, p := range g.when[c] {
			days[p/g.PerDay] = true
		}
		of.MinDays = max(1, len(days)-g.r.IntN(2))
	}
}

// teach finds a teacher for each course: often one who has another course, if these are not at the same time.
func (g *generator) teach() {
	var busy [][]int // periods of each teacher
	for c := range g.in.Courses {
		who := len(busy)
		if who > 0 && g.r.IntN(3) == 0 {
			if k := g.r.IntN(who); !meet(busy[k], g.when[c]) {
				who = k
			}
		}
		if who == len(busy) {
			busy = append(busy, nil)
		}
		busy[who] = append(busy[who], g.when[c]...)
		g.in.Courses[c].Teacher = fmt.Sprintf("t%03d", who+1)
	}
}

// meet tells whether two lists have a number in common.
func meet(a, b []int) bool {
	return slices.ContainsFunc(a, func(p int) bool { return slices.Contains(b, p) })
}

// group finds curricula: from a random course on it adds random ones that meet none of them, and takes what is without isolated
// lectures. Where there are few such sets it finds fewer than it should.
func (g *generator) group() {
	for tried := 0; len(g.in.Curricula) < g.Curricula && tried < g.Curricula*tries; tried++ {
		if courses := g.anyGroup(); courses != nil {
			g.in.Curricula = append(g.in.Curricula, Curriculum{fmt.Sprintf("q%03d", len(g.in.Curricula)+1), courses})
		}
	}
}

const (
	tries = 20_000 // for each curriculum
	most  = 7      // courses of a curriculum
)

// anyGroup draws a set of courses; it is nil if it will not do.
func (g *generator) anyGroup() []int {
	courses := []int{g.r.IntN(g.Courses)}
	periods := slices.Clone(g.when[courses[0]])
	for wanted := 2 + g.r.IntN(most-1); len(courses) < wanted; {
		c := g.r.IntN(g.Courses)
		if g.r.IntN(2) == 0 { // one of the same room, which meets none of them
			c = courses[0]%g.Rooms + g.Rooms*g.r.IntN((g.Courses-courses[0]%g.Rooms+g.Rooms-1)/g.Rooms)
		}
		if slices.Contains(courses, c) || meet(periods, g.when[c]) {
			break
		}
		courses, periods = append(courses, c), append(periods, g.when[c]...)
	}
	slices.Sort(courses)
	if len(courses) < 2 || !g.compact(periods) || g.known(courses) {
		return nil
	}
	return courses
}

// compact tells whether no period is alone on its day.
func (g *generator) compact(periods []int) bool {
	return !slices.ContainsFunc(periods, func(p int) bool {
		return (p%g.PerDay == 0 || !slices.Contains(periods, p-1)) && (p%g.PerDay == g.PerDay-1 || !slices.Contains(periods, p+1))
	})
}

// known tells whether there is a curriculum that has all these courses.
func (g *generator) known(courses []int) bool {
	return slices.ContainsFunc(g.in.Curricula, func(q Curriculum) bool {
		return !slices.ContainsFunc(courses, func(c int) bool { return !slices.Contains(q.Courses, c) })
	})
}

// excuse finds periods in which a course is not taught.
func (g *generator) excuse() {
	for tried := 0; len(g.in.Away) < g.Away && tried < g.Away*tries; tried++ {
		a := Away{g.r.IntN(g.Courses), g.r.IntN(g.Days * g.PerDay)}
		if !slices.Contains(g.when[a.Course], a.Period) && !slices.Contains(g.in.Away, a) {
			g.in.Away = append(g.in.Away, a)
		}
	}
}

// Text is an instance as Read reads it.
func (in *Instance) Text() string {
	b := fmt.Appendf(nil, "Name: %s\nCourses: %d\nRooms: %d\nDays: %d\nPeriods_per_day: %d\nCurricula: %d\nConstraints: %d\n",
		in.Name, len(in.Courses), len(in.Rooms), in.Days, in.PerDay, len(in.Curricula), len(in.Away))
	b = append(b, "\nCOURSES:\n"...)
	for _, c := range in.Courses {
		b = fmt.Appendf(b, "%s %s %d %d %d\n", c.Name, c.Teacher, c.Lectures, c.MinDays, c.Students)
	}
	b = append(b, "\nROOMS:\n"...)
	for _, r := range in.Rooms {
		b = fmt.Appendf(b, "%s %d\n", r.Name, r.Seats)
	}
	b = append(b, "\nCURRICULA:\n"...)
	for _, g := range in.Curricula {
		b = fmt.Appendf(b, "%s %d", g.Name, len(g.Courses))
		for _, c := range g.Courses {
			b = fmt.Appendf(b, " %s", in.Courses[c].Name)
		}
		b = append(b, '\n')
	}
	b = append(b, "\nUNAVAILABILITY_CONSTRAINTS:\n"...)
	for _, a := range in.Away {
		b = fmt.Appendf(b, "%s %d %d\n", in.Courses[a.Course].Name, a.Period/in.PerDay, a.Period%in.PerDay)
	}
	return string(append(b, "\nEND.\n"...))
}
