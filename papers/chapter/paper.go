package chapter

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/bbob"
	"github.com/multiwalk/multiwalk/problem/knapsack"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/problem/scheduling"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// block is how many individuals a block of PUGACE's cuts at the same points.
	block = 256
	// torus is what sizes are the sides of.
	torus = "torus"
	// steps are those of the refinement of GraphCell's children.
	steps = 30
	// hihi is the best makespan known of u_i_hihi.0, from github.com/chgogos/hcsp.
	hihi = 2924720.022887
)

// Studies are the systems of the chapter that have a population, and annealing by a matrix of deltas, with the figures that our text of it prints.
func Studies() []Study {
	return []Study{pugace, graphCell, refined, easea, islands, swarm, evolution, scatter, ants, tabuAnts, quantum, saMatrix, saMatrices}
}

var (
	pugace = Study{ID: "pugace", Title: "PUGACE: a cellular algorithm for quadratic assignment", Makes: "children", Head: "population",
		Sizes: []int{512, 1024, 2048}, Instance: "qap/tai50b.dat", Demo: assignment,
		Method: func(size int) walk.Method {
			return population.Cellular{Width: 32, Height: size / 32, Refine: -1, Cuts: block, Crossover: "pmx", Move: "swap"}
		},
		Says: "The chapter: a cellular algorithm on a GPU, by PMX, swaps and 2-exchanges, whose blocks share the cut points; our text of it has lost " +
			"the speed-up, and says that populations rise from 512 to 1024 and 2048."}

	graphCell = Study{ID: "graphcell", Title: "GraphCell: a synchronous cellular algorithm for independent tasks", Makes: "children",
		Head: torus, Sizes: []int{32, 64, 128, 256, 512}, Taste: 16, Individuals: square, Instance: "etc/u_i_hihi.0", Known: hihi, Demo: tasks,
		Method: func(size int) walk.Method {
			return population.Cellular{Width: size, Height: size, Refine: -1}
		},
		Printed: func(size int) float64 {
			return map[int]float64{64: 5, 512: 24}[size]
		},
		Says: "The chapter: 5 to 24 times a core, the more the greater the torus, and slower than a core at 32x32 on all benchmarks. The least stands " +
			"here beside 64x64, the greatest beside 512x512."}

	refined = Study{ID: "refined", Title: "GraphCell with children that are improved", Makes: "children", Head: torus,
		Sizes: []int{4, 16, 32}, Individuals: square, Refined: steps, Instance: "etc/u_i_hihi.0", Known: hihi, Demo: tasks,
		Method: func(size int) walk.Method {
			return population.Cellular{Width: size, Height: size, Refine: steps, Start: "construct"}
		},
		Says: "Not the chapter's: each child is improved by steps that fill several machines anew, on all devices alike. One generation may take longer " +
			"than the limit."}

	easea = Study{ID: "easea", Title: "EASEA: master and slaves", Makes: "children", Head: "population",
		Sizes: []int{2000, 5000, 10000, 20000}, Instance: "qubo:200", Demo: bits,
		Method: func(size int) walk.Method { return population.Generational{Population: size, Refine: -1} },
		Printed: func(size int) float64 {
			return map[int]float64{20000: 105}[size]
		},
		Says: "The chapter: 105 times a core on a benchmark function, 60 on the structure of molecules, with 2,000 to 20,000 individuals, whose evaluation " +
			"alone the GPU does. Here it makes whole generations, and the cost is that of 200 bits with a dense matrix."}

	islands = Study{ID: "islands", Title: "Pospichal's islands: a genetic algorithm in one kernel", Makes: "children", Head: "islands of 32",
		Sizes: []int{16, 64, 256}, Individuals: func(size int) int { return 32 * size }, Instance: "qubo:200", Demo: bits,
		Method: func(size int) walk.Method {
			return population.Generational{Population: 32, Islands: size, Every: 10, Migrants: 2, Refine: -1}
		},
		Says: "The chapter: the whole algorithm runs on the GPU, and islands in a ring send migrants. It prints no speed-up."}

	swarm = Study{ID: "swarm", Title: "Zhou and Tan's particle swarm", Makes: "particles' steps", Head: "particles", Sizes: []int{1024, 4096, 12000},
		Instance: "rastrigin:d100", Demo: function,
		Method: func(size int) walk.Method { return continuous.Swarm{Population: size, Topology: "ring"} },
		Says:   "The chapter: the standard swarm wholly on the GPU, its data in global memory. It prints no speed-up."}

	evolution = Study{ID: "evolution", Title: "libCUDAOptimize: differential evolution", Makes: "vectors", Head: "population",
		Sizes: []int{1024, 4096}, Instance: "rastrigin:d100", Demo: function,
		Method: func(size int) walk.Method { return continuous.Differential{Population: size, Strategy: "rand"} },
		Says:   "The chapter: a library with particle swarms, differential evolution and scatter search on GPUs. It prints no speed-up."}

	scatter = Study{ID: "scatter", Title: "libCUDAOptimize: scatter search", Makes: "vectors", Head: "reference set", Sizes: []int{10, 20},
		Instance: "rastrigin:d100", Demo: function,
		Method: func(size int) walk.Method { return continuous.Scatter{Population: size} },
		Says:   evolution.Says}

	ants = Study{ID: "ants", Title: "Ant system for tours", Makes: "tours", Head: "ants", Sizes: []int{256, 1024}, Instance: "tsp/pr1002.tsp",
		Demo: tour,
		Method: func(size int) walk.Method {
			return population.Ants{Variant: "system", Ants: size, LocalSearch: "none"}
		},
		Printed: func(int) float64 { return 20 },
		Says: "The chapter: the construction of tours 21 times as fast as a core, the update of pheromone, a thread an entry of the matrix, 20 times. " +
			"Here an iteration is both, so the lesser stands beside it."}

	tabuAnts = Study{ID: "tabu-ants", Title: "Ants with tabu search for quadratic assignment", Makes: "solutions", Head: "ants", Sizes: []int{8, 64},
		Instance: "qap/tai60a.dat", Demo: assignment, Apart: true,
		Method: func(size int) walk.Method {
			return population.Ants{Variant: "max-min", Ants: size, LocalSearch: "tabu"}
		},
		Says: "The chapter: ants whose solutions a tabu search by 2-opt improves on the GPU. Our text of it has lost its figures. " +
			"Here the searches of a GPU draw random numbers of their own, so its solutions are not those of cores."}

	quantum = Study{ID: "qiga", Title: "QIGA: a quantum-inspired genetic algorithm for knapsacks", Makes: "observations", Head: "individuals of a population",
		Sizes: []int{10, 64, 256}, Instance: "knapsack/mknapcb4.txt#1", Demo: items,
		Method: func(size int) walk.Method { return population.Quantum{Population: size} },
		Says: "The chapter: a population a block, an individual a thread, another instance of the algorithm in each block, divided among 8 GPUs. It " +
			"prints no speed-up. A core has one population, all cores one each, and GPUs as many as they hold."}
)

// Annealing by a matrix of deltas: one search, and as many as the GPU holds. The schedule counts iterations, so that all places make the
// same moves.
var (
	saMatrix = matrixStudy(Study{ID: "samatrix", Title: "SA-matrix: annealing by a matrix of deltas", Searches: 1,
		Printed: func(int) float64 { return 10 },
		Says: "The chapter: data-parallel annealing of QAPLIB's instances, up to 10 times a core; which ones our text does not say, so 10 stands beside " +
			"each. One search on the GPU and one on a core; all cores have one each. An iteration looks at all swaps."})
	saMatrices = matrixStudy(Study{ID: "samatrices", Title: "SA-matrix: as many searches as the GPU holds",
		Says: "Not the chapter's: the same search, many at a time."})
)

func matrixStudy(s Study) Study {
	s.Makes, s.Head, s.Sizes, s.Instance, s.Demo = "swaps looked at", "tai*a", []int{30, 60, 80, 100}, "qap/tai%da.dat", assignment
	s.Individuals = func(n int) int { return n * (n - 1) / 2 }
	s.Method = func(int) walk.Method { return single.MatrixAnneal{Alpha: 0.99, Sweeps: 1} }
	return s
}

func square(size int) int { return size * size }

// Small instances, drawn by seed 1.

func assignment() (multiwalk.Problem, error) { return qap.Uniform(20, 1), nil }
func tasks() (multiwalk.Problem, error)      { return scheduling.Generate(64, 8, 1).Makespan(), nil }
func bits() (multiwalk.Problem, error)       { return qubo.Random(40, 1) }
func function() (multiwalk.Problem, error)   { return bbob.Named("rastrigin:d10") }
func tour() (multiwalk.Problem, error)       { return tsp.Random(60, 1), nil }
func items() (multiwalk.Problem, error)      { return knapsack.Draw(50, 1, 1) }
