package deme

// carried is an element of an individual that is being made.
type carried interface{ uint8 | int32 }

// birthDraws is where the draws of an individual without parents begin, a word an element.
const birthDraws = 1 << 28

// Beget draws an individual without parents into Child. The first ones of a population are those of generation -1.
func (b *Breeder[T, P]) Beget(generation int64, i int32) {
	if b.T.Rank() == 0 {
		for p := range b.Parts {
			part, d := &b.Parts[p], b.draws(generation, i)
			d.from = birthDraws + uint32(part.At)
			part.draw(b.Child[part.At:part.At+part.N], &d)
		}
	}
	b.T.Sync()
	b.keep()
}

// draw makes a part of an individual at random.
func (p *Part) draw(x []int32, d *draws) {
	if p.Values == 0 {
		shuffle(x, d)
		return
	}
	for k := range x {
		x[k] = int32(int64(p.Lo) + int64(uint64(d.word())*uint64(p.Values)>>32))
	}
}

// shuffle makes an order at random, inside out (Fisher and Yates): position k gets what is at a random one up to k, and that one gets k.
func shuffle[C carried](x []C, d *draws) {
	for k := range int32(len(x)) {
		at := d.below(k + 1)
		x[k] = x[at]
		x[at] = C(k)
	}
}
