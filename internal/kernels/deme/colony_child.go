package deme

// allele is a number of a permutation as individuals of a colony hold it.
type allele interface{ uint8 | uint16 }

// offspring is what a team makes a child of.
type offspring[E allele] struct {
	child []int32 // the permutation that is made; Cost wants 32 bits
	place []E     // by number, its position in one of the parents
}

// mating is how the child of an individual comes about, as Breeder.Make has it.
type mating struct {
	partner, cut1, cut2 int32
	mutates             bool
	draws               draws // of its mutation
}

// mating draws that of individual i.
func (c *colony[E]) mating(a *Breeding, generation int64, i int32) (m mating) {
	m.draws = a.draws(c.id, generation, i)
	if m.partner = a.Rule.Topology.another(&m.draws, i, i); !m.draws.happens(a.Rule.Mates) {
		m.partner = i
	}
	m.mutates = m.draws.happens(a.Rule.Mutates)
	cuts := a.draws(c.id, generation, i/a.Rule.Cuts*a.Rule.Cuts)
	cuts.from = sharedDraws
	m.cut1, m.cut2 = cuts.pair(a.N + 1)
	return m
}

// draws are those of an individual of a subpopulation.
func (a *Breeding) draws(id int32, generation int64, i int32) draws {
	return drawsOf(a.Seed, a.First+uint32(id), uint32(i), generation)
}

// size is how many individuals a subpopulation has.
func (a *Breeding) size() int32 { return a.Rule.Topology.Width }

// mutate swaps two positions of the child.
func mutate[C carried, B geneticTeam](b B, child []C, n int32, d *draws) {
	if i, j := d.two(n); b.Rank() == 0 && n > 1 {
		child[i], child[j] = child[j], child[i]
	}
	b.Sync()
}

// bear makes the permutation of an individual that has no parents: a random one by one thread, but for the first of the run, which may be
// start, and the first of a subpopulation that begins anew, which may be its best.
func bear[C carried, B geneticTeam](b B, a *Breeding, start, best []int32, child []C, generation int64, i int32) {
	given, from := a.Given, start
	if generation >= 0 {
		given, from = a.Keeps, best
	}
	if i == 0 && given != 0 {
		for k := b.Rank(); k < a.N; k += b.Size() {
			child[k] = C(from[k])
		}
	} else if b.Rank() == 0 {
		d := a.draws(b.Thread().BlockID(), generation, i)
		d.from = birthDraws
		shuffle(child[:a.N], &d)
	}
	b.Sync()
}
