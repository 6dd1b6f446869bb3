package solutions

import (
	"fmt"
	"slices"
)

// worker fills and checks batches.
type worker struct {
	n      int
	o      *Options
	prover *prover
	search *searcher // made by the source where it is needed
	eight  []int32   // images of solutions
}

func newWorker(n int, o *Options) *worker { return &worker{n: n, o: o, prover: newProver(n)} }

func (w *worker) run(src source, work <-chan *batch) {
	for b := range work {
		b.failed = nil
		src.fill(b, w)
		switch {
		case w.o.Symmetric && b.narrow != nil:
			w.expand(b, func(to []int32, i int) { images(to, b.narrow[i*w.n:(i+1)*w.n]) }, len(b.narrow)/w.n)
		case w.o.Symmetric:
			w.expand(b, func(to []int32, i int) { images(to, b.wide[i*w.n:(i+1)*w.n]) }, len(b.wide)/w.n)
		case b.narrow != nil:
			check(w, b, b.narrow)
		default:
			check(w, b, b.wide)
		}
		if b.free != nil {
			b.free()
		}
		b.ready <- struct{}{}
	}
}

// expand checks the images of a batch's solutions in their place.
func (w *worker) expand(b *batch, image func(to []int32, i int), solutions int) {
	size := 8 * w.n
	if len(w.eight) < size*solutions {
		w.eight = make([]int32, size*solutions)
	}
	for i := range solutions {
		image(w.eight[i*size:(i+1)*size], i)
	}
	check(w, b, w.eight[:solutions*size])
}

// check proves the solutions, and prepares all that handing them out needs.
func check[R row](w *worker, b *batch, rows []R) {
	b.prints, b.rows, b.text, b.ends = b.prints[:0], b.rows[:0], b.text[:0], b.ends[:0]
	for ; len(rows) >= w.n; rows = rows[w.n:] {
		x := rows[:w.n]
		if !prove(w.prover, x) {
			b.failed = fmt.Errorf("multiwalk: %d queens: a search made what is no solution: %w; "+
				"this is a mistake of the program", w.n, flaw(x))
			return
		}
		b.prints = append(b.prints, fingerprint(x))
		if w.o.Each != nil {
			b.rows = widen(b.rows, x)
		}
		if w.o.Out != nil {
			b.text = encode(w.o.Format, b.text, x)
			b.ends = append(b.ends, len(b.text))
		}
	}
}

// widen appends rows.
func widen[R row](to []int32, x []R) []int32 {
	at := len(to)
	to = slices.Grow(to, len(x))[:at+len(x)]
	for i, v := range x {
		to[at+i] = int32(v)
	}
	return to
}
