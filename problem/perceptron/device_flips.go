package perceptron

import "math/bits"

// Flip2DeltaBy and Flip3DeltaBy make it a kernel.Flip2Tabler and a kernel.Flip3Tabler: see state.Flip2Delta.

// Flip2DeltaBy is O(levels with rows * m/32).
func (f *form) Flip2DeltaBy(x, table []int32, i, j int32) int64 {
	c := table[0]
	low, high := table[f.ends(c)], table[f.ends(c)+1]
	sum := int32(0)
	for t := max(0, low-2); t <= min(f.N, high+2); t++ {
		count := int32(0)
		for k := range f.Words {
			a, b := f.rise(x, i, k), f.rise(x, j, k)
			count += int32(bits.OnesCount32(f.rows(table, c, low, high, t-2, k)&a&b |
				f.rows(table, c, low, high, t, k)&(a^b) | f.rows(table, c, low, high, t+2, k)&^(a|b)))
		}
		sum += f.Charge[t*f.Stride+count] - f.charged(table, c, low, high, t)
	}
	return int64(sum)
}

// Flip3DeltaBy is O(levels with rows * m/32).
func (f *form) Flip3DeltaBy(x, table []int32, h, i, j int32) int64 {
	c := table[0]
	low, high := table[f.ends(c)], table[f.ends(c)+1]
	sum := int32(0)
	for t := max(0, low-3); t <= min(f.N, high+3); t++ {
		count := int32(0)
		for k := range f.Words {
			a, b, d := f.rise(x, h, k), f.rise(x, i, k), f.rise(x, j, k)
			all, none, odd := a&b&d, ^(a | b | d), a^b^d
			count += int32(bits.OnesCount32(f.rows(table, c, low, high, t-3, k)&all | f.rows(table, c, low, high, t-1, k)&^(odd|none) |
				f.rows(table, c, low, high, t+1, k)&odd&^all | f.rows(table, c, low, high, t+3, k)&none))
		}
		sum += f.Charge[t*f.Stride+count] - f.charged(table, c, low, high, t)
	}
	return int64(sum)
}

// rows is word k of the rows on a level, by copy c, whose levels with rows are those from low to high.
func (f *form) rows(table []int32, c, low, high, t, k int32) uint32 {
	if t < low || t > high {
		return 0
	}
	return uint32(table[f.at(c, t)+k])
}

// charged is what a level is charged now.
func (f *form) charged(table []int32, c, low, high, t int32) int32 {
	if t < low || t > high {
		return 0
	}
	return table[f.at(c, t)+f.Words]
}
