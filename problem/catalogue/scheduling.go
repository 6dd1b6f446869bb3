package catalogue

import (
	"bytes"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/scheduling"
	"github.com/multiwalk/multiwalk/walk"
)

var schedulingFormat = tasks(false)

// tasks is the format of scheduling, whose cost is when the last machine ends, or how late all are.
func tasks(squares bool) problem.Format {
	of := func(in *scheduling.Instance, err error) (multiwalk.Problem, error) {
		switch {
		case err != nil:
			return nil, err
		case squares:
			return in.Squares(), nil
		}
		return in.Makespan(), nil
	}
	return problem.Format{
		Name:  "scheduling",
		Title: "scheduling of independent tasks: a machine for each, such that the last machine finishes as early as possible",
		Files: "ETC matrices as Braun et al. have them; scheduling:128:7 draws one. --problem scheduling:squares minimises how late all " +
			"machines are, by successors, by moves, and on GPUs",
		Endings:   []string{".0", ".etc"},
		Solutions: "when it ends, then the machine of each task, from 0",
		Pictures:  problem.Pictures,
		ByFile:    true,
		Methods:   []walk.Method{scheduling.Local{}},
		Weak:      true,
		Fits:      func(content []byte) bool { return matrixOf(content) >= ofEither },
		Read: func(content []byte, file string) (multiwalk.Problem, error) {
			return of(scheduling.Read(bytes.NewReader(content), file))
		},
		Generate: func(n int, seed uint64) (multiwalk.Problem, error) { return of(scheduling.Draw(n, seed)) },
		With: func(text string) (problem.Format, error) {
			if text != "squares" {
				return tasks(false), fmt.Errorf("multiwalk: problem %q: scheduling:squares is the only other one", "scheduling:"+text)
			}
			return tasks(true), nil
		},
	}
}

// timed is what a matrix of times may be of.
type timed int

const (
	ofNeither timed = iota
	ofFlowShop
	ofEither
	ofTasks
)

// matrixOf says what a text is of that begins with two numbers, whose product is how many numbers follow. A matrix of as many jobs as
// machines may be of a flow shop, which has a row for each machine, unless it has fractions.
func matrixOf(content []byte) timed {
	lines := firstLines(content, 2)
	if len(lines) < 2 {
		return ofNeither
	}
	first, width := sizes(lines[0]), len(lines[1])
	if len(first) != 2 || first[0] < 4 || !bounded.Counted(content, first[0]*first[1]+2) { // three elements may be a graph of three vertices
		return ofNeither
	}
	switch jobs, machines := first[0], first[1]; {
	case width == jobs && jobs != machines:
		return ofFlowShop
	case width == jobs && !bytes.ContainsRune(content, '.'):
		return ofEither
	case width == machines, width == 1:
		return ofTasks
	}
	return ofNeither
}
