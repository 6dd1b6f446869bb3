package multiwalk

// Cooperator is a search whose walks tell each other something between rounds. It never touches a walk: what it decides on
// and what it answers are values, so walks may be anywhere.
type Cooperator interface {
	// Meets reports whether the walks tell each other something after a round, from 1. said is what each walk says without
	// its solutions, in the order of their numbers.
	Meets(round int64, said []Message) bool
	// Exchange returns what each walk is to hear, from what each says. The zero Message is nothing.
	Exchange(said []Message) []Message
}

// Message is what a walk says at the barrier after a round, or hears there. Who passes it on must not change its slices; who
// keeps them copies them.
type Message struct {
	Done  Counters // the work of the walk
	Waits bool     // the walk is at a point where it takes up what others found
	// Best is the walk's incumbent, or a solution to go on from, and Cost what it costs; nil is none.
	Best []int32
	Cost int64
	// Individuals are those of a population, one solution after the other; Costs is what each costs, and Populations how many
	// populations of the same size they are of.
	Individuals []int32
	Costs       []int64
	Populations int
	Parts       []Message // of the walks that the walk is made of
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
	// Individuals returns the individuals, one solution after the other, and what each costs. The slices are read-only and
	// valid until the next Settle or Step. They are empty while the walk has none, as before it is drawn anew.
	Individuals() (x []int32, costs []int64)
	// Settle replaces the individuals, which the walk copies, by as many others.
	Settle(x []int32, costs []int64)
	// Populations is how many populations the individuals are of, each of the same number, one after the other.
	Populations() int
}

// SaysOf is what a walk says: its work, whether it Waits, where it has such a method, and, if all is true, its incumbent and
// an Islander's individuals.
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

// HearsOf has a walk take a message up: an Adopter goes on from Best, an Islander's individuals become others. It reports
// whether that changed the walk.
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
