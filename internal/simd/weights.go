package simd

// Sum returns the sum of numbers, which may wrap around, and all bits that any of them has.
func Sum(x []int64) (sum, bits int64) {
	n := 0
	if Vectorised && len(x) >= 2*Lanes {
		n = len(x) &^ (Lanes - 1)
		sum, bits = sumVector(x[:n])
	}
	more, others := sumPortable(x[n:])
	return sum + more, bits | others
}

func sumPortable(x []int64) (sum, bits int64) {
	other := int64(0)
	for ; len(x) >= 4; x = x[4:] {
		sum += x[0] + x[1]
		other += x[2] + x[3]
		bits |= x[0] | x[1] | x[2] | x[3]
	}
	for _, v := range x {
		sum += v
		bits |= v
	}
	return sum + other, bits
}

// SumsBlock is how many numbers Sums adds from one running sum to the next.
const SumsBlock = 64

// Sums sets upTo[k] to from plus the sum of the first SumsBlock*(k+1) numbers, or of all if they are fewer; upTo is as long as that
// takes. It returns the last of these, or from if there are no numbers, and all bits that any of them has. Sums wrap around.
func Sums(upTo, x []int64, from int64) (sum, bits int64) {
	upTo = upTo[:(len(x)+SumsBlock-1)/SumsBlock]
	n := 0
	if Vectorised && len(x) >= SumsBlock {
		n = len(x) &^ (SumsBlock - 1)
		from, bits = sumsVector(upTo, x[:n], from)
	}
	sum, more := sumsPortable(upTo[n/SumsBlock:], x[n:], from)
	return sum, bits | more
}

func sumsPortable(upTo, x []int64, from int64) (sum, bits int64) {
	for k := range upTo {
		part := x[:min(SumsBlock, len(x))]
		more, all := sumPortable(part)
		from, bits, x = from+more, bits|all, x[len(part):]
		upTo[k] = from
	}
	return from, bits
}

// Extent returns the least and the greatest number. x is not empty.
func Extent(x []int32) (least, greatest int32) {
	if Vectorised && len(x) >= Lanes {
		return extentVector(x)
	}
	return extentPortable(x)
}

func extentPortable(x []int32) (least, greatest int32) {
	least, greatest = x[0], x[0]
	for _, v := range x {
		least, greatest = min(least, v), max(greatest, v)
	}
	return least, greatest
}

// Squares sets to[i] to the square of top-x[i], a difference that wraps around. to is as long as x.
func Squares(to []int64, x []int32, top int32) {
	to = to[:len(x)]
	n := 0
	if Vectorised && len(x) >= Lanes {
		n = len(x) &^ (Lanes - 1)
		squaresVector(to[:n], x[:n], top)
	}
	squaresPortable(to[n:], x[n:], top)
}

func squaresPortable(to []int64, x []int32, top int32) {
	for i, v := range x {
		d := int64(top - v)
		to[i] = d * d
	}
}
