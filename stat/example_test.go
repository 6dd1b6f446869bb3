package stat_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/catalogue/demo"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/stat"
)

// runs solves the demo 30 times, each time with one walk and to within 0.3 % of the best known.
func runs() []record.Run {
	problem, err := tsp.Read(bytes.NewReader(demo.Text), "demo")
	if err != nil {
		log.Fatal(err)
	}
	stop := []multiwalk.Stop{multiwalk.Target(demo.BestKnown * 1003 / 1000)}
	var list []record.Run
	for seed := range uint64(30) {
		res, err := multiwalk.Minimize(context.Background(), problem, single.ILS{}, multiwalk.Settings{Seed: 1 + seed, Walks: 1, Stop: stop})
		if err != nil {
			log.Fatal(err)
		}
		list = append(list, record.New(record.Header{Instance: "demo", N: 569, Stop: stop}, res))
	}
	return list
}

// Example predicts from 30 runs how long 30 of them take side by side. The unit is evaluations, so that this comes out the
// same on every machine.
func Example() {
	runs := runs() // or record.Read of a file
	target, _ := stat.Target(runs)
	observed, err := stat.Observe(runs, target, stat.Evaluations)
	if err != nil {
		log.Fatal(err)
	}
	sample, err := stat.NewSample(observed.Observations)
	if err != nil {
		log.Fatal(err)
	}
	fit, err := sample.Fit(stat.GammaFamily, stat.Likelihood)
	if err != nil {
		log.Fatal(err)
	}
	refits := fit.Refit(sample, stat.Resampling{Seed: 1})
	interval := refits.Intervals(func(d stat.Distribution) []float64 {
		return []float64{stat.Fastest(d, 30)}
	})[0]

	fmt.Printf("%d of %d runs reached %d, on average after %.3g evaluations\n", sample.Reached(), sample.Runs(), target, sample.Mean())
	fmt.Printf("the chance that a gamma distribution fits no better: %.2f\n", refits.KS)
	fmt.Printf("30 walks: %.3g evaluations each, from %.3g to %.3g; speed-up %.3g\n",
		stat.Fastest(fit, 30), interval.Low, interval.High, stat.Speedup(fit, 30))
	// Output:
	// 30 of 30 runs reached 214028, on average after 5.98e+04 evaluations
	// the chance that a gamma distribution fits no better: 0.03
	// 30 walks: 1.48e+04 evaluations each, from 9.75e+03 to 2.41e+04; speed-up 4.04
}
