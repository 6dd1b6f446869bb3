package continuous

import (
	"context"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/reals"
	"github.com/multiwalk/multiwalk/walk"
)

// Result is the outcome of a run, with its numbers as they are: X and F in place of Best and Cost.
type Result struct {
	*multiwalk.Result
	X    []float64 // the best vector as the cost sees it; nil only where Minimize returns an error as well
	F    float64   // its cost; positive infinity where no cost was finite
	NaNs int64     // costs that were NaN or infinite
}

// String sums the result up in one line.
func (r *Result) String() string {
	return fmt.Sprintf("cost %v, %s after %v, %d evaluations (method %s, seed %d, %d walks)", r.F, r.Status,
		r.Elapsed.Round(time.Millisecond), r.Evaluations(), r.Methods(), r.Seed, r.Walks)
}

// Minimize runs a method of this package, or one made of them, on a problem: multiwalk.Minimize for real vectors. A nil method is Default.
// The criteria of the settings are those of multiwalk; a target is Target, and the number of evaluations, maxeval elsewhere, is
// multiwalk.Evaluations. Settings.Start is Pack of a vector; so is what events have as Best, and their costs are for Value.
func Minimize(ctx context.Context, p Problem, m walk.Method, s multiwalk.Settings) (*Result, error) {
	q, err := Of(p)
	if err != nil {
		return nil, err
	}
	if m == nil {
		m = Default()
	}
	res, err := multiwalk.Minimize(ctx, q, m, s)
	if res == nil {
		return nil, err
	}
	out := &Result{Result: res, F: Value(res.Cost), NaNs: q.Refused()}
	if res.Best != nil {
		out.X = Unpack(res.Best)
		q.round(out.X)
	}
	return out, err
}

// Default returns the method that is best for most problems.
func Default() walk.Method { return Staged{} }

// Target stops a run at a vector of cost f or less.
func Target(f float64) multiwalk.Stop { return multiwalk.Target(reals.Cost(f)) }

// Value returns the real cost that a cost of the engine stands for: of an event, of a point of Result.History, of a record.
func Value(cost int64) float64 { return reals.Float(cost) }

// Pack returns a vector as a solution of the engine.
func Pack(x []float64) []int32 {
	words := make([]int32, reals.Words*len(x))
	reals.Pack(x, words)
	return words
}

// Unpack is the inverse of Pack.
func Unpack(words []int32) []float64 {
	x := make([]float64, len(words)/reals.Words)
	reals.Unpack(words, x)
	return x
}
