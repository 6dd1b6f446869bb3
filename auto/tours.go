package auto

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/population"
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

// Between these numbers of cities the cores are better at a tour than a GPU, unless it has edge assembly crossover for it.
const fewRegional, manyRegional = 20_000, 200_000

// slower says why the cores take a tour that is meant for a GPU, or "".
func slower(p multiwalk.Problem, d multiwalk.Accelerator) string {
	if p == nil || gpu.IsEmulator(d) || !isTour(p) || p.Space().Len() < fewRegional || p.Space().Len() >= manyRegional {
		return ""
	}
	if placed(p, d) == (population.EAX{}) || overTours(p) != (single.ILS{}) {
		return ""
	}
	return fmt.Sprintf("the cores run ils in the place of %v: of 100,000 uniform cities an H200 made tours 1.8 %% over 0.7124 sqrt(nA) in 10 s "+
		"by annealing, one core 1.1 %% in 20 s; --method anneal runs there", d)
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
