package golden

import (
	"fmt"
	"maps"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

// defaults are the methods that the command lists, as it lists them, but for by-device, which is run in both places at once.
var defaults = []walk.Method{
	single.Climb{}, single.Anneal{}, single.LightWeight{}, single.LateAcceptance{}, single.ThresholdAccepting{},
	single.RecordToRecord{}, single.GreatDeluge{}, single.VariableNeighbourhood{}, single.Tabu{}, single.IteratedTabu{}, single.MatrixAnneal{},
	single.ILS{}, single.MinConflict{}, single.Focused{}, single.Weighting{}, single.MessagePassing{}, population.EAX{}, population.Genetic{}, population.Cellular{}, population.Generational{}, population.Memetic{}, population.Ants{}, population.Quantum{},
	successor.IteratedGreedy{}, population.Beam{},
	cooperate.Independent{Method: single.Anneal{}},
	cooperate.Exchange{Method: single.LightWeight{}},
	cooperate.Restart{Method: single.Climb{}},
	cooperate.Islands{Method: population.Genetic{}},
	cooperate.PSPM{}, single.ParallelTempering{},
	cooperate.Portfolio{Methods: []walk.Method{single.Anneal{}, single.Tabu{}, single.ILS{}}},
	cooperate.Halving{Methods: []walk.Method{single.Anneal{}, single.IteratedTabu{}, single.ILS{}}},
}

// reals are the methods for real vectors, and vectors what they are run on.
var (
	reals = []walk.Method{continuous.CMAES{}, continuous.LineSearch{}, continuous.QuasiNewton{}, continuous.Staged{},
		continuous.Differential{}, continuous.Swarm{}, continuous.Scatter{}, continuous.RealGenetic{}}
	vectors = []string{"valley", "mixed"}
)

// ordinary are the problems that every method is run on.
var ordinary = []string{"plane", "grid", "exact", "metric", "oneway", "fixed", "few", "qap", "general", "queens", "device",
	"order", "swaps", "inserts", "flips", "bits", "changes", "labels", "product", "user"}

const (
	onCores    = 60_000 // evaluations of all walks
	onEmulator = 4_000
)

func budget(n int64) []multiwalk.Stop { return []multiwalk.Stop{multiwalk.Evaluations(n)} }

func runs() (list []run) {
	for _, p := range ordinary {
		for _, m := range defaults {
			list = append(list, everywhere(m.Name(), m, p)...)
		}
		m := auto.For(problems[p]())
		list = append(list, run{"auto " + p, p, m, multiwalk.Settings{Walks: 3, Stop: budget(onCores)}, false})
	}
	for _, p := range vectors {
		for _, m := range reals {
			list = append(list, run{m.Name() + " " + p, p, m, multiwalk.Settings{Walks: 2, Stop: budget(onCores / 10)}, false})
		}
	}
	for _, p := range []string{"plane", "qap", "device"} {
		m := cooperate.ByDevice{Cores: single.ILS{}, Machines: single.Anneal{}}
		s := multiwalk.Settings{Walks: 4, Stop: budget(5 * onEmulator), Device: device.Both(device.CPU(2), device.Emulator())}
		list = append(list, run{"by-device " + p, p, m, s, false})
	}
	list = append(list, userRuns()...)
	all := variants()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		v := all[name]
		for _, p := range v.on {
			r := run{fmt.Sprintf("%s %s", name, p), p, v.method, multiwalk.Settings{Walks: 3, Stop: budget(onCores)}, false}
			if v.cores > 0 {
				r.settings.Stop = budget(v.cores)
				list = append(list, r)
			}
			if v.emulator > 0 && walk.Place(problems[p](), v.method, device.Emulator()) == nil {
				r.name += " emulator"
				r.settings.Device, r.settings.Walks, r.settings.Stop = device.Emulator(), v.walks, budget(v.emulator)
				list = append(list, r)
			}
		}
	}
	return list
}

// everywhere is a method with its defaults, on cores and, if it has kernels, on the emulator.
func everywhere(name string, m walk.Method, p string) []run {
	list := []run{{name + " " + p, p, m, multiwalk.Settings{Walks: 2, Stop: budget(onCores)}, true}}
	if _, ok := m.(walk.Placer); ok {
		s := multiwalk.Settings{Walks: 2, Stop: budget(onEmulator), Device: device.Emulator()}
		list = append(list, run{name + " " + p + " emulator", p, m, s, true})
	}
	return list
}
