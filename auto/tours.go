package auto

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

func isTour(p multiwalk.Problem) bool { return p.Space().Kind() == multiwalk.KindTour }

// overTours returns iterated local search for a tour whose cost is the sum of its edges, or, if that would refuse the edges, annealing,
// which adds costs in 64 bits. For any other problem it returns nil.
func overTours(p multiwalk.Problem) walk.Method {
	if edges, ok := p.(multiwalk.EdgeCoster); !ok || !isTour(p) {
		return nil
	} else if unfit(edges, p) != nil {
		return single.Anneal{}
	}
	return single.ILS{}
}

// whyNoTours says why annealing takes the place of iterated local search, or "".
func whyNoTours(p multiwalk.Problem, m walk.Method) string {
	if m == (single.ILS{}) {
		return ""
	}
	return "method anneal runs instead of ils: " + plain(unfit(p.(multiwalk.EdgeCoster), p))
}

// unfit says why k-exchanges refuse the edges, or nil. It may take O(n²): see tour.Fits.
func unfit(edges multiwalk.EdgeCoster, p multiwalk.Problem) error {
	const near = 8 // neighbours of a city, at most
	return tour.Fits(edges, p.Space().Len(), near)
}
