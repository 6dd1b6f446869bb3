package perceptron

import "math/bits"

// TableSize, FillTable, FlipDeltaBy and FlipTable make it a kernel.FlipTabler.

func (f *form) TableSize() int32 { return copies + 2*f.copySize() }

// FillTable makes the first copy. Every lane counts the levels of all rows, and writes down every lanes-th level.
func (f *form) FillTable(x, table []int32, l, lanes int32) {
	if l >= copies {
		return
	}
	lanes = min(lanes, copies)
	table[l] = 0
	for t := l - brim; t <= f.N+brim; t += lanes {
		table[f.at(0, t)+f.Words] = 0
	}
	low, high := f.N, int32(0)
	for k := range f.Words {
		planes := f.levels(x, k)
		low, high = min(low, f.least(&planes, k)), max(high, f.greatest(&planes, k))
		for t := l - brim; t <= f.N+brim; t += lanes {
			rows := uint32(0)
			if t >= 0 && t <= f.N {
				rows = f.on(&planes, t, k)
			}
			at := f.at(0, t)
			table[at+k] = int32(rows)
			table[at+f.Words] += int32(bits.OnesCount32(rows))
		}
	}
	for t := l - brim; t <= f.N; t += lanes {
		if t >= 0 {
			at := f.at(0, t) + f.Words
			table[at] = f.Charge[t*f.Stride+table[at]]
		}
	}
	if l == 0 {
		at := f.ends(0)
		table[at], table[at+1] = low, high
	}
}

// least returns the least level of the rows of a word, from the highest bit down: rows without it are below the others.
func (f *form) least(planes *[planned]uint32, k int32) (t int32) {
	rows := f.mask(k)
	for b := planned - 1; b >= 0; b-- {
		if below := rows &^ planes[b]; below != 0 {
			rows = below
		} else {
			t |= 1 << b
		}
	}
	return t
}

// greatest returns the greatest level of the rows of a word.
func (f *form) greatest(planes *[planned]uint32, k int32) (t int32) {
	rows := f.mask(k)
	for b := planned - 1; b >= 0; b-- {
		if above := rows & planes[b]; above != 0 {
			rows = above
			t |= 1 << b
		}
	}
	return t
}

// FlipDeltaBy is O(levels with rows * m/32). The first eight words are at hand in registers.
func (f *form) FlipDeltaBy(x, table []int32, i int32) int64 {
	c, step := table[0], f.Words+1
	from, to := max(0, table[f.ends(c)]-1), min(f.N, table[f.ends(c)+1]+1)
	var up [8]uint32
	for k := range int32(8) {
		if k < f.Words {
			up[k] = f.rise(x, i, k)
		}
	}
	sum, at := int32(0), f.at(c, from)
	for t := from; t <= to; t++ {
		count := arrived(table, at, step, 0, up[0])
		if f.Words > 1 {
			count += arrived(table, at, step, 1, up[1])
		}
		if f.Words > 2 {
			count += arrived(table, at, step, 2, up[2])
		}
		if f.Words > 3 {
			count += arrived(table, at, step, 3, up[3])
		}
		if f.Words > 4 {
			count += arrived(table, at, step, 4, up[4])
		}
		if f.Words > 5 {
			count += arrived(table, at, step, 5, up[5])
		}
		if f.Words > 6 {
			count += arrived(table, at, step, 6, up[6])
		}
		if f.Words > 7 {
			count += arrived(table, at, step, 7, up[7])
		}
		for k := int32(8); k < f.Words; k++ {
			count += arrived(table, at, step, k, f.rise(x, i, k))
		}
		sum += f.Charge[t*f.Stride+count] - table[at+f.Words]
		at += step
	}
	return int64(sum)
}

// arrived counts the rows of word k that a flip brings to the level at a place.
func arrived(table []int32, at, step, k int32, up uint32) int32 {
	return int32(bits.OnesCount32(uint32(table[at-step+k])&up | uint32(table[at+step+k])&^up))
}

// FlipTable makes the other copy, every lanes-th level in a lane. Levels out to brim beyond those that may have rows are
// emptied, of what the copy had two flips ago.
func (f *form) FlipTable(x, table []int32, i, l, lanes int32) {
	if l >= copies {
		return
	}
	lanes = min(lanes, copies)
	c := table[l]
	from, to := table[f.ends(c)]-1, table[f.ends(c)+1]+1
	for t := max(from-brim, -brim) + l; t <= min(to+brim, f.N+brim); t += lanes {
		at, count := f.at(1-c, t), int32(0)
		for k := range f.Words {
			rows := uint32(0)
			if t >= from && t <= to {
				rows = f.after(x, table, c, i, t, k)
			}
			table[at+k] = int32(rows)
			count += int32(bits.OnesCount32(rows))
		}
		charge := int32(0)
		if t >= 0 && t <= f.N {
			charge = f.Charge[t*f.Stride+count]
		}
		table[at+f.Words] = charge
	}
	if l == 0 {
		for !f.reached(x, table, c, i, from) {
			from++
		}
		table[f.ends(1-c)] = from
	}
	if l == lanes-1 {
		for !f.reached(x, table, c, i, to) {
			to--
		}
		table[f.ends(1-c)+1] = to
	}
	table[l] = 1 - c
}

// after is the rows of word k that are on level t after a flip, by copy c.
func (f *form) after(x, table []int32, c, i, t, k int32) uint32 {
	at, step, up := f.at(c, t), f.Words+1, f.rise(x, i, k)
	return uint32(table[at-step+k])&up | uint32(table[at+step+k])&^up
}

// reached tells whether there are rows on level t after a flip, by copy c.
func (f *form) reached(x, table []int32, c, i, t int32) bool {
	for k := range f.Words {
		if f.after(x, table, c, i, t, k) != 0 {
			return true
		}
	}
	return false
}
