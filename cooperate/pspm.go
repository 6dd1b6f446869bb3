package cooperate

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// PSPM is parallel search, parallel move ("Parallel neighbourhood search on many-core platforms", sections 3 and 4): many
// searches by light-weight annealing run side by side, and each prices several moves at once. After Every
// temperatures all of them restart from the best solution that any has found. Defaults are the paper's Table 1 unless a field
// says otherwise.
//
// As in the paper, the schedule counts iterations, and begins again at its end, whatever the budget of the run. On an assignment problem of
// 20 facilities, searches that cooled once over the budget ended worse.
//
// On a GPU each search is a warp or a block of threads, and the whole search stays on the device. On the cores of this machine it is
// Exchange with LightWeight, and each walk is a search.
type PSPM struct {
	// Searches is how many searches run on each GPU (TB in the paper), up to 2^24; 0 means as many as it holds at once. On cores it is the
	// number of walks.
	Searches int
	// Moves is how many moves an iteration of a search proposes (TPB in the paper). With 1 to 32 moves each lane of a warp proposes one. A
	// multiple of 32 up to 1024 means several moves for each lane on tours, and a block of threads on permutations. 0 means 32; the paper
	// has 12.
	Moves int
	// Start and End are the first and the last temperature, in units of cost, from 1e-100 to 1e9; 0 means 10000 and 0.1. On a GPU 0 means
	// temperatures found from the problem: for permutations from the deltas of 256 swaps, for tempering of tours from the mean edge of a
	// constructed tour.
	Start, End float64
	// Alpha is the factor by which the temperature falls from step to step, between 0 and 1, and not so near 1 that there
	// are more than 2^20 steps; 0 means 0.99.
	Alpha float64
	// Sweeps is how many iterations a step has, as multiples of the length of a solution, up to 2^20; 0 means 10,
	// or 1 for permutations on a GPU.
	Sweeps int
	// Every is how many temperature steps lie between two restarts from the best of all; 0 means 100, -1 never. It is
	// below 2^31.
	Every int
	// Accept says which of an iteration's moves face the temperature. With "best", or "", only the cheapest does, as in the paper; the more
	// moves there are, the greedier that is. With "each" every move is accepted or refused by itself, and the first that is accepted is
	// made, counted from a lane that rotates. That is the same as annealing move by move.
	Accept string
	// Proposals says how the moves of an iteration are drawn where a GPU relocates the cities of a tour. "independent" is as in the paper:
	// each lane draws a city and a place by itself. "strided", or "", draws one city and one place for all lanes, and lane l takes the city
	// and the place whose numbers are l higher. The cities are numbered at random, so each proposal is as uniform, but the proposals of an
	// iteration depend on each other. This is faster, because lanes read side by side. Other moves on a GPU are strided too; cores and
	// permutations always draw independently.
	Proposals string
	// Neighbourhood is the moves: "insert", or "", relocates a city, as in the paper; "oropt" relocates up to three
	// neighbouring cities, either way round; "2opt" reverses a part of the tour. It is for tours; other permutations swap.
	// On a GPU the last two compare up to 32 moves, unless each is accepted by itself.
	Neighbourhood string
	// Tempering keeps each search at a temperature of its own, on a ladder from Start to End, and lets neighbours on the
	// ladder trade solutions (parallel tempering) in place of a schedule and of restarts. It needs a GPU.
	Tempering bool
	// Construct starts from constructed tours instead of random ones. On cores tours are constructed in any case.
	Construct bool
	// Once ends the run at the end of the schedule, as in the paper. Otherwise it reheats to Start.
	Once bool
}

func (PSPM) Name() string     { return "pspm" }
func (m PSPM) String() string { return m.Name() }
func (m PSPM) Ends() bool     { return m.Once }

// Prepare implements walk.Method. It refuses settings out of range, and what cores or the device cannot do.
func (m PSPM) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if _, ok := plan.Device.(multiwalk.Accelerator); ok {
		if p.Space().Kind() == multiwalk.KindTour {
			return m.prepareTour(p, plan)
		}
		return m.prepareSwap(p, plan)
	}
	s, err := m.withDefaults()
	if err != nil {
		return nil, err
	}
	return s.onCores(p, plan)
}

func (m PSPM) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if err := walk.NoFixed(m.Name(), p); err != nil {
		return err
	}
	if p.Space().Kind() == multiwalk.KindTour {
		return m.placeTour(p, d)
	}
	return m.placeSwap(p, d)
}

// onCores is Exchange with LightWeight. Where each move decides for itself, an iteration of many moves is as many
// iterations of one.
func (m PSPM) onCores(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if m.Tempering {
		return nil, fmt.Errorf("multiwalk: pspm's tempering needs a GPU: %w; leave tempering off", multiwalk.ErrNoDelta)
	}
	if err := walk.NoFixedEdges(m.Name(), p); err != nil {
		return nil, err
	}
	plan.Budget = walk.Budget{} // the schedule is the paper's, by iterations
	w := single.LightWeight{Start: m.Start, End: m.End, Alpha: m.Alpha, Sweeps: m.Sweeps, Moves: m.Moves,
		Neighbourhood: m.Neighbourhood, Once: m.Once}
	if m.Accept == acceptEach {
		w.Moves, w.Sweeps = 1, m.Sweeps*m.Moves
	}
	if m.Every < 0 {
		s, err := w.Prepare(p, plan)
		if err != nil {
			return nil, err
		}
		return pspmApart{wrapped{s}, m}, nil
	}
	s, err := Exchange{Method: w, Every: m.Every}.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	return pspmTogether{s.(*exchange), m}, nil
}

// pspmTogether and pspmApart are what runs on cores, which answers with the settings of PSPM.
type (
	pspmTogether struct {
		*exchange
		m PSPM
	}
	pspmApart struct {
		wrapped
		m PSPM
	}
)

func (s pspmTogether) Resolved(walk.Walk) walk.Method { return s.m }

func (s pspmApart) Resolved(walk.Walk) walk.Method { return s.m }

const (
	acceptBest = "best"
	acceptEach = "each"

	strided     = "strided"
	independent = "independent"
)

// maxSteps bounds the temperatures of a schedule, whose table a device holds.
const maxSteps = 1 << 20

// withDefaults fills in the defaults and checks the settings.
func (m PSPM) withDefaults() (PSPM, error) {
	m.Moves, m.Sweeps = cmp.Or(m.Moves, 32), cmp.Or(m.Sweeps, 10)
	m.Start, m.End, m.Alpha = cmp.Or(m.Start, 10000), cmp.Or(m.End, 0.1), cmp.Or(m.Alpha, 0.99)
	m.Every, m.Accept, m.Proposals = cmp.Or(m.Every, 100), cmp.Or(m.Accept, acceptBest), cmp.Or(m.Proposals, strided)
	switch {
	case m.Searches < 0 || m.Searches > 1<<24:
		return m, fmt.Errorf("multiwalk: pspm's %d searches are outside [0, %d]; use 0 to fill the device", m.Searches, 1<<24)
	case m.Moves < 1 || m.Moves > 1024 || m.Moves > 32 && m.Moves%32 != 0:
		return m, fmt.Errorf("multiwalk: pspm's %d moves are neither 1 to 32 nor a multiple of 32 up to 1024; "+
			"use 0 for 32", m.Moves)
	case !(m.Start > 0 && m.Start <= 1e9):
		return m, fmt.Errorf("multiwalk: pspm's start temperature %v is outside (0, 1e9]; use 0 for 10000", m.Start)
	case !(m.End >= 1e-100 && m.End < m.Start):
		return m, fmt.Errorf("multiwalk: pspm's end temperature %v is not between 1e-100 and its start %v; use 0 for 0.1",
			m.End, m.Start)
	case !(m.Alpha > 0 && m.Alpha < 1) || m.steps() > maxSteps:
		return m, fmt.Errorf("multiwalk: pspm's cooling constant alpha %v is not between 0 and 1, "+
			"or so near 1 that there are more than %d temperatures; use 0 for 0.99",
			m.Alpha, maxSteps)
	case m.Sweeps < 1 || m.Sweeps > 1<<20:
		return m, fmt.Errorf("multiwalk: pspm's %d sweeps a temperature are outside [1, %d]; use 0 for 10", m.Sweeps, 1<<20)
	case m.Every < -1 || m.Every > mostPeriod:
		return m, fmt.Errorf("multiwalk: pspm's restart every %d steps is outside [-1, %d]; use 0 for 100, -1 for never",
			m.Every, mostPeriod)
	case m.Accept != acceptBest && m.Accept != acceptEach:
		return m, fmt.Errorf("multiwalk: pspm has no way to accept %q; use best or each", m.Accept)
	case m.Proposals != strided && m.Proposals != independent:
		return m, fmt.Errorf("multiwalk: pspm has no proposals %q; use independent or strided", m.Proposals)
	case !slices.Contains([]string{"", "insert", "oropt", "2opt", "swap"}, m.Neighbourhood):
		return m, fmt.Errorf("multiwalk: pspm has no neighbourhood %q; use insert, oropt or 2opt for a tour", m.Neighbourhood)
	}
	return m, nil
}

// steps is how many temperatures the schedule has: Ss of the paper's Table 1.
func (m PSPM) steps() int {
	return int(min(maxSteps+1, math.Ceil(math.Log(m.End/m.Start)/math.Log(m.Alpha))))
}
