package kernel

// Tabler is a problem that prices moves by a table of numbers that follow from the solution, as a multiwalk.State does on cores:
// the fields of bits, or how many neighbours of each colour a vertex has. Each walk of Explore keeps one. Its lanes fill it and
// bring it up to date together: lane l of lanes does a part, and writes no entry that another lane reads or writes in the
// same call.
type Tabler interface {
	// TableSize is how many entries a table has.
	TableSize() int32
	// FillTable computes the table of x.
	FillTable(x, table []int32, l, lanes int32)
}

// FlipTabler is a Tabler for flips of bits. A table is told of other moves by FillTable.
type FlipTabler interface {
	Tabler
	// FlipDeltaBy is Cost(after) - Cost(before) of flipping x[i], by the table of x.
	FlipDeltaBy(x, table []int32, i int32) int64
	// FlipTable brings the table up to date with the flip of x[i], which x does not have yet.
	FlipTable(x, table []int32, i, l, lanes int32)
}

// Flip2Tabler is a FlipTabler for two flips at once.
type Flip2Tabler interface {
	FlipTabler
	// Flip2DeltaBy is Cost(after) - Cost(before) of flipping x[i] and x[j], i < j, by the table of x.
	Flip2DeltaBy(x, table []int32, i, j int32) int64
}

// Flip3Tabler is a FlipTabler for three flips at once.
type Flip3Tabler interface {
	FlipTabler
	// Flip3DeltaBy is Cost(after) - Cost(before) of flipping x[i], x[j] and x[k], i < j < k, by the table of x.
	Flip3DeltaBy(x, table []int32, i, j, k int32) int64
}

// ChangeTabler is a Tabler for other values of an element. A table is told of other moves by FillTable.
type ChangeTabler interface {
	Tabler
	// ChangeDeltaBy is Cost(after) - Cost(before) of setting x[i] to v, by the table of x.
	ChangeDeltaBy(x, table []int32, i, v int32) int64
	// ChangeTable brings the table up to date with setting x[i] to v, which x does not have yet.
	ChangeTable(x, table []int32, i, v, l, lanes int32)
}

// SwapTabler is a Tabler for exchanges of two elements. A table is told of other moves by FillTable. Of bits and integers an
// exchange of equal values is never made.
type SwapTabler interface {
	Tabler
	// SwapDeltaBy is Cost(after) - Cost(before) of exchanging x[i] and x[j], which differ, by the table of x.
	SwapDeltaBy(x, table []int32, i, j int32) int64
	// SwapTable brings the table up to date with the exchange of x[i] and x[j], which x does not have yet.
	SwapTable(x, table []int32, i, j, l, lanes int32)
}

// SwapPairTabler is a problem over a product that prices a swap in a part and one in a later part at once, by a table of its own, for
// searches that look at all pairs. Searches that have no room for the table ask the multiwalk.SwapPairEvaluator that it is too. Lanes work
// as those of a Tabler.
type SwapPairTabler interface {
	// SwapPairTableSize is how many entries a table has.
	SwapPairTableSize() int32
	// FillSwapPairTable computes the table of x.
	FillSwapPairTable(x, table []int32, l, lanes int32)
	// SwapPairDeltaBy is Cost(after) - Cost(before) of exchanging x[i] and x[j], and x[k] and x[l], by the table of x.
	SwapPairDeltaBy(x, table []int32, i, j, k, l int32) int64
	// SwapPairTable brings the table up to date with the exchange of x[i] and x[j], in any part, which x does not have yet.
	SwapPairTable(x, table []int32, i, j, l, lanes int32)
}
