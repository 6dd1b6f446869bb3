// Package walk has what authors of methods need, and the engine that runs methods. Who has a problem and takes a method as it is needs
// none of it, but for a list of methods: a slice of [Method].
//
// A [Method] is prepared with a [Plan], which has the [Budget] of the run, and makes a [Search]. A search makes each [Walk]. A walk works
// on a [Slice] in each round; [NewSlice] drives one by hand. All else is optional, and found by the names and forms of Go methods:
//
//   - Of a method: [Ender], [Placer] and [Gainer], which have kernels. [NoDelta], [NoFixed], [NoFixedEdges], [NoReals] and
//     [NoKernel] ([NoKernelError]) refuse a problem, and [ErrAborted] gives up once the run is over. [Place] asks whether a method can run
//     somewhere.
//   - Of a search: [WalkLimiter], [WalkSizer], [WalkCounter], [Loader], [Resolver], [Prover] (a [Settler] is a walk that
//     proves alone). [As] finds what a wrapped one can do, and [Close] closes searches and walks.
//   - Of walks that cooperate: [Cooperator] exchanges each [Message] of theirs; [Adopter], [Islander], [Correspondent], [Author] and [Divider] are
//     walks, and one that is [Tempered] tells its temperature; [SaysOf] and [HearsOf] pass messages on. [Beside] and
//     [BesideEach] divide the work of one walk among cores.
//   - Solutions: [Feasible] says whether one is a solution, [Teller] whether it is feasible, [FixedOf] and [KeepFixed] see to fixed
//     elements.
//   - Other machines: a [Remote] is a device that has some, its [Crew] sends them units, and a [Replica] ([NewReplica], [Failure])
//     does these there. A [Lender] has GPUs.
//   - Checkpoints and records: [SaveSearch] and [SaveWalk] keep a state, [CheckBalances] checks a record.
//
// A walk that draws its random numbers from its own stream alone (multiwalk.NewRand), and tells others only what a Message has, finds the
// same for any number of workers. Package conformance proves it of yours.
package walk
