package flowshop

import "github.com/multiwalk/multiwalk/internal/simd"

// pack is the times of some jobs side by side, as simd.Fronts wants them: of those that were free when children were priced lately. Partial
// orders that are expanded one after the other have about the same jobs free, so few are priced in vain.
type pack struct {
	p      *Instance
	stride int
	rows   [2][]int32 // times of each machine by slot: from the first machine on, and from the last one on
	jobs   []int32    // by slot
	slots  []int32    // by job; -1: it has none
	lately []bool     // by job: it was free since the pack was looked through
	asked  int        // how often jobs were asked for since then
	blocks []int32    // all of simd.Fronts, from 0 on
}

// packPeriod is how often jobs are asked for until a pack is looked through. That costs as much as pricing children a few times.
const packPeriod = 128

func newPack(p *Instance) pack {
	blocks := (int(p.Jobs) + simd.FrontsBlock - 1) / simd.FrontsBlock
	k := pack{p: p, stride: blocks * simd.FrontsBlock, slots: make([]int32, p.Jobs), lately: make([]bool, p.Jobs)}
	for way := range k.rows {
		k.rows[way] = make([]int32, int(p.Machines)*k.stride)
	}
	for job := range k.slots {
		k.slots[job] = -1
	}
	for b := range blocks {
		k.blocks = append(k.blocks, int32(b))
	}
	return k
}

// hold sees to it that some jobs have slots, and returns the blocks of all that have.
func (k *pack) hold(jobs []int32) []int32 {
	if k.asked++; k.asked == packPeriod {
		k.lookThrough()
	}
	for _, job := range jobs {
		k.lately[job] = true
		if k.slots[job] < 0 {
			k.add(job)
		}
	}
	return k.used(len(k.jobs))
}

// used are the blocks of a number of slots.
func (k *pack) used(slots int) []int32 {
	return k.blocks[:(slots+simd.FrontsBlock-1)/simd.FrontsBlock]
}

// add gives a job the next slot.
func (k *pack) add(job int32) {
	slot := len(k.jobs)
	k.jobs, k.slots[job] = append(k.jobs, job), int32(slot)
	last := (len(k.rows[1])/k.stride-1)*k.stride + slot
	for m, t := range k.p.times(job) {
		k.rows[0][m*k.stride+slot], k.rows[1][last-m*k.stride] = t, t
	}
}

// lookThrough leaves out the jobs that were not free lately, if that saves a block.
func (k *pack) lookThrough() {
	held, left := k.jobs, 0
	for _, job := range held {
		if k.lately[job] {
			left++
		}
	}
	if len(k.used(left)) < len(k.used(len(held))) {
		k.jobs = k.jobs[:0]
		for _, job := range held {
			if k.slots[job] = -1; k.lately[job] {
				k.add(job)
			}
		}
	}
	clear(k.lately)
	k.asked = 0
}
