package model

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// shop is a job shop with constraints. Its elements are the jobs and then the operations that are shown.
//
// A solution is an order of one token for each operation, which names the operation's job alone, of switches, and of one divider if there are
// switches. A switch is on where it comes before the divider. Tokens take their jobs' operations in turn; each begins as soon as its job and
// its machine are free and what has to come before it is done. An operation for which something is left that has to is taken when that is.
// So what must be kept is kept, and switches say whether what ought to be is waited for. Each job that may be left out has a switch too, and is
// there where it is on.
type shop struct {
	steps
	first    []int32 // the first operation of each job, and behind them how many operations there are
	release  []int64 // of each job
	leave    []int32 // the switch of each job; none: it has to be there
	switches int32
	orders   []waiting
	begin    []beginning
	horizon  int64 // no schedule is longer: all operations one after the other, behind the last time that one waits for
}

// none is in place of a switch.
const none = -1

// mostTime bounds times of constraints, so that they add up with all operations in 32 bits.
const mostTime = 1<<30 - 1

// waiting is an order in which elements wait for the one before them that is there.
type waiting struct {
	list     []int32
	switches []int32 // of each element behind the first; nil: they always wait
}

// beginning is an element that begins no sooner than a time.
type beginning struct {
	element, on int32 // and its switch, or none
	time        int64
}

// ground gives a job shop what constraints need. Weights are prices of a unit of time, so that costs have a factor for them.
func (s steps) ground(at string, m *made, list []Constraint) error {
	sum, _ := sizes(s.Times)
	p := &shop{steps: s, first: s.firsts(), release: make([]int64, len(s.jobs.list)), leave: slices.Repeat([]int32{none}, len(s.jobs.list)), horizon: sum}
	for op, t := range s.Times {
		if t > 0 && int(s.Machine[op]) >= len(s.machines.list) {
			p.release[s.job(int32(op))] = int64(t)
		}
	}
	all := slices.Clone(s.jobs.list)
	for _, op := range s.ops {
		all = append(all, Name{text: s.label(op)})
	}
	elements, err := named(at, "job, or of an operation as JOB/MACHINE", all, len(all))
	if err != nil {
		return err
	}
	var weights Row
	for _, c := range list {
		if weights = append(weights, c.Weight); c.From != nil {
			p.horizon = max(p.horizon, sum+int64(min(mostTime, math.Ceil(*c.From*s.units))))
		}
	}
	price, _, err := unitsOf(at, 0, mostWeight, weights)
	if err != nil {
		return err
	}
	m.units *= price
	cost := func(list []int32) int64 { return int64(price) * int64(list[0]) }
	m.ground = &ground{elements: elements, places: numbered(len(s.jobs.list)), cost: cost, most: int64(price) * p.horizon, first: -1, last: -1, groups: 1,
		counts: each, wanted: s.jobs, missing: func(v *view, job int32) bool { return v.group(job) < 0 }, shop: p}
	m.teller = p
	return nil
}

// span is the first operation of an element, and the one behind its last.
func (p *shop) span(e int32) (from, to int32) {
	if jobs := int32(len(p.jobs.list)); e >= jobs {
		return e - jobs, e - jobs + 1
	}
	return p.first[e], p.first[e+1]
}

// order is the rule that elements wait for each other, which is nil where they always do.
func (p *shop) order(list []int32, soft bool) *rule {
	w := waiting{list: list}
	if soft {
		for range list[1:] {
			w.switches = append(w.switches, p.newSwitch())
		}
	}
	if p.orders = append(p.orders, w); !soft {
		return nil
	}
	return &rule{unit: p.units, most: int64(len(list)) * p.horizon, amount: func(v *view) (sum int64) {
		before := int64(0)
		for _, e := range list {
			if end := v.times.ends[e]; end >= 0 {
				sum += max(0, before-v.times.begins[e])
				before = end
			}
		}
		return sum
	}}
}

// time is the rule that an element begins no sooner than then, which is nil where it never does, or ends no later.
func (p *shop) time(element int32, when int64, end, soft bool) *rule {
	if end {
		return &rule{unit: p.units, most: p.horizon, amount: func(v *view) int64 { return max(0, v.times.ends[element]-when) }}
	}
	b := beginning{element, none, when}
	if soft {
		b.on = p.newSwitch()
	}
	if p.begin = append(p.begin, b); !soft {
		return nil
	}
	return &rule{unit: p.units, most: max(1, when), amount: func(v *view) int64 {
		if v.times.ends[element] < 0 {
			return 0
		}
		return max(0, when-v.times.begins[element])
	}}
}

func (p *shop) newSwitch() int32 {
	p.switches++
	return p.switches - 1
}

// close gives jobs that may be left out their switches, if there is anything to leave out, and makes the space. It refuses what has to wait for itself.
func (p *shop) close(at string, optional map[int32]bool) (multiwalk.Space, error) {
	for job := range int32(len(p.jobs.list)) {
		if optional[job] && p.first[job] < p.first[job+1] {
			p.leave[job] = p.newSwitch()
		}
	}
	n := len(p.ops)
	if p.switches > 0 {
		n += int(p.switches) + 1
	}
	x, v := make([]int32, n), view{} // in which all are on
	for k := range x {
		x[k] = int32(k)
	}
	p.look(x, &v)
	for job, next := range v.times.next {
		if next < p.first[job+1] {
			return multiwalk.Space{}, wrong(at, "found orders by which %q has to wait for itself; leave one out, or give it a weight", p.label(p.ops[next]))
		}
	}
	return multiwalk.Permutation(n), nil
}

// label is what constraints call an operation.
func (s steps) label(op int32) string {
	return s.jobs.list[s.job(op)].text + "/" + s.machines.list[s.Machine[op]].text
}
