package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/walk"
)

// report is what solve --json prints. Fields that do not apply are null.
type report struct {
	Version          string           `json:"version"`           // of the program
	Problem          string           `json:"problem"`           // its name, as multiwalk problems lists it
	Instance         string           `json:"instance"`          // its name
	File             string           `json:"file"`              // where it was read from
	N                int              `json:"n"`                 // elements of a solution
	Method           string           `json:"method"`            // that ran, with those in it
	Author           string           `json:"author"`            // where method is of several, the one that found the solution
	Settings         json.RawMessage  `json:"settings"`          // that ran: what 0 and "" stand for is in their place
	Device           string           `json:"device"`            // as --device takes it
	Seed             uint64           `json:"seed"`              // of the random numbers
	Walks            int              `json:"walks"`             // searches side by side
	Workers          int              `json:"workers"`           // cores, or machines, that ran them
	Stop             []multiwalk.Stop `json:"stop"`              // the criteria that were to end the run
	Cost             int64            `json:"cost"`              // of the best solution; of a maximum cut its weight with the other sign
	BestKnown        *int64           `json:"best_known"`        // the least cost that is published; null: none is known
	BestKnownProven  *bool            `json:"best_known_proven"` // that it is optimal
	GapPercent       *float64         `json:"gap_percent"`       // from the best known cost to the cost
	Solved           *bool            `json:"solved"`            // of a problem that is more than its cost: what the cost counts is 0
	Target           *int64           `json:"target"`            // the cost to stop at
	Proven           bool             `json:"proven"`            // no solution is better
	Status           multiwalk.Status `json:"status"`            // why the run ended: target_reached, time_limit, evaluation_limit, work_limit, improvement_limit, method_ended or cancelled
	Evaluations      int64            `json:"evaluations"`       // of costs, full and by delta
	FullEvaluations  int64            `json:"full_evaluations"`  // by Cost
	DeltaEvaluations int64            `json:"delta_evaluations"` // by the change that a move brings
	Moves            int64            `json:"moves"`             // that were made
	Restarts         int64            `json:"restarts"`          // of walks
	Rounds           int64            `json:"rounds"`            // that were whole
	Partial          bool             `json:"partial"`           // the last round was broken off, and is not counted
	Elapsed          float64          `json:"elapsed_seconds"`   // of the run, without loading
	Loading          float64          `json:"loading_seconds"`   // for a GPU and its kernels before the run
	Verified         bool             `json:"verified"`          // the instance, read again, gives the same cost
	Solution         []int32          `json:"solution"`          // the best one
	Answer           json.RawMessage  `json:"answer,omitempty"`  // of a model: the solution in its own names
	Units            *float64         `json:"units"`             // of a model: its objective is offset and a cost divided by units; null: costs are what is wanted
	Offset           *float64         `json:"offset"`            // of a model: see units
	F                *float64         `json:"f"`                 // of real vectors: the cost, which the cost above stands for
	X                []float64        `json:"x"`                 // of real vectors: the best one, whose bits the solution has
	Notes            []string         `json:"notes"`             // what the user should know

	// On cores and machines at the same time: what each did, and how rounds were divided.
	Nodes   []multiwalk.NodeShare `json:"nodes"`   // what each machine did; null unless there were several
	Sides   []multiwalk.Side      `json:"sides"`   // what the cores and the machines did; null unless both ran
	Balance []multiwalk.Balance   `json:"balance"` // how their rounds were divided

	// Of a problem with constraints: whether the solution keeps them, what it violates, and the best feasible solution.
	Outcome          string                `json:"outcome"`           // in words
	Feasible         *bool                 `json:"feasible"`          // whether the solution keeps the constraints; null if there are none
	Violations       []multiwalk.Violation `json:"violations"`        // by constraint
	FeasibleCost     *int64                `json:"feasible_cost"`     // of the best feasible solution
	FeasibleSolution []int32               `json:"feasible_solution"` // the best feasible one, where the solution is not
	ViolatedClauses  []problem.Place       `json:"violated_clauses"`  // of satisfiability: those that have to hold and do not
}

// summarise prints the outcome; verifyErr is what an independent evaluation found wrong with it.
func (j *job) summarise(res *multiwalk.Result, verifyErr error, written []output) error {
	if j.cmd.JSON {
		return console.WriteJSON(j.console.Out, j.report(res, verifyErr == nil))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s, n=%d: %s\n", j.in.Format.Name, filename.Shown(j.in.Name), j.size(res.Best), j.outcome(res))
	if list := j.violated(res.Best); len(list) > 0 {
		fmt.Fprintf(&b, "violated: %s\n", problem.Listed(list))
	}
	fmt.Fprintf(&b, "%s after %s%s; method %s, device %s, seed %d, %s on %s\n", statusText(res), console.Duration(res.Elapsed),
		foundText(res), res.Methods(), j.settings.Device, res.Seed, console.Count(res.Walks, "walk"), j.workers(res))
	if a, _ := machinesOf(j.settings.Device); a != nil && res.Loading >= time.Millisecond {
		fmt.Fprintf(&b, "before that, loading for %s: %s\n", console.Duration(res.Loading), loads[machine(a.String())])
	}
	fmt.Fprintf(&b, "%s, %s (%s/s), %s, %s\n", console.Amount(res.Evaluations(), "evaluation"), console.Amount(res.Moves, "move"),
		console.Short(console.Rate(res.Moves, res.Elapsed)), console.Count(res.Restarts, "restart"), console.Count(res.Rounds, "round"))
	b.WriteString(sides(res))
	b.WriteString(j.nodes(res))
	if verifyErr == nil {
		fmt.Fprintf(&b, "verified: the instance read again gives the same %s\n", j.in.Format.Word())
	}
	for _, o := range written {
		fmt.Fprintf(&b, "%s in %s\n", o.what, filename.Shown(o.path))
	}
	_, err := io.WriteString(j.told(), b.String())
	return err
}

// size is how many elements a solution has, as users know them.
func (j *job) size(x []int32) int {
	if j.in.Format.Real && x != nil {
		return len(continuous.Unpack(x))
	}
	return len(j.in.Shown(x))
}

// loads is what loading is, by what runs the kernels.
var loads = map[string]string{"GPU": "the GPU opened and its kernels compiled or read", "emulator": "its kernels read"}

// outcome is what the run came to: the best solution's cost, or what keeps that from being feasible.
func (j *job) outcome(res *multiwalk.Result) string {
	if res.Infeasible {
		return res.Outcome()
	}
	return fmt.Sprintf("%s%s%s", told(j.in.Format, res.Outcome(), res.Cost), j.against(res.Cost), unsolvedText(j.in.Problem, res.Best))
}

// told is an outcome in the words of a problem that maximises something, unless the solution is not feasible.
func told(f problem.Format, outcome string, cost int64) string {
	if f.Word() == "cost" && !f.Real || outcome != fmt.Sprintf("cost %d", cost) {
		return outcome
	}
	return f.Word() + " " + f.Text(cost)
}

// answer is the solution that is written and drawn: the best feasible one if there is one.
func answer(res *multiwalk.Result) []int32 {
	if res.Infeasible && res.Feasible != nil {
		return res.Feasible.X
	}
	return res.Best
}

// workers says how many of what ran the walks.
func (j *job) workers(res *multiwalk.Result) string {
	if len(res.Sides) == 2 {
		return console.Count(res.Sides[0].Workers, "core") + " and " + console.Count(res.Sides[1].Workers, machine(res.Sides[1].Device))
	}
	if d, ok := j.settings.Device.(multiwalk.Accelerator); ok {
		return console.Count(res.Workers, machine(d.String()))
	}
	return console.Count(res.Workers, "worker")
}

// machine is the word for a machine of such a device.
func machine(device string) string {
	if strings.HasPrefix(device, "gpu") {
		return "GPU"
	}
	return "emulator"
}

// sides is a line on what the cores did, and one on the machines, of a run on both.
func sides(res *multiwalk.Result) string {
	var b strings.Builder
	for _, s := range res.Sides {
		share := 100 * float64(s.Evaluations()) / float64(max(1, res.Evaluations()))
		fmt.Fprintf(&b, "%s: %s, %s, %s, %s (%.1f %% of all), %s (%s/s)\n", s.Device, s.Method, console.Count(s.Walks, "walk"),
			console.Count(s.Incumbents, "incumbent"), console.Amount(s.Evaluations(), "evaluation"), share,
			console.Amount(s.Moves, "move"), console.Short(console.Rate(s.Moves, res.Elapsed)))
	}
	return b.String()
}

// nodes is a line on what each machine did of a run on several, and which part of their time they had no work.
func (j *job) nodes(res *multiwalk.Result) string {
	var list []string
	all := 0.0
	for _, n := range res.Nodes {
		all += n.Work
	}
	for _, n := range res.Nodes {
		list = append(list, fmt.Sprintf("%s %.0f %% of the work, %s", n.Node, 100*n.Work/max(all, 1e-9), console.Count(n.Incumbents, "incumbent")))
	}
	if list == nil {
		return ""
	}
	what, many := "core", min(j.settings.Device.Workers(), res.Walks)
	if d, ok := j.settings.Device.(multiwalk.Accelerator); ok {
		what = machine(d.String())
	}
	gone := res.Elapsed - j.settings.Resume.Gone() // of a run that is resumed they have done the rest alone
	lost := 100 * max(0, 1-all/(float64(many)*max(gone.Seconds(), 1e-9)))
	return fmt.Sprintf("nodes: %s; %s, idle for %.0f %% of the run\n", strings.Join(list, "; "), console.Count(many, what), lost)
}

func (j *job) report(res *multiwalk.Result, verified bool) report {
	r := report{
		Version: j.console.Version, Problem: j.in.Format.Name, Instance: filename.Text(j.in.Name), File: filename.Text(j.cmd.File),
		N:      j.size(res.Best),
		Method: res.Method, Author: res.Author, Settings: j.header.Method.Settings, Device: j.settings.Device.String(), Seed: res.Seed,
		Walks: res.Walks, Workers: res.Workers, Stop: j.settings.Stop, Cost: res.Cost, Proven: res.Proven, Status: res.Status,
		Evaluations: res.Evaluations(), FullEvaluations: res.FullEvaluations, DeltaEvaluations: res.DeltaEvaluations,
		Moves: res.Moves, Restarts: res.Restarts, Rounds: res.Rounds, Partial: res.Partial,
		Elapsed: res.Elapsed.Round(time.Microsecond).Seconds(),
		Loading: res.Loading.Round(time.Microsecond).Seconds(), Verified: verified, Notes: slices.Concat([]string{}, j.in.Notes, res.Notes),
		Nodes: res.Nodes, Sides: res.Sides, Balance: res.Balance, Solution: j.in.Shown(res.Best), Outcome: told(j.in.Format, res.Outcome(), res.Cost) + unsolvedText(j.in.Problem, res.Best),
	}
	if walk.Teller(j.in.Problem) != nil {
		feasible := !res.Infeasible
		r.Feasible, r.Violations = &feasible, append([]multiwalk.Violation{}, res.Violations...)
		if res.Feasible != nil {
			r.FeasibleCost, r.FeasibleSolution = &res.Feasible.Cost, res.Feasible.X
		}
	}
	if f := j.in.Format; f.Units != 0 {
		r.Units, r.Offset = &f.Units, &f.Offset
	}
	if j.in.Format.Real {
		r.F, r.X = record.Reals(res.Cost, res.Best)
	}
	r.ViolatedClauses, r.Answer = j.violated(res.Best), j.in.Answer(answer(res))
	if ran, err := record.MethodOf(res.Ran); err == nil {
		r.Settings = ran.Settings
	}
	if best, ok := j.in.BestKnown(); ok {
		r.BestKnown, r.BestKnownProven = &best.Cost, &best.Proven
		if gap, ok := gapPercent(res.Cost, best.Cost); ok && !j.in.Format.Real {
			r.GapPercent = &gap
		}
	}
	if _, ok := j.in.Problem.(solver); ok {
		solved := unsolved(j.in.Problem, res.Best) == nil
		r.Solved = &solved
	}
	if target, ok := j.target(); ok {
		r.Target = &target
	}
	return r
}

// solver is a problem that is more than to minimise a cost: where the least cost is not reached, such as 0 conflicts of
// queens, there is no solution of it yet.
type solver interface {
	CheckSolved(x []int32) error
}

// unsolved says why an answer of such a problem, however well evaluated, is no solution of it.
func unsolved(p multiwalk.Problem, x []int32) error {
	if s, ok := p.(solver); ok {
		return s.CheckSolved(x)
	}
	return nil
}

func unsolvedText(p multiwalk.Problem, x []int32) string {
	if err := unsolved(p, x); err != nil {
		return ", no solution yet: " + strings.TrimPrefix(err.Error(), "multiwalk: ")
	}
	return ""
}

// lacking is the error that a run has found nothing that keeps all that must be kept.
func (j *job) lacking(res *multiwalk.Result) error {
	if !(res.Infeasible && res.Feasible == nil) && unsolved(j.in.Problem, res.Best) == nil {
		return nil
	}
	if res.Proven && !res.Status.Early() {
		return errors.New("there is no solution that keeps all that must be kept, which is proven")
	}
	return errors.New("no solution was found that keeps all that must be kept; " + j.remedy(res, math.MaxInt64))
}

// against compares a cost with the best known one: " (gap 1.20 % to the best known 7542)".
func (j *job) against(cost int64) string {
	best, ok := j.in.BestKnown()
	if !ok {
		return ""
	}
	name, beyond, known := "best known", "below", j.in.Format.Text(best.Cost)
	if best.Proven {
		name = "optimum"
	}
	if j.in.Format.Maximised != "" {
		beyond = "above"
	}
	switch gap, ok := gapPercent(cost, best.Cost); {
	case cost == best.Cost:
		return fmt.Sprintf(" (the %s)", name)
	case cost < best.Cost && best.Proven:
		return fmt.Sprintf(" (%s %s, the proven optimum of the published instance of that name, so this is another one; "+
			"--target none ignores it)", beyond, known)
	case cost < best.Cost:
		return fmt.Sprintf(" (%s the best known %s)", beyond, known)
	case j.in.Format.Real:
		return fmt.Sprintf(" (%s above the %s %s)", j.in.Format.Difference(cost, best.Cost), name, known)
	case !ok:
		return fmt.Sprintf(" (%s %s)", name, known)
	default:
		return fmt.Sprintf(" (gap %.2f %% to the %s %s)", gap, name, known)
	}
}

// gapPercent is how far a cost lies above the best known one. There is no gap to a best known cost of 0.
func gapPercent(cost, best int64) (float64, bool) {
	if best == 0 {
		return 0, cost == 0
	}
	return 100 * (float64(cost) - float64(best)) / max(float64(best), -float64(best)), true
}

// foundText says when the solution was found, unless that is when the run ended.
func foundText(res *multiwalk.Result) string {
	if len(res.History) == 0 || res.Status == multiwalk.TargetReached {
		return ""
	}
	return ", best found after " + console.Duration(res.History[len(res.History)-1].Elapsed)
}

func statusText(res *multiwalk.Result) string {
	if res.Proven && !res.Status.Early() {
		return "optimum proven"
	}
	switch res.Status {
	case multiwalk.TargetReached:
		return "target reached"
	case multiwalk.MethodEnded:
		return "method ended"
	case multiwalk.TimeLimit:
		return "time limit"
	case multiwalk.EvaluationLimit:
		return "evaluation limit"
	case multiwalk.WorkLimit:
		return "work limit"
	case multiwalk.ImprovementLimit:
		return "no more improvement"
	case multiwalk.Cancelled:
		return "interrupted"
	}
	return string(res.Status)
}
