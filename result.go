package multiwalk

import (
	"fmt"
	"time"
)

// Status says why a run stopped.
type Status string

// The reasons for the end of a run.
const (
	TargetReached    Status = "target_reached"
	MethodEnded      Status = "method_ended" // every walk ended by itself, for example at a local optimum
	TimeLimit        Status = "time_limit"
	EvaluationLimit  Status = "evaluation_limit"
	WorkLimit        Status = "work_limit"
	ImprovementLimit Status = "no_improvement"
	Cancelled        Status = "cancelled" // the context was done
	Failed           Status = "failed"    // the problem or the method failed; see the error
)

// Early reports whether a limit ended the run, before it reached a target and before the method ended.
func (s Status) Early() bool { return s != TargetReached && s != MethodEnded }

// Point is one new incumbent of a run. All but Elapsed is the same in every run with the same seed.
type Point struct {
	Cost        int64         `json:"cost"`
	Walk        int           `json:"walk"`
	Round       int64         `json:"round"`
	Evaluations int64         `json:"evaluations"` // of that walk, full and delta
	Moves       int64         `json:"moves"`       // of that walk
	Elapsed     time.Duration `json:"elapsed"`     // on the run's clock, see Result.Elapsed
}

// Counters is the work of a walk or of a run. Full and delta evaluations are counted apart, because a full evaluation
// may cost as much as n deltas.
type Counters struct {
	FullEvaluations  int64 `json:"full_evaluations"`  // by Cost, or as dear
	DeltaEvaluations int64 `json:"delta_evaluations"` // of the change that a move brings
	Moves            int64 `json:"moves"`             // moves made, that is, changes of a current solution
	Units            int64 `json:"units"`             // work units: iterations, as the method defines them
	Restarts         int64 `json:"restarts"`          // fresh starts after the first, with an evaluation, a move or a unit each
}

// Evaluations is the sum of full and delta evaluations.
func (c Counters) Evaluations() int64 { return c.FullEvaluations + c.DeltaEvaluations }

// Add adds another walk's work.
func (c *Counters) Add(o Counters) {
	c.FullEvaluations += o.FullEvaluations
	c.DeltaEvaluations += o.DeltaEvaluations
	c.Moves += o.Moves
	c.Units += o.Units
	c.Restarts += o.Restarts
}

// Pace is what a run took for its end when it had done Round rounds: walk.Slice.Progress goes by it until the next Pace. Under
// Time the run estimates from the speed measured how many rounds it will have, and again at barriers where that has changed by
// some per cent.
type Pace struct {
	Round       int64 `json:"round"`
	Rounds      int64 `json:"rounds,omitzero"`      // that the run is to have in all; 0: they are no limit
	Evaluations int64 `json:"evaluations,omitzero"` // that the run is to make in all; 0: they are no limit
	// Anew says that progress began at 0 again: a run that had come to its end was resumed with another limit.
	Anew bool `json:"anew,omitzero"`
	// Halvings says that in a round each walk does 2^-Halvings of the units that the search has for one, at least one unit. A run on cores
	// that Time alone limits begins with short rounds, since nobody knows how long a unit of the problem lasts.
	Halvings int `json:"halvings,omitzero"`
}

// Side is what the cores, or the machines, of a Both did in a run.
type Side struct {
	Device     string `json:"device"`  // of the side
	Method     string `json:"method"`  // that it ran
	Walks      int    `json:"walks"`   // searches
	Workers    int    `json:"workers"` // cores, or machines
	Counters          // of its walks
	Incumbents int    `json:"incumbents"` // how many of the run's it found
}

// Balance says how much is done in each round from a round on, on a Both.
type Balance struct {
	Round    int64 `json:"round"`           // how many rounds were done before
	Units    int   `json:"units"`           // of each step of a walk on a core
	Steps    []int `json:"steps,omitempty"` // of each walk on a core; nil is one each
	Launches int   `json:"launches"`        // of each machine
}

// NodeShare is what a machine did of a run that was on several.
type NodeShare struct {
	Node  string  `json:"node"`         // its name; HereNode is the process that made the run
	Units int64   `json:"units"`        // some rounds of a walk each
	Work  float64 `json:"work_seconds"` // of its cores, together
	// Evaluations are those of the walks that it worked at.
	Evaluations int64 `json:"evaluations"`
	Incumbents  int   `json:"incumbents"` // how many of the run's it found
}

// HereNode is what the process itself is called in the shares of a run on several machines.
const HereNode = "(here)"

// Solution is a solution and its cost.
type Solution struct {
	X    []int32
	Cost int64
}

// Result is the outcome of a run.
type Result struct {
	Best []int32 // the incumbent; nil only where Minimize returns an error as well
	Cost int64   // of Best, by full evaluation
	Walk int     // the walk that found Best; -1: none did, Best is a random or a first constructed solution
	// Infeasible says that Best breaks constraints, and Violations says which ones, if the problem can tell (Constrained,
	// Violator, Feasibler). Feasible is the best feasible solution found: Best itself, or another where Best is infeasible. It
	// is nil if there is none, or the problem cannot tell.
	Infeasible bool
	Violations []Violation
	Feasible   *Solution
	Proven     bool // no solution costs less than Best: all were gone through (see walk.Prover), or the problem's own bound says so (Bounder)
	Status     Status
	Counters          // summed over the walks
	Rounds     int64  // how many were completed; Work(Rounds) with Settings.Pace replays the run
	Pace       []Pace // what the run took for its end, in order; empty without a budget
	Partial    bool   // the last round was broken off, so a replay may miss what it found
	// Elapsed is the time on the run's clock, which Time limits. It includes the preparation and the walks' last round,
	// and leaves out Loading. Of a run that was resumed it is the time of all parts.
	Elapsed time.Duration
	Loading time.Duration // how long Load took, for example to compile kernels; see walk.Loader
	History []Point       // one point for each new incumbent
	Notes   []string      // messages of the method, such as that it evaluates in full; each once
	Method  string
	Author  string // where Method is of several, the one of them that found Best; else ""
	Ran     Method // the method with the settings that ran; 0 and "" are replaced by what they stand for, if the search knows (walk.Resolver)
	Seed    uint64
	Walks   int
	Workers int
	Sides   []Side    // on a Both: what its cores and its machines did
	Balance []Balance // on a Both: how rounds were divided, in order
	// On several machines: what each did, and which of them found each point of History, as far as this part of the run has it.
	Nodes   []NodeShare
	Finders []string
}

// String sums the result up in one line.
func (r *Result) String() string {
	return fmt.Sprintf("%s, %s after %v, %d evaluations, %d moves (method %s, seed %d, %d walks)",
		r.Outcome(), r.Status, r.Elapsed.Round(time.Millisecond), r.Evaluations(), r.Moves, r.Methods(), r.Seed, r.Walks)
}

// Methods is Method in words, with Author if there is one: "halving, found by anneal".
func (r *Result) Methods() string {
	if r.Author == "" {
		return r.Method
	}
	return r.Method + ", found by " + r.Author
}

// Outcome is the cost of Best in words: "cost 42", "no solution", or what keeps Best from being feasible.
func (r *Result) Outcome() string {
	switch {
	case r.Best == nil:
		return "no solution"
	case !r.Infeasible:
		return fmt.Sprintf("cost %d", r.Cost)
	case r.Feasible != nil:
		return fmt.Sprintf("cost %d of the best feasible solution; the best of all costs %d, %s", r.Feasible.Cost, r.Cost, Blame(r.Violations))
	}
	return "no feasible solution found, " + Blame(r.Violations)
}

// EventKind names an event.
type EventKind string

// The kinds of event.
const (
	EventStart     EventKind = "start"
	EventIncumbent EventKind = "incumbent" // at most one a round: the best that the round found
	EventExchange  EventKind = "exchange"
	EventRestart   EventKind = "restart"
	EventProgress  EventKind = "progress" // about every 100 ms
	EventNote      EventKind = "note"
	EventLoading   EventKind = "loading" // the run's clock stands still; Message says what takes long
	EventEnd       EventKind = "end"
)

// Event tells an observer how a run goes. Best belongs to the run: copy it to keep it.
type Event struct {
	Kind     EventKind
	Elapsed  time.Duration
	Round    int64
	Cost     int64 // of the incumbent
	Best     []int32
	Found    time.Duration // when a walk found the incumbent, which is before the event: its Point has the same
	Walk     int           // the walk that found the incumbent
	Walks    int           // how many searches run side by side
	Counters               // summed over the walks
	Message  string        // of a note, or of loading
	Status   Status        // at the end

	// Of EventProgress: the temperature of the walk that found the incumbent, 0 if its method has none; and, of a run on several devices or
	// machines, or else by several methods, what each has done so far, by name.
	Temperature float64
	Shares      []Share
}

// Share is how many evaluations a device, a machine or a method has made of a run.
type Share struct {
	Name        string `json:"name"`
	Evaluations int64  `json:"evaluations"`
}
