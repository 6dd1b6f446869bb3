package main

import "regexp"

// onGPU is measured with one GPU and the cores beside it, and nothing else at that time: no figure of a GPU is taken
// while the cores work for another one.
var onGPU = []measurement{
	{ID: "tsp-gpu", Class: "gpu", Kind: "bench", Seconds: 15, Package: "./population", What: "seeds 1 to 10, at most 2 s each; the driver open, the kernels loaded",
		Args: []string{"-test.bench=EAX_GPUToOptimum", "-test.benchtime=1x"}, Code: []string{"./population", "./problem/tsp"}},
	{ID: "tsp-gpu-command", Class: "gpu", Kind: "solve", Seconds: 50, What: "runs of the whole command", Instances: tours(paperTours + " kroa200 rat783 pr1002"),
		Device: "gpu", Time: "10s", Repeats: 3, Code: tourCode},
	{ID: "qap-gpu", Class: "gpu", Kind: "bench", Seconds: 15, Package: "./auto", What: "seeds 1 to 30, at most 2 s each; the driver open, the kernels loaded",
		Args: []string{"-test.bench=On_QAPToTarget", "-test.benchtime=1x"}, Code: assignmentCode},
	{ID: "qap-gpu-command", Class: "gpu", Kind: "solve", Seconds: 15, What: "runs of the whole command, tai50b to 0.06 % above the best known", Instances: assignments(paperAssignments),
		Device: "gpu", Time: "10s", Targets: acceptable, Repeats: 3, Code: assignmentCode},
	{ID: "tsp-gpu-large", Class: "gpu", Kind: "solve", Seconds: 85, What: "the GPU; a run ends at the optimum", Instances: tours(largeTours),
		Device: "gpu", Time: "20s", At: []string{"5s", "10s", "20s"}, Full: 3, Code: tourCode},
	{ID: "qap-gpu-large", Class: "gpu", Kind: "solve", Seconds: 95, What: "the GPU; a run ends at the best known cost", Instances: assignments(largeAssignments + " tai50b"),
		Device: "gpu", Time: "20s", At: []string{"10s", "20s"}, Full: 5, Code: assignmentCode},
	{ID: "rivals-one-core", Class: "gpu", Kind: "solve", Seconds: 25, What: "one process a core, as many as there are cores",
		Instances: append(tours(rivalTours), assignments(rivalAssignments)...), Device: "cpu:1", Time: "10s", Repeats: 2, Jobs: -1,
		Code: []string{"./auto", "./problem/tsp", "./problem/qap"}},
	{ID: "queens-count-20-gpu", Class: "gpu", Kind: "json", Seconds: 10, Args: []string{"nqueens", "count", "20", "--device", "gpu", "--json", "--quiet"},
		Repeats: 3, What: "the whole command and the run within it", Code: []string{"./problem/nqueens/counting"}},
	{ID: "queens-count-gpu", Class: "gpu", Kind: "bench", Seconds: 10, Package: "./problem/nqueens/counting", What: "the driver open, the kernels loaded",
		Args: []string{"-test.bench=Count/n=(18|19|20)/gpu", "-test.benchtime=1x", "-test.count=2"}, Code: []string{"./problem/nqueens/counting"}},
	{ID: "queens-solutions-gpu", Class: "gpu", Kind: "bench", Seconds: 15, Package: "./problem/nqueens/solutions", What: "3,000,000 solutions, the driver open",
		Args: []string{"-test.bench=Find/n=1000/(cores|gpu)$", "-test.benchtime=3000000x"}, Code: []string{"./problem/nqueens/solutions"}},
	{ID: "queens-evaluation-gpu", Class: "gpu", Kind: "bench", Seconds: 40, Package: "./problem/nqueens/evaluation", What: "kernels alone and in all",
		Args: []string{"-test.bench=Evaluate$/^(coarse|coarse-register|fine-2-closed|balanced.*)$/^1000000$/^(permutation|random|equal)$", "-test.benchtime=5x"},
		Code: []string{"./problem/nqueens/evaluation"}},
	{ID: "queens-batch-gpu", Class: "gpu", Kind: "bench", Seconds: 10, Package: "./problem/nqueens/evaluation", What: "batches of 4,000,000 queens",
		Args: []string{"-test.bench=EvaluateBatch/^linear$/^(32|100|1000|100000|1000000)$", "-test.benchtime=5x"}, Code: []string{"./problem/nqueens/evaluation"}},
	{ID: "tabu-gpu", Class: "gpu", Kind: "bench", Seconds: 15, Package: "./single", What: "a machine full of searches",
		Args: []string{"-test.bench=TabuGPU_Entries/^tabu$/(uniform|asymmetric)", "-test.benchtime=30x"}, Code: []string{"./single", "./problem/qap"}},
	{ID: "tabu-cores", Class: "gpu", Kind: "bench", Seconds: 12, Package: "./single", What: "a walk on each core, 2 s",
		Args: []string{"-test.bench=Tabu_AllCores", "-test.benchtime=1x"}, Code: []string{"./single", "./problem/qap"}},
	{ID: "tempering-gpu", Class: "gpu", Kind: "bench", Seconds: 25, Package: "./cooperate", What: "a machine full of ladders",
		Args: []string{"-test.bench=TemperingGPU_Proposals", "-test.benchtime=20x", "-tempering.device=gpu"}, Code: []string{"./cooperate", "./problem/qap"}},
	{ID: "genetic-gpu", Class: "gpu", Kind: "bench", Seconds: 15, Package: "./population", What: "one and four blocks a multiprocessor",
		Args: []string{"-test.bench=Genetic_Blocks/(tai25b|tai40b|tai50b|uniform)/.*/each=(1|4)$", "-test.benchtime=30x"}, Code: []string{"./population", "./problem/qap"}},
	{ID: "qap-rate-gpu", Class: "gpu", Kind: "bench", Seconds: 15, Package: "./problem/qap", What: "swaps by the kernels of a problem type, by pspm",
		Args: []string{"-test.bench=Kernels/^n=(25|50|100|200)$/^(best|general)$", "-test.benchtime=100x"}, Code: []string{"./cooperate", "./problem/qap"}},
	{ID: "launch", Class: "gpu", Kind: "log", Seconds: 5, Package: "./internal/cuda", What: "a process of its own each",
		Args: []string{"-test.v", "-test.run=TestDevice_FirstLaunch"}, Repeats: 3, Code: []string{"./internal/cuda"},
		Pattern: regexp.MustCompile(`(?s)driver (?P<driver>\S+), context (?P<context>\S+), module \S+ \(cached (?P<key>\w+),.*?start to first launch (?P<first>[\w.µ]+)`)},
	{ID: "twins", Class: "gpu", Kind: "log", Seconds: 60, Optional: true, Package: "./internal/kernelproof", What: "Go by kernelgen beside CUDA C++ by nvcc -O3, 15 rounds in turn",
		Before: []string{"nvcc", "-O3", "-arch=sm_90", "-cubin", "-o", "{src}/twins.cubin", "{src}/twins.cu"},
		Args:   []string{"-test.v", "-test.run=TestTwins", "-twins={src}/twins.cubin"}, Code: []string{"./internal/kernelproof"},
		Pattern: regexp.MustCompile(`(?m)^\s*(?P<key>[A-Z]\w+) +(?P<go>[\d.]+) +(?P<cuda>[\d.]+) +(?P<ratio>[\d.]+)  (?P<rate>[\d.]+)e9 (?:\w+)/s`)},
}

// papersOnGPU makes the tables of papers again. Within a run the systems take turns, so the cores rest while the GPU works.
var papersOnGPU = []measurement{
	{ID: "pspm-table2", Class: "gpu", Kind: "repro", Seconds: 300, What: "complete schedules; trials of each system on the GPU: {n}, of SSPM: 10, of PSSM: 3",
		Args: withTrials("pspm", "table2", "--systems", pspmSystems), Folder: "pspm", Repeats: 2, Full: 10, Code: pspmCode},
	{ID: "qap-genetic-gpu", Class: "gpu", Kind: "repro", Seconds: 60, What: "children mutate with probability 0.9; up to 30 runs, begun within 2 s",
		Args: []string{"qap", "table3", "--systems", "ga-gpu", "--blocks", "30", "--budget", "2s"}, Code: []string{"./repro/qap"}},
	{ID: "qap-genetic-gpu-tenth", Class: "gpu", Kind: "repro", Seconds: 75, What: "children mutate with probability 0.1; up to 30 runs, begun within 2 s",
		Args: []string{"qap", "table3", "--systems", "ga-gpu", "--blocks", "30", "--budget", "2s", "--mutation", "0.1"}, Code: []string{"./repro/qap"}},
	{ID: "qap-methods-gpu", Class: "gpu", Kind: "repro", Seconds: 70, What: "up to 30 runs, begun within 1 s; a run ends after 2 s",
		Args: []string{"qap", "methods", "--systems", "iterated-tabu-gpu,tabu-gpu,memetic-gpu,parallel-tempering-gpu", "--budget", "1s", "--limit", "2s"},
		Code: []string{"./repro/qap"}},
	{ID: "tsp-16-cores-large", Class: "gpu", Kind: "solve", Seconds: 115, What: "all cores beside the GPU", Instances: tours(largeTours),
		Device: "cpu", Time: "20s", At: []string{"5s", "10s", "20s"}, Code: tourCode},
	{ID: "pspm-table4", Class: "gpu", Kind: "repro", Seconds: 210, What: "means over three instances; trials of PSPM: {n}, of SSPM: 10",
		Args: withTrials("pspm", "table4", "--systems", pspmSystems, "--moves", "4,8,12,24,32,48,64,128,256",
			"--instances", "rd100,rat195,pcb442"), Folder: "pspm", Repeats: 1, Full: 10, Code: pspmCode},
	{ID: "qap-16-cores-large", Class: "gpu", Kind: "solve", Seconds: 120, What: "all cores beside the GPU", Instances: assignments(largeAssignments),
		Device: "cpu", Time: "20s", At: []string{"10s", "20s"}, Code: assignmentCode},
	{ID: "pspm-table3", Class: "gpu", Kind: "repro", Seconds: 440, Optional: true,
		What: "trials of PSPM: {n}, of SSPM: 10, of PSSM: 3; a throughput trial gives up after 10 s",
		Args: withTrials("pspm", "table3", "--systems", "sspm,pssm,pspm", "--limit", "10s"), Folder: "pspm", Repeats: 2, Full: 10, Code: pspmCode},
	{ID: "qap-genetic-cores", Class: "gpu", Kind: "repro", Seconds: 260, Optional: true, What: "children mutate with probability 0.9; up to 30 runs, begun within 5 s",
		Args: []string{"qap", "table3", "--systems", "model-1,model-2,ga-cores", "--budget", "5s", "--limit", "20s"}, Code: []string{"./repro/qap"}},
	{ID: "queens-crossover", Class: "gpu", Kind: "repro", Seconds: 120, Optional: true, What: "medians of up to 100 calls, in turns, with all copies",
		Args: []string{"nqueens", "figure5", "--sizes", "100,300,1000,3000,10000,100000,1000000", "--limit", "0.5s"}, Code: queensCode},
}

// pspmSystems are those of repro pspm that are compared.
const pspmSystems = "sspm,pssm,pspm,pspm32"

var pspmCode = []string{"./repro/pspm"}

// withTrials adds the numbers of trials of repro pspm.
func withTrials(args ...string) []string {
	return append(args, "--trials", "{n}", "--trials-of", "sspm=10", "--trials-of", "pssm=3", "--jobs", "16")
}
