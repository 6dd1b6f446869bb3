package pspm

import (
	"strings"

	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// System is an implementation that the paper compares, or one that we put beside it.
type System struct {
	papers.Base
	Doc   string
	Moves int // Pm or TPB, fixed; 0: what the experiment asks for
	// Method returns the method for a number of moves an iteration; once ends it with the schedule.
	Method func(c *Config, moves int, once bool) walk.Method
}

// paper is the ID of the system that the paper has figures of.
func (s System) paper() string { return strings.TrimSuffix(s.ID, "-threads") }

// Systems returns all systems. The first six are the default.
func Systems() []System {
	return []System{
		{Base: papers.At("sspm", "CPU SSPM", papers.OneCore), Method: lightWeight,
			Doc: "one search whose moves are priced one after the other on one core"},
		{Base: papers.At("pssm", "CPU PSSM", papers.AllCores), Moves: 1, Method: exchange, Doc: "a search of one move on each core"},
		{Base: papers.At("pspm", "GPU PSPM", papers.GPU), Method: pspm("independent", "best"),
			Doc: "many searches with the paper's number of moves, each drawn by a thread of its own, as in the paper"},
		{Base: papers.At("pspm32", "GPU PSPM, TPB 32", papers.GPU), Moves: 32, Method: pspm("independent", "best"),
			Doc: "the same with a full warp of moves"},
		{Base: papers.At("strided", "GPU strided", papers.GPU), Method: pspm("strided", "best"),
			Doc: "not the paper's: PSPM where one city and one place are drawn for all moves of an iteration"},
		{Base: papers.At("strided32", "GPU strided, TPB 32", papers.GPU), Moves: 32, Method: pspm("strided", "best"),
			Doc: "the same with a full warp of moves"},
		{Base: papers.At("strided-each", "GPU strided, each", papers.GPU), Method: pspm("strided", "each"),
			Doc: "strided where each move faces the temperature by itself"},
		{Base: papers.At("sspm-threads", "CPU SSPM, threads", papers.OwnThreads),
			Method: func(c *Config, moves int, once bool) walk.Method {
				return Threads{Schedule: c.Schedule, Moves: moves, Once: once}
			},
			Doc: "one search whose moves are priced by a thread each, as in the paper"},
		{Base: papers.At("pspm-cpu", "CPU PSPM", papers.AllCores), Method: exchange, Doc: "a search of many moves on each core"},
	}
}

// DefaultSystems is how many of Systems a Lab has that is told nothing.
const DefaultSystems = 6

// SystemsNamed returns systems by their IDs; none stand for the default.
func SystemsNamed(ids []string) ([]System, error) {
	all := Systems()
	if len(ids) == 0 {
		return all[:DefaultSystems], nil
	}
	return papers.Pick("system", all, ids)
}

func light(s Schedule, moves int, once bool) single.LightWeight {
	return single.LightWeight{Start: s.Start, End: s.End, Alpha: s.Alpha, Sweeps: s.Sweeps, Moves: moves, Once: once}
}

func lightWeight(c *Config, moves int, once bool) walk.Method {
	return light(c.Schedule, moves, once)
}

func exchange(c *Config, moves int, once bool) walk.Method {
	return cooperate.Exchange{Method: light(c.Schedule, moves, once), Every: c.Schedule.Every}
}

// gpuSystems are those on a GPU, first the one that the paper's figures are of.
var gpuSystems = []string{"pspm", "pspm32", "strided", "strided32", "strided-each"}

func pspm(proposals, accept string) func(*Config, int, bool) walk.Method {
	return func(c *Config, moves int, once bool) walk.Method {
		s := c.Schedule
		return cooperate.PSPM{Searches: c.Searches, Moves: moves, Start: s.Start, End: s.End, Alpha: s.Alpha, Sweeps: s.Sweeps,
			Every: s.Every, Proposals: proposals, Accept: accept, Once: once}
	}
}

// offered says whether a system can have that number of moves: on a GPU each of some lanes of a warp has one, or all have as many.
func (s System) offered(moves int) bool {
	return s.Where != papers.GPU || moves <= 32 || moves <= 1024 && moves%32 == 0
}

// moves returns how many moves the system has where the experiment asks for a number of them.
func (s System) moves(asked int) int {
	if s.Moves > 0 {
		return s.Moves
	}
	return asked
}
