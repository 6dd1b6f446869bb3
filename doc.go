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
// The names of this package are for three kinds of reader, and few need more than the first two.
//
// # For who runs a method
//
// [Minimize] with [Settings], which have a [Stop] or several ([Time], [Target], [Evaluations], [Work], [NoImprovement]), a
// [Device], [Both], a [Checkpoint]; the [Result] with its [Status], its history of [Point], its best feasible [Solution], what the best
// violates ([Violation], in words by [Blame]), the paces and balances ([Pace], [Balance]) that replay a timed run, and what each [Side] of two did; an [Event] of some [EventKind] for
// an observer. [StopKind] names a criterion in records.
//
// # For authors of problems
//
// A [Problem] needs a [Space], which [Permutation], [Tour], [Binary], [Integers], [Product] and, for package continuous, [Reals] make (of a [Kind] each), and Cost.
// All else is optional, is found by the names and the forms of Go methods, and is checked by package conformance.
//
//   - Deltas: [SwapEvaluator], [InsertEvaluator], [TwoOptEvaluator], [OrOptEvaluator], [FlipEvaluator], [Flip2Evaluator],
//     [Flip3Evaluator], [ChangeEvaluator]; of the same swap in all parts of a product, [JointSwapEvaluator];
//     of many insertions of an element, [InsertionsEvaluator].
//   - States, which price moves from numbers that they keep: [Stater] and [State] with [SwapFollower], [SwapsFollower], [InsertFollower],
//     [FlipFollower], [FlipsFollower], [FieldsFollower], [Flip2Follower], [Flip3Follower], [ChangeFollower], [ChangesFollower], [JointSwapFollower],
//     and which count conflicts: [ConflictFollower], [ConflictLister], [ConflictState], [ConflictConstructor]. [SwapState] is an old name.
//   - Tours that are sums of edges: [EdgeCoster], [EdgeMatrixer], [NeighbourLister], [StoppableLister], [FixedEdger].
//   - Moves of a problem's own: [Mover], [Move], [Moves], [MoveEvaluator], [MoveEnumerator], [MoveFollower], [MoveKinds], [SeedMove].
//   - Constraints: [Constrained] has them in words, [NewConstraints] makes [Constraints] of a [Constraint] each, [Violator] and
//     [Feasibler] are for problems with penalties of their own. [Fixer] has elements that must not change, a [Fixed] each; [Hold]
//     takes them from a solution, [FixedOf] lists those of a problem, and
//     [KeepFixed] gives a solution their values.
//   - Solutions: [Constructor] and [AnytimeConstructor] build them, [Checker] refuses some, [Feasible] tells, [Bounder] bounds their
//     cost. [Namer] gives the instance a name.
//   - [Rand] has all random numbers; [NewRand] makes those of a walk.
//
// # For authors of methods
//
// A [Method] is prepared with a [Plan] and makes a [Search], which makes each [Walk]. A walk works on a [Slice], counts in
// [Counters], and may know its [Budget]. Optional: [Adopter], [Author], [Ender], [Prover], [Resolver], [WalkLimiter], [WalkSizer], [WalkCounter],
// [Islander]; walks that cooperate: [Cooperator], [Correspondent], [Message], [SaysOf], [HearsOf]; kernels: [Accelerator], [Placer],
// [Gainer], [Loader], [Place], [NoKernel], [NoKernelError]. [As] finds what a wrapped search can do, [NoDelta], [NoFixedEdges], [NoFixed] and [NoReals]
// refuse a problem, [SaveSearch] and [SaveWalk] keep a state, [Teller] judges solutions, [NewSlice] drives a walk by hand, [CheckPaces] and
// [CheckBalances] check a record.
package multiwalk
