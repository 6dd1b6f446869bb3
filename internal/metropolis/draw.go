package metropolis

// Draw is the random number that decides on one of many proposals of an iteration, by their numbers; word is a random word of the iteration's
// own. A proposal gets its number by itself, so threads may decide on all at a time. It mixes the bits by two multiplications and shifts, which
// each are one to one: so proposals of an iteration have different numbers.
func Draw(word, proposal uint32) uint32 {
	h := word ^ proposal
	h = (h ^ h>>16) * 0x7feb352d
	h = (h ^ h>>15) * 0x846ca68b
	return h ^ h>>16
}
