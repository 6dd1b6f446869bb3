package timetable

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Place is where a lecture takes place, and when.
type Place struct{ Course, Room, Period int }

// WriteSolution writes a solution in the competition's format.
func (t *Timetable) WriteSolution(w io.Writer, x []int32) error { return t.WritePlaces(w, t.Places(x)) }

// ReadSolution reads a solution in the competition's format.
func (t *Timetable) ReadSolution(r io.Reader, file string) ([]int32, error) {
	list, err := t.ReadPlaces(r, file)
	if err != nil {
		return nil, err
	}
	x, err := t.Solution(list)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, max(1, len(list)), err)
	}
	return x, nil
}

// Verify is the cost of a solution, by the report on it.
func (t *Timetable) Verify(x []int32) (int64, error) {
	list := t.Places(x)
	r := t.Evaluate(list)
	soft := r.Soft()
	if t.moved != nil {
		soft += int64(t.price * Moved(t.before, list))
	}
	return t.rules.Pack(soft, r.Lectures, r.Conflicts, r.RoomOccupancy, r.Availability), nil
}

// WritePlaces writes a timetable in the competition's format, a line "course room day period" for each lecture.
func (in *Instance) WritePlaces(to io.Writer, list []Place) error {
	w := bufio.NewWriter(to)
	for _, p := range list {
		fmt.Fprintf(w, "%s %s %d %d\n", in.Courses[p.Course].Name, in.Rooms[p.Room].Name, p.Period/in.PerDay, p.Period%in.PerDay)
	}
	return w.Flush()
}

// ReadPlaces reads a timetable, or a part of one, in the competition's format.
func (in *Instance) ReadPlaces(from io.Reader, name string) (list []Place, err error) {
	scan, left := bufio.NewScanner(bounded.Limit{Most: mostBytes, Remedy: "check that this is a timetable"}.Reader(from)), make([]int, len(in.Courses))
	for k, c := range in.Courses {
		left[k] = c.Lectures
	}
	for number := 1; scan.Scan(); number++ {
		f := strings.Fields(scan.Text())
		if len(f) == 0 {
			continue
		}
		p, err := in.place(f)
		if err == nil {
			if left[p.Course]--; left[p.Course] < 0 {
				err = fmt.Errorf("course %s has %d lectures, and this is one more; leave one out", f[0], in.Courses[p.Course].Lectures)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		list = append(list, p)
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

// place reads a line.
func (in *Instance) place(f []string) (p Place, err error) {
	if len(f) != 4 {
		return p, fmt.Errorf("found %q, expected course, room, day and period; write all four", strings.Join(f, " "))
	}
	if p.Course, err = in.courseNamed(f[0]); err != nil {
		return p, err
	}
	if p.Room, err = in.roomNamed(f[1]); err != nil {
		return p, err
	}
	day, err1 := strconv.Atoi(f[2])
	hour, err2 := strconv.Atoi(f[3])
	if err1 != nil || err2 != nil || day < 0 || day >= in.Days || hour < 0 || hour >= in.PerDay {
		return p, fmt.Errorf("found day %q and period %q, expected numbers from 0 to %d and from 0 to %d; correct them",
			f[2], f[3], in.Days-1, in.PerDay-1)
	}
	p.Period = day*in.PerDay + hour
	return p, nil
}
