package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/tempering"
)

// sharing cools a walk by what it accepts. The share of worse proposals that are accepted is to fall over the budget, and the temperature
// is steered to achieve that. After each unit the temperature is changed so that the recent share comes nearer to the wanted one (Lam and
// Delosme, "An efficient simulated annealing schedule", 1988, steer by acceptance too). So costs may be of any size. Where nothing happens
// between two temperatures, as between those of broken constraints and those of preferences, no time is spent. A walk that froze too soon
// is heated again. At last it freezes, whatever it accepts.
//
// All is logarithms to base 2: of the temperature (level) and of shares.
type sharing struct {
	level           float64
	first           float64 // the level at the beginning
	proposed, taken float64 // worse proposals of late, and those of them that were taken
	at              float64 // progress
	begun           bool
	course          int32 // which of courses
}

// A course is the first and the last wanted share, and the progress from which the temperature falls by itself. From then on so few
// proposals are accepted that they could not steer it, and only moves that cost nothing can still gain.
type course struct{ first, last, freezing float64 }

// The courses, by what walks search; docs/notes/annealing.md has the measurements.
//
// A walk by rows makes many more moves in its time. It is soon done with small shares, and greater shares decide most of where the walk
// ends. In an order few moves cost nothing, so it freezes late. For integers the time in which little is accepted decides. Bits gain by
// more time at greater shares, and by freezing later.
const (
	common  int32 = iota
	byRows        // the walk has a bath
	ofOrder       // one permutation
	ofIntegers
	ofBits
)

var courses = [...]course{
	common:     {firstTaken, lastTaken, freezing},
	byRows:     {-1.7, -8.5, 0.9}, // shares of 0.3 and 0.003
	ofOrder:    {firstTaken, lastTaken, 0.85},
	ofIntegers: {-5, -12.5, freezing},  // shares of 0.03 and 0.00017
	ofBits:     {firstTaken, -9, 0.85}, // 0.1 and 0.002
}

// courseOf returns the course of a walk without constraints.
func courseOf(s multiwalk.Space, b *bath) int32 {
	switch {
	case b.n > 0:
		return byRows
	case s.Kind() == multiwalk.KindPermutation:
		return ofOrder
	case s.Kind() == multiwalk.KindIntegers:
		return ofIntegers
	case s.Kind() == multiwalk.KindBinary:
		return ofBits
	}
	return common
}

const (
	// firstTaken and lastTaken are the first and the last share of most: 0.1 and 0.0005.
	firstTaken, lastTaken = -3.3, -11
	// freezing is where most freeze, and 2 to the power freeze what the temperature is divided by until the end.
	freezing, freeze = 0.7, 3
	// hottest is the share with which a walk begins. It falls to the first share of the course while the part melting of the budget is
	// spent. So a walk has been everywhere before it settles, as it must where good solutions have a structure of their own.
	hottest, melting = -0.5, 0.05
	// lately is the part of the budget that "of late" is: a unit counts 1/e when that has passed.
	lately = 1.0 / 256
	// hopeless is a share below all that matter.
	hopeless = -60
	// farthest bounds the level both ways.
	farthest = 200
)

// wanted returns the share at a progress, up to freezing. It falls faster at first, because little is decided while much is accepted. The
// formula takes square roots, because these are rounded alike on every machine, and other powers are not.
//
// By rows it falls evenly: see bath.
func (c *sharing) wanted(part float64) float64 {
	v := &courses[c.course]
	if part < melting {
		return hottest + float64((v.first-hottest)/melting*part)
	}
	part = min(1, part/v.freezing)
	gone := part
	if c.course != byRows {
		gone = (part + float64(2*math.Sqrt(part))) / 3
	}
	return v.first + float64((v.last-v.first)*gone)
}

// begin finds the first temperature from what worse moves cost: at it the first share of them is taken. Without any, it is 1.
func (c *sharing) begin(part float64, worse []int64) {
	*c = sharing{begun: true, at: part, level: levelOfShare(worse, hottest), course: c.course}
	c.first = c.level
}

// levelOfShare is where a share of worse moves is taken, given by its logarithm, by bisection.
func levelOfShare(worse []int64, share float64) float64 {
	if len(worse) == 0 {
		return 0
	}
	least, most := worse[0], worse[0]
	for _, d := range worse {
		least, most = min(least, d), max(most, d)
	}
	low, high := log2(float64(least))-6, log2(float64(most))+6
	want := float64(metropolis.Exp2(share) * float64(len(worse)))
	for range 32 {
		middle := (low + high) / 2
		factor, sum := tempering.Heat(middle).Factor(), 0.0
		for _, d := range worse {
			if y := float64(float64(d) * factor); y < -hopeless {
				sum += metropolis.Exp2(-y)
			}
		}
		if sum < want {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// note takes account of a unit that ended before a progress: how many proposals were worse, and how many of these were accepted. At a share
// of s, moves cost about -ln s temperatures, so the share rises with that power of the temperature. A step of the error divided by that
// power would correct the share at once; the step is spread over the time in which the share is measured. Where little was proposed, one
// more proposal, accepted with the wanted share, stands for what is not known.
func (c *sharing) note(part, worse, taken float64) {
	if freezing := courses[c.course].freezing; part > freezing {
		c.level -= float64(freeze / (1 - freezing) * (part - max(freezing, c.at)))
		c.at = part
		return
	}
	keep := metropolis.Exp2(max(hopeless, -float64((part-c.at)/lately*math.Log2E)))
	c.at = part
	c.proposed = float64(keep*c.proposed) + worse
	c.taken = float64(keep*c.taken) + taken
	want := c.wanted(part)
	share := log2((c.taken + 1) / (c.proposed + metropolis.Exp2(-want)))
	c.level += float64((want - share) / float64(-want*math.Ln2) * (1 - keep))
	c.level = max(-farthest, min(farthest, c.level))
}

// log2 is the logarithm to base 2 to within 1e-5, the same on every machine, for numbers above 0.
func log2(x float64) float64 {
	m, e := math.Frexp(x)
	t := (m - math.Sqrt2/2) / (m + math.Sqrt2/2)
	t2 := float64(t * t)
	series := float64(t * (1 + float64(t2*(1.0/3+float64(t2*(1.0/5))))))
	return float64(e) - 0.5 + float64(2*math.Log2E*series)
}

// Save implements checkpoint.Saver.
func (c *sharing) Save(a *checkpoint.Archive) {
	a.Fields("sharing", &c.level, &c.first, &c.proposed, &c.taken, &c.at, &c.begun, &c.course)
}
