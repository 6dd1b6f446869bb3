// Package state has what the state of a problem may price and follow. A problem that is a multiwalk.Stater makes a multiwalk.State for
// each walk; the methods that this state has beside Reset are found by their names and forms, so a problem need not name this package.
// Package conformance checks them.
//
//   - Swaps: [SwapFollower]; all swaps of a permutation at once, [SwapsFollower]; in all parts of a product, [JointSwapFollower];
//     in two parts of it, [SwapPairsFollower].
//   - Insertions: [InsertFollower].
//   - Bits: [FlipFollower], [Flip2Follower], [Flip3Follower]; many bits at once, [FlipsFollower] and [FieldsFollower].
//   - Values: [ChangeFollower]; all values of an element at once, [ChangesFollower].
//   - Conflicts, which min-conflicts and tabu search count: [ConflictFollower], [ConflictLister], [ConflictState];
//     a problem that constructs such a state is a [ConflictConstructor].
//
// Moves of a problem's own that follow the others are a multiwalk.MoveFollower.
package state
