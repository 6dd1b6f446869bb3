package auto

import (
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// A Rule says in words what For, On and Choose choose for some problems. They go through the rules in order. On cores the first that is for
// the problem decides; on a GPU the first whose method has kernels for it.
type Rule struct {
	Problem string // which problems it is for
	Cores   string // what runs on cores; "" where the rule is for GPUs alone
	GPU     string // what runs on a GPU; "" where the rule is for cores alone
}

// String returns the rule in a sentence or more, without the last full stop.
func (r Rule) String() string {
	switch {
	case r.GPU == r.Cores:
		return r.Problem + ": " + r.Cores + ", on a GPU too"
	case r.GPU == "":
		return r.Problem + ": " + r.Cores
	case r.Cores == "":
		return r.Problem + ": on a GPU " + r.GPU
	}
	return r.Problem + ": " + r.Cores + "; on a GPU " + r.GPU
}

// Rules returns the rules in their order.
func Rules() []Rule {
	all := make([]Rule, len(rules))
	for i, r := range rules {
		all[i] = r.Rule
	}
	return all
}

// A rule has the methods of a Rule. Each of its functions returns nil for a problem that it is not for.
type rule struct {
	Rule
	cores func(p multiwalk.Problem) walk.Method
	gpu   func(p multiwalk.Problem) walk.Method
	note  func(p multiwalk.Problem, m walk.Method) string // for the user, where cores has chosen m; nil for none
	own   bool                                            // nothing is known of problems that come to this rule but their abilities: see together
}

// ruleOf returns the first rule for a problem on cores, and its method. The last rule is for any.
func ruleOf(p multiwalk.Problem) (r rule, m walk.Method) {
	for _, r = range rules {
		if r.cores == nil {
			continue
		}
		if m = r.cores(p); m != nil {
			break
		}
	}
	return r, m
}

// onCores returns the method of the first rule for a problem on cores, and a note for the user or "".
func onCores(p multiwalk.Problem) (m walk.Method, note string) {
	r, m := ruleOf(p)
	if r.note != nil {
		note = r.note(p, m)
	}
	if small(p) {
		return few{m}, ""
	}
	return m, note
}

// placed returns the method of the first rule that has kernels for the problem, or nil.
func placed(p multiwalk.Problem, a multiwalk.Accelerator) (first walk.Method) {
	defer func() {
		if recover() != nil {
			first = nil
		}
	}()
	for _, r := range rules {
		if r.gpu == nil {
			continue
		}
		m := r.gpu(p)
		if m == nil {
			continue
		}
		place := m.(walk.Placer).Place
		if c, ok := m.(single.IteratedTabu); ok { // one search by all of a machine was not measured against the methods that follow
			place = c.Crowds
		}
		if place(p, a) == nil {
			return m
		}
	}
	return nil
}

// always returns a function that chooses a method where a problem is of some kind.
func always(m walk.Method, is func(multiwalk.Problem) bool) func(multiwalk.Problem) walk.Method {
	return func(p multiwalk.Problem) walk.Method {
		if is(p) {
			return m
		}
		return nil
	}
}

// plain is the text of an error without the project's name, as a note has it.
func plain(err error) string { return strings.TrimPrefix(err.Error(), "multiwalk: ") }
