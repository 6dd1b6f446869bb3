package walk

import (
	"fmt"
	"github.com/multiwalk/multiwalk"
	"strings"
)

// mostUnits bounds what a round may have, so that no record keeps a run busy for ever.
const mostUnits = 1 << 40

// CheckBalances reports the first entry of a list that no run can have made. Each entry must begin at a later round than the
// entry before it, and must have steps for all walks on cores or for none.
func CheckBalances(list []multiwalk.Balance, cores int) error {
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

// kindOf is what kind of device one is, whatever its number: "cpu", "gpu", "cpu+gpu".
func kindOf(d multiwalk.Device) string {
	switch d := d.(type) {
	case multiwalk.Both:
		return kindOf(d.Cores) + "+" + kindOf(d.Machines)
	case multiwalk.Accelerator:
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
	device multiwalk.Both
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

func (b *both) on(side int) multiwalk.Device {
	if side == cores {
		return b.device.Cores
	}
	return b.device.Machines
}

// machineSeed is by what the seed of machines differs, so that no search there repeats a walk of the cores.
const machineSeed = 0xd1b54a32d192ed03

// plans is what the method may know on each side.
func (b *both) plans(plan Plan, s multiwalk.Settings) []Plan {
	list := []Plan{plan, plan}
	list[cores].Device, list[cores].Walks = b.device.Cores, b.cores
	m := &list[machines]
	m.Device, m.Walks, m.Seed = b.device.Machines, max(0, s.Walks-b.cores), plan.Seed^machineSeed
	many := int64(b.device.Machines.Workers())
	m.Budget.Evaluations += m.Budget.Evaluations / many * int64(b.cores) // nearly all are made there
	return list
}

// sides is what each did so far; nil on one device.
func (r *run) sides() []multiwalk.Side {
	b := r.both
	if b == nil {
		return nil
	}
	list := make([]multiwalk.Side, 2)
	for i := range list {
		list[i].Device, list[i].Method = b.on(i).String(), r.m.Name()
		if d, ok := r.m.(interface{ On(multiwalk.Device) Method }); ok && d.On(b.on(i)) != nil {
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
