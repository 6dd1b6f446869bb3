// Command timetable plans two days of a small school, and plans them anew when a teacher falls ill.
package main

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/problem/timetable"
)

// plan is the best timetable. Each lecture that leaves its time before, if there is one, costs 5.
func plan(week *timetable.Instance, before []timetable.Place) []timetable.Place {
	p, err := timetable.New(week)
	check(err)
	if before != nil {
		check(p.Resist(before, 5))
	}
	res, err := multiwalk.Minimize(context.Background(), p, auto.For(p), multiwalk.Settings{
		Seed: 1, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Target(p.LowerBound()), multiwalk.Evaluations(200_000)}})
	check(err)
	fmt.Println(res.Outcome(), "for course, room and period", p.Places(res.Best))
	return p.Places(res.Best)
}

func main() {
	week := &timetable.Instance{Name: "school", Days: 2, PerDay: 4, Rooms: []timetable.Room{{Name: "hall", Seats: 30}}}
	week.Courses = []timetable.Course{
		{Name: "algebra", Teacher: "Gauss", Lectures: 2, MinDays: 2, Students: 25},
		{Name: "logic", Teacher: "Frege", Lectures: 2, MinDays: 2, Students: 25},
		{Name: "opera", Teacher: "Callas", Lectures: 1, MinDays: 1, Students: 10},
	}
	before := plan(week, nil)
	check(week.SendAway("Callas", before[4].Period/week.PerDay)) // on the day of her lecture
	plan(week, before)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
