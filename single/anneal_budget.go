package single

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
	// sampleShare is the part of the budget that the sample may have beyond its first leastSample moves.
	sampleShare = 0.02
	leastSample = 16
	// octave is how many temperatures of the pilot there are from one to its half.
	octave = 2
	// hotTimes the delta that few of the sample are above is where the pilot begins, and its end is coldTimes below the least.
	hotTimes, coldTimes = 2.0, 1.0 / 8
	// A pilot that began too cold is followed by one that begins hotter times as hot, at most mostPilots times.
	hotter, mostPilots = 256.0, 4
	// narrowest is the least ratio of the pilot's ends.
	narrowest = 1.0 / 64
)

// ends returns where a pilot begins and ends, by what worse moves cost: few of them may cost far more than all others, and few
// far less. Without any, deltas are taken to be 1.
func ends(worse []int64) (hot, cold float64) {
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
	levels, shares  []float64
	proposed, taken []int64 // worse proposals of the pilot
}

// newProfile lays out the pilot's temperatures.
func newProfile(hot, cold float64) profile {
	from, to := tempering.Level(hot), tempering.Level(cold)
	steps := int(math.Ceil((from-to)*octave)) + 1
	p := profile{make([]float64, steps), make([]float64, steps), make([]int64, steps), make([]int64, steps)}
	for k := range steps {
		p.levels[k] = from - float64(k)/octave
	}
	return p
}

// note counts proposals at a temperature.
func (p *profile) note(k int, proposed, taken int64) {
	p.proposed[k] += proposed
	p.taken[k] += taken
}

// at is the number of the temperature when so much of the pilot is over.
func (p *profile) at(part float64) int { return min(len(p.levels)-1, int(part*float64(len(p.levels)))) }

// complete makes the shares from the counts of each temperature and of its neighbours. Where nothing was proposed, the share is
// that of the temperature before.
func (p *profile) complete() {
	before := 0.0
	for k := range p.levels {
		low, high := max(0, k-1), min(len(p.levels), k+2)
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
	for k < len(p.levels)-1 && p.shares[k] > share {
		k++
	}
	if last := p.shares[k]; share < last && last < 0 {
		return p.levels[k] - log2(share/last)
	}
	if k == 0 || p.shares[k-1] <= p.shares[k] {
		return p.levels[k]
	}
	part := min(1, (p.shares[k-1]-share)/(p.shares[k-1]-p.shares[k]))
	return p.levels[k-1] + float64(part*(p.levels[k]-p.levels[k-1]))
}

// descent is how a walk cools over the budget of its run.
type descent struct {
	start, end float64 // temperatures that are given; 0: found
	from, to   float64 // their levels
	profile    profile
	begun      float64 // progress when the sample, then the pilot, began
	over       float64 // when the pilot is over; 0: it has not begun
	pilots     int64   // that were too cold
	known      bool    // the profile is complete
	mix        mix     // of a pilot before the run
}

func newDescent(start, end float64) descent {
	d := descent{start: start, end: end}
	if start > 0 {
		d.from = tempering.Level(start)
	}
	if end > 0 {
		d.to = tempering.Level(end)
	}
	return d
}

// free says that no temperature is given.
func (d *descent) free() bool { return d.start == 0 && d.end == 0 }

// given says that both temperatures are.
func (d *descent) given() bool { return d.start > 0 && d.end > 0 }

// sampled says whether there is nothing left to find from deltas.
func (d *descent) sampled() bool { return d.given() || d.profile.levels != nil }

// pilot prepares a pilot between two temperatures.
func (d *descent) pilot(hot, cold float64) { d.profile, d.over = newProfile(hot, cold), 0 }

// level is the logarithm of the temperature at a progress. piloting is which temperature of the pilot it is, or -1.
func (d *descent) level(part float64) (level float64, piloting int) {
	if d.given() {
		return tempering.Between(d.from, d.to, part), -1
	}
	d.again(part)
	if d.over == 0 { // one unit came before
		d.over = min(1, part+max(pilotShare, min(mostPilot, leastPilot*(part-d.begun))))
		d.begun = part
	}
	p := &d.profile
	if part >= d.over && !d.known {
		if p.complete(); d.tooCold() {
			d.rise()
			d.over, d.begun = min(1, part+pilotShare), part
		} else {
			d.known = true
		}
	}
	if p = &d.profile; !d.known {
		k := p.at((part - d.begun) / (d.over - d.begun))
		return p.levels[k], k
	}
	rest := 0.0
	if part > d.over {
		rest = (part - d.over) / (1 - d.over)
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
func (d *descent) again(part float64) {
	if part < d.begun || d.known && part < d.over {
		clear(d.profile.proposed)
		clear(d.profile.taken)
		d.over, d.begun, d.known = 0, part, false
	}
}

// tooCold says that the pilot began at a temperature at which less is accepted than should be at first: its sample had no worse move, say,
// or none of the dearest ones.
func (d *descent) tooCold() bool {
	return d.profile.shares[0] < firstShare && d.pilots < mostPilots
}

// rise prepares a pilot that begins hotter and ends where the last began.
func (d *descent) rise() {
	d.pilots++
	cold := metropolis.Exp2(d.profile.levels[0])
	d.pilot(hotter*cold, cold)
}

// temperature is that at a progress, of a descent whose pilot was made before the run. It changes nothing, so walks share one.
func (d *descent) temperature(part float64) float64 {
	level, _ := d.level(max(part, d.over)) // at less the pilot would begin anew
	return metropolis.Exp2(level)
}

// Save implements checkpoint.Saver.
func (d *descent) Save(a *checkpoint.Archive) {
	p := &d.profile
	a.Fields("descent", &p.levels, &p.shares, &p.proposed, &p.taken, &d.begun, &d.over, &d.pilots, &d.known)
}
