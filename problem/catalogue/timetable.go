package catalogue

import (
	"bytes"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/timetable"
)

var timetableFormat = problem.Format{
	Name:      "timetable",
	Title:     "curriculum-based course timetabling: a period and a room for each lecture, without clashes and at the least cost",
	Files:     "the format .ctt of the second International Timetabling Competition; timetable:1:7 draws one as large as its first, up to timetable:5",
	Endings:   []string{".ctt"},
	Solutions: "lines course, room, day, period, as the competition has them",
	Pictures:  problem.Pictures,
	Headed:    timetable.Sniff,
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		return week(timetable.Read(bytes.NewReader(content), file))
	},
	Generate: func(n int, seed uint64) (multiwalk.Problem, error) { return week(timetable.Like(n, seed)) },
}

func week(in *timetable.Instance, err error) (multiwalk.Problem, error) {
	if err != nil {
		return nil, err
	}
	return orNil(timetable.New(in))
}
