package cyclic

// Team is the threads that change a ring together.
type Team interface {
	Rank() int32 // of the thread, from 0
	Size() int32
	Sync() // waits for all, and orders their memory accesses
}

// Ring is a tour. All threads of a team change it together, once all of them have read what they need of it.
type Ring struct {
	N    int32
	City []uint16 // by position
	Pos  []uint16 // by city
}

// Step is the city next to c.
func (r Ring) Step(c int32, ahead bool) int32 {
	p := int32(r.Pos[c])
	if ahead {
		return int32(r.City[Next(p, r.N)])
	}
	return int32(r.City[Prev(p, r.N)])
}

// Reverse turns the cities from one position to another round, or all others, whichever are fewer.
func Reverse[T Team](t T, r Ring, first, last int32) {
	count := Wrap(last-first, r.N) + 1
	if 2*count > r.N {
		first, last, count = Next(last, r.N), Prev(first, r.N), r.N-count
	}
	for k := t.Rank(); k < count/2; k += t.Size() {
		p, q := Wrap(first+k, r.N), Wrap(last-k, r.N)
		a, b := r.City[p], r.City[q]
		r.City[p], r.City[q] = b, a
		r.Pos[a], r.Pos[b] = uint16(q), uint16(p)
	}
	t.Sync()
}

// Insert puts the segment of one to three cities that begins at c, and goes on in the direction ahead, between d and its neighbour on one
// side, c next to d. The cities on the shorter way to its new place make room.
func Insert[T Team](t T, r Ring, c, count, d int32, ahead, side bool) {
	first := int32(r.Pos[c]) // of the segment along the array
	if !ahead {
		first = Wrap(first-count+1, r.N)
	}
	x := int32(r.Pos[d]) // of the edge that leaves
	if !side {
		x = Prev(x, r.N)
	}
	moved := uint64(0)
	for i := range count {
		moved |= uint64(r.City[Wrap(first+i, r.N)]) << uint64(16*i)
	}
	forwards := Wrap(x-(first+count-1), r.N)
	backwards := r.N - count - forwards
	t.Sync()
	if forwards <= backwards {
		shift(t, r, first+count, forwards, 1, count)
		first += forwards
	} else {
		shift(t, r, first-1, backwards, -1, count)
		first -= backwards
	}
	for i := t.Rank(); i < count; i += t.Size() {
		at := i
		if ahead != side {
			at = count - 1 - at
		}
		p, city := Wrap(first+at, r.N), uint16(moved>>uint64(16*i))
		r.City[p], r.Pos[city] = city, uint16(p)
	}
	t.Sync()
}

// shift moves the cities at some positions, from one on in the direction of step, by some against it.
func shift[T Team](t T, r Ring, from, positions, step, by int32) {
	for k := int32(0); k < positions; k += t.Size() {
		p := Wrap(from+step*min(k+t.Rank(), positions-1), r.N)
		c := r.City[p]
		t.Sync()
		if k+t.Rank() < positions {
			q := Wrap(p-step*by, r.N)
			r.City[q], r.Pos[c] = c, uint16(q)
		}
		t.Sync()
	}
}
