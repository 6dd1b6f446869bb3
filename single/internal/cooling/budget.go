package cooling

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/tempering"
)

// Annealing over a budget cools by acceptance. The temperature does not fall evenly. Instead the logarithm of the share of worse proposals
// that are accepted falls evenly, from firstShare to lastShare. So costs may be of any size, and where nothing happens between two
// temperatures, as between those of broken constraints and those of preferences, no time is spent. A pilot shows which temperature has
// which share: it is a quick annealing from where nearly all worse proposals are accepted to where nearly none is.
//
// On the twelve problems of `go test -bench Own`, temperatures that were tuned by hand took about 0.02 to 0.2 of the worse
// proposals in the beginning, and 0.0002 to 0.004 at the end. From where 0.8 are taken, half of the budget would be wasted.
const (
	firstShare = -3.3 // logarithms to base 2: 0.1
	lastShare  = -13  // and 0.00012
	// pilotShare is the part of the budget that the pilot has, but up to mostPilot to have leastPilot units.
	pilotShare, mostPilot = 0.05, 0.2
	leastPilot            = 48
	// SampleShare is the part of the budget that the sample may have beyond its first leastSample moves.
	SampleShare = 0.02
	LeastSample = 16
	// octave is how many temperatures of the pilot there are from one to its half.
	octave = 2
	// hotTimes the delta that few of the sample are above is where the pilot begins, and its end is coldTimes below the least.
	hotTimes, coldTimes = 2.0, 1.0 / 8
	// A pilot that began too cold is followed by one that begins hotter times as hot, at most mostPilots times.
	hotter, mostPilots = 256.0, 4
	// narrowest is the least ratio of the pilot's ends.
	narrowest = 1.0 / 64
)

// Ends returns where a pilot begins and ends, by what worse moves cost: few of them may cost far more than all others, and few
// far less. Without any, deltas are taken to be 1.
func Ends(worse []int64) (hot, cold float64) {
	if len(worse) == 0 {
		worse = []int64{1}
	}
	slices.Sort(worse)
	hot = hotTimes * float64(worse[len(worse)*4/5])
	return hot, min(coldTimes*float64(worse[0]), narrowest*hot)
}

// profile is a table of temperatures, the hottest first, and of the share of worse proposals that is accepted at each. Both are logarithms
// to base 2, and shares never rise.
type profile struct {
	Levels, shares  []float64
	proposed, taken []int64 // worse proposals of the pilot
}

// newProfile lays out the pilot's temperatures.
func newProfile(hot, cold float64) profile {
	from, to := tempering.Level(hot), tempering.Level(cold)
	steps := int(math.Ceil((from-to)*octave)) + 1
	p := profile{make([]float64, steps), make([]float64, steps), make([]int64, steps), make([]int64, steps)}
	for k := range steps {
		p.Levels[k] = from - float64(k)/octave
	}
	return p
}

// Note counts proposals at a temperature.
func (p *profile) Note(k int, proposed, taken int64) {
	p.proposed[k] += proposed
	p.taken[k] += taken
}

// At is the number of the temperature when so much of the pilot is over.
func (p *profile) At(part float64) int { return min(len(p.Levels)-1, int(part*float64(len(p.Levels)))) }

// Complete makes the shares from the counts of each temperature and of its neighbours. Where nothing was proposed, the share is
// that of the temperature before.
func (p *profile) Complete() {
	before := 0.0
	for k := range p.Levels {
		low, high := max(0, k-1), min(len(p.Levels), k+2)
		proposed, taken := sum(p.proposed[low:high]), sum(p.taken[low:high])
		if proposed > 0 {
			before = min(before, tempering.Level((float64(taken)+1.0/64)/(float64(proposed)+1)))
		}
		p.shares[k] = before
	}
}

func sum(list []int64) (s int64) {
	for _, v := range list {
		s += v
	}
	return s
}

// level returns the temperature at which a share is accepted, given the share's logarithm. Between two temperatures of the table it
// interpolates. Below the last temperature, which may have been too hot, it goes on by the logarithm: at a share of s, moves cost -ln s
// temperatures.
func (p *profile) level(share float64) float64 {
	k := 0
	for k < len(p.Levels)-1 && p.shares[k] > share {
		k++
	}
	if last := p.shares[k]; share < last && last < 0 {
		return p.Levels[k] - Log2(share/last)
	}
	if k == 0 || p.shares[k-1] <= p.shares[k] {
		return p.Levels[k]
	}
	part := min(1, (p.shares[k-1]-share)/(p.shares[k-1]-p.shares[k]))
	return p.Levels[k-1] + float64(part*(p.Levels[k]-p.Levels[k-1]))
}

// Descent is how a walk cools over the budget of its run.
type Descent struct {
	start, end float64 // temperatures that are given; 0: found
	from, to   float64 // their levels
	Profiled   profile
	Begun      float64 // progress when the sample, then the pilot, began
	Over       float64 // when the pilot is over; 0: it has not begun
	pilots     int64   // that were too cold
	Known      bool    // the profile is complete
	Mix        mix     // of a pilot before the run
}

func NewDescent(start, end float64) Descent {
	d := Descent{start: start, end: end}
	if start > 0 {
		d.from = tempering.Level(start)
	}
	if end > 0 {
		d.to = tempering.Level(end)
	}
	return d
}

// Free says that no temperature is given.
func (d *Descent) Free() bool { return d.start == 0 && d.end == 0 }

// Given says that both temperatures are.
func (d *Descent) Given() bool { return d.start > 0 && d.end > 0 }

// Sampled says whether there is nothing left to find from deltas.
func (d *Descent) Sampled() bool { return d.Given() || d.Profiled.Levels != nil }

// Pilot prepares a pilot between two temperatures.
func (d *Descent) Pilot(hot, cold float64) { d.Profiled, d.Over = newProfile(hot, cold), 0 }

// Level is the logarithm of the temperature at a progress. piloting is which temperature of the pilot it is, or -1.
func (d *Descent) Level(part float64) (level float64, piloting int) {
	if d.Given() {
		return tempering.Between(d.from, d.to, part), -1
	}
	d.again(part)
	if d.Over == 0 { // one unit came before
		d.Over = min(1, part+max(pilotShare, min(mostPilot, leastPilot*(part-d.Begun))))
		d.Begun = part
	}
	p := &d.Profiled
	if part >= d.Over && !d.Known {
		if p.Complete(); d.TooCold() {
			d.Rise()
			d.Over, d.Begun = min(1, part+pilotShare), part
		} else {
			d.Known = true
		}
	}
	if p = &d.Profiled; !d.Known {
		k := p.At((part - d.Begun) / (d.Over - d.Begun))
		return p.Levels[k], k
	}
	rest := 0.0
	if part > d.Over {
		rest = (part - d.Over) / (1 - d.Over)
	}
	if d.start == 0 && d.end == 0 {
		return p.level(tempering.Between(firstShare, lastShare, rest)), -1
	}
	from, to := d.from, d.to
	if d.start == 0 {
		from = max(to, p.level(firstShare))
	}
	if d.end == 0 {
		to = min(from, p.level(lastShare))
	}
	return tempering.Between(from, to, rest), -1
}

// again is for progress that has begun anew, as in the spans of a portfolio's trials. The pilot is repeated, because a pilot in a short
// span cools too fast to find the shares of a long one.
func (d *Descent) again(part float64) {
	if part < d.Begun || d.Known && part < d.Over {
		clear(d.Profiled.proposed)
		clear(d.Profiled.taken)
		d.Over, d.Begun, d.Known = 0, part, false
	}
}

// TooCold says that the pilot began at a temperature at which less is accepted than should be at first: its sample had no worse move, say,
// or none of the dearest ones.
func (d *Descent) TooCold() bool { return d.Profiled.shares[0] < firstShare && d.pilots < mostPilots }

// Rise prepares a pilot that begins hotter and ends where the last began.
func (d *Descent) Rise() {
	d.pilots++
	cold := metropolis.Exp2(d.Profiled.Levels[0])
	d.Pilot(hotter*cold, cold)
}

// Temperature is that at a progress, of a descent whose pilot was made before the run. It changes nothing, so walks share one.
func (d *Descent) Temperature(part float64) float64 {
	level, _ := d.Level(max(part, d.Over)) // at less the pilot would begin anew
	return metropolis.Exp2(level)
}

func (d *Descent) Save(a *checkpoint.Archive) {
	p := &d.Profiled
	a.Fields("descent", &p.Levels, &p.shares, &p.proposed, &p.taken, &d.Begun, &d.Over, &d.pilots, &d.Known)
}
