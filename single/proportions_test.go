package single_test

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// What Proportions says of a neighbourhood is how often Random draws each kind of move, before anything was learnt and
// afterwards, and members that are weighed by it are drawn as often.
func TestProportions_AreWhatRandomDraws(t *testing.T) {
	for _, c := range []struct {
		p    multiwalk.Problem
		name string
	}{{sample.NewOrder(12, 1), "insert+swap+2opt"}, {sample.NewMixed(6, 1), ""}, {sample.NewBits(9, 1), "flip"},
		{sample.NewBits(9, 1), "flip+swap"}} {
		nb := must.Have(neighbourhood.ByName(c.p, c.name))(t)
		r, x := multiwalk.NewRand(1, 0), make([]int32, c.p.Space().Len())
		c.p.Space().Random(r, x)
		nb.Reset(x)
		for _, learnt := range []bool{false, true} {
			for range 3000 { // what improves is made
				if m := nb.Random(r); learnt && nb.Delta(x, m) < 0 {
					nb.Apply(x, m)
				}
			}
			chances := neighbourhood.Proportions(nb)
			members := neighbourhood.TableOf(c.p, nb, chances).Members
			const draws = 400 // below the number after which proportions change again
			before := neighbourhood.Proportions(nb)
			count, weighed := make([]float64, len(members)), make([]float64, len(members))
			for range draws {
				if m := nb.Random(r); sameProportions(before, neighbourhood.Proportions(nb)) {
					for i := range members {
						if members[i].Owns(m) {
							count[i]++
						}
					}
				}
				which, _ := neighbourhood.Draw(members, false, [2]uint32{r.Uint32(), r.Uint32()}, r.Uint32(), r.Uint32(), r.Uint32())
				weighed[which]++
			}
			all := 0.0
			for _, n := range count {
				all += n
			}
			for i, chance := range chances {
				if math.Abs(weighed[i]/draws-chance) > 0.1 || all > 200 && math.Abs(count[i]/all-chance) > 0.15 {
					t.Errorf("%s, learnt %v: member %d has a chance of %v; drawn %v of %v times, weighed %v of %v", nb.Name(), learnt, i, chance,
						count[i], all, weighed[i], draws)
				}
			}
		}
	}
}

func sameProportions(a, b []float64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
