package neighbourhood

// Lot is what a move of three numbers draws by a random word where several moves are equally good: the least lot wins, in whatever order they
// are looked at. So one thread finds the same as many lanes. (The mixing is that of a round of MurmurHash3.)
func Lot(word uint32, i, j, k int32) uint32 {
	h := (word ^ uint32(i)*0x9e3779b1) * 0x85ebca6b
	h = (h ^ h>>15 ^ uint32(j)*0x27d4eb2f) * 0xc2b2ae35
	h = (h ^ h>>13 ^ uint32(k)*0x165667b1) * 0x85ebca6b
	return h ^ h>>16
}
