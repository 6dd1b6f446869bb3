package timetable

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// generated makes a problem of an instance, and the timetable that costs nothing.
func generated(t *testing.T, s Shape, seed uint64) (*Timetable, []Place) {
	t.Helper()
	in, list, err := Generate(s, seed)
	if err != nil {
		t.Fatal(err)
	}
	return prepared(t, in), list
}

func prepared(t *testing.T, in *Instance) *Timetable {
	t.Helper()
	return must.Have(New(in))(t)
}

func small(t *testing.T) *Timetable {
	t.Helper()
	file := must.Have(os.Open("testdata/small.ctt"))(t)
	defer file.Close()
	in := must.Have(Read(file, "small.ctt"))(t)
	return prepared(t, in)
}

// tiny has full rooms, and few periods for its curricula.
var tiny = Shape{Courses: 8, Lectures: 40, Rooms: 3, Days: 4, PerDay: 4, Curricula: 4, Away: 20}

// sparse has rooms so empty that lectures stand alone, and hardly a curriculum is without isolated ones.
var sparse = Shape{Courses: 12, Lectures: 40, Rooms: 6, Days: 5, PerDay: 6, Curricula: 12, Away: 20}

func minimize(t *testing.T, p *Timetable, m walk.Method, start []int32, stop ...multiwalk.Stop) *multiwalk.Result {
	t.Helper()
	return must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 3, Start: start, Walks: 1, Stop: stop}))(t)
}

func TestTimetable_Conforms(t *testing.T) {
	p, list := generated(t, tiny, 3)
	conformance.Problem(t, p)
	conformance.Problem(t, small(t))
	must.Do(t, p.Resist(list, 3))
	must.Do(t, p.Pin(list[:7], nil))
	conformance.Problem(t, p)
}

// The search and the checker count the same, whatever is wrong with a timetable.
func TestTimetable_CheckerAgrees(t *testing.T) {
	p, before := generated(t, tiny, 5)
	must.Do(t, p.Resist(before, 4))
	x, r := make([]int32, p.Lessons), multiwalk.NewRand(1, 0)
	for range 200 {
		p.Space().Random(r, x)
		if cost, err := p.Verify(x); err != nil || cost != p.Cost(x) {
			t.Fatalf("the search counts %d, the checker %d (%v)", p.Cost(x), cost, err)
		}
		again, err := p.Solution(p.Places(x))
		if err != nil || !slices.Equal(again, x) {
			t.Fatalf("%v: %v, %v", x, again, err)
		}
	}
}

// optimum enumerates the timetables, course by course, and evaluates them by the checker.
func optimum(p *Timetable) (least int64) {
	x := make([]int32, p.Lessons)
	least = 1 << 40
	var extend func(l int)
	extend = func(l int) {
		if l == len(x) {
			if r := p.Evaluate(p.Places(x)); r.Hard() == 0 {
				least = min(least, r.Soft())
			}
			return
		}
		x[l] = 0
		if l > 0 && p.Of[l] == p.Of[l-1] {
			x[l] = x[l-1] + 1 // lectures of a course are alike
		}
		for ; x[l] < p.periods*p.rooms; x[l]++ {
			extend(l + 1)
		}
	}
	extend(0)
	return least
}

// The optimum of the small instance is 26. Algebra has 40 students and the larger room 30 seats: its two lectures cost 20. Each of
// Algebra and Logic should be taught on both days; a day less costs 5. On day 0 neither can be in the middle, so both are isolated
// for the curriculum of science, which costs 4. Opera has one lecture, so one of Logic's two is isolated for that of arts, which
// costs 2.
func TestTimetable_Optimum(t *testing.T) {
	p := small(t)
	if least := optimum(p); least != 26 {
		t.Fatalf("the optimum is %d", least)
	}
	for _, m := range []walk.Method{auto.For(p), single.Anneal{}, single.Anneal{Neighbourhood: "change+swap"},
		single.Anneal{Neighbourhood: "own+change+swap"}, single.LateAcceptance{}} {
		res := minimize(t, p, m, nil, multiwalk.Target(26), multiwalk.Evaluations(200_000))
		if res.Status != multiwalk.TargetReached || p.Evaluate(p.Places(res.Best)) != (Report{RoomCapacity: 20, CurriculumCompactness: 6}) {
			t.Errorf("%s: %v, %v", m.Name(), res, p.Evaluate(p.Places(res.Best)))
		}
	}
}

// What is planted costs nothing, by the search's counts and by the checker's, and the instance is as large as it should be. What is
// written is read the same.
func TestGenerate_PlantedCostsNothing(t *testing.T) {
	for k, s := range append(slices.Clone(shapes), tiny, sparse) {
		for seed := range uint64(4) {
			p, list := generated(t, s, seed)
			x, err := p.Solution(list)
			if r := p.Evaluate(list); err != nil || r != (Report{}) || p.Cost(x) != 0 || p.LowerBound() != 0 {
				t.Errorf("shape %d: %v, %v, cost %d, bound %d", k+1, err, r, p.Cost(x), p.LowerBound())
			}
			in := p.Instance
			if len(in.Courses) != s.Courses || in.Lectures() != s.Lectures || len(in.Away) != s.Away ||
				len(in.Curricula) != s.Curricula && s != sparse {
				t.Errorf("shape %d: %d courses, %d lectures, %d curricula, %d absences", k+1, len(in.Courses), in.Lectures(),
					len(in.Curricula), len(in.Away))
			}
			again, err := Read(strings.NewReader(in.Text()), "again")
			if err != nil || again.Text() != in.Text() {
				t.Errorf("shape %d, written and read: %v", k+1, err)
			}
		}
	}
	if _, _, err := Generate(Shape{Courses: 3, Lectures: 99, Rooms: 2, Days: 2, PerDay: 2}, 1); err == nil {
		t.Error("99 lectures in 8 places")
	}
}

// The search comes to the planted optimum.
func TestTimetable_FindsWhatIsPlanted(t *testing.T) {
	p, _ := generated(t, tiny, 2)
	if res := minimize(t, p, auto.For(p), nil, multiwalk.Target(0), multiwalk.Evaluations(2_000_000)); res.Cost != 0 {
		t.Error(res)
	}
}

// Who begins with a timetable never ends worse, however short the run; what is pinned stays.
func TestTimetable_Start(t *testing.T) {
	for _, evaluations := range []int64{1, 50, 3000, 60_000} {
		p, list := generated(t, tiny, 4)
		teacher := p.Courses[list[0].Course].Teacher
		must.Do(t, p.SendAway(teacher, list[0].Period/p.PerDay))
		p = prepared(t, p.Instance)
		start := must.Have(p.Solution(list))(t)
		must.Do(t, p.Resist(list, 10))
		kept := slices.DeleteFunc(slices.Clone(list), func(l Place) bool { return l.Course%4 != 1 || p.Courses[l.Course].Teacher == teacher })
		if err := p.Pin(kept, start); err != nil || len(kept) == 0 {
			t.Fatal(err, len(kept))
		}
		res := minimize(t, p, auto.For(p), start, multiwalk.Evaluations(evaluations))
		if res.Cost > p.Cost(start) {
			t.Errorf("%d evaluations: from %d to %d", evaluations, p.Cost(start), res.Cost)
		}
		after := p.Places(res.Best)
		if slices.ContainsFunc(kept, func(l Place) bool { return !slices.Contains(after, l) }) {
			t.Errorf("%d evaluations: a pinned lecture is elsewhere", evaluations)
		}
		if evaluations > 50_000 && (res.Infeasible || Moved(list, after) > 12) {
			t.Errorf("%s, and %d lectures are at another time", res.Outcome(), Moved(list, after))
		}
	}
}

// More lectures than there are places: the outcome says which constraint is in the way.
func TestTimetable_Blame(t *testing.T) {
	in := &Instance{Name: "full", Days: 1, PerDay: 2, Rooms: []Room{{"a", 9}},
		Courses: []Course{{"x", "t", 1, 1, 5}, {"y", "u", 1, 1, 5}, {"z", "v", 1, 1, 5}}}
	p := prepared(t, in)
	res := minimize(t, p, auto.For(p), nil, multiwalk.Evaluations(2000))
	if got := res.Outcome(); got != "no feasible solution found, constraints violated by 1 in all: RoomOccupancy 1" &&
		got != "no feasible solution found, constraints violated by 1 in all: Availability 1" {
		t.Error(got)
	}
}

func TestPicture(t *testing.T) {
	p := small(t)
	list := []Place{{0, 0, 0}, {0, 0, 5}, {1, 1, 0}, {1, 1, 3}, {2, 1, 1}}
	var svg bytes.Buffer
	must.Do(t, p.Draw(&svg, list, slices.Replace(slices.Clone(list), 4, 5, Place{2, 1, 2})))
	s := svg.String()
	if strings.Count(s, "hsl(") != 5 || strings.Count(s, `stroke="#d00"`) != 2 || strings.Count(s, `stroke="#000"`) != 1 ||
		!strings.Contains(s, "5 lectures, 1 violations") {
		t.Error(s)
	}
}
