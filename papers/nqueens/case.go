package nqueens

// Kind is what a case is timed for.
type Kind string

// The kinds of case.
const (
	Evaluation Kind = "evaluation" // calls of a scheme, of all schemes in turns
	Threads    Kind = "threads"    // the same of numbers of threads
	Thresholds Kind = "thresholds" // the same of thresholds
	Paired     Kind = "paired"     // the same of random and of valid candidates
	Batch      Kind = "batch"      // many candidates in a call; times are a candidate's
	Annealing  Kind = "annealing"  // runs of simulated annealing, or beginnings of one that would take too long
	Map        Kind = "map"        // a size of the adaptive scheme's measured map, and as parameter the threads for it
	Islands    Kind = "islands"    // beginnings of a genetic algorithm on islands
	Share      Kind = "share"      // annealing whose evaluations are timed: their share of its time
)

// single says whether a case's time is that of an evaluation by itself.
func (k Kind) single() bool {
	return k != Batch && k != Annealing && k != Share && k != Islands && k != Map
}

// Candidates says what is evaluated.
type Candidates string

// The candidates.
const (
	Random Candidates = "random" // permutations, a new one each time
	Valid  Candidates = "valid"  // Hoffman's construction
)

// Case names one thing that is timed. Equal cases of equal settings are the same.
type Case struct {
	Kind       Kind       `journal:"kind"`
	Candidates Candidates `journal:"candidates"`
	System     string     `journal:"system"` // its ID
	N          int        `journal:"n"`
	Parameter  int        `journal:"parameter"` // threads or threshold, 0 for the system's own
}

// Key is the case itself, of a measurement its own.
func (c Case) Key() Case { return c }

// Measurement is what came out of a case. Times are seconds.
type Measurement struct {
	Case
	Trials      int     `journal:"trials"` // timed
	Mean        float64 `journal:"mean_s"` // of an evaluation; of a run of annealing, to its end or as far as it went
	Median      float64 `journal:"median_s"`
	Device      float64 `journal:"device_s"`    // mean of what an evaluation's kernels took, 0 on cores
	Share       float64 `journal:"share"`       // of the time that evaluation took, 0 to 1
	Conflicts   float64 `journal:"conflicts"`   // mean of the candidates'
	Evaluations float64 `journal:"evaluations"` // mean of a run of annealing
	Each        float64 `journal:"each_s"`      // time of annealing for an evaluation, all it does included
	Complete    bool    `journal:"complete"`    // runs of annealing went to their end
	Solved      int     `journal:"solved"`      // runs of annealing that found a solution
	Missing     string  `journal:"missing"`     // why there are no figures: overLimit, or what the system says; "" if there are
	partial     bool    // interrupted
}

// overLimit is Missing of a case that would have taken too long.
const overLimit = "limit"

// Interrupted keeps a measurement out of the journal.
func (m Measurement) Interrupted() bool { return m.partial }
