package golden

import (
	"maps"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/knapsack"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/tools/own"
)

// users are small problems as users write them, one of each kind of package own, and two with a state that tells conflicts. Their least
// costs are those that long runs found, of flow-shop the proven one of Taillard's ta001.
var users = map[string]func() peak{
	"routing":   func() peak { return peak{own.All("")[1].Problem, 28181} },
	"colouring": func() peak { return peak{own.NewColouring(80, 11, 1), 9} },
	"conflicts": func() peak { return peak{conflicts{own.NewColouring(80, 11, 1)}, 9} },
	"ordering":  func() peak { return peak{own.NewOrdering(60, 1), -97706} },
	"flow-shop": func() peak { return peak{own.NewFlowShop(20, 5, 873654221), 1278} },
	"knapsack":  func() peak { return peak{knapsack.Flips{Instance: must.Be(knapsack.Draw(100, 5, 1))}, -42719} },
	"sack":      func() peak { return peak{knapsack.Sack{Instance: must.Be(knapsack.Draw(100, 5, 1))}, -42719} },
	"chess":     func() peak { return peak{must.Be(nqueens.New(100)), 0} },
	"quadratic": func() peak { return peak{own.NewQuadratic(500, 2), -126274} },
	"timetable": func() peak { return peak{own.NewTimetable(30, 10, 4, 1), 18} },
	"setups":    func() peak { return peak{own.NewSetups(25, 1), 20040} },
}

func init() {
	maps.Copy(peaks, users)
	for name, user := range users {
		problems[name] = func() multiwalk.Problem { return user().p }
	}
}

// userRuns are records of auto on these, and of what it gives some of them.
func userRuns() (list []run) {
	for _, name := range slices.Sorted(maps.Keys(users)) {
		m := auto.For(problems[name]())
		list = append(list, run{"auto " + name, name, m, multiwalk.Settings{Walks: 2, Stop: budget(onCores)}, false})
	}
	return list
}

// userVariants have rules that those of others do not come to: crossover of groups, attributes of which a move brings several, and bursts
// that are as long as the problem asks for.
var userVariants = map[string]variant{
	"memetic[groups]":       {population.Memetic{Length: 10}, []string{"conflicts"}, 600_000, 0, 0},
	"tabu[swaps of bits]":   {single.Tabu{Neighbourhood: "swap"}, []string{"knapsack"}, 1_000_000, 0, 0},
	"tabu[2opt]":            {single.Tabu{Neighbourhood: "2opt"}, []string{"city"}, 2_000_000, 0, 0},
	"iterated-tabu[bursts]": {single.IteratedTabu{}, []string{"quadratic"}, 4_000_000, 0, 0},
	"minconflict[again]":    {single.MinConflict{}, []string{"chess"}, 2_000, 0, 0},
}

// conflicts is a colouring whose state prices changes and tells which vertices are in conflict.
type conflicts struct{ *own.Colouring }

type colours struct {
	conflicts
	x []int32
}

func (p conflicts) NewState(x []int32) multiwalk.State {
	return &colours{p, append([]int32(nil), x...)}
}
func (s *colours) Reset(x []int32)              { copy(s.x, x) }
func (s *colours) Change(i, v int32)            { s.x[i] = v }
func (s *colours) ChangeDelta(i, v int32) int64 { return s.conflicts.ChangeDelta(s.x, i, v) }
func (s *colours) Conflicts(i int32) (count int64) {
	for _, b := range s.Near[s.Start[i]:s.Start[i+1]] {
		if s.x[b] == s.x[i] {
			count++
		}
	}
	return count
}

// autoOn is a row of auto on a user's problem.
func autoOn(name string, evaluations int64, seeds int, least, most float64) gap {
	return gap{"auto", name, auto.For(users[name]().p), false, 1, evaluations, seeds, least, most}
}

// userGaps are what auto gives users' problems, and the methods that it gives them by themselves.
var userGaps = []gap{
	autoOn("routing", 30_000, 32, 14.9, 18.1),
	autoOn("colouring", 30_000, 32, 41.1, 56.1),
	autoOn("conflicts", 60_000, 32, 31, 45.4),
	autoOn("ordering", 30_000, 32, 0.472, 0.651),
	autoOn("flow-shop", 10_000, 64, 0.989, 1.42),
	autoOn("knapsack", 30_000, 64, 0.132, 0.179),
	autoOn("sack", 3_000, 64, 0.104, 0.166),
	autoOn("quadratic", 300_000, 32, 0.0522, 0.0962),
	autoOn("timetable", 40_000, 64, 15.1, 21.7),
	autoOn("setups", 10_000, 64, 12.2, 17.7),
	{"anneal over a budget", "orders", single.Anneal{}, false, 1, 2_000, 64, 1.91, 2.76},
	{"anneal over a budget", "colouring", single.Anneal{}, false, 1, 10_000, 64, 70.7, 84.8},
	{"ils", "ordering", single.ILS{}, false, 1, 20_000, 32, 0.634, 0.882},
	{"memetic", "conflicts", population.Memetic{Length: 10}, false, 1, 150_000, 32, 27.1, 44.4},
	{"minconflict", "chess", single.MinConflict{}, false, 1, 100, 64, 1.94, 3.27},
	{"minconflict", "chess", single.MinConflict{}, false, 1, 1_000, 64, 0.117, 0.602},
}
