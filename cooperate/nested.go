package cooperate

import "github.com/multiwalk/multiwalk"

// wrapped is the search of the method that a cooperation is made of. What the method can do is found through it by
// multiwalk.As, but for exchanging: a Cooperator is never looked for behind a wrapping.
type wrapped struct{ multiwalk.Search }

// Unwrap returns the method's search.
func (w wrapped) Unwrap() any { return w.Search }

// Close closes it.
func (w wrapped) Close() error { return closeOf(w.Search) }

// nested is wrapped where walks exchange what they would exchange without the cooperation.
type nested struct {
	wrapped
	meets bool // at the present barrier
}

// Meets reports whether the method's walks exchange something by themselves.
func (n *nested) Meets(round int64, said []multiwalk.Message) bool {
	c, ok := n.Search.(multiwalk.Cooperator)
	n.meets = ok && c.Meets(round, said)
	return n.meets
}

// Exchange is the method's own, if its walks meet.
func (n *nested) Exchange(said []multiwalk.Message) []multiwalk.Message {
	if !n.meets {
		return make([]multiwalk.Message, len(said))
	}
	return n.Search.(multiwalk.Cooperator).Exchange(said)
}

// place reports why a method that a cooperation is made of cannot run on a device. Without a method Prepare says so.
func place(p multiwalk.Problem, m multiwalk.Method, d multiwalk.Accelerator) error {
	if m == nil {
		return nil
	}
	return multiwalk.Place(p, m, d)
}

// resolved returns the method that a search is of, with its defaults filled in as far as the search knows them.
func resolved(m multiwalk.Method, s multiwalk.Search, w multiwalk.Walk) multiwalk.Method {
	v, ok := multiwalk.As[multiwalk.Resolver](s)
	if !ok {
		return m
	}
	if ran := v.Resolved(w); ran != nil && ran.Name() == m.Name() {
		return ran
	}
	return m
}
