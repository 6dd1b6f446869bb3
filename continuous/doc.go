// Package continuous minimises functions of real vectors in a box, by the engine that runs everything else here: walks race, stop, are
// recorded, kept and resumed as those on permutations are. A function and its bounds are enough:
//
//	p := continuous.Func{Lower: lo, Upper: hi, F: func(x []float64) float64 { ... }}
//	res, err := continuous.Minimize(ctx, p, nil, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Time(time.Second)}})
//	fmt.Println(res.X, res.F)
//
// The cost never sees a point outside the bounds. A method that would step outside is mirrored at the bounds (as often as it takes), so it
// searches the function continued by its mirror images, which has no bounds, and the spread of its samples stays what it was; at points
// beyond a wall that was merely clipped, many samples would fall on one. A cost that is NaN or infinite is the worst, and counted.
//
// Random numbers are counted by seed, walk, generation and candidate. So equal seeds give equal runs with any number of workers, and a
// batch of n candidates is what n batches of one would be. The methods use operations that are rounded alike everywhere. A run is equal on
// another kind of processor if the cost uses such operations alone: math.Exp, math.Sin and their like promise nothing.
//
// A method is a walk.Method that takes problems of this package; those of package cooperate combine them. Of turns the other way: it
// makes a Problem of the engine, whose solutions are the bits of vectors, and whose costs are whole numbers in the order of the real ones.
package continuous
