// Command tardiness shows a problem of one's own on a GPU: the type in jobs.go has its kernels from `go generate`, and
// runs on whatever device is asked for, with the same result on a GPU and on the emulator.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
)

func main() {
	on := flag.String("device", "cpu", "cpu, gpu, gpu:0,1 or emulator")
	n := flag.Int("n", 100, "number of jobs")
	seed := flag.Uint64("seed", 1, "of the instance and of the search")
	limit := flag.Duration("time", 5*time.Second, "how long to search")
	evaluations := flag.Int64("evaluations", 0, "how many swaps to price instead, so that the result depends on no clock")
	walks := flag.Int("walks", 0, "how many searches; 0 fills the device")
	flag.Parse()
	if err := run(*on, *n, *seed, *limit, *evaluations, *walks); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(on string, n int, seed uint64, limit time.Duration, evaluations int64, walks int) error {
	where, err := device.Parse(on)
	if err != nil {
		return err
	}
	stop := multiwalk.Time(limit)
	if evaluations > 0 {
		stop = multiwalk.Evaluations(evaluations)
	}
	res, err := multiwalk.Minimize(context.Background(), Generate(n, 0.6, 0.6, seed), cooperate.PSPM{},
		multiwalk.Settings{Seed: seed, Device: where, Walks: walks, Stop: []multiwalk.Stop{stop}})
	if err != nil {
		return err
	}
	fmt.Printf("%d jobs on %v: weighted tardiness %d by %d searches\n", n, where, res.Cost, res.Walks)
	fmt.Printf("%.3g swaps priced a second, for %.1f s: %v\n",
		float64(res.DeltaEvaluations)/res.Elapsed.Seconds(), res.Elapsed.Seconds(), res.Best)
	return nil
}
