package cooperate

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// wrapped is the search of the method that a cooperation is made of. What the method can do is found through it by
// walk.As, but for exchanging: a Cooperator is never looked for behind a wrapping.
type wrapped struct{ walk.Search }

// Unwrap returns the method's search.
func (w wrapped) Unwrap() any { return w.Search }

func (w wrapped) Close() error { return walk.Close(w.Search) }

// nested is wrapped where walks exchange what they would exchange without the cooperation.
type nested struct {
	wrapped
	meets bool // at the present barrier
}

// Meets reports whether the method's walks exchange something by themselves.
func (n *nested) Meets(round int64, said []walk.Message) bool {
	c, ok := n.Search.(walk.Cooperator)
	n.meets = ok && c.Meets(round, said)
	return n.meets
}

// Exchange is the method's own, if its walks meet.
func (n *nested) Exchange(said []walk.Message) []walk.Message {
	if !n.meets {
		return make([]walk.Message, len(said))
	}
	return n.Search.(walk.Cooperator).Exchange(said)
}

// prepare prepares the one method of another, if there is one.
func prepare(name string, m walk.Method, p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if m == nil {
		return nil, fmt.Errorf("multiwalk: %s has no method; set its field Method", name)
	}
	return m.Prepare(p, plan)
}

// place reports why a method that a cooperation is made of cannot run on a device. Without a method Prepare says so.
func place(p multiwalk.Problem, m walk.Method, d multiwalk.Accelerator) error {
	if m == nil {
		return nil
	}
	return walk.Place(p, m, d)
}

// resolved returns the method that a search is of, with its defaults filled in as far as the search knows them.
func resolved(m walk.Method, s walk.Search, w walk.Walk) walk.Method {
	v, ok := walk.As[walk.Resolver](s)
	if !ok {
		return m
	}
	if ran := v.Resolved(w); ran != nil && ran.Name() == m.Name() {
		return ran
	}
	return m
}
