package cli

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/problem"
)

// defaultTime limits a run that nothing else limits.
const defaultTime = 10 * time.Second

// noTarget is the --target of a run that goes on whatever it finds.
const noTarget = "none"

// stopFlags mirror the stop criteria. A pointer is nil where the flag was not given.
type stopFlags struct {
	Time          *time.Duration `placeholder:"DURATION" help:"Stop after a time such as 10s or 2m. (default: 10s, if nothing else stops the run)"`
	Target        *string        `placeholder:"COST" help:"Stop at a cost: a number, bks (the best known), bks+1% or bks+100; where something is maximised, bks-1%. solve exits 1 if it is missed. none: run on after a cost that nothing can beat. (default: a cost that is proven to be the least, if one is known)"`
	Evaluations   *int64         `placeholder:"N" help:"Stop after this number of evaluations, full and delta, of all walks together."`
	Work          *int64         `placeholder:"N" help:"Stop after this number of rounds; replays a timed run."`
	NoImprovement *int64         `placeholder:"N" help:"Stop after this number of iterations of all walks together without a new incumbent."`
}

// criteria returns the stop criteria that the flags ask for. It returns none if no flag was given.
func (f *stopFlags) criteria(in *problem.Instance) ([]multiwalk.Stop, error) {
	var list []multiwalk.Stop
	if f.Time != nil {
		list = append(list, multiwalk.Time(*f.Time))
	}
	if f.Evaluations != nil {
		list = append(list, multiwalk.Evaluations(*f.Evaluations))
	}
	if f.Work != nil {
		list = append(list, multiwalk.Work(*f.Work))
	}
	if f.NoImprovement != nil {
		list = append(list, multiwalk.NoImprovement(*f.NoImprovement))
	}
	if f.Target != nil && *f.Target != noTarget {
		best, known := in.BestKnown()
		cost, err := parseTarget(*f.Target, in.Format, best.Cost, known)
		if err != nil {
			return nil, err
		}
		list = append(list, multiwalk.Target(cost))
	}
	for _, s := range list {
		if err := s.Validate(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// realTarget reads a target of a problem with real costs: a cost, or "bks" with what is added to it, such as bks+1e-8.
func realTarget(s string, best int64, known bool) (int64, error) {
	over, relative := strings.CutPrefix(s, "bks")
	base := 0.0
	if relative {
		if base = continuous.Value(best); !known {
			return 0, errors.New("--target " + s + ": no best known cost of this instance; give a cost as a number")
		}
		if over == "" {
			return best, nil
		}
	}
	v, err := strconv.ParseFloat(over, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) || relative && over[0] != '+' {
		return 0, fmt.Errorf("--target %q is no cost; write a number, bks, bks+1e-8 or none", s)
	}
	return continuous.Target(base + v).Value, nil
}

// sought returns the cost at which a run ends that was told of no target: what the problem has for solved, or the cost that nothing can beat.
func sought(in *problem.Instance) (cost int64, ok bool) {
	if p, ok := in.Problem.(interface{ Sought() int64 }); ok {
		return p.Sought(), true
	}
	return proven(in)
}

// proven returns the cost that nothing can beat: the best known one where it is proven to be optimal, else the problem's own
// lower bound.
func proven(in *problem.Instance) (cost int64, ok bool) {
	if best, ok := in.BestKnown(); ok && best.Proven {
		return best.Cost, true
	}
	if b, ok := in.Problem.(multiwalk.Bounder); ok {
		cost = b.LowerBound()
		return cost, cost != multiwalk.NoBound
	}
	return 0, false
}

// limited says whether something besides a target ends the run.
func limited(list []multiwalk.Stop) bool {
	for _, s := range list {
		if s.Kind != multiwalk.StopTarget {
			return true
		}
	}
	return false
}

// parseTarget reads a cost, "bks", "bks+1.5%" or "bks+100"; where something is maximised that, "bks", "bks-1.5%" or "bks-100". A
// share of the best known cost is rounded down, so that a run which meets it is within the share.
func parseTarget(s string, f problem.Format, best int64, known bool) (int64, error) {
	worse := "bks+"
	if f.Maximised != "" {
		worse = "bks-"
	}
	if f.Real {
		return realTarget(s, best, known)
	}
	bad := fmt.Errorf("--target %q is no %s; write a whole number, bks, %s1%%, %s100 or none", s, f.Word(), worse, worse)
	if f.Units != 0 && !strings.HasPrefix(s, "bks") {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return 0, fmt.Errorf("--target %q is no objective of this model; write a number, or none", s)
		}
		return f.Cost(v), nil
	}
	if !strings.HasPrefix(s, "bks") {
		told, err := strconv.ParseInt(console.Digits(s), 10, 64)
		if err != nil || told == math.MinInt64 && f.Maximised != "" {
			return 0, bad
		}
		return f.Told(told), nil
	}
	if !known {
		return 0, errors.New("--target " + s + ": no best known cost of this instance; give a cost as a number")
	}
	if s == "bks" {
		return best, nil
	}
	over, isAdded := strings.CutPrefix(s, worse)
	number, isShare := strings.CutSuffix(over, "%")
	more, ok := new(big.Rat), strings.Trim(number, "0123456789.") == "" && len(number) <= 20
	if ok {
		_, ok = more.SetString(number)
	}
	if !isAdded || !ok || !isShare && !more.IsInt() {
		return 0, bad
	}
	if isShare {
		size := new(big.Rat).SetInt(new(big.Int).Abs(big.NewInt(best)))
		more.Mul(more, size.Quo(size, big.NewRat(100, 1)))
	}
	sum := new(big.Int).Add(big.NewInt(best), new(big.Int).Div(more.Num(), more.Denom()))
	if !sum.IsInt64() {
		return 0, bad
	}
	return sum.Int64(), nil
}
