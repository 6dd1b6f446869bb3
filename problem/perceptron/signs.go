package perceptron

import "github.com/multiwalk/multiwalk/neighbourhood"

func (p *Instance) Signs() *neighbourhood.Signs {
	s := &neighbourhood.Signs{N: p.n}
	words := (p.n + 63) / 64
	for i := range p.m {
		row := make([]uint64, words)
		for j := range p.n {
			if p.Sign(i, j) > 0 {
				row[j>>6] |= 1 << (j & 63)
			}
		}
		s.Rows = append(s.Rows, row)
	}
	for _, w := range p.Products() {
		s.Products = append(s.Products, int32(w))
	}
	return s
}
