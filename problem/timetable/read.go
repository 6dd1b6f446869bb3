package timetable

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Sniff tells from the beginning of a text whether it begins as an instance does.
func Sniff(text []byte) bool {
	words := bytes.Fields(bounded.Unmark(text[:min(len(text), 1<<12)]))
	return len(words) > 4 && string(words[0]) == "Name:" && string(words[2]) == "Courses:" && string(words[4]) == "Rooms:"
}

// Read reads an instance in the competition's format (.ctt): a header of seven lines, then the sections COURSES, ROOMS,
// CURRICULA and UNAVAILABILITY_CONSTRAINTS with as many lines as the header says, then END. Blank lines count for nothing.
// An error names the file and the line, what stands there, and what belongs there.
func Read(from io.Reader, name string) (*Instance, error) {
	r := newLines(from, name)
	in := &Instance{}
	var courses, rooms, curricula, away int
	r.header("Name", &in.Name)
	r.count("Courses", &courses, 1, mostCourses)
	r.count("Rooms", &rooms, 1, mostRooms)
	r.count("Days", &in.Days, 1, mostDays)
	r.count("Periods_per_day", &in.PerDay, 1, mostPerDay)
	r.count("Curricula", &curricula, 0, mostCurricula)
	r.count("Constraints", &away, 0, mostAway)
	r.section("COURSES:", courses, func(f []string) { r.course(in, f) })
	r.section("ROOMS:", rooms, func(f []string) { r.room(in, f) })
	r.section("CURRICULA:", curricula, func(f []string) { r.curriculum(in, f) })
	r.section("UNAVAILABILITY_CONSTRAINTS:", away, func(f []string) { r.away(in, f) })
	if f := r.next("END."); f != nil && f[0] != "END." {
		r.fail(strings.Join(f, " "), "END.", "the header says how many lines each section has: correct it, or them")
	}
	if n := in.Lectures(); r.err == nil && n > mostLectures {
		r.fail(strconv.Itoa(n)+" lectures", fmt.Sprintf("%d at most in all courses", mostLectures), "split the instance")
	}
	if r.err != nil {
		return nil, r.err
	}
	return in, nil
}

// lines reads a text line by line until the first error.
type lines struct {
	name   string
	number int
	scan   *bufio.Scanner
	index  map[string]int // of the courses
	rooms  map[string]bool
	err    error
}

func newLines(from io.Reader, name string) *lines {
	text := bounded.Limit{Most: mostBytes, Remedy: "check that this is an instance"}.Reader(from)
	return &lines{name: name, scan: bufio.NewScanner(text), index: map[string]int{}, rooms: map[string]bool{}}
}

// fail notes the first error.
func (r *lines) fail(found, expected, remedy string) {
	if r.err == nil {
		if len(found) > 100 {
			found = found[:100] + "..."
		}
		r.err = fmt.Errorf("%s:%d: found %q, expected %s; %s", r.name, r.number, found, expected, remedy)
	}
}

// next returns the words of the next line that is not blank, or nil after an error.
func (r *lines) next(expected string) []string {
	for r.err == nil {
		r.number++
		if !r.scan.Scan() {
			found := "the end of the file"
			if err := r.scan.Err(); err != nil {
				found = err.Error()
			}
			r.fail(found, expected, "it is no whole instance in the format .ctt")
			return nil
		}
		if f := strings.Fields(r.scan.Text()); len(f) > 0 {
			return f
		}
	}
	return nil
}

// header reads a line "Key: value".
func (r *lines) header(key string, value *string) {
	f := r.next(key + ":")
	if f == nil {
		return
	}
	if len(f) != 2 || f[0] != key+":" {
		r.fail(strings.Join(f, " "), key+": and a word", "the header is Name, Courses, Rooms, Days, Periods_per_day, Curricula, Constraints")
		return
	}
	*value = f[1]
}

// count reads a line "Key: number".
func (r *lines) count(key string, value *int, least, most int) {
	var text string
	if r.header(key, &text); r.err == nil {
		*value = r.number64(text, key, least, most)
	}
}

// number64 reads a number within bounds.
func (r *lines) number64(text, what string, least, most int) int {
	v, err := strconv.Atoi(text)
	if err != nil || v < least || v > most {
		r.fail(text, fmt.Sprintf("%s, a number from %d to %d", what, least, most), "correct it")
		return least
	}
	return v
}

// section reads a title and as many lines as the header says.
func (r *lines) section(title string, count int, line func(f []string)) {
	if f := r.next(title); f != nil && (len(f) != 1 || f[0] != title) {
		r.fail(strings.Join(f, " "), title, "the header says how many lines each section has: correct it, or them")
	}
	for k := 0; k < count && r.err == nil; k++ {
		if f := r.next(fmt.Sprintf("line %d of %d of %s", k+1, count, title)); f != nil {
			line(f)
		}
	}
}

// course reads "name teacher lectures days students".
func (r *lines) course(in *Instance, f []string) {
	if len(f) != 5 {
		r.fail(strings.Join(f, " "), "name, teacher, lectures, days and students", "write all five, without blanks within")
		return
	}
	c := Course{Name: f[0], Teacher: f[1], Lectures: r.number64(f[2], "lectures", 1, in.Periods()),
		MinDays: r.number64(f[3], "days", 0, in.Days), Students: r.number64(f[4], "students", 0, mostStudents)}
	if _, twice := r.index[c.Name]; twice {
		r.fail(c.Name, "another name", "each course has one line")
		return
	}
	r.index[c.Name] = len(in.Courses)
	in.Courses = append(in.Courses, c)
}

// room reads "name seats".
func (r *lines) room(in *Instance, f []string) {
	if len(f) != 2 {
		r.fail(strings.Join(f, " "), "name and seats", "write both, without blanks within")
		return
	}
	if r.rooms[f[0]] {
		r.fail(f[0], "another name", "each room has one line")
		return
	}
	r.rooms[f[0]] = true
	in.Rooms = append(in.Rooms, Room{f[0], r.number64(f[1], "seats", 0, mostStudents)})
}

// curriculum reads "name count course course ...".
func (r *lines) curriculum(in *Instance, f []string) {
	if len(f) < 2 || r.number64(f[1], "courses", 0, mostCourses) != len(f)-2 {
		r.fail(strings.Join(f, " "), "name, how many courses, and these", "correct the number or the list")
		return
	}
	c := Curriculum{Name: f[0]}
	for _, word := range f[2:] {
		k, known := r.index[word]
		if !known || slices.Contains(c.Courses, k) {
			r.fail(word, "a course that is not in the curriculum yet", "use names of the section COURSES, each once")
			return
		}
		c.Courses = append(c.Courses, k)
	}
	in.Curricula = append(in.Curricula, c)
}

// away reads "course day period".
func (r *lines) away(in *Instance, f []string) {
	if len(f) != 3 {
		r.fail(strings.Join(f, " "), "course, day and period", "write all three")
		return
	}
	k, known := r.index[f[0]]
	if !known {
		r.fail(f[0], "a course", "use a name of the section COURSES")
		return
	}
	day, hour := r.number64(f[1], "day", 0, in.Days-1), r.number64(f[2], "period", 0, in.PerDay-1)
	in.Away = append(in.Away, Away{k, day*in.PerDay + hour})
}
