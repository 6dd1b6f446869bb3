package timetable

import "fmt"

// Instance is a week to be planned, as track 3 of the second International Timetabling Competition states it (Di Gaspero,
// McCollum and Schaerf, "The second international timetabling competition (ITC-2007): curriculum-based course timetabling",
// 2007). A period is a number: the periods of day d are d*PerDay to (d+1)*PerDay-1.
type Instance struct {
	Name         string
	Days, PerDay int
	Courses      []Course
	Rooms        []Room
	Curricula    []Curriculum
	Away         []Away
}

// Course is some lectures by one teacher to the same students.
type Course struct {
	Name, Teacher               string
	Lectures, MinDays, Students int
}

// Room has seats.
type Room struct {
	Name  string
	Seats int
}

// Curriculum is courses that have students in common.
type Curriculum struct {
	Name    string
	Courses []int
}

// Away is a period in which a course cannot be taught.
type Away struct{ Course, Period int }

// Limits of what is read. They keep the tables of a search small, and are ten times what the competition has.
const (
	mostCourses   = 1000
	mostRooms     = 500
	mostDays      = 14
	mostPerDay    = 48
	mostCurricula = 3000
	mostAway      = 1 << 18
	mostLectures  = 5000
	mostStudents  = 1 << 20
	mostBytes     = 8 << 20
)

// Periods is how many periods the week has.
func (in *Instance) Periods() int { return in.Days * in.PerDay }

// Lectures is how many lectures there are.
func (in *Instance) Lectures() (n int) {
	for _, c := range in.Courses {
		n += c.Lectures
	}
	return n
}

// courseNamed returns the number of a course, or an error that says which names there are.
func (in *Instance) courseNamed(name string) (int, error) {
	for k, c := range in.Courses {
		if c.Name == name {
			return k, nil
		}
	}
	return 0, fmt.Errorf("there is no course %q; use a name of the section COURSES, such as %q", name, in.Courses[0].Name)
}

// roomNamed returns the number of a room, or an error that says which names there are.
func (in *Instance) roomNamed(name string) (int, error) {
	for k, r := range in.Rooms {
		if r.Name == name {
			return k, nil
		}
	}
	return 0, fmt.Errorf("there is no room %q; use a name of the section ROOMS, such as %q", name, in.Rooms[0].Name)
}

// SendAway makes a teacher's courses unavailable on a day: somebody falls ill.
func (in *Instance) SendAway(teacher string, day int) error {
	if day < 0 || day >= in.Days {
		return fmt.Errorf("timetable: the teacher %s is to be away on day %d, and the days are 0 to %d", teacher, day, in.Days-1)
	}
	found := false
	for k, c := range in.Courses {
		if c.Teacher != teacher {
			continue
		}
		found = true
		for h := range in.PerDay {
			in.Away = append(in.Away, Away{k, day*in.PerDay + h})
		}
	}
	if !found {
		return fmt.Errorf("timetable: no course is taught by %q; use a name of the section COURSES, such as %q", teacher, in.Courses[0].Teacher)
	}
	return nil
}
