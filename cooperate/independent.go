package cooperate

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// Independent runs the walks of a method side by side, and these tell each other nothing. This is the independent multi-walk, whose
// speed-up can be predicted from the run times of one walk. A method by itself runs like this too, unless its walks exchange something;
// Independent forbids that. The name is for the command and for records.
type Independent struct {
	// Method is the method that the walks are of.
	Method walk.Method
}

func (Independent) Name() string     { return "independent" }
func (m Independent) String() string { return m.Name() }
func (m Independent) Ends() bool     { return ends(m.Method) }

// Place implements walk.Placer: the walks run where the method's do. On GPUs a walk is a machine, so the machines hear nothing of each
// other. Whether the searches of one machine tell each other something is up to the method.
func (m Independent) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return place(p, m.Method, d)
}

func (m Independent) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := prepare(m.Name(), m.Method, p, plan)
	if err != nil {
		return nil, err
	}
	return independents{wrapped{s}, m.Method}, nil
}

// independents is the search of the method, under another name.
type independents struct {
	wrapped
	of walk.Method
}

func (s independents) Resolved(w walk.Walk) walk.Method {
	return Independent{Method: resolved(s.of, s.Search, w)}
}

// ends says whether a method comes to an end by itself.
func ends(m walk.Method) bool {
	e, ok := m.(walk.Ender)
	return ok && e.Ends()
}
