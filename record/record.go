// Package record keeps runs as JSON lines: for each run a header that says what was run, one line for each incumbent,
// and an end with the solution. Records of several runs may follow each other in one stream, so merging is
// concatenating. Verify evaluates the solutions of a record again.
package record

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/filename"
)

// Format is the version of the format that this package writes. It reads this and all earlier ones.
const Format = 1

// Header says what was run, on what, and with which settings.
type Header struct {
	Format   int              `json:"format"`
	Program  string           `json:"program"`         // version of Multiwalk
	Problem  string           `json:"problem"`         // the command's word for it: "tsp", "qap"
	Instance string           `json:"instance"`        // its name
	File     string           `json:"file"`            // as it was given; see MarshalJSON for names that are not UTF-8
	Hash     string           `json:"hash"`            // of the instance, see Hash
	N        int              `json:"n"`               // length of a solution
	Method   Method           `json:"method"`          //
	Seed     uint64           `json:"seed"`            //
	Walks    int              `json:"walks"`           //
	Stop     []multiwalk.Stop `json:"stop"`            //
	Start    []int32          `json:"start,omitempty"` // the solution that all walks started from
	Reals    bool             `json:"reals,omitempty"` // solutions are the bits of real vectors, and costs stand for real ones: see Reals

	// Of a document: its objective is Offset and a cost divided by Units. Without Units costs are what is wanted.
	Units  float64 `json:"units,omitempty"`
	Offset float64 `json:"offset,omitempty"`

	// The machine. It changes the speed of a run and nothing else, so logical records leave it out. They keep devices
	// that run kernels, because a method finds something else there than on cores.
	Device  string `json:"device,omitempty"`
	Workers int    `json:"workers,omitempty"`
	Go      string `json:"go,omitempty"`
	OS      string `json:"os,omitempty"`
	Arch    string `json:"arch,omitempty"`
}

// MarshalJSON writes the header. JSON cannot hold names that are not UTF-8: they are written as quoted strings of Go.
func (h Header) MarshalJSON() ([]byte, error) {
	type plain Header // without this method
	h.File, h.Instance = filename.Text(h.File), filename.Text(h.Instance)
	return json.Marshal(plain(h))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (h *Header) UnmarshalJSON(text []byte) error {
	type plain Header
	if err := json.Unmarshal(text, (*plain)(h)); err != nil {
		return err
	}
	h.File, h.Instance = filename.FromText(h.File), filename.FromText(h.Instance)
	return nil
}

// Incumbent is one point of a run's history.
type Incumbent struct {
	Cost        int64   `json:"cost"`
	Walk        int     `json:"walk"` // -1 for a start solution
	Round       int64   `json:"round"`
	Evaluations int64   `json:"evaluations"` // of that walk, full and delta
	Moves       int64   `json:"moves"`       // of that walk
	Elapsed     float64 `json:"elapsed_seconds,omitzero"`
	Node        string  `json:"node,omitempty"` // that found it, of a run on several machines
}

// Snapshot is the incumbent of a run that had not ended yet.
type Snapshot struct {
	Cost               int64   `json:"cost"`
	Walk               int     `json:"walk"`
	Round              int64   `json:"round"`
	multiwalk.Counters         // of all walks
	Elapsed            float64 `json:"elapsed_seconds,omitzero"`
	Solution           []int32 `json:"solution"`
}

// Progress is a point of the course of a run: the incumbent's cost, and the work done, when it was reached. Only a Feed has such lines; Read
// leaves them out.
type Progress struct {
	Cost               int64   `json:"cost"`
	Infeasible         bool    `json:"infeasible,omitempty"` // the incumbent breaks constraints, of a problem that can tell
	Round              int64   `json:"round"`
	multiwalk.Counters         // of all walks
	Elapsed            float64 `json:"elapsed_seconds"`
	// Temperature is that of the walk that found the incumbent, of a method that has one.
	Temperature float64 `json:"temperature,omitempty"`
	// Shares are what each device, machine or method did so far, where there are several.
	Shares []multiwalk.Share `json:"shares,omitempty"`
}

// End is the outcome of a run.
type End struct {
	Status             multiwalk.Status `json:"status"`
	Cost               int64            `json:"cost"`
	Walk               int              `json:"walk"` // the walk that found the solution
	Rounds             int64            `json:"rounds"`
	Pace               []multiwalk.Pace `json:"pace,omitempty"` // what the run took for its end, by which its methods went
	Partial            bool             `json:"partial"`        // the last round was broken off
	multiwalk.Counters                  // of all walks
	Elapsed            float64          `json:"elapsed_seconds,omitzero"`
	Notes              []string         `json:"notes,omitempty"`
	Solution           []int32          `json:"solution"`
	// On cores and machines at the same time: what each did, and how rounds were divided.
	Sides   []multiwalk.Side      `json:"sides,omitempty"`
	Balance []multiwalk.Balance   `json:"balance,omitempty"`
	Nodes   []multiwalk.NodeShare `json:"nodes,omitempty"` // on several machines: what each did
	// What the solution violates, of a problem that can tell, and the best feasible solution where the solution is none.
	Infeasible   bool                  `json:"infeasible,omitempty"`
	Violations   []multiwalk.Violation `json:"violations,omitempty"`
	Feasible     []int32               `json:"feasible,omitempty"`
	FeasibleCost int64                 `json:"feasible_cost,omitempty"`
}

// Run is the record of one run.
type Run struct {
	Header
	History []Incumbent
	Last    *Snapshot // of a run that was killed; nil if the record has its end
	End     *End      // nil if the run was killed

	// Where Read found the run, and whether the last line was cut off.
	At        string
	Truncated bool
}

// New makes the record of a run from its header and its result. It sets the format, and takes seed, walks and workers
// from the result.
func New(h Header, res *multiwalk.Result) Run {
	h = h.complete()
	h.Seed, h.Walks, h.Workers = res.Seed, res.Walks, res.Workers
	run := Run{Header: h, End: &End{
		Status: res.Status, Cost: res.Cost, Walk: res.Walk, Rounds: res.Rounds, Pace: res.Pace, Partial: res.Partial,
		Counters: res.Counters, Elapsed: seconds(res.Elapsed), Notes: res.Notes, Solution: res.Best,
		Infeasible: res.Infeasible, Violations: res.Violations, Sides: res.Sides, Balance: res.Balance,
		Nodes: res.Nodes,
	}}
	if res.Infeasible && res.Feasible != nil {
		run.End.Feasible, run.End.FeasibleCost = res.Feasible.X, res.Feasible.Cost
	}
	for i, p := range res.History {
		point := Incumbent{Cost: p.Cost, Walk: p.Walk, Round: p.Round,
			Evaluations: p.Evaluations, Moves: p.Moves, Elapsed: seconds(p.Elapsed)}
		if i < len(res.Finders) {
			point.Node = res.Finders[i]
		}
		run.History = append(run.History, point)
	}
	return run
}

func (h Header) complete() Header {
	h.Format = Format
	h.Go, h.OS, h.Arch = runtime.Version(), runtime.GOOS, runtime.GOARCH
	return h
}

func (h Header) logical() Header {
	h.Workers, h.Go, h.OS, h.Arch = 0, "", "", ""
	h.Device, _, _ = strings.Cut(h.Device, "@cluster:") // how many GPUs, wherever
	if strings.HasPrefix(h.Device, "cluster:") || strings.HasPrefix(h.Device, "cpu") && !strings.Contains(h.Device, "+") {
		h.Device = ""
	}
	return h
}

// Logical returns the run without the machine and without times. Runs that must be equal, such as runs of one seed
// under an evaluation limit with 1 and with 2 workers, are then equal byte for byte. If one of several walks reached
// the target, Logical leaves the counters out too, because it depends on the machine how far the others came.
func (r Run) Logical() Run {
	r.Header = r.logical()
	r.History = slices.Clone(r.History)
	for i := range r.History {
		r.History[i].Elapsed, r.History[i].Node = 0, ""
	}
	if r.Last != nil {
		last := *r.Last
		last.Elapsed = 0
		r.Last = &last
	}
	if r.End != nil {
		end := *r.End
		end.Elapsed, end.Nodes = 0, nil
		if end.Status == multiwalk.TargetReached && r.Walks > 1 {
			end.Counters, end.Sides = multiwalk.Counters{}, uncounted(end.Sides)
		}
		r.End = &end
	}
	return r
}

// Best returns the best solution in the record, and its cost. ok is false if the run was killed before it had one.
func (r Run) Best() (x []int32, cost int64, ok bool) {
	switch {
	case r.End != nil && r.End.Solution != nil:
		return r.End.Solution, r.End.Cost, true
	case r.Last != nil:
		return r.Last.Solution, r.Last.Cost, true
	}
	return nil, 0, false
}

// Outcome is the cost of the best solution in words, or what keeps that from being feasible: see multiwalk.Result.
func (r Run) Outcome() string {
	x, cost, _ := r.Best()
	res := multiwalk.Result{Best: x, Cost: cost}
	if e := r.End; e != nil && e.Infeasible {
		res.Infeasible, res.Violations = true, e.Violations
		if e.Feasible != nil {
			res.Feasible = &multiwalk.Solution{X: e.Feasible, Cost: e.FeasibleCost}
		}
	}
	return res.Outcome()
}

// seconds rounds to microseconds; what is shorter is noise.
func seconds(d time.Duration) float64 { return d.Round(time.Microsecond).Seconds() }

// kind is the first field of each line. It says what the line is.
type kind struct {
	Line string `json:"line"`
}

// The kinds of line.
const (
	lineRun       = "run"
	lineIncumbent = "incumbent"
	lineProgress  = "progress"
	lineLive      = "live"
	lineEnd       = "end"
)

// line returns one line of a record: v's fields after its kind, and after what else there is to say, in JSON with a comma behind.
func line(name string, v any, more ...byte) ([]byte, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("multiwalk: record: %w", err)
	}
	head := append(fmt.Appendf(nil, `{"line":%q,`, name), more...)
	return append(append(head, body[1:]...), '\n'), nil
}
