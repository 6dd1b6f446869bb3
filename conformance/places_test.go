package conformance

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/sample"
)

// partly finds the best places of elements in partial orders, with the flaw of that name.
type partly struct {
	*sample.Order
	flaw string
}

func (p partly) NewPlaces() multiwalk.Places { return &placesOf{p: p} }

type placesOf struct {
	p     partly
	asked int
}

func (f *placesOf) Best(x []int32, i int32) (j int32, delta int64) {
	f.asked++
	if f.p.flaw == "writes" {
		x[0] = -1
	}
	if f.p.flaw == "tires" && f.asked > 3 || f.p.flaw == "stays" {
		return i, 0
	}
	j = i
	for to := range int32(len(x)) {
		if to == i {
			continue
		}
		if d := f.p.InsertDelta(x, i, to); d < delta {
			j, delta = to, d
		}
	}
	if f.p.flaw == "boasts" {
		delta *= 2
	}
	return j, delta
}

func TestProblem_ChecksPlaces(t *testing.T) {
	Problem(t, partly{sample.NewOrder(9, 1), ""})
	Problem(t, partly{sample.NewOrder(1, 1), ""})
	for flaw, want := range map[string]string{"writes": "NewPlaces: ", "tires": "and others that were asked less say", "stays": ", but at ",
		"boasts": ", but the delta is "} {
		found(t, flaw, want, CheckProblem(partly{sample.NewOrder(9, 1), flaw}))
	}
}
