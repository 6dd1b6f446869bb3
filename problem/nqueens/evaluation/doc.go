// Package evaluation evaluates candidates of the problem of N queens on a GPU: the GPU schemes of Cao, Chen, Wang and Guo,
// "Parallel implementations of candidate solution evaluation algorithm for N-queens problem" (Complexity, 2021), beside
// faster ones. All give the number that nqueens.Serial gives.
//
//	s, err := evaluation.New(device.GPU(0), "balanced", evaluation.Options{})
//	defer s.Close()
//	conflicts, err := s.Evaluate(x)                  // of one candidate
//	err = s.EvaluateBatch(costs, candidates, n)      // of many, one after the other in a slice
//	fmt.Println(s.Timing())                          // of the last call: kernels alone, and all
//	search := evaluation.ForSearch(s)                // an nqueens.Scheme
//
// # Schemes
//
// Names lists them. Those of the paper are there as the paper has them, also where that is slow; what is ours says so.
//
//	fine-1            a thread a pair, the pairs listed and copied by the host at each evaluation: Algorithms 7 and 8
//	fine-1-kept       the same, but the pairs stay on the device for the next candidate of the same size: ours
//	fine-2            a thread a pair, found from the thread's number by a loop: Algorithm 9
//	fine-2-closed     the same by a square root: ours
//	coarse            a thread a queen, an atomic addition a conflict: Algorithm 10
//	coarse-register   the same, the conflicts of a thread counted in a register: ours
//	dynamic           tasks above a threshold divided among threads of nested launches: Algorithms 11 and 12; needs
//	                  NVIDIA's device runtime, and is an error that wraps ErrUnavailable where that is missing
//	queue             tasks above a threshold divided, and taken from a queue: Algorithms 11 and 12 without nested launches
//	balanced          squares of pairs, queens in registers against queens in shared memory: ours
//	linear            counters of rows and diagonals, O(N): ours
package evaluation
