package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/tune"
)

// tuneReport is what tune --json prints. Amounts are costs, or what is maximised where that is told.
type tuneReport struct {
	Best        int         `json:"best"`         // the number of the candidate to use, 0 for the default
	Flags       string      `json:"flags"`        // that ask solve for it
	Go          string      `json:"go"`           // the same in Go
	Leader      string      `json:"leader"`       // flags of the winner of the training
	Rounds      int         `json:"rounds"`       // of training
	Left        int         `json:"left"`         // candidates that were not given up
	Wins        int         `json:"wins"`         // runs of the test in which the leader was better than the default
	Losses      int         `json:"losses"`       // runs in which it was worse
	Chance      float64     `json:"chance"`       // that equal candidates differ as much
	LeaderMean  *float64    `json:"leader_mean"`  // in the test; null if the default leads
	DefaultMean *float64    `json:"default_mean"` // of the default there
	Candidates  []tuneTrial `json:"candidates"`   // by number; 0 is the default

	leader int
}

// tuneTrial is a candidate's training.
type tuneTrial struct {
	Flags      string  `json:"flags"`       // that ask solve for it
	Settings   string  `json:"settings"`    // what makes it another than the default
	Rounds     int     `json:"rounds"`      // that it had
	GivenUp    bool    `json:"given_up"`    // after them, because it had lost to the leader too often
	Mean       float64 `json:"mean"`        // of its costs
	LeaderMean float64 `json:"leader_mean"` // of the leader in the same rounds
	Wins       int     `json:"wins"`        // rounds in which it was better than the leader
	Losses     int     `json:"losses"`      // rounds in which it was worse
}

// tuned reports on a race.
func tuned(o *tune.Outcome, candidates []candidate, f problem.Format) tuneReport {
	sign := float64(f.Told(1))
	r := tuneReport{Best: o.Best, Flags: candidates[o.Best].flags(), Go: tune.Go(candidates[o.Best].method), Leader: candidates[o.Leader].flags(),
		Rounds: o.Rounds, Left: len(o.Left), Wins: o.Wins, Losses: o.Losses, Chance: o.Chance, leader: o.Leader}
	if o.Leader > 0 {
		leader, standard := sign*o.LeaderMean, sign*o.DefaultMean
		r.LeaderMean, r.DefaultMean = &leader, &standard
	}
	for i, c := range candidates {
		t := o.Trials[i]
		r.Candidates = append(r.Candidates, tuneTrial{c.flags(), cmp.Or(strings.Join(c.varied, " "), "default"), t.Rounds, t.GivenUp,
			sign * t.Mean, sign * t.LeaderMean, t.Wins, t.Losses})
	}
	return r
}

func (r tuneReport) print(w io.Writer, f problem.Format) error {
	r.table(w, f)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "training\t%d of %s left after %s\n", r.Left, console.Count(len(r.Candidates), "candidate"), console.Count(r.Rounds, "round"))
	fmt.Fprintf(t, "leader\t%s\n", r.Leader)
	if r.leader > 0 {
		fmt.Fprintf(t, "test\tmean %s %.8g, of the default %.8g; better than the default in %d runs, worse in %d; chance does as much with probability %.2g\n",
			f.Word(), *r.LeaderMean, *r.DefaultMean, r.Wins, r.Losses, r.Chance)
	}
	switch {
	case r.leader == 0:
		fmt.Fprintf(t, "result\tthe default leads: keep it\n")
	case r.Best == 0:
		fmt.Fprintf(t, "result\tnot surely better: keep the default\n")
	}
	fmt.Fprintf(t, "flags\t%s\n", r.Flags)
	fmt.Fprintf(t, "Go\t%s\n", r.Go)
	return t.Flush()
}

// table lists the candidates, those first that stayed longest and lost least. Who was given up early had easier or harder rounds than the
// others, so the leader's mean of the same rounds stands beside each mean.
func (r tuneReport) table(w io.Writer, f problem.Format) {
	order := make([]int, len(r.Candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := r.Candidates[i], r.Candidates[j]
		leads := func(i int) int { return min(1, max(i-r.leader, r.leader-i)) }
		return cmp.Or(leads(i)-leads(j), b.Rounds-a.Rounds, (a.Losses-a.Wins)-(b.Losses-b.Wins))
	})
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "candidate\tmean %s\tthe leader's\tbetter\tworse\t\n", f.Word())
	for _, i := range order {
		c, end := r.Candidates[i], ""
		switch {
		case i == r.leader:
			end = "leads"
		case c.GivenUp:
			end = "given up after " + console.Count(c.Rounds, "round")
		}
		fmt.Fprintf(t, "%s\t%.8g\t%.8g\t%d\t%d\t%s\n", c.Settings, c.Mean, c.LeaderMean, c.Wins, c.Losses, end)
	}
	fmt.Fprintln(t)
	t.Flush()
}
