package tour

// array is a tour as the sequence of its cities and the position of each. Stepping along the tour is O(1), a change is
// O(cities that move), and every change is noted in a journal until it is kept.
type array struct {
	city, pos []int32
	journal   []int32 // old cities of overwritten runs of positions, each followed by its length and first position
	scratch   []int32
}

func newArray(n int) *array {
	return &array{city: make([]int32, n), pos: make([]int32, n), scratch: make([]int32, 0, n)}
}

// set starts from a tour.
func (a *array) set(x []int32) {
	copy(a.city, x)
	for i, c := range x {
		a.pos[c] = int32(i)
	}
	a.keep()
}

func (a *array) next(c int32) int32 {
	p := int(a.pos[c]) + 1
	if p == len(a.city) {
		p = 0
	}
	return a.city[p]
}

func (a *array) prev(c int32) int32 {
	p := int(a.pos[c]) - 1
	if p < 0 {
		p = len(a.city) - 1
	}
	return a.city[p]
}

// overwrite puts the cities in scratch at position p and on, around the end of the array.
func (a *array) overwrite(p int32) {
	n := int32(len(a.city))
	rest := a.scratch
	for len(rest) > 0 {
		run := rest[:min(len(rest), int(n-p))]
		at := a.city[p : int(p)+len(run)]
		a.journal = append(append(a.journal, at...), int32(len(run)), p)
		for i, c := range run {
			at[i] = c
			a.pos[c] = p + int32(i)
		}
		rest, p = rest[len(run):], 0
	}
}

// keep makes the changes since the last keep or undo final.
func (a *array) keep() { a.journal = a.journal[:0] }

// undo takes the changes since the last keep back.
func (a *array) undo() {
	j := a.journal
	for len(j) > 0 {
		p, length := j[len(j)-1], int(j[len(j)-2])
		old := j[len(j)-2-length : len(j)-2]
		for i, c := range old {
			a.city[int(p)+i] = c
			a.pos[c] = p + int32(i)
		}
		j = j[:len(j)-2-length]
	}
	a.journal = j
}

// gather appends the length cities from position p on to scratch, back to front if reversed.
func (a *array) gather(p, length int32, reversed bool) {
	n := int32(len(a.city))
	first := a.city[p:min(p+length, n)]
	second := a.city[:max(0, p+length-n)]
	if !reversed {
		a.scratch = append(append(a.scratch, first...), second...)
		return
	}
	for i := len(second) - 1; i >= 0; i-- {
		a.scratch = append(a.scratch, second[i])
	}
	for i := len(first) - 1; i >= 0; i-- {
		a.scratch = append(a.scratch, first[i])
	}
}

// between reports whether b lies on the way from a to c along the tour, both included.
func (a *array) between(from, b, to int32) bool {
	p, q, r := a.pos[from], a.pos[b], a.pos[to]
	if p <= r {
		return p <= q && q <= r
	}
	return q >= p || q <= r
}
