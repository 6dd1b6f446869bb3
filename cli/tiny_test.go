package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/unraced"
)

// tinyWeek is a week of one course with two lectures, on two days of two periods.
const tinyWeek = `Name: x
Courses: 1
Rooms: 1
Days: 2
Periods_per_day: 2
Curricula: 1
Constraints: 0

COURSES:
a t 2 2 5

ROOMS:
r 3

CURRICULA:
q 1 a

UNAVAILABILITY_CONSTRAINTS:

END.
`

// A walk on a tiny instance looks at more moves at a time than a small limit leaves it, and the answer holds all the same.
func TestSolve_FewEvaluationsOfTinyInstances(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	write(t, "week.ctt", tinyWeek)
	write(t, "pair.mat", "2\n0 5\n3 0\n")
	write(t, "triangle.col", "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n")
	for _, file := range []string{"week.ctt", "pair.mat", "triangle.col"} {
		for _, method := range []string{"anneal", "late-acceptance", "threshold", "great-deluge", "vns", "restart", "parallel-tempering", "portfolio", "halving"} {
			for _, limit := range []int{1, 300, 2000} {
				code := b.run("solve", file, "--method="+method, fmt.Sprintf("--evaluations=%d", limit), "--workers=1")
				if noSolution := strings.Contains(b.out.String(), "no feasible solution found") || strings.Contains(b.out.String(), "no solution yet"); code > 1 || (code == 1) != noSolution {
					t.Errorf("%s: exit %d: %s%s", file, code, b.out.String(), b.err.String())
				}
			}
		}
	}
}
