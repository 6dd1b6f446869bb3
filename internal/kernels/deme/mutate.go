package deme

// mutate makes a random move in the part that a random position belongs to.
func (b *Breeder[T, P]) mutate(d *draws) {
	at := d.below(int32(len(b.Child)))
	for p := range b.Parts {
		part := &b.Parts[p]
		if at < part.At || at >= part.At+part.N {
			continue
		}
		x, k := b.Child[part.At:part.At+part.N], at-part.At
		if part.Values > 0 {
			b.change(part, x, k, d)
		} else if part.N > 1 {
			j := d.below(part.N - 1)
			if j >= k {
				j++
			}
			b.move(x, k, j)
		}
	}
	b.T.Sync()
}

// change gives an element another value, if there is one.
func (b *Breeder[T, P]) change(part *Part, x []int32, k int32, d *draws) {
	u := int64(uint64(d.word()) * uint64(part.Values-1) >> 32) // which of the others
	if b.T.Rank() > 0 || part.Values == 1 {
		return
	}
	if u >= int64(x[k])-int64(part.Lo) {
		u++
	}
	x[k] = int32(int64(part.Lo) + u)
}

// move makes the mutation of an order, between two positions.
func (b *Breeder[T, P]) move(x []int32, i, j int32) {
	switch b.Rule.Move {
	case Insertion:
		if b.T.Rank() == 0 {
			insert(x, i, j)
		}
	case Inversion:
		from, to := min(i, j), max(i, j)
		for k := b.T.Rank(); k < (to-from+1)/2; k += b.T.Size() {
			x[from+k], x[to-k] = x[to-k], x[from+k]
		}
	default:
		if b.T.Rank() == 0 {
			x[i], x[j] = x[j], x[i]
		}
	}
}

// insert takes out the element at i and puts it in at j.
func insert(x []int32, i, j int32) {
	v := x[i]
	for ; i < j; i++ {
		x[i] = x[i+1]
	}
	for ; i > j; i-- {
		x[i] = x[i-1]
	}
	x[j] = v
}
