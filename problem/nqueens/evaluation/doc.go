// Package evaluation evaluates candidates of the problem of N queens on a GPU: the GPU schemes of Cao, Chen, Wang and Guo,
// "Parallel implementations of candidate solution evaluation algorithm for N-queens problem" (Complexity, 2021), beside
// a faster one. All give the number that nqueens.Serial gives.
//
//	s, err := evaluation.New(device.GPU(0), "linear", evaluation.Options{})
//	defer s.Close()
//	conflicts, err := s.Evaluate(x)                  // of one candidate
//	err = s.EvaluateBatch(costs, candidates, n)      // of many, one after the other in a slice
//	fmt.Println(s.Timing())                          // of the last call: kernels alone, and all
//	search := evaluation.ForSearch(s)                // an nqueens.Scheme
//
// # Schemes
//
// Names lists them: those of the paper as the paper has them, also where that is slow, and one of ours.
//
//	fine-1   a thread a pair, the pairs listed and copied by the host at each evaluation: Algorithms 7 and 8
//	fine-2   a thread a pair, found from the thread's number by a loop: Algorithm 9
//	coarse   a thread a queen, an atomic addition a conflict: Algorithm 10
//	dynamic  tasks above a threshold divided among threads of nested launches: Algorithms 11 and 12; needs
//	         NVIDIA's device runtime, and is an error that wraps ErrUnavailable where that is missing
//	linear   counters of rows and diagonals, O(N): ours
package evaluation
