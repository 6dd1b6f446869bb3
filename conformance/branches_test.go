package conformance

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/sample"
)

// growing is an order that grows at its end, with the flaw of that name.
type growing struct {
	sample.Grown
	flaw string
}

func (p growing) NewBranches() multiwalk.Branches {
	return &branchesOf{Branches: p.Grown.NewBranches(), flaw: p.flaw}
}

type branchesOf struct {
	multiwalk.Branches
	flaw  string
	asked int64
}

func (b *branchesOf) Expand(node []int32, way int, to []multiwalk.Branch) []multiwalk.Branch {
	b.asked++
	to = b.Branches.Expand(node, way, to)
	for k := range to {
		switch b.flaw {
		case "boasts":
			to[k].Bound -= 1
		case "fears":
			to[k].Bound += int64(len(to)-1) * 100
		case "tires":
			to[k].Bound -= b.asked
		case "gains":
			to[k].Waste = -1
		}
	}
	if b.flaw == "writes" {
		node[1], node[2] = node[2], node[1]
	}
	if b.flaw == "ends" && len(to) == 3 {
		return nil
	}
	return to
}

func TestProblem_ChecksBranches(t *testing.T) {
	p := sample.Grown{Order: sample.NewOrder(9, 1)}
	Problem(t, p)
	Problem(t, sample.Grown{Order: sample.NewOrder(1, 1)})
	for flaw, want := range map[string]string{"boasts": ", and it costs ", "fears": "on the way to it there was a bound of ",
		"tires": "than one that was asked less", "gains": "it is a number from 0 on", "writes": "changed node", "ends": "has no children"} {
		found(t, flaw, want, CheckProblem(growing{p, flaw}))
	}
}
