package deme

import (
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// GeneticStaged is Genetic, with partially mapped crossover, Shared 1 and N up to 256, for a problem that blocks keep in shared memory: StagedRoom
// bytes in all. Thread i makes the child of individual i in its place in the next generation, so children need no room of their
// own. Individuals begin an odd number of words apart: threads that look at the same position of theirs read
// different banks. The bytes of a word are in the order of a GPU's and of most CPUs', the lowest first; on other CPUs the
// emulator must not run it.
//
//lane:registers 64
//lane:rolled
func GeneticStaged[P kernel.StagedCoster](t lane.Thread, p P, a Breeding, start []int32, pools []uint16, costs []int64, ages, best []int32,
	least, made, anew, hits, goal []int64, stop []uint32) {
	b, s := geneticThread[P]{team.Single{T: t}, p}, stageUp(t, p, a)
	c := &s.c
	c.age, c.least = ages[c.id], least[c.id]
	c.moveIn(t, a, pools, costs)
	own := best[c.id*a.N : (c.id+1)*a.N]
	last := int32(a.Until - a.From)
	for g := int32(0); g < last && lane.AtomicLoad(t, &c.halt[0]) >= g; g++ {
		if t.ThreadID() == 0 {
			c.listen(t, a, g, goal, stop)
		}
		for i := t.ThreadID(); i < a.size(); i += t.BlockDim() {
			breedStaged(b, &s, a, start, own, g, i, hits, goal)
		}
		t.Sync()
		s.pool, s.next = s.next, s.pool
		c.succeed(t, a, a.From+int64(g), own)
	}
	if c.age >= 0 {
		c.setAside(t, a, own)
	}
	c.moveOut(t, a, pools, costs)
	lane.AtomicAdd(t, &made[c.id], c.made)
	if t.ThreadID() == 0 {
		ages[c.id], least[c.id] = c.age, c.least
		anew[c.id] += c.anew
	}
}

// staged is a subpopulation of a block that has the problem in shared memory.
type staged struct {
	c          colony[uint8] // but for its offspring
	pool, next []uint32      // the same individuals by words
	place      []uint8       // of the thread: by number, its position in the child
	longs      []uint64
	words      []int32
}

// StagedRoom returns the bytes of shared memory that a block of GeneticStaged needs for a problem of that StageSize.
func StagedRoom(n, size, threads int, longs, words int32) int {
	return 2*8*size + 8*int(longs) + 4*int(words) + 4*int(oddWords(int32(n)))*(2*size+threads)
}

// oddWords is how many words an individual takes.
func oddWords(n int32) int32 { return (n+3)>>2 | 1 }

// stageUp finds the memory of the block, as StagedRoom counts it, and fetches the problem.
func stageUp[P kernel.StagedCoster](t lane.Thread, p P, a Breeding) staged {
	var s staged
	c := &s.c
	row := oddWords(a.N)
	c.id, c.stride = t.BlockID(), 4*row
	c.halt = lane.Shared[int32](t, 1)
	c.costs = lane.SharedAt[int64](t, 0, a.size())
	c.after = lane.SharedAt[int64](t, 8*a.size(), a.size())
	at := 16 * a.size()
	longs, words := p.StageSize()
	s.longs = lane.SharedAt[uint64](t, at, longs)
	at += 8 * longs
	s.words = lane.SharedAt[int32](t, at, words)
	at += 4 * words
	p.Stage(s.longs, s.words, t.ThreadID(), t.BlockDim())
	all := row * a.size()
	s.pool, c.pool = lane.SharedAt[uint32](t, at, all), lane.SharedAt[uint8](t, at, 4*all)
	at += 4 * all
	s.next, c.next = lane.SharedAt[uint32](t, at, all), lane.SharedAt[uint8](t, at, 4*all)
	at += 4 * all
	s.place = lane.SharedAt[uint8](t, at+4*row*t.ThreadID(), 4*row)
	for k := t.ThreadID(); k < all; k += t.BlockDim() { // what lies beyond a permutation stays 0
		s.pool[k], s.next[k] = 0, 0
	}
	t.Sync()
	return s
}
