package passing

import (
	"math/bits"
)

// The constants of message passing.
const (
	learning  = 0.9       // how much multipliers follow
	halfBit   = 0.7213475 // 1/(2 ln 2)
	leastG    = 2         // without sign: what a row tells of a column, at most
	rootSteps = 60        // at most
	rootTol   = 1e-3
	nodeSteps = 6 // at most
	nodeTol   = 0.02

	noise     = 0.5 // by how much guesses are drawn in another order
	softening = 0.05
	quanta    = 127 // steps of a message
)

// node is a state of message passing: messages from columns and from rows, and what is guessed.
type node struct {
	m, g, h [Most]float32 // means of columns; of places what their products ask for; fields of columns
	lam     [2 * Values]float32
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
// product: the weights of these follow multipliers, where the step is to learn. It returns how much means changed.
func (p *passer) step(x *node, learn bool) float32 {
	f := p.f
	squares := int32(0)
	for j := range f.N {
		squares += fixed(float32(x.m[j] * x.m[j]))
	}
	variance := float32(f.N) - real(squares)
	c := channelOf(max(f.Count[0], f.Count[1]), max(variance, f.LeastV))
	sum := p.quantise(x.m[:f.N], quanta)
	told := int32(0)
	for class := range int32(2) {
		told += p.rows(x, &c, class, variance, sum, learn)
	}
	return p.columns(x, real(told))
}

// rows brings the messages of the rows of a class up to date, and their multipliers where these are to learn. It returns how much the
// rows tell of a column, in units.
func (p *passer) rows(x *node, c *channel, class int32, variance float32, sum int32, learn bool) (told int32) {
	f := p.f
	r := f.residue(class, p.odd)
	least, lam := leastOf(f.N, r), x.lam[Values*r:][:c.count]
	var scales [Values]float32
	for k, l := range lam {
		scales[k] = c.scale(l, int32(k))
	}
	var counts [Values]int32
	for i := f.From[class]; i < f.From[class]+f.Size[class]; i++ {
		d := p.dot(f.Signs[i*words:][:words], sum) - 128*f.RowSums[i]
		om := float32(float32(d)*(1.0/quanta)) - float32(variance*x.g[i])
		first, ratio := c.begin(least, om)
		w := weights{power: first}
		for _, s := range scales[:c.count] {
			w.add(s, ratio)
		}
		asks, v, inv := c.answer(&w, least, om)
		x.g[i] = asks
		told += tells(c.iv, v)
		if !learn {
			continue
		}
		for k, s := range scales[:c.count] {
			counts[k] += fixed(float32(float32(first*s) * inv))
			first = float32(first * ratio)
		}
	}
	for k := range lam {
		if h := f.Has[Values*r+int32(k)]; learn && h > 0 {
			lam[k] += learnt(h, counts[k])
		}
	}
	return told
}

// channel is the products that rows may have, and how sharply messages tell them apart. Product k of a residue is least+4k, and differs
// by d_k from om, which messages say. Its weight is 2^(-h d_k^2) times the odds that multipliers give it, where h is 1/(2 ln 2) over the
// variance. With d the distance of product mid, in the middle, d_k is d + 4(k-mid). So weights are, but for a factor that all have,
//
//	2^(-16 h (k-mid)^2) odds * ratio^(k-mid),  ratio = 2^(-8 h d).
//
// What stands before the ratio is the same for all rows of a residue: the scale.
type channel struct {
	count, mid int32
	iv, h      float32 // iv is the inverse of the variance
}

func channelOf(count int32, variance float32) channel {
	iv := 1 / variance
	return channel{count, count / 2, iv, float32(iv * halfBit)}
}

const (
	below    = 8  // by how much messages may say less than the least product is; what is beyond has the same weights
	mostOdds = 40 // the logarithm of odds, at most
)

// leastVariance keeps powers of the ratio below 2^90, and weights below 2^100.
func leastVariance(count int32) float32 {
	d := float32(4*(count-count/2) + below)
	return max(0.5, float32(8*d*float32(count))*(halfBit/180), float32(d*d)*(halfBit/60))
}

// leastOf is the least product of a residue, of n columns.
func leastOf(n, residue int32) float32 { return float32(n&1 + 2*residue) }

// scale is that of product k with a multiplier.
func (c *channel) scale(multiplier float32, k int32) float32 {
	k -= c.mid
	return exp2(min(multiplier, mostOdds) - float32(c.h*float32(16*k*k)))
}

// begin returns the ratio of a row, and its power for product 0.
func (c *channel) begin(least, om float32) (first, ratio float32) {
	d := least + float32(4*c.mid) - max(min(om, least+float32(4*c.count)), least-below)
	e := float32(8 * float32(c.h*d))
	return exp2(float32(e * float32(c.mid))), exp2(-e)
}

// weights are those of a row, added up from product 0 on: sum, the sum of the sums so far, and the sum of these. So w_k is count-k times
// in the second one, and (count-k)(count-k+1)/2 times in the third.
type weights struct{ power, sum, first, second float32 }

func (w *weights) add(scale, ratio float32) {
	w.sum += float32(w.power * scale)
	w.first += w.sum
	w.second += w.first
	w.power = float32(w.power * ratio)
}

// answer returns what products ask of a row: the mean of their distances from om, over the variance. It also returns the variance of its
// product, and what weights are divided by.
func (c *channel) answer(w *weights, least, om float32) (asks, variance, inv float32) {
	inv = 1 / (w.sum + 1e-30)
	to := float32(w.first * inv) // the mean of count-k
	mean := least + float32(4*(float32(c.count)-to))
	variance = float32(16 * (float32(float32(2*w.second)*inv) - to - float32(to*to)))
	return float32((mean - om) * c.iv), variance, inv
}

// tells is how much a row tells of a column, in units, by the inverse variance before and the variance after its product is known.
func tells(iv, variance float32) int32 {
	return fixed(max(iv-float32(variance*float32(iv*iv)), -leastG))
}

// learnt is what a product's multiplier gains, where some rows have it and messages count others, in units.
func learnt(has float32, counted int32) float32 {
	return float32(learning * log2((has+softening)/(real(counted)+softening)))
}

// columns brings the means of columns up to date. told is how much the rows tell of each column. It returns how much means changed.
func (p *passer) columns(x *node, told float32) float32 {
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
		h := float32(told*x.m[j]) + float32(float32(d)*back)
		x.h[j] = h
		if x.fixed[j>>6]>>(j&63)&1 != 0 {
			continue
		}
		now := tanh(h)
		change += fixed(abs(now - x.m[j]))
		x.m[j] = now
	}
	return real(change) / float32(f.N)
}
