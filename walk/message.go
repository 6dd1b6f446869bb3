package walk

import "github.com/multiwalk/multiwalk"

// Cooperator is a search whose walks tell each other something between rounds. It never touches a walk. It receives
// values and returns values, so the walks may be anywhere.
type Cooperator interface {
	// Meets reports whether the walks exchange something after this round; the first round is 1. said[i] is the message
	// of walk i without its solutions.
	Meets(round int64, said []Message) bool
	// Exchange receives the messages of all walks, and returns the message that each walk is to hear. The zero Message
	// is none.
	Exchange(said []Message) []Message
}

// Message is what a walk says or hears at the barrier after a round. Nobody may change its slices; whoever keeps one
// copies it.
type Message struct {
	Done  multiwalk.Counters // the work of the walk
	Waits bool               // the walk is at a point where it takes up what others found
	// Best is the walk's incumbent, or a solution to go on from, and Cost what it costs; nil is none.
	Best []int32
	Cost int64
	// Individuals are the solutions of Populations populations of equal size, one solution after the other. Costs[i] is
	// the cost of individual i.
	Individuals []int32
	Costs       []int64
	Populations int
	Parts       []Message // of the walks that the walk is made of
	Numbers     []int64   // that mean something to the search of these walks
}

// Correspondent is a walk that says and hears more than the others do: see SaysOf and HearsOf.
type Correspondent interface {
	// Says returns what the walk says, with its solutions if all is true.
	Says(all bool) Message
	// Hears takes a message up, and reports whether it changed the walk.
	Hears(m Message) bool
}

// Islander is a walk of a population, which can hand out its individuals and take others in.
type Islander interface {
	// Individuals returns the individuals, one solution after the other, and the cost of each. The slices are read-only
	// and valid until the next Settle or Step. They are empty while the walk has no population: it is about to draw a
	// new one.
	Individuals() (x []int32, costs []int64)
	// Settle replaces the individuals by others, equal in number. The walk copies them.
	Settle(x []int32, costs []int64)
	// Populations returns how many populations the individuals belong to. All have the same size, and follow each
	// other.
	Populations() int
}

// SaysOf returns what a walk says. A Correspondent says it by itself. For any other walk the message is its counters
// and, if it has a method Waits, what that returns. If all is true, its incumbent is added, and the individuals of an
// Islander.
func SaysOf(w Walk, all bool) Message {
	if c, ok := w.(Correspondent); ok {
		return c.Says(all)
	}
	m := Message{Done: w.Counters()}
	if b, ok := w.(interface{ Waits() bool }); ok {
		m.Waits = b.Waits()
	}
	if !all {
		return m
	}
	m.Best, m.Cost = w.Best()
	if i, ok := w.(Islander); ok {
		m.Individuals, m.Costs = i.Individuals()
		m.Populations = i.Populations()
	}
	return m
}

// HearsOf passes a message to a walk. An Adopter goes on from m.Best, an Islander replaces its individuals by those of
// m. It reports whether that changed the walk.
func HearsOf(w Walk, m Message) (changed bool) {
	if c, ok := w.(Correspondent); ok {
		return c.Hears(m)
	}
	if a, ok := w.(Adopter); ok && m.Best != nil {
		a.Adopt(m.Best, m.Cost)
		changed = true
	}
	if i, ok := w.(Islander); ok && m.Costs != nil {
		i.Settle(m.Individuals, m.Costs)
		changed = true
	}
	return changed
}
