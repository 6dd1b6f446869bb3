package nqueens

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

func TestSchedule_IsTable1(t *testing.T) {
	for n, want := range map[int]int{4: 50, 99: 50, 100: 100, 900: 100, 999: 100, 1000: 200, 3000: 200, 5000: 200} {
		if got := ScheduleFor(n).Searches; got != want {
			t.Errorf("N=%d: %d searches at a temperature, want %d", n, got, want)
		}
	}
	for _, s := range Table1 {
		count := 0
		for temperature := s.Start; temperature > s.End; temperature *= s.Alpha {
			count++
		}
		if count != s.Temperatures() {
			t.Errorf("%+v: %d temperatures, want %d", s, s.Temperatures(), count)
		}
	}
}

// A run evaluates as many candidates as Table 1 says, and its start.
func TestSchedule_Method(t *testing.T) {
	for _, n := range []int{7, 30, 60} {
		s := ScheduleFor(n)
		r := must.Have(multiwalk.Minimize(t.Context(), queens.Evaluated{N: n, Scheme: queens.Linear{}}, s.Method(), multiwalk.Settings{Walks: 1, Device: device.CPU(1)}))(t)
		// The start is evaluated by the walk and by its neighbourhood, and incumbents once more.
		if off := r.FullEvaluations - int64(s.Evaluations()); off < 1 || off > 10 || r.Status != multiwalk.MethodEnded {
			t.Errorf("N=%d: %d evaluations, want %d (%v)", n, r.FullEvaluations, s.Evaluations(), r.Status)
		}
	}
}
