package multiwalk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Both is a Device of cores and of machines: one run works on both at the same time. Walks on the cores have the numbers from
// 0 on, and those that drive machines follow. The method is prepared twice, once for each of the two, and must serve both
// (cooperate.ByDevice makes one method of two). Walks race to the target wherever they are.
//
// In a round every machine does some launches, and walks on cores work until machines have finished. Result.Balance says how much
// that was, since the clock decides it. Under Evaluations or Work nothing is left to the clock: a round is what it is on cores alone
// and on machines alone. So such a run depends on the seed alone, and one of the two may wait for the other.
type Both struct {
	Cores    Device
	Machines Accelerator
}

// String is the two, as in "cpu:8+gpu:0".
func (b Both) String() string { return fmt.Sprintf("%v+%v", b.Cores, b.Machines) }

// Workers is the number of cores and machines.
func (b Both) Workers() int { return b.Cores.Workers() + b.Machines.Workers() }

// validate reports what is missing.
func (b Both) validate() error {
	if b.Cores == nil || b.Machines == nil {
		return errors.New("multiwalk: a device of both has no cores or no machines; make it with device.Both")
	}
	if _, ok := b.Cores.(Accelerator); ok {
		return fmt.Errorf("multiwalk: %v has machines in the place of cores; give cores and one accelerator", b)
	}
	return nil
}

// Side is what the cores, or the machines, of a Both did in a run.
type Side struct {
	Device     string `json:"device"`  // of the side
	Method     string `json:"method"`  // that it ran
	Walks      int    `json:"walks"`   // searches
	Workers    int    `json:"workers"` // cores, or machines
	Counters          // of its walks
	Incumbents int    `json:"incumbents"` // how many of the run's it found
}

// Balance says how much is done in each round from a round on, on a Both.
type Balance struct {
	Round    int64 `json:"round"`           // how many rounds were done before
	Units    int   `json:"units"`           // of each step of a walk on a core
	Steps    []int `json:"steps,omitempty"` // of each walk on a core; nil is one each
	Launches int   `json:"launches"`        // of each machine
}

// mostUnits bounds what a round may have, so that no record keeps a run busy for ever.
const mostUnits = 1 << 40

// CheckBalances reports the first entry of a list that no run can have made. Each entry must begin at a later round than the
// entry before it, and must have steps for all walks on cores or for none.
func CheckBalances(list []Balance, cores int) error {
	for i, b := range list {
		if b.Round < 0 || b.Units < 1 || b.Launches < 1 || b.Units > mostUnits || b.Launches > mostUnits {
			return fmt.Errorf("multiwalk: no run has rounds of %d units and %d launches after round %d; take the list of Result.Balance",
				b.Units, b.Launches, b.Round)
		}
		if n := len(b.Steps); b.Steps != nil && n != cores {
			return fmt.Errorf("multiwalk: the balance of round %d has steps of %d walks on cores, and there are %d; "+
				"repeat the run with as many", b.Round, n, cores)
		}
		for walk, n := range b.Steps {
			if n < 0 || n > mostUnits {
				return fmt.Errorf("multiwalk: no run has rounds of %d steps of walk %d, as after round %d; take the list of Result.Balance",
					n, walk, b.Round)
			}
		}
		if i == 0 && b.Round != 0 || i > 0 && b.Round <= list[i-1].Round {
			return fmt.Errorf("multiwalk: the balance of round %d is out of order; take the list of Result.Balance", b.Round)
		}
	}
	return nil
}

// limitsWork reports whether something limits what the run does rather than how long it takes. Such a run measures nothing.
func (s Settings) limitsWork() bool {
	return slices.ContainsFunc(s.Stop, func(x Stop) bool { return x.Kind == StopEvaluations || x.Kind == StopWork })
}

// coreWalks is how many walks of a run on both are on cores.
func (s Settings) coreWalks(b Both) int {
	switch {
	case s.Walks == 0 && s.limitsWork():
		return 1
	case s.Workers > 0:
		return s.Workers
	}
	return max(1, b.Cores.Workers())
}

// kindOf is what kind of device one is, whatever its number: "cpu", "gpu", "cpu+gpu".
func kindOf(d Device) string {
	switch d := d.(type) {
	case Both:
		return kindOf(d.Cores) + "+" + kindOf(d.Machines)
	case Accelerator:
		kind, _, _ := strings.Cut(d.String(), ":")
		return kind
	}
	return "cpu"
}

// cores and machines are the numbers of the two sides.
const (
	cores = iota
	machines
)

// both is what a run on a Both has beside what others have.
type both struct {
	device Both
	cores  int // how many walks are on cores, the first
	balancing
}

// side returns on which of the two a walk is.
func (b *both) side(walk int) int {
	if walk < b.cores {
		return cores
	}
	return machines
}

// machines is how many walks are on machines of a Both.
func (r *run) machines() int {
	if r.both == nil {
		return 0
	}
	return len(r.walks) - r.both.cores
}

// on returns the device of a side.
func (b *both) on(side int) Device {
	if side == cores {
		return b.device.Cores
	}
	return b.device.Machines
}

// machineSeed is by what the seed of machines differs, so that no search there repeats a walk of the cores.
const machineSeed = 0xd1b54a32d192ed03

// plans is what the method may know on each side.
func (b *both) plans(plan Plan, s Settings) []Plan {
	list := []Plan{plan, plan}
	list[cores].Device, list[cores].Walks = b.device.Cores, b.cores
	m := &list[machines]
	m.Device, m.Walks, m.Seed = b.device.Machines, max(0, s.Walks-b.cores), plan.Seed^machineSeed
	many := int64(b.device.Machines.Workers())
	m.Budget.Evaluations += m.Budget.Evaluations / many * int64(b.cores) // nearly all are made there
	return list
}

// sides is what each did so far; nil on one device.
func (r *run) sides() []Side {
	b := r.both
	if b == nil {
		return nil
	}
	list := make([]Side, 2)
	for i := range list {
		list[i].Device, list[i].Method = b.on(i).String(), r.m.Name()
		if d, ok := r.m.(interface{ On(Device) Method }); ok && d.On(b.on(i)) != nil {
			list[i].Method = d.On(b.on(i)).Name()
		}
	}
	list[cores].Walks, list[cores].Workers = b.cores, b.cores
	list[machines].Walks, list[machines].Workers = r.res.Walks-b.cores, len(r.walks)-b.cores
	for i, c := range r.counters {
		list[b.side(i)].Add(c)
	}
	for _, p := range r.res.History {
		if p.Walk >= 0 {
			list[b.side(p.Walk)].Incumbents++
		}
	}
	return list
}
