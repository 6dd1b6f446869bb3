package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

var hugeTable = [1 << 21]int64{5: 3}

var endlessTable = [1 << 50]int64{5: 3}

// HugeTable reads tables that nobody would want to write out.
func HugeTable(t lane.Thread, y []int64) {
	y[0] = hugeTable[y[1]]    // refused: the package-level variable hugeTable has 2097152 numbers, and a table no more than 1048576; pass it as a slice
	y[2] = endlessTable[y[1]] // refused: [1125899906842624]int64 takes more than 1099511627776 bytes, which no GPU has; use a slice, whose length is known at launch
}
