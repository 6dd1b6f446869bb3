package timetable

import (
	"os"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// Each way in which an instance can be wrong is told with its line, what stands there, and what belongs there.
func TestRead_Errors(t *testing.T) {
	good := must.Have(os.ReadFile("testdata/small.ctt"))(t)
	for _, c := range []struct{ old, new, want string }{
		{"Name: small", "", `small:2: found "Courses: 3", expected Name: and a word`},
		{"Rooms: 2", "Rooms: two", `small:3: found "two", expected Rooms, a number from 1 to 500`},
		{"Days: 2", "Days: 99", `small:4: found "99", expected Days, a number from 1 to 14`},
		{"Courses: 3", "Courses: 2", `small:12: found "Opera Callas 1 1 10", expected ROOMS:`},
		{"Courses: 3", "Courses: 4", `small:14: found "ROOMS:", expected name, teacher`},
		{"Logic Frege 2 2 25", "Logic Frege 2 2", "small:11: "},
		{"Logic Frege 2 2 25", "Logic Frege 7 2 25", `found "7", expected lectures, a number from 1 to 6`},
		{"Logic Frege", "Algebra Frege", `found "Algebra", expected another name`},
		{"cellar 12", "hall 12", `found "hall", expected another name`},
		{"cellar 12", "cellar", "expected name and seats"},
		{"cellar 12", "cellar -1", `found "-1", expected seats`},
		{"science 2 Algebra", "science 3 Algebra", "expected name, how many courses, and these"},
		{"science 2 Algebra Logic", "science 2 Algebra Poetry", `found "Poetry", expected a course`},
		{"science 2 Algebra Logic", "science 2 Algebra Algebra", `found "Algebra", expected a course`},
		{"Logic 1 1", "Logic 1 3", `found "3", expected period, a number from 0 to 2`},
		{"Logic 1 1", "Poetry 1 1", `found "Poetry", expected a course`},
		{"Logic 1 1", "Logic 1", "expected course, day and period"},
		{"END.", "", `found "the end of the file", expected END.`},
		{"END.", "Logic 0 0", `found "Logic 0 0", expected END.`},
		{"END.", strings.Repeat("x", 100_000), "token too long"},
	} {
		text := strings.Replace(string(good), c.old, c.new, 1)
		must.Fail(t, c.want)(Read(strings.NewReader(text), "small"))
	}
	must.Fail(t, "more than 8388608 bytes")(Read(strings.NewReader(strings.Repeat("\n", mostBytes+9)), "vast"))
	if !Sniff(good) || Sniff([]byte("Name: x\n")) || Sniff(nil) {
		t.Error("an instance is not told by its beginning")
	}
}

func TestReadSolution_Errors(t *testing.T) {
	p := small(t)
	for text, want := range map[string]string{
		"Algebra hall 0":                     `:1: found "Algebra hall 0", expected course, room, day and period`,
		"\nPoetry hall 0 0":                  `:2: there is no course "Poetry"`,
		"Opera attic 0 0":                    `:1: there is no room "attic"`,
		"Opera hall 2 0":                     `:1: found day "2"`,
		"Opera hall 0 x":                     `period "x"`,
		"Opera hall 0 0\nOpera hall 0 1":     ":2: course Opera has 1 lectures, and this is one more",
		"Algebra hall 0 0\nAlgebra hall 0 1": "", // a part of a timetable, as for pins
	} {
		list, err := p.ReadPlaces(strings.NewReader(text), "x.sol")
		if want == "" && err == nil {
			if _, err = p.Solution(list); err == nil || !strings.Contains(err.Error(), "course Logic is taught 0 times") {
				t.Errorf("%q as a whole: %v", text, err)
			}
			continue
		}
		must.Fail(t, want)(err)
	}
}

// Whatever is read is an instance: it is written and read the same, and a problem can be made of it, or it is too large.
func FuzzRead(f *testing.F) {
	good := must.Have(os.ReadFile("testdata/small.ctt"))(f)
	f.Add(string(good))
	f.Add("Name: x\nCourses: 1\nRooms: 1\nDays: 1\nPeriods_per_day: 1\nCurricula: 0\nConstraints: 0\nCOURSES:\na b 1 1 1\nROOMS:\nr 1\nCURRICULA:\n" +
		"UNAVAILABILITY_CONSTRAINTS:\nEND.")
	f.Fuzz(func(t *testing.T, text string) {
		in, err := Read(strings.NewReader(text), "fuzz")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Error(err)
			}
			return
		}
		again, err := Read(strings.NewReader(in.Text()), "again")
		if err != nil || again.Text() != in.Text() {
			t.Fatal(err)
		}
		p, err := New(in)
		if err != nil {
			return
		}
		x := make([]int32, p.Lessons)
		if cost, err := p.Verify(x); err != nil || cost != p.Cost(x) {
			t.Error(cost, err)
		}
	})
}

// Whatever is read as a timetable is written and read the same.
func FuzzReadSolution(f *testing.F) {
	f.Add("Algebra hall 0 0\n\nLogic cellar 1 2\n")
	good := must.Have(os.ReadFile("testdata/small.ctt"))(f)
	in := must.Have(Read(strings.NewReader(string(good)), "small.ctt"))(f)
	f.Fuzz(func(t *testing.T, text string) {
		list, err := in.ReadPlaces(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		var b strings.Builder
		if err := in.WritePlaces(&b, list); err != nil || len(strings.Fields(b.String())) != 4*len(list) {
			t.Errorf("%q: %v", b.String(), err)
		}
		in.Evaluate(list)
	})
}
