package counting

import "github.com/multiwalk/multiwalk/kernel/lane"

//go:generate go tool gen -out zkernel.ptx

// On a device the number of filled rows is in the bits of a prefix's Columns from rowShift on, so that a queen is added
// and the row counted by one addition. That leaves 27 bits for columns.
const (
	rowShift = 27
	// MaxDeviceN is the largest board for a device.
	MaxDeviceN = rowShift
	// classStride is the length of a class in the table of blocked cells: rows 0 to MaxDeviceN, and the rest of a word for
	// each bank of shared memory, so that lanes that ask for different rows of one class do not wait for each other.
	classStride = 32
)

// What a launch and the host tell each other is an array of words: how many prefixes were taken, by all launches, and for
// each slot the sum of its batch's counts by weight, and the prefixes whose trees are searched. A batch has the slot of its
// number modulo slots, so that many can be under way at once: the two that walkers take prefixes from, and those before
// whose last trees are not finished yet.
const (
	slots    = 8
	nextWord = 0
	sumWord  = 1 // and every second after it
	doneWord = 2
	words    = 1 + 2*slots
)

// source is what prefixes there are: numbers below End, number i at place i modulo Ring. A batch has 1<<Shift numbers; those
// that it does not need stand for padding.
type source struct {
	End   uint64
	Ring  uint32 // a power of two
	Shift uint32
}

// walker is a thread between two launches, besides its stack. It has no tree if Free is 0.
type walker struct {
	At     prefix // where it is, with the rows in Columns; Class is where the class begins in the table
	Free   uint32 // columns to try in the next row
	Height int32  // of its stack
	Count  uint32 // solutions in its tree so far
	Slot   uint32 // of its tree's batch
}

// room is how much shared memory a block has for what.
type room struct {
	Table int32 // words of the table of blocked cells
	Depth int32 // entries of a stack
}

// The stacks of a warp lie entry by entry, of an entry word by word, of a word lane by lane: whatever the heights that
// lanes are at, each is in a bank of its own, and the words of an entry are at constant distances.
const (
	entryWords = 4
	entryStep  = entryWords * lane.WarpSize
)

// bytes is the shared memory of a block; threads is a multiple of 32.
func (r room) bytes(threads int) int { return 4 * (int(r.Table) + entryWords*int(r.Depth)*threads) }

// Search has each thread of the launch walk through the trees of prefixes that it takes one after another, for a number of
// steps. What is not finished then stays in walkers and stacks.
//
// n is the number of queens, blocked the table of blocked cells, weights those of the classes, c the words that are shared
// with the host. Every prefix has a free column in its next row. Blocks are whole warps.
func Search(t lane.Thread, n, steps int32, r room, from source, blocked, weights []uint32, prefixes []prefix,
	walkers []walker, stacks []uint32, c []uint64) {
	table := lane.SharedAt[uint32](t, 0, r.Table)
	for i := t.ThreadID(); i < r.Table; i += t.BlockDim() {
		table[i] = blocked[i]
	}
	stack := lane.SharedAt[uint32](t, 4*r.Table, r.Depth*entryWords*t.BlockDim())[t.WarpID()*r.Depth*entryStep+t.LaneID():]
	kept := stacks[t.GridWarpID()*r.Depth*entryStep+t.LaneID():]
	w := walkers[t.GridThreadID()]
	for i := int32(0); i < w.Height*entryStep; i += lane.WarpSize {
		stack[i] = kept[i]
	}
	t.Sync()
	k := work{from, table, weights, prefixes, c}
	if w.Free == 0 {
		w = k.take(t, w)
	}
	if w.Free != 0 {
		w = k.walk(t, w, stack, uint32(n)<<rowShift, steps)
	}
	walkers[t.GridThreadID()] = w
	for i := int32(0); i < w.Height*entryStep; i += lane.WarpSize {
		kept[i] = stack[i]
	}
}

// work is where prefixes come from and counts go to.
type work struct {
	from     source
	table    []uint32
	weights  []uint32
	prefixes []prefix
	words    []uint64
}

// walk makes steps, one for each queen that it places. A step is the same for all lanes of a warp: take a column of the row,
// leave the others, if there are any, on the stack, and if the next row has no free column go on with what is on top of
// the stack. All that lies there has a column to try, so no step is in vain. A solution ends as a dead end does, because
// the row after the last, full, has no free column, and is told from it by its row.
func (k work) walk(t lane.Thread, w walker, stack []uint32, full uint32, steps int32) walker {
	columns, left, right, free, top := w.At.Columns, w.At.Left, w.At.Right, w.Free, w.Height*entryStep
	for range steps {
		rest := free & (free - 1)
		bit := free ^ rest
		if rest != 0 {
			e := stack[top:]
			e[0], e[32], e[64], e[96] = columns, left, right, rest
			top += entryStep
		}
		columns += bit + 1<<rowShift
		left = (left | bit) >> 1
		right = (right | bit) << 1
		free = ^(columns | left | right | k.table[w.At.Class+columns>>rowShift])
		if free != 0 {
			continue
		}
		if columns >= full {
			w.Count++
		}
		if top != 0 {
			top -= entryStep
			e := stack[top:]
			columns, left, right, free = e[0], e[32], e[64], e[96]
			continue
		}
		k.finish(t, w)
		w = k.take(t, w)
		columns, left, right, free = w.At.Columns, w.At.Left, w.At.Right, w.Free
		if free == 0 {
			break
		}
	}
	w.At.Columns, w.At.Left, w.At.Right, w.Free, w.Height = columns, left, right, free, top/entryStep
	return w
}

// finish books a tree that is searched.
func (k work) finish(t lane.Thread, w walker) {
	lane.AtomicAdd(t, &k.words[sumWord+2*w.Slot], uint64(w.Count)*uint64(k.weights[w.At.Class/classStride]))
	lane.AtomicAdd(t, &k.words[doneWord+2*w.Slot], 1)
}

// take gives a walker whose stack is empty the next prefix, if there is one.
func (k work) take(t lane.Thread, w walker) walker {
	for w.Free = 0; w.Free == 0; {
		i := lane.AtomicAdd(t, &k.words[nextWord], 1)
		if i >= k.from.End {
			break
		}
		p := k.prefixes[uint32(i)&(k.from.Ring-1)]
		w.At, w.Count, w.Slot = p, 0, uint32(i>>k.from.Shift)%slots
		w.Free = ^(p.Columns | p.Left | p.Right | k.table[p.Class+p.Columns>>rowShift])
	}
	return w
}
