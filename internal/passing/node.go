package passing

import (
	"math/bits"
)

// The constants of message passing.
const (
	damping   = 0.3       // part of the old value that stays
	learning  = 0.3       // how much multipliers follow
	halfBit   = 0.7213475 // 1/(2 ln 2)
	leastG    = 2         // without sign: what a row tells of a column, at most
	rootSteps = 60        // at most
	rootTol   = 1e-3
	nodeSteps = 8 // at most
	nodeTol   = 0.01
	noise     = 0.5 // by how much guesses are drawn in another order
	softening = 0.05
	quanta    = 127 // steps of a message
)

// node is a state of message passing: messages from columns and from rows, and what is guessed.
type node struct {
	m, g, h [Most]float32 // means of columns; of places what their products ask for; fields of columns
	lam     [2 * Values]float32
	v, gg   float32 // the variance of a product; how much a row tells of a column
	fixed   [words]uint64
	bits    float32 // of luck that the guesses need
	at      int32   // the column that is guessed here
	next    int32   // what is to be done here
}

// passer passes messages over an instance on a core.
type passer struct {
	f      *Form
	odd    int32
	planes [words][8]uint64
	used   int // words of planes that are not 0
}

// dot is the product of signs with the numbers that the planes have, each 128 too large; sum is what these add up to.
func (p *passer) dot(signs []uint64, sum int32) int32 {
	d := 0
	for k, s := range signs[:p.used] {
		q := &p.planes[k]
		d += bits.OnesCount64(q[0]&s) + bits.OnesCount64(q[1]&s)<<1 + bits.OnesCount64(q[2]&s)<<2 + bits.OnesCount64(q[3]&s)<<3 +
			bits.OnesCount64(q[4]&s)<<4 + bits.OnesCount64(q[5]&s)<<5 + bits.OnesCount64(q[6]&s)<<6 + bits.OnesCount64(q[7]&s)<<7
	}
	return int32(2*d) - sum
}

// quantise makes planes of numbers times a factor, and returns the sum of what they have.
func (p *passer) quantise(x []float32, factor float32) (sum int32) {
	p.used = (len(x) + 63) / 64
	for k := range p.used {
		var q [8]uint64
		for j, v := range x[64*k : min(64*k+64, len(x))] {
			u := uint64(rounded(float32(v*factor)) + 128)
			sum += int32(u)
			for b := range q {
				q[b] |= u >> b & 1 << j
			}
		}
		p.planes[k] = q
	}
	return sum
}

// step is a step of approximate message passing (Donoho, Maleki and Montanari 2009) with a channel that knows how many rows have each
// product: the weights of these follow multipliers. It returns how much means changed.
func (p *passer) step(x *node, first bool) float32 {
	f := p.f
	squares := int32(0)
	for j := range f.N {
		squares += fixed(float32(x.m[j] * x.m[j]))
	}
	sv := float32(f.N) - real(squares)
	if first {
		x.v = max(sv, f.LeastV)
	} else {
		x.v = max(damp(x.v, sv), f.LeastV)
	}
	sum := p.quantise(x.m[:f.N], quanta)
	told := int32(0)
	for c := range int32(2) {
		told += p.rows(x, c, sv, sum, first)
	}
	gg := real(told)
	if first {
		x.gg = gg
	} else {
		x.gg = damp(x.gg, gg)
	}
	return p.columns(x)
}

func damp(old, now float32) float32 { return float32(old*damping) + float32(now*(1-damping)) }

// rows brings the messages of the rows of a class up to date, and their multipliers.
func (p *passer) rows(x *node, class int32, sv float32, sum int32, first bool) (told int32) {
	f := p.f
	r := f.residue(class, p.odd)
	c := channelOf(f.N, r, f.Count[r], x.v)
	lam := x.lam[Values*r:][:c.count]
	var odds, weights [Values]float32
	for k, l := range lam {
		odds[k] = oddsOf(l)
	}
	var counts [Values]int32
	for i := f.From[class]; i < f.From[class]+f.Size[class]; i++ {
		d := p.dot(f.Signs[i*words:][:words], sum) - 128*f.RowSums[i]
		om := float32(float32(d)*(1.0/quanta)) - float32(sv*x.g[i])
		d0, factor, ratio := c.begin(om)
		var s0, s1, s2 float32
		dk := d0
		for k := range lam {
			w := float32(factor * odds[k])
			weights[k] = w
			s0 += w
			t := float32(w * dk)
			s1 += t
			s2 += float32(t * dk)
			factor, ratio, dk = c.advance(factor, ratio, dk)
		}
		mean, v, inv := moments(s0, s1, s2)
		for k := range lam {
			counts[k] += fixed(float32(weights[k] * inv))
		}
		now := c.asks(mean, d0, om)
		if first {
			x.g[i] = now
		} else {
			x.g[i] = damp(x.g[i], now)
		}
		told += tells(c.iv, v)
	}
	for k := range lam {
		if h := f.Has[Values*r+int32(k)]; h > 0 {
			lam[k] += learnt(h, counts[k])
		}
	}
	return told
}

// channel is the products that rows of a residue may have, and how sharply messages tell them apart. Product k is least+4k; messages say
// om, which d_k = least+4k-om is to be added to. Its weight is 2^(half*(d_k^2-d^2)) times the odds that multipliers give it, where d is
// the nearest product's. Weights are found one after the other, without a power each: d_k+1^2 - d_k^2 = 8 d_k + 16, and that grows by 32.
type channel struct {
	count            int32
	least            float32
	iv, half, square float32 // of a variance: its inverse; that over -2 ln 2; by what the ratio of two weights changes
}

func channelOf(n, residue, count int32, variance float32) channel {
	iv := 1 / variance
	half := float32(iv * -halfBit)
	return channel{count, float32(n&1 + 2*residue), iv, half, exp2(float32(32 * half))}
}

// leastVariance keeps the first product's weight above 2^-100 where the last one is the nearest, or less than 4 from om, and the first
// ratio below 2^60.
func leastVariance(count int32) float32 {
	span := float32(4 * (count - 1))
	return max(0.5, float32(span*(span+8))*(halfBit/100), float32(8*span+16)*(halfBit/60))
}

// begin returns the first product's distance, its weight without odds, and the next weight's ratio to that. Beyond the last product it
// takes messages to say 4 more than that one.
func (c *channel) begin(om float32) (d0, factor, ratio float32) {
	d0 = c.least - min(om, c.least+float32(4*c.count))
	to := float32(4 * min(max(rounded(float32(d0*-0.25)), 0), c.count-1)) // the nearest product
	return d0, exp2(float32(float32(-c.half*to) * (d0 + d0 + to))), exp2(float32(c.half * (float32(8*d0) + 16)))
}

// advance goes on to the next product.
func (c *channel) advance(factor, ratio, d float32) (nextFactor, nextRatio, nextD float32) {
	return float32(factor * ratio), float32(ratio * c.square), d + 4
}

// asks is what products ask of a row: the mean of their distances, over the variance.
func (c *channel) asks(mean, d0, om float32) float32 {
	return float32((mean + (c.least - d0 - om)) * c.iv)
}

// oddsOf is 2 to a multiplier.
func oddsOf(multiplier float32) float32 { return exp2(min(multiplier, 60)) }

// moments are the mean and the variance of a row's distances, by the sums of weights and of these times distances and their squares.
// inv is what weights are divided by.
func moments(s0, s1, s2 float32) (mean, variance, inv float32) {
	inv = 1 / (s0 + 1e-30)
	mean = float32(s1 * inv)
	return mean, float32(s2*inv) - float32(mean*mean), inv
}

// tells is how much a row tells of a column, in units, by the inverse variance before and the variance after its product is known.
func tells(iv, variance float32) int32 {
	return fixed(max(iv-float32(variance*float32(iv*iv)), -leastG))
}

// learnt is what a product's multiplier gains, where some rows have it and messages count others, in units.
func learnt(has float32, counted int32) float32 {
	return float32(learning * log2((has+softening)/(real(counted)+softening)))
}

// columns brings the means of columns up to date.
func (p *passer) columns(x *node) float32 {
	f := p.f
	most := float32(0)
	for i := range f.From[2] {
		most = max(most, abs(x.g[i]))
	}
	scale := quanta / (most + 1e-30)
	back := 1 / scale
	sum := p.quantise(x.g[:f.From[2]], scale)
	change := int32(0)
	for j := range f.N {
		d := p.dot(f.Columns[j*words:][:words], sum) - 128*f.ColumnSums[j]
		h := float32(x.gg*x.m[j]) + float32(float32(d)*back)
		x.h[j] = h
		if x.fixed[j>>6]>>(j&63)&1 != 0 {
			continue
		}
		now := damp(x.m[j], tanh(h))
		change += fixed(abs(now - x.m[j]))
		x.m[j] = now
	}
	return real(change) / float32(f.N)
}
