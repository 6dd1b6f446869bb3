package continuous_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/bbob"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	benchSeeds = 9
	benchMost  = 300_000
)

// BenchmarkClassics prints a row of a table for each method: the median number of evaluations, in thousands, until the cost is within
// 1e-8 of the least one, or, where more than half of the runs have not come there after 300,000 evaluations, the median of what is left,
// and in brackets how many of the nine runs have. Optima are shifted. One walk each.
//
//	go test ./continuous -run '^$' -bench Classics/rand -benchtime 1x
func BenchmarkClassics(b *testing.B) {
	for _, m := range []walk.Method{
		continuous.CMAES{},
		continuous.Differential{}, continuous.Differential{Schedule: "grow"}, continuous.Differential{Strategy: "l-shade"},
		continuous.Differential{Strategy: "rand"}, continuous.Differential{Strategy: "best"},
		continuous.Swarm{}, continuous.Swarm{Topology: "ring"}, continuous.Swarm{Topology: "global", Form: "2007"},
		continuous.Scatter{},
		continuous.RealGenetic{}, continuous.RealGenetic{Crossover: "sbx"},
	} {
		title := strings.Map(func(r rune) rune {
			if r == ' ' {
				return ','
			}
			return r
		}, fmt.Sprintf("%s%+v", m.Name(), setOf(m)))
		b.Run(title, func(b *testing.B) {
			var row []string
			solved := 0
			for _, n := range []int{10, 30} {
				for _, name := range []string{"sphere", "rosenbrock", "rastrigin", "ackley", "griewank", "schwefel", "weierstrass"} {
					cell, times := median(b, m, fmt.Sprintf("%s:d%d:i1", name, n))
					row = append(row, cell)
					solved += times
				}
			}
			b.ReportMetric(float64(solved), "solved")
			b.Logf("| %s | %s |", title, strings.Join(row, " | "))
		})
	}
}

// setOf lists the settings of a method that are not 0.
func setOf(m walk.Method) string {
	var list []string
	for _, word := range strings.Fields(strings.Trim(strings.SplitN(fmt.Sprintf("%#v", m), "{", 2)[1], "}")) {
		word = strings.Trim(word, ",")
		if _, v, _ := strings.Cut(word, ":"); v != "0" && v != `""` && v != "false" {
			list = append(list, strings.ReplaceAll(word, `"`, ""))
		}
	}
	return "(" + strings.Join(list, " ") + ")"
}

// median is a cell of the table, and how many runs have solved the function.
func median(b *testing.B, m walk.Method, name string) (cell string, solved int) {
	p := must.Have(bbob.Named(name))(b)
	_, best := p.Optimum()
	evaluations, gaps := make([]float64, benchSeeds), make([]float64, benchSeeds)
	for seed := range benchSeeds {
		res := must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: uint64(seed + 1), Walks: 1, Workers: 1,
			Stop: []multiwalk.Stop{continuous.Target(best + bbob.Precision), multiwalk.Evaluations(benchMost)}}))(b)
		evaluations[seed], gaps[seed] = math.Inf(1), continuous.Value(res.Cost)-best
		if res.Status == multiwalk.TargetReached {
			solved++
			evaluations[seed] = float64(res.History[len(res.History)-1].Evaluations)
		}
	}
	slices.Sort(evaluations)
	slices.Sort(gaps)
	if v := evaluations[benchSeeds/2]; !math.IsInf(v, 1) {
		return fmt.Sprintf("%.1fk", v/1000), solved
	}
	return fmt.Sprintf("%.1e (%d)", gaps[benchSeeds/2], solved), solved
}
