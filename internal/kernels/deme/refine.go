package deme

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel"
)

const (
	// refineDraws is where the draws of refinement begin: one for each turn.
	refineDraws = 1 << 29
	// MostTurns bounds the turns, so that these draws end before others begin.
	MostTurns = sharedDraws - refineDraws
)

// TableOf is how many numbers the table of a Refiner has that refines children; 0 where none are refined.
func (r *Rule) TableOf(p any) int {
	if q, ok := p.(kernel.Refiner); ok && r.Steps > 0 {
		return int(q.TableSize())
	}
	return 0
}

// refine improves the child by Rule.Steps steps of the problem's own. Each thread of the team prices a part of a turn's alternatives.
func (b *Breeder[T, P]) refine(d words) {
	p, ok := any(b.P).(kernel.Refiner)
	if !ok || b.Rule.Steps == 0 {
		return
	}
	d.from = refineDraws
	rank, turns := b.T.Rank(), p.Turns()
	table, part := b.Place[:p.TableSize()], kernel.Alternatives/b.T.Size()
	b.T.Sync()
	p.FillTable(b.Child, table, rank, b.T.Size())
	for turn := range b.Rule.Steps * turns {
		b.T.Sync()
		if rank == 0 {
			p.Prepare(b.Child, table, turn%turns, d.four(turn))
		}
		b.T.Sync()
		alternative, price := p.Cheapest(table, rank*part, (rank+1)*part)
		if alternative < 0 {
			price = math.MaxInt64
		}
		winner, _ := b.T.Choose(price, alternative >= 0, false)
		b.T.Sync() // all have read
		if winner == rank || winner < 0 && rank == 0 {
			p.Take(b.Child, table, turn%turns, alternative)
		}
	}
	b.T.Sync()
}
