// Package multiwalk solves combinatorial optimisation problems with massively parallel metaheuristics.
//
// A [Problem] is a Go type with two methods: the [Space] of its solutions and the Cost of one. A problem that knows
// more (the delta of a move, an incremental state, a constructor) implements small optional interfaces, which methods
// find by type assertion. A [Method] is a metaheuristic from the packages single, population or cooperate; package auto
// picks one. [Minimize] runs a method's walks on all CPU cores and returns the best solution found with the evidence:
// why it stopped, the history of incumbents, and the seed and settings that replay it.
//
// Costs are int64 and minimised. Time is logical. Walks work in rounds, and tell each other something only between two rounds.
// The wall clock decides after which round the run stops, and nothing else. So equal seeds give equal runs, for any number of
// workers. There is one exception: Settings.Walks is 0 by default, and under Time or NoImprovement 0 means one walk for each
// worker, unless Evaluations or Work limits the run too. To get equal runs there, give the number of walks.
//
// This package has what somebody with a problem needs, here in the order of use. Who writes methods goes on in package walk.
//
// # A problem
//
// A [Problem] needs a [Space], which [Permutation], [Tour], [Binary], [Integers], [Product] and, for package continuous,
// [Reals] make (of a [Kind] each), and Cost. All else is optional, is found by the names and the forms of Go methods, and is checked by package conformance.
//
//   - Deltas: [SwapEvaluator], [InsertEvaluator], [TwoOptEvaluator], [OrOptEvaluator], [FlipEvaluator], [Flip2Evaluator],
//     [Flip3Evaluator], [ChangeEvaluator]; of the same swap in all parts of a product, [JointSwapEvaluator], of a swap in each of two, [SwapPairEvaluator];
//     of many insertions of an element, [InsertionsEvaluator], also in partial orders, [PartialOrderer], which has [Places], perhaps a
//     [PlacesTimer]. The costs of
//     many solutions at once: [BatchEvaluator]. Bounds on partial solutions: [Brancher] makes [Branches] of a [Branch] each.
//   - States, which price moves from numbers that they keep: [Stater] makes a [State] for each walk. Package state has what one may price.
//   - Ways between solutions: [Relinker], [Marker].
//   - Solutions: [Constructor] and [AnytimeConstructor] build them, [Checker] refuses some, [Bounder] bounds their cost, or says
//     NoBound. [Namer] gives the instance a name. [Rand] has all random numbers; [NewRand] makes those of a walk.
//   - Constraints: [Constrained] has them in words, [NewConstraints] makes [Constraints] of a [Constraint] each, [Violator] and
//     [Feasibler] are for problems with penalties of their own. [Fixer] has elements that must not change, a [Fixed] each; [Hold]
//     takes them from a solution.
//   - Tours that are sums of edges: [EdgeCoster], [EdgeMatrixer], [NeighbourLister], [StoppableLister], [FixedEdger].
//   - Moves of a problem's own: [Mover], [Move], [Moves], [MoveEvaluator], [MoveEnumerator], [MoveLister] of [Listed] ones, [MoveFollower], [MoveKinds], [SeedMove].
//
// # A run
//
// [Minimize] takes a [Method] and [Settings], which have a [Stop] or several ([Time], [Target], [Evaluations], [Work], [NoImprovement]), a
// [Device] (an [Accelerator] runs kernels, [Both] has cores and machines) and a [Checkpoint]. An observer is told an [Event] of some
// [EventKind], with the [Share] of each device, machine or method; [StopKind] names a criterion in records.
//
// # What comes of it
//
// The [Result] has its [Status], its history of [Point], its [Counters], its best feasible [Solution], what the best violates
// ([Violation], in words by [Blame]), the paces and balances ([Pace], [Balance]) that replay a timed run, and what each [Side] of two did,
// or each machine of several ([NodeShare]).
// If something failed, the error wraps ErrNoIncumbent or another that stands beside it.
package multiwalk
