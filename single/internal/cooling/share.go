package cooling

import (
	"math"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/tempering"
)

// Sharing cools a walk by what it accepts. The share of worse proposals that are accepted is to fall over the budget, and the temperature
// is steered to achieve that. After each unit the temperature is changed so that the recent share comes nearer to the wanted one (Lam and
// Delosme, "An efficient simulated annealing schedule", 1988, steer by acceptance too). So costs may be of any size. Where nothing happens
// between two temperatures, as between those of broken constraints and those of preferences, no time is spent. A walk that froze too soon
// is heated again. At last it freezes, whatever it accepts.
//
// All is logarithms to base 2: of the temperature (level) and of shares.
type Sharing struct {
	Level           float64
	First           float64 // the level at the beginning
	Proposed, Taken float64 // worse proposals of late, and those of them that were taken
	At              float64 // progress
	Begun           bool
	Course          int32 // which of courses
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
	Common  int32 = iota
	ByRows        // the walk has a bath
	OfOrder       // one permutation
	OfIntegers
	OfBits
)

var courses = [...]course{
	Common:     {firstTaken, lastTaken, Freezing},
	ByRows:     {-1.7, -8.5, 0.9}, // shares of 0.3 and 0.003
	OfOrder:    {firstTaken, lastTaken, 0.85},
	OfIntegers: {-5, -12.5, Freezing},  // shares of 0.03 and 0.00017
	OfBits:     {firstTaken, -9, 0.85}, // 0.1 and 0.002
}

const (
	// firstTaken and lastTaken are the first and the last share of most: 0.1 and 0.0005.
	firstTaken, lastTaken = -3.3, -11
	// Freezing is where most freeze, and 2 to the power freeze what the temperature is divided by until the end.
	Freezing, freeze = 0.7, 3
	// hottest is the share with which a walk begins. It falls to the first share of the course while the part melting of the budget is
	// spent. So a walk has been everywhere before it settles, as it must where good solutions have a structure of their own.
	hottest, Melting = -0.5, 0.05
	// Lately is the part of the budget that "of late" is: a unit counts 1/e when that has passed.
	Lately = 1.0 / 256
	// Hopeless is a share below all that matter.
	Hopeless = -60
	// farthest bounds the level both ways.
	farthest = 200
)

// Wanted returns the share at a progress, up to freezing. It falls faster at first, because little is decided while much is accepted. The
// formula takes square roots, because these are rounded alike on every machine, and other powers are not.
//
// By rows it falls evenly: see bath.
func (c *Sharing) Wanted(part float64) float64 {
	v := &courses[c.Course]
	if part < Melting {
		return hottest + float64((v.first-hottest)/Melting*part)
	}
	part = min(1, part/v.freezing)
	gone := part
	if c.Course != ByRows {
		gone = (part + float64(2*math.Sqrt(part))) / 3
	}
	return v.first + float64((v.last-v.first)*gone)
}

// Begin finds the first temperature from what worse moves cost: at it the first share of them is taken. Without any, it is 1.
func (c *Sharing) Begin(part float64, worse []int64) {
	*c = Sharing{Begun: true, At: part, Level: LevelOfShare(worse, hottest), Course: c.Course}
	c.First = c.Level
}

// LevelOfShare is where a share of worse moves is taken, given by its logarithm, by bisection.
func LevelOfShare(worse []int64, share float64) float64 {
	if len(worse) == 0 {
		return 0
	}
	least, most := worse[0], worse[0]
	for _, d := range worse {
		least, most = min(least, d), max(most, d)
	}
	low, high := Log2(float64(least))-6, Log2(float64(most))+6
	want := float64(metropolis.Exp2(share) * float64(len(worse)))
	for range 32 {
		middle := (low + high) / 2
		factor, sum := tempering.Heat(middle).Factor(), 0.0
		for _, d := range worse {
			if y := float64(float64(d) * factor); y < -Hopeless {
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

// Note takes account of a unit that ended before a progress: how many proposals were worse, and how many of these were accepted. At a share
// of s, moves cost about -ln s temperatures, so the share rises with that power of the temperature. A step of the error divided by that
// power would correct the share at once; the step is spread over the time in which the share is measured. Where little was proposed, one
// more proposal, accepted with the wanted share, stands for what is not known.
func (c *Sharing) Note(part, worse, taken float64) {
	if freezing := courses[c.Course].freezing; part > freezing {
		c.Level -= float64(freeze / (1 - freezing) * (part - max(freezing, c.At)))
		c.At = part
		return
	}
	keep := metropolis.Exp2(max(Hopeless, -float64((part-c.At)/Lately*math.Log2E)))
	c.At = part
	c.Proposed = float64(keep*c.Proposed) + worse
	c.Taken = float64(keep*c.Taken) + taken
	want := c.Wanted(part)
	share := Log2((c.Taken + 1) / (c.Proposed + metropolis.Exp2(-want)))
	c.Level += float64((want - share) / float64(-want*math.Ln2) * (1 - keep))
	c.Level = max(-farthest, min(farthest, c.Level))
}

// Log2 is the logarithm to base 2 to within 1e-5, the same on every machine, for numbers above 0.
func Log2(x float64) float64 {
	m, e := math.Frexp(x)
	t := (m - math.Sqrt2/2) / (m + math.Sqrt2/2)
	t2 := float64(t * t)
	series := float64(t * (1 + float64(t2*(1.0/3+float64(t2*(1.0/5))))))
	return float64(e) - 0.5 + float64(2*math.Log2E*series)
}

func (c *Sharing) Save(a *checkpoint.Archive) {
	a.Fields("sharing", &c.Level, &c.First, &c.Proposed, &c.Taken, &c.At, &c.Begun, &c.Course)
}
