package runtest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
)

// Stops checks that a method notices the end of a run's time: that Minimize has not left it behind, and has what it found. On a busy
// machine it may be left behind once or twice, so there are several tries, each with more time.
func Stops(t *testing.T, minimize func(s multiwalk.Settings) *multiwalk.Result) {
	t.Helper()
	for limit := 50 * time.Millisecond; limit < 20*time.Second; limit *= 2 {
		r := minimize(multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(limit)}})
		if r.Status != multiwalk.TimeLimit {
			t.Fatal(r)
		}
		left := slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "so the last round was left out") })
		if !left && len(r.History) > 0 {
			return
		}
		t.Logf("%v: left behind: %v, %d incumbents", limit, left, len(r.History))
	}
	t.Error("it was left behind, or found nothing, whatever time it had")
}
