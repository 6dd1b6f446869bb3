package golden

import (
	"maps"

	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

// variant is a method with settings of its own: the problems it is run on, and the evaluations on cores and on the emulator,
// 0 for none.
type variant struct {
	method          walk.Method
	on              []string
	cores, emulator int64
	walks           int // on the emulator
}

// variants returns every setting of every method that matters, by a name.
func variants() map[string]variant {
	all := map[string]variant{}
	for _, of := range []map[string]variant{climbs(), anneals, tabus, locals, populations, pspms, ladders, cooperations, userVariants} {
		maps.Copy(all, of)
	}
	return all
}

// climbs has every neighbourhood with either rule.
func climbs() map[string]variant {
	all := map[string]variant{}
	for nb, on := range map[string][]string{
		"swap":        {"plane", "oneway", "qap", "general", "queens", "order", "swaps", "product"},
		"insert":      {"plane", "oneway", "inserts", "order"},
		"2opt":        {"plane", "oneway", "metric", "order"},
		"oropt":       {"plane", "oneway", "user"},
		"3opt":        {"plane", "oneway", "user"},
		"oropt+2opt":  {"plane", "metric", "oneway", "user"},
		"swap+insert": {"order", "grid"},
		"flip":        {"flips", "bits"},
		"change":      {"changes", "labels"},
	} {
		for _, rule := range []string{single.FirstImprovement, single.BestImprovement} {
			m := single.Climb{Rule: rule, Restarts: -1, Neighbourhood: nb}
			all["climb["+rule+" "+nb+"]"] = variant{m, on, 20_000, 0, 0}
			all["vns["+rule+" "+nb+"]"] = variant{single.VariableNeighbourhood{Rule: rule, Neighbourhood: nb}, on, 20_000, 3_000, 2}
		}
		all["anneal["+nb+"]"] = variant{single.Anneal{Sweeps: 1, Alpha: 0.9, Neighbourhood: nb}, on, 20_000, 0, 0}
		all["late-acceptance["+nb+"]"] = variant{single.LateAcceptance{Length: 70, Neighbourhood: nb}, on, 20_000, 3_000, 2}
		all["threshold["+nb+"]"] = variant{single.ThresholdAccepting{Alpha: 0.7, Neighbourhood: nb}, on, 20_000, 3_000, 2}
		all["lightweight["+nb+"]"] = variant{single.LightWeight{Start: 500, End: 5, Moves: 7, Sweeps: 1, Alpha: 0.9, Neighbourhood: nb}, on, 20_000, 0, 0}
	}
	all["climb[restarts 3]"] = variant{single.Climb{Restarts: 3}, []string{"plane", "qap", "product", "flips"}, 200_000, 0, 0}
	return all
}

var anneals = map[string]variant{
	"anneal[once]":          {single.Anneal{Once: true, Sweeps: 1, Alpha: 0.8}, []string{"plane", "qap", "queens", "flips"}, 500_000, 0, 0},
	"anneal[temperatures]":  {single.Anneal{Start: 700, End: 3, Alpha: 0.7, Sweeps: 2}, []string{"plane", "qap", "changes", "product"}, 60_000, 0, 0},
	"anneal[proposals]":     {single.Anneal{Proposals: 17}, []string{"grid", "general", "labels"}, 60_000, 0, 0},
	"anneal[reheated]":      {single.Anneal{Start: 40, End: 15, Alpha: 0.8, Sweeps: 20}, []string{"signs"}, 30_000, 3_000, 2},
	"threshold[once]":       {single.ThresholdAccepting{Alpha: 0.5, Once: true}, []string{"plane", "qap", "flips", "product"}, 500_000, 20_000, 2},
	"threshold[thresholds]": {single.ThresholdAccepting{Start: 700, End: 3, Alpha: 0.7}, []string{"plane", "qap", "changes"}, 60_000, 4_000, 2},
	"late-acceptance[9]":    {single.LateAcceptance{Length: 9}, []string{"plane", "general", "flips", "labels"}, 60_000, 4_000, 2},
	"vns[5 of 1]":           {single.VariableNeighbourhood{K: 5, Strength: 1}, []string{"plane", "qap", "flips", "changes"}, 200_000, 4_000, 2},
	"lightweight[once]":     {single.LightWeight{Once: true, Sweeps: 1, Alpha: 0.8, Moves: 3}, []string{"plane", "oneway"}, 500_000, 0, 0},
	"lightweight[12 moves]": {single.LightWeight{Moves: 12}, []string{"plane", "oneway", "city", "qap"}, 200_000, 0, 0},
	"lightweight[90 moves]": {single.LightWeight{Moves: 90, Sweeps: 3}, []string{"plane", "user"}, 200_000, 0, 0},
}

var tabus = map[string]variant{
	"tabu[clashes]":            {single.Tabu{}, []string{"colours"}, 0, 10_000, 2},
	"iterated-tabu[clashes]":   {single.IteratedTabu{Length: 50}, []string{"colours"}, 0, 10_000, 2},
	"tabu[tenure]":             {single.Tabu{Tenure: 5}, []string{"qap", "general", "swaps", "qap50"}, 60_000, 12_000, 3},
	"tabu[aspiration]":         {single.Tabu{Aspiration: 40}, []string{"qap", "general", "queens"}, 60_000, 12_000, 3},
	"tabu[no aspiration]":      {single.Tabu{Aspiration: -1}, []string{"qap", "general"}, 60_000, 12_000, 2},
	"tabu[two warps]":          {single.Tabu{}, []string{"qap50", "qap66"}, 600_000, 20_000, 2},
	"tabu[three warps]":        {single.Tabu{}, []string{"qap75"}, 600_000, 20_000, 2},
	"tabu[two products]":       {single.Tabu{}, []string{"general66"}, 600_000, 20_000, 2},
	"tabu[global memory]":      {single.Tabu{}, []string{"vast"}, 200_000, 60_000, 1},
	"matrix-anneal[counted]":   {single.MatrixAnneal{Alpha: 0.8, Sweeps: 1}, []string{"qap", "qap50", "general"}, 60_000, 12_000, 3},
	"tabu[a thread]":           {single.Tabu{Neighbourhood: "2opt", Mapping: single.MappingSearch}, []string{"plane", "user"}, 60_000, 12_000, 3},
	"iterated-tabu[iteration]": {single.IteratedTabu{Tabu: single.Tabu{Mapping: single.MappingIteration}, Length: 40}, []string{"qap", "order"}, 60_000, 12_000, 3},
	"iterated-tabu[flips]":     {single.IteratedTabu{}, []string{"signs"}, 30_000, 0, 0},
	"iterated-tabu[length]":    {single.IteratedTabu{Length: 9}, []string{"qap", "general", "swaps", "queens"}, 60_000, 12_000, 3},
	"iterated-tabu[strengths]": {single.IteratedTabu{Weakest: 3, Strongest: 5, Length: 20}, []string{"qap", "general"}, 60_000, 12_000, 3},
	"iterated-tabu[joint]":     {single.IteratedTabu{Length: 25}, []string{"pair"}, 60_000, 30_000, 3},
	"iterated-tabu[tabu]": {single.IteratedTabu{Tabu: single.Tabu{Tenure: 4, Aspiration: 30}, Length: 31}, []string{"qap", "qap50"},
		60_000, 30_000, 2},
	"iterated-tabu[burst 2n]": {single.IteratedTabu{Length: 32, Tabu: single.Tabu{Tenure: 15}}, []string{"qap"}, 60_000, 30_000, 4},
}

var locals = map[string]variant{
	"ils[depth 2]":             {single.ILS{Depth: 2}, []string{"plane", "metric", "city", "fixed"}, 100_000, 0, 0},
	"ils[depth 3]":             {single.ILS{Depth: 3}, []string{"city", "metric", "oneway", "user"}, 300_000, 0, 0},
	"ils[depth 4]":             {single.ILS{Depth: 4}, []string{"plane", "metric", "city"}, 100_000, 0, 0},
	"ils[depth 5]":             {single.ILS{Depth: 5}, []string{"plane", "metric", "city", "fixed", "oneway"}, 100_000, 0, 0},
	"ils[depth 8]":             {single.ILS{Depth: 8}, []string{"metric", "city"}, 100_000, 0, 0},
	"ils[oropt]":               {single.ILS{LocalSearch: "oropt"}, []string{"plane", "metric", "city", "fixed", "oneway"}, 100_000, 0, 0},
	"ils[oropt 4]":             {single.ILS{LocalSearch: "oropt", Neighbours: 4}, []string{"plane", "city"}, 100_000, 0, 0},
	"ils[12 neighbours]":       {single.ILS{Neighbours: 12}, []string{"plane", "oneway", "metric"}, 100_000, 0, 0},
	"ils[cold]":                {single.ILS{Temperature: 0.01}, []string{"plane", "city"}, 200_000, 0, 0},
	"ils[hot]":                 {single.ILS{Temperature: 5}, []string{"plane", "city"}, 200_000, 0, 0},
	"ils[strength]":            {single.ILS{Strength: 7}, []string{"qap", "general", "swaps", "qap50"}, 100_000, 0, 0},
	"ils[first]":               {single.ILS{LocalSearch: "first"}, []string{"plane", "oneway", "qap", "order", "flips", "labels", "product"}, 60_000, 4_000, 2},
	"ils[best]":                {single.ILS{LocalSearch: "best", Deviation: 40}, []string{"plane", "qap", "bits", "changes"}, 60_000, 4_000, 2},
	"ils[3opt]":                {single.ILS{LocalSearch: "first", Neighbourhood: "3opt", Strength: 3}, []string{"plane", "metric", "oneway", "user"}, 60_000, 4_000, 2},
	"ils[a thread]":            {single.ILS{Mapping: single.MappingSearch, Strength: 3}, []string{"plane"}, 60_000, 4_000, 2},
	"ils[3opt, a thread]":      {single.ILS{Mapping: single.MappingSearch, Neighbourhood: "3opt", Neighbours: 4}, []string{"plane"}, 60_000, 4_000, 2},
	"ils[default]":             {single.ILS{}, []string{"city", "qap50", "general66", "far"}, 300_000, 0, 0},
	"focused[default]":         {single.Focused{}, []string{"clauses", "partial"}, 60_000, 4_000, 3},
	"focused[bias]":            {single.Focused{Bias: 3}, []string{"clauses"}, 60_000, 0, 0},
	"weighting[default]":       {single.Weighting{}, []string{"clauses", "partial"}, 60_000, 4_000, 3},
	"weighting[settings]":      {single.Weighting{Samples: 3, Rise: 5, Limit: 2}, []string{"partial"}, 60_000, 0, 0},
	"weighting[anew]":          {single.Weighting{Smooth: 500, Patience: 300}, []string{"partial"}, 60_000, 8_000, 2},
	"message-passing[default]": {single.MessagePassing{}, []string{"signs"}, 600, 90, 3},
	"message-passing[flips]":   {single.MessagePassing{Flips: 20}, []string{"signs"}, 600, 90, 3},
	"minconflict[tries]":       {single.MinConflict{Tries: 3}, []string{"queens", "board"}, 60_000, 0, 0},
	"minconflict[no wait]":     {single.MinConflict{Tries: 2, Patience: 1}, []string{"queens"}, 60_000, 0, 0},
	"minconflict[board]":       {single.MinConflict{}, []string{"board"}, 200_000, 0, 0},
}

var populations = map[string]variant{
	"memetic[couples]":          {population.Memetic{Length: 40, Stagnation: 5}, []string{"colours"}, 0, 20_000, 5},
	"ants[focused]":             {population.Ants{}, []string{"city", "far"}, 200_000, 0, 0},
	"ants[regions]":             {population.Ants{Variant: "focused", Ants: 2, Trips: 2}, []string{"plane", "metric", "exact"}, 0, 200_000, 1},
	"ants[system]":              {population.Ants{Variant: "system"}, []string{"plane", "qap"}, 100_000, 0, 0},
	"ants[colony]":              {population.Ants{Variant: "colony", LocalSearch: "none"}, []string{"plane", "qap"}, 2_000, 400, 1},
	"iterated-greedy[default]":  {successor.IteratedGreedy{}, []string{"tasks"}, 20_000, 1_000, 2},
	"iterated-greedy[settings]": {successor.IteratedGreedy{Population: 3, Release: 20, Select: 5}, []string{"tasks"}, 20_000, 600, 2},
	"iterated-greedy[warm]":     {successor.IteratedGreedy{Population: 3, Temperature: 2.5}, []string{"tasks"}, 20_000, 600, 2},
	"tabu[listed]":              {single.Tabu{}, []string{"shop"}, 100_000, 6_000, 2},
	"iterated-tabu[listed]":     {single.IteratedTabu{Length: 40, Weakest: 2, Strongest: 9}, []string{"shop"}, 0, 8_000, 3},
	"tabu[visited]":             {single.Tabu{Memory: "solutions"}, []string{"shop"}, 50_000, 0, 0},
	"memetic[ways]":             {population.Memetic{Length: 60, Population: 16}, []string{"shop"}, 200_000, 40_000, 0},
	"anneal[critical]":          {single.Anneal{}, []string{"shop"}, 50_000, 0, 0},
	"iterated-greedy[orders]":   {successor.IteratedGreedy{}, []string{"jobs", "flow"}, 100_000, 0, 0},
	"iterated-greedy[machine]":  {successor.IteratedGreedy{}, []string{"line"}, 0, 12_000, 2},
	"beam[orders]":              {population.Beam{}, []string{"line", "flow"}, 200_000, 0, 0},
	"beam[from the front]":      {population.Beam{Guide: population.ByMix, Width: 5, Way: 1}, []string{"line"}, 100_000, 0, 0},
	"iterated-greedy[four]":     {successor.IteratedGreedy{Release: 4, Temperature: 2.5}, []string{"jobs", "inserts"}, 60_000, 0, 0},

	"eax[30 tours]":     {population.EAX{Tours: 30}, []string{"plane", "town", "metric", "user", "city", "lattice"}, 0, 150_000, 0},
	"eax[5 neighbours]": {population.EAX{Tours: 12, Neighbours: 5}, []string{"plane", "grid"}, 0, 80_000, 0},
	"eax[14 walks]":     {population.EAX{}, []string{"grid"}, 0, 100_000, 14},

	"quantum[small]":     {population.Quantum{Population: 5, Steps: 9, Migration: 3, Patience: 40}, []string{"flips", "knapsack"}, 60_000, 3_000, 2},
	"genetic[30]":        {population.Genetic{Population: 30}, []string{"qap", "general", "device", "order", "swaps", "plane"}, 60_000, 10_000, 2},
	"genetic[128]":       {population.Genetic{}, []string{"qap", "qap50", "device"}, 60_000, 6_000, 1},
	"genetic[mutation]":  {population.Genetic{Population: 30, Mutation: 0.1}, []string{"qap", "general", "device"}, 60_000, 10_000, 2},
	"genetic[no mutant]": {population.Genetic{Population: 30, Mutation: -1}, []string{"qap", "general", "device"}, 60_000, 10_000, 2},
	"genetic[ox]":        {population.Genetic{Population: 30, Crossover: "ox"}, []string{"qap", "general", "device"}, 60_000, 10_000, 2},
	"genetic[none]":      {population.Genetic{Population: 20, Restart: "none"}, []string{"qap", "device"}, 60_000, 10_000, 2},
	"genetic[rate]":      {population.Genetic{Population: 10, Rate: 0.2}, []string{"qap", "general", "device"}, 60_000, 10_000, 3},
	"genetic[kept]":      {population.Genetic{Population: 10, Rate: 0.2, Mutation: 0.3, Keep: true, Cuts: 5}, []string{"qap", "general", "device"}, 60_000, 10_000, 3},
	"genetic[terms]":     {population.Genetic{Population: 12, Crossover: "ox"}, []string{"qap66", "general66"}, 20_000, 4_000, 2},
	"genetic[pmx terms]": {population.Genetic{Population: 12}, []string{"qap66", "general66"}, 20_000, 4_000, 2},

	"memetic[short]": {population.Memetic{Length: 30, Population: 4}, []string{"qap", "general", "swaps", "queens"}, 400_000, 60_000, 4},
	"memetic[patience]": {population.Memetic{Length: 10, Population: 3, Patience: 2, Stagnation: 5}, []string{"qap", "general"},
		200_000, 60_000, 3},
	"memetic[search]": {population.Memetic{Search: single.IteratedTabu{Tabu: single.Tabu{Tenure: 5}, Length: 20, Weakest: 2, Strongest: 4},
		Length: 50, Population: 5}, []string{"qap"}, 200_000, 60_000, 5},
	"memetic[default]": {population.Memetic{}, []string{"qap", "general"}, 2_000_000, 0, 0},
}

var pspms = map[string]variant{
	"pspm[each]":         {cooperate.PSPM{Accept: "each", Sweeps: 1, Alpha: 0.9}, []string{"plane", "oneway", "grid", "exact", "metric"}, 60_000, 12_000, 3},
	"pspm[one move]":     {cooperate.PSPM{Moves: 1, Sweeps: 1, Alpha: 0.8}, []string{"plane", "metric", "qap", "general"}, 60_000, 4_000, 2},
	"pspm[12 moves]":     {cooperate.PSPM{Moves: 12, Sweeps: 1, Alpha: 0.9}, []string{"plane", "grid", "exact", "metric", "qap"}, 60_000, 12_000, 3},
	"pspm[32 moves]":     {cooperate.PSPM{Moves: 32, Sweeps: 1, Alpha: 0.5}, []string{"plane", "grid", "exact", "metric", "device", "user"}, 60_000, 60_000, 3},
	"pspm[64 moves]":     {cooperate.PSPM{Moves: 64, Sweeps: 1, Alpha: 0.8}, []string{"plane", "town", "fractions", "metric", "costly", "qap", "device"}, 60_000, 30_000, 2},
	"pspm[64 each]":      {cooperate.PSPM{Moves: 64, Accept: "each", Sweeps: 1, Alpha: 0.8}, []string{"plane", "qap", "costly"}, 60_000, 30_000, 2},
	"pspm[256 moves]":    {cooperate.PSPM{Moves: 256, Sweeps: 1, Alpha: 0.8}, []string{"town", "qap", "device"}, 60_000, 40_000, 1},
	"pspm[wide]":         {cooperate.PSPM{Sweeps: 1, Alpha: 0.8, Start: 1e5, End: 1}, []string{"costly"}, 60_000, 30_000, 2},
	"pspm[wide each]":    {cooperate.PSPM{Accept: "each", Sweeps: 1, Alpha: 0.8, Start: 1e5}, []string{"costly", "plane"}, 60_000, 30_000, 2},
	"pspm[far]":          {cooperate.PSPM{Construct: true, Start: 10, End: 1}, []string{"far"}, 0, 3_000, 1},
	"pspm[oropt]":        {cooperate.PSPM{Neighbourhood: "oropt", Sweeps: 1, Alpha: 0.9}, []string{"plane", "grid", "exact", "metric", "costly"}, 60_000, 12_000, 2},
	"pspm[oropt each]":   {cooperate.PSPM{Neighbourhood: "oropt", Accept: "each", Sweeps: 1, Alpha: 0.9}, []string{"plane", "grid", "exact", "metric"}, 60_000, 12_000, 2},
	"pspm[2opt]":         {cooperate.PSPM{Neighbourhood: "2opt", Sweeps: 1, Alpha: 0.9}, []string{"plane", "grid", "exact", "metric", "costly"}, 60_000, 12_000, 2},
	"pspm[2opt each]":    {cooperate.PSPM{Neighbourhood: "2opt", Accept: "each", Sweeps: 1, Alpha: 0.9}, []string{"plane", "grid", "exact", "metric"}, 60_000, 12_000, 2},
	"pspm[every 2]":      {cooperate.PSPM{Every: 2, Sweeps: 1, Alpha: 0.8}, []string{"plane", "qap", "device"}, 600_000, 40_000, 3},
	"pspm[never]":        {cooperate.PSPM{Every: -1, Sweeps: 1, Alpha: 0.8}, []string{"plane", "qap"}, 60_000, 20_000, 3},
	"pspm[once]":         {cooperate.PSPM{Once: true, Sweeps: 1, Alpha: 0.2}, []string{"plane", "qap", "device"}, 600_000, 600_000, 2},
	"pspm[temperatures]": {cooperate.PSPM{Start: 900, End: 20, Alpha: 0.6, Sweeps: 2}, []string{"grid", "qap", "general"}, 60_000, 20_000, 2},
	"pspm[tempering]":    {cooperate.PSPM{Tempering: true, Sweeps: 1}, []string{"plane", "grid", "qap", "device", "city"}, 0, 60_000, 6},
	"pspm[each tempering]": {cooperate.PSPM{Tempering: true, Accept: "each", Start: 500, End: 5, Sweeps: 1, Construct: true},
		[]string{"grid", "town", "metric"}, 0, 60_000, 6},
	"pspm[construct]": {cooperate.PSPM{Construct: true, Start: 100, Sweeps: 1}, []string{"plane", "grid"}, 60_000, 12_000, 2},
	"pspm[independent]": {cooperate.PSPM{Proposals: "independent", Moves: 12, Sweeps: 1, Alpha: 0.9},
		[]string{"plane", "grid", "exact", "metric", "costly", "qap"}, 60_000, 12_000, 2},
	"pspm[64 independent]": {cooperate.PSPM{Proposals: "independent", Moves: 64, Sweeps: 1, Alpha: 0.8}, []string{"town", "costly"}, 0, 30_000, 2},
	"pspm[each independent]": {cooperate.PSPM{Proposals: "independent", Accept: "each", Sweeps: 1, Alpha: 0.9},
		[]string{"grid", "costly"}, 0, 12_000, 2},
	"pspm[far independent]": {cooperate.PSPM{Proposals: "independent", Construct: true, Start: 10, End: 1}, []string{"far"}, 0, 3_000, 1},
	"pspm[searches]":        {cooperate.PSPM{Searches: 2, Sweeps: 1}, []string{"plane", "qap"}, 0, 12_000, 0},
}

var ladders = map[string]variant{
	"parallel-tempering[4 replicas]": {single.ParallelTempering{Replicas: 4, Sweep: 1},
		[]string{"qap", "general", "device", "order", "swaps", "plane", "queens", "user"}, 60_000, 20_000, 2},
	"parallel-tempering[32 replicas]": {single.ParallelTempering{Replicas: 32, Sweep: 1}, []string{"qap", "qap50"}, 60_000, 60_000, 1},
	"parallel-tempering[temperatures]": {single.ParallelTempering{Replicas: 5, Coldest: 50, Hottest: 5000, Sweep: 2},
		[]string{"qap", "general", "device", "metric"}, 60_000, 20_000, 2},
	"parallel-tempering[matrix]":    {single.ParallelTempering{Replicas: 16, Sweep: 1}, []string{"qap50"}, 200_000, 60_000, 1},
	"parallel-tempering[deferred]":  {single.ParallelTempering{Replicas: 16, Sweep: 1}, []string{"qap75", "general66"}, 200_000, 60_000, 1},
	"parallel-tempering[8 of many]": {single.ParallelTempering{Sweep: 1}, []string{"qap66", "qap75"}, 200_000, 60_000, 1},
	"parallel-tempering[default]":   {single.ParallelTempering{}, []string{"qap", "general", "device"}, 300_000, 60_000, 1},
}

var cooperations = map[string]variant{
	"exchange[every step]": {cooperate.Exchange{Method: single.LightWeight{Start: 1000, End: 1, Alpha: 0.9, Sweeps: 1, Moves: 4}, Every: 1},
		[]string{"plane", "qap", "metric"}, 1_000_000, 0, 0},
	"exchange[climbs]": {cooperate.Exchange{Method: single.Climb{Restarts: -1}, Every: 1}, []string{"plane", "qap", "flips"}, 1_000_000, 0, 0},
	"exchange[tabu]":   {cooperate.Exchange{Method: single.Tabu{}, Every: 1}, []string{"qap"}, 3_000_000, 0, 0},

	"independent[tabu]":    {cooperate.Independent{Method: single.Tabu{}}, []string{"qap", "general"}, 60_000, 12_000, 3},
	"independent[genetic]": {cooperate.Independent{Method: population.Genetic{Population: 20}}, []string{"qap", "device"}, 60_000, 8_000, 2},
	"independent[memetic]": {cooperate.Independent{Method: population.Memetic{Length: 20, Population: 4}}, []string{"qap"}, 60_000, 12_000, 4},

	"restart[fixed]":    {cooperate.Restart{Method: single.Anneal{}, Policy: "fixed", Every: 5}, []string{"plane", "qap", "flips"}, 200_000, 0, 0},
	"restart[luby]":     {cooperate.Restart{Method: single.Anneal{Sweeps: 1}, Policy: "luby", Every: 3}, []string{"plane", "qap", "order"}, 300_000, 0, 0},
	"restart[none]":     {cooperate.Restart{Method: single.Climb{}, Policy: "none"}, []string{"plane", "qap"}, 60_000, 0, 0},
	"restart[patience]": {cooperate.Restart{Method: single.Tabu{}, Patience: 2, Every: 10}, []string{"qap", "general"}, 200_000, 0, 0},
	"restart[genetic]": {cooperate.Restart{Method: population.Genetic{Population: 12, Restart: "none", Rate: 0.3}},
		[]string{"qap", "general", "order"}, 300_000, 0, 0},
	"restart[luby genetic]": {cooperate.Restart{Method: population.Genetic{Population: 8}, Policy: "luby", Every: 4}, []string{"qap"}, 60_000, 0, 0},

	"islands[every 3]": {cooperate.Islands{Method: population.Genetic{Population: 12}, Every: 3}, []string{"qap", "general", "device"},
		100_000, 12_000, 3},
	"islands[default]": {cooperate.Islands{Method: population.Genetic{Population: 4, Restart: "none"}}, []string{"qap", "device"}, 60_000, 16_000, 3},

	"portfolio[shares]": {cooperate.Portfolio{Methods: []walk.Method{single.ILS{}, single.IteratedTabu{}}, Shares: []int{1, 9}},
		[]string{"qap", "general"}, 600_000, 0, 0},
	"portfolio[exchange]": {cooperate.Portfolio{Methods: []walk.Method{single.Anneal{}, single.LightWeight{Start: 900}, single.Climb{Restarts: -1}},
		Shares: []int{3, 1, 2}, Exchange: 1}, []string{"plane", "qap", "flips"}, 1_500_000, 0, 0},
	"portfolio[nested]": {cooperate.Portfolio{Methods: []walk.Method{
		cooperate.Exchange{Method: single.Anneal{}, Every: 2}, cooperate.Restart{Method: single.Climb{}, Policy: "luby"}}},
		[]string{"plane", "general"}, 500_000, 0, 0},
}
