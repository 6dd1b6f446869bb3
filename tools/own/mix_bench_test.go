package own

import (
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
)

// BenchmarkMix anneals by each kind of move alone, and by all of them in the proportions that are learnt, with as many
// proposals: the mean cost of three seeds, as a ratio to that of the best kind alone, is reported. MIX picks instances.
func BenchmarkMix(b *testing.B) {
	for _, c := range append(All(""), Case{Name: "qap", Problem: qap.Uniform(50, 1)}) {
		if pick := os.Getenv("MIX"); pick != "" && !strings.Contains(c.Name, pick) {
			continue
		}
		b.Run(c.Name, func(b *testing.B) {
			for range b.N {
				mixOf(b, c)
			}
		})
	}
}

func mixOf(b *testing.B, c Case) {
	names := map[multiwalk.Kind][]string{
		multiwalk.KindPermutation: {"swap", "insert", "swap+insert"},
		multiwalk.KindBinary:      {"flip", "swap", "flip+swap"},
		multiwalk.KindIntegers:    {"change", "swap", "change+swap"},
	}[c.Problem.Space().Kind()]
	v := Rival{Hot: 20000, Cold: 300}
	if c.Moves != nil {
		v = c.Rival(time.Second)
	}
	for _, name := range append(names, "") {
		var mean float64
		for seed := range uint64(3) {
			const alpha, tries = 0.97, 150_000
			steps := math.Log(v.Hot/v.Cold) / -math.Log(alpha)
			m := single.Anneal{Start: v.Hot, End: v.Cold, Alpha: alpha, Proposals: int(tries / steps), Neighbourhood: name, Once: true}
			r := must.Have(multiwalk.Minimize(b.Context(), c.Problem, m, multiwalk.Settings{Seed: seed + 1, Walks: 1, Workers: 1}))(b)
			mean += float64(r.Cost) / 3
		}
		b.Logf("%-20s %.1f", name, mean)
	}
}
