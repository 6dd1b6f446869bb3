package catalogue

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem"
)

// What is drawn by its name is the same again with the same seed; its solutions are read as they are written, drawn, and evaluated by
// other means, whatever they are.
func TestParse_DrawsByName(t *testing.T) {
	for _, c := range []struct{ name, problem string }{{"cvrp:12:3", ""}, {"cvrp:12:3", "cvrp:5"}, {"cvrp:12:3", "cvrp:5,penalty"},
		{"colouring:9:2", ""}, {"colouring:9:2", "colouring:4"}, {"ordering:9:2", ""}, {"scheduling:40:2", ""}, {"scheduling:40:2", "scheduling:squares"},
		{"timetable:1:2", ""}, {"knapsack:9:2", ""}, {"knapsack:9x3:2", "knapsack:flips"},
		{"flowshop:9x3:2", ""}, {"flowshop:9x3:2", "flowshop:flowtime"}, {"jobshop:6x4:2", ""}, {"tardiness:9:2", ""}, {"costas:9", ""}} {
		text := must.Have(all.Content(c.name, nil))(t)
		in := must.Have(all.Parse(text, c.name, c.problem))(t)
		if want, _, _ := strings.Cut(c.name, ":"); c.problem == "" && in.Format.Name != want || c.problem != "" && in.Format.Name != c.problem {
			t.Errorf("%s is read as %s", c.name, in.Format.Name)
		}
		again, err := all.Parse(text, c.name, c.problem)
		if err != nil || in.Name != again.Name {
			t.Fatal(err)
		}
		r, x := multiwalk.NewRand(1, 0), make([]int32, in.Problem.Space().Len())
		for range 20 {
			in.Problem.Space().Random(r, x)
			checkSolution(t, in, x)
			if in.Problem.Cost(x) != again.Problem.Cost(x) {
				t.Errorf("%s is drawn another time", c.name)
			}
		}
		if err := in.Draw(io.Discard, "a.png", x); err != nil || in.CheckPicture("a.png") != nil {
			t.Errorf("%s in pixels: %v", c.name, err)
		}
	}
	for _, name := range []string{"cvrp:", "cvrp:x", "cvrp:0", "cvrp:9:x", "cvrp:9999999", "colouring:x", "colouring:0", "colouring:9999999", "ordering:0", "scheduling:0", "timetable:6", "knapsack:", "knapsack:0", "knapsack:9x", "knapsack:9x0", "knapsack:9:x", "knapsack:9999999", "flowshop:9", "flowshop:ta121", "jobshop:9", "jobshop:ta81", "tardiness:0", "tardiness:9:x", "costas:0", "costas:x"} {
		if in, err := all.Parse([]byte(name), name, ""); err == nil {
			t.Errorf("%s is %v", name, in)
		}
	}
}

func checkSolution(t *testing.T, in *problem.Instance, x []int32) {
	t.Helper()
	var text bytes.Buffer
	must.Do(t, in.WriteSolution(&text, x))
	y, err := in.ReadSolution(&text, "f")
	if err != nil || in.Problem.Cost(y) != in.Problem.Cost(x) || len(y) != len(x) {
		t.Errorf("%s: wrote %v, read %v (%v)", in.Name, x, y, err)
	}
	if err := in.Verify(x, in.Problem.Cost(x)); err != nil {
		t.Error(in.Name, err)
	}
	if err := in.Verify(x, in.Problem.Cost(x)+1); err == nil {
		t.Error("a wrong cost is not found out")
	}
	if err := in.Draw(io.Discard, "a.svg", x); err != nil || in.CheckPicture("a.svg") != nil {
		t.Error(in.Name, err)
	}
	if _, err := in.ReadSolution(strings.NewReader("junk"), "s"); err == nil || !strings.Contains(err.Error(), "s:1") {
		t.Errorf("%s: junk as a solution: %v", in.Name, err)
	}
}

// Each line of the list is whole, and of a problem that there is.
func TestPublished(t *testing.T) {
	if lines := strings.Count(publishedText, "\n"); len(published()) != lines || lines == 0 {
		t.Errorf("%d lines, %d instances", lines, len(published()))
	}
	for at, best := range published() {
		if all.FormatOf(at.problem).Name != at.problem || at.name != strings.ToLower(at.name) || at.size < 1 || best.Cost < 1 {
			t.Errorf("%+v: %+v", at, best)
		}
	}
	if !slices.IsSorted(strings.Split(strings.TrimSpace(publishedText), "\n")) {
		t.Error("the lines are in no order")
	}
}
