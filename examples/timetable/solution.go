package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// Place is where a lecture takes place, and when.
type Place struct{ Course, Room, Period int }

// WriteSolution writes a timetable in the competition's format, a line "course room day period" for each lecture.
func (in *Instance) WriteSolution(to io.Writer, list []Place) error {
	w := bufio.NewWriter(to)
	for _, p := range list {
		fmt.Fprintf(w, "%s %s %d %d\n", in.Courses[p.Course].Name, in.Rooms[p.Room].Name, p.Period/in.PerDay, p.Period%in.PerDay)
	}
	return w.Flush()
}

// ReadSolution reads a timetable, or a part of one, in the competition's format.
func (in *Instance) ReadSolution(from io.Reader, name string) (list []Place, err error) {
	scan, left := bufio.NewScanner(io.LimitReader(from, mostBytes)), make([]int, len(in.Courses))
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
			return nil, fmt.Errorf("timetable: %s:%d: %w", name, number, err)
		}
		list = append(list, p)
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("timetable: %s: %w", name, err)
	}
	return list, nil
}

// ReadSolutionFile reads a timetable from a file.
func (in *Instance) ReadSolutionFile(name string) ([]Place, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("timetable: %w", err)
	}
	defer file.Close()
	return in.ReadSolution(file, name)
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
