package auto

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/flowshop"
)

// Beam search has half of the time where it is ahead, and a part elsewhere: bounds are loose where jobs are few for their machines.
func TestBounded_SharesByTheBound(t *testing.T) {
	for name, loose := range map[string]bool{
		"ta031": false, "ta041": false, "ta051": true, "ta061": false, "ta071": false, "ta081": true, "ta091": false, "ta101": true, "ta111": false,
		"250x40": true, "251x40": false,
	} {
		p := must.Have(flowshop.Named("flowshop:"+name, ""))(t)
		for what, c := range map[string]struct {
			p     multiwalk.Problem
			loose bool
		}{"makespan": {p.Makespan(), loose}, "flowtime": {p.Flowtime(), false}} {
			m, _ := bounded(c.p).(cooperate.Portfolio)
			if len(m.Methods) != 2 || (m.Shares != nil) != c.loose {
				t.Errorf("%s, %s: %v with shares %v, loose should be %v", name, what, m, m.Shares, c.loose)
			}
		}
	}
}
