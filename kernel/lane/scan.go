package lane

import "math/bits"

// InclusiveAdd returns the sum of v over the lanes of the group up to the own one, that included.
func InclusiveAdd[T Numbers](t Thread, v T) T {
	if t.group == Full {
		for d := int32(1); d < WarpSize; d *= 2 {
			if below := ShuffleUp(t, v, d); t.LaneID() >= d {
				v += below
			}
		}
		return v
	}
	sum := T(0)
	for left := t.group; left != 0; left &= left - 1 {
		from := int32(bits.TrailingZeros32(left))
		if w := Shuffle(t, v, from); from <= t.LaneID() {
			sum += w
		}
	}
	return sum
}

// ExclusiveAdd returns the sum of v over the lanes of the group below the own one, 0 in the lowest.
func ExclusiveAdd[T Numbers](t Thread, v T) T {
	if t.group == Full {
		below := ShuffleUp(t, InclusiveAdd(t, v), 1)
		if t.LaneID() == 0 {
			return 0
		}
		return below
	}
	sum := T(0)
	for left := t.group; left != 0; left &= left - 1 {
		from := int32(bits.TrailingZeros32(left))
		if w := Shuffle(t, v, from); from < t.LaneID() {
			sum += w
		}
	}
	return sum
}

// InclusiveMin returns the least v of the lanes of the group up to the own one, that included.
func InclusiveMin[T Numbers](t Thread, v T) T {
	if t.group == Full {
		for d := int32(1); d < WarpSize; d *= 2 {
			v = min(v, ShuffleUp(t, v, d)) // a lane without a lane d below gets its own
		}
		return v
	}
	least := v
	for left := t.group; left != 0; left &= left - 1 {
		from := int32(bits.TrailingZeros32(left))
		if w := Shuffle(t, v, from); from < t.LaneID() {
			least = min(least, w)
		}
	}
	return least
}

// InclusiveMax returns the greatest v of the lanes of the group up to the own one, that included.
func InclusiveMax[T Numbers](t Thread, v T) T {
	if t.group == Full {
		for d := int32(1); d < WarpSize; d *= 2 {
			v = max(v, ShuffleUp(t, v, d)) // a lane without a lane d below gets its own
		}
		return v
	}
	most := v
	for left := t.group; left != 0; left &= left - 1 {
		from := int32(bits.TrailingZeros32(left))
		if w := Shuffle(t, v, from); from < t.LaneID() {
			most = max(most, w)
		}
	}
	return most
}

// ExclusiveMin returns the least v of the lanes of the group below the own one, and none in the lowest.
func ExclusiveMin[T Numbers](t Thread, v, none T) T {
	if t.group == Full {
		below := ShuffleUp(t, InclusiveMin(t, v), 1)
		if t.LaneID() == 0 {
			return none
		}
		return below
	}
	least, first := none, true
	for left := t.group; left != 0; left &= left - 1 {
		from := int32(bits.TrailingZeros32(left))
		if w := Shuffle(t, v, from); from < t.LaneID() {
			if first {
				least = w
			}
			least, first = min(least, w), false
		}
	}
	return least
}

// ExclusiveMax returns the greatest v of the lanes of the group below the own one, and none in the lowest.
func ExclusiveMax[T Numbers](t Thread, v, none T) T {
	if t.group == Full {
		below := ShuffleUp(t, InclusiveMax(t, v), 1)
		if t.LaneID() == 0 {
			return none
		}
		return below
	}
	most, first := none, true
	for left := t.group; left != 0; left &= left - 1 {
		from := int32(bits.TrailingZeros32(left))
		if w := Shuffle(t, v, from); from < t.LaneID() {
			if first {
				most = w
			}
			most, first = max(most, w), false
		}
	}
	return most
}
