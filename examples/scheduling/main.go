// Command scheduling schedules independent tasks on unrelated machines: the heuristic in scheduling.go is searched by successors alone,
// then by local search, on cores and devices.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/successor"
)

type options struct {
	on, file, picture string
	tasks, machines   int
	population        int
	seed              uint64
	limit             time.Duration
	evaluations       int64
}

func main() {
	var o options
	flag.StringVar(&o.on, "device", "cpu", "cpu, cpu:1, gpu, gpu:0,1 or emulator")
	flag.StringVar(&o.file, "file", "", "an instance of Braun et al.; none: one is generated")
	flag.StringVar(&o.picture, "picture", "", "where to draw the schedule, as SVG")
	flag.IntVar(&o.tasks, "tasks", 128, "tasks of the generated instance")
	flag.IntVar(&o.machines, "machines", 8, "its machines")
	flag.IntVar(&o.population, "population", 0, "states of a population; 0: the method's default")
	flag.Uint64Var(&o.seed, "seed", 1, "of the generated instance and of the search")
	flag.DurationVar(&o.limit, "time", time.Second, "how long to search")
	flag.Int64Var(&o.evaluations, "evaluations", 0, "how many successors to draw instead, so that the result depends on no clock")
	flag.Parse()
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (o options) run() error {
	p, err := o.problem()
	if err != nil {
		return err
	}
	where, err := device.Parse(o.on)
	if err != nil {
		return err
	}
	res, err := o.minimize(p, where)
	if err != nil {
		return err
	}
	last := p.Verify(res.Best)
	fmt.Printf("%d tasks on %d machines: the last has finished at %.6g, which is %.2f %% above a bound\n", p.Tasks, p.Machines, last,
		100*(last*p.Scale/float64(p.Bound)-1))
	if cost := (&Makespan{p.Scheduling}).Cost(res.Best); cost != res.Cost {
		return fmt.Errorf("scheduling: checked, the last machine ends at %d, not %d", cost, res.Cost)
	}
	fmt.Printf("%d successors, %d ways of local search, %.1f s\n", res.FullEvaluations, res.DeltaEvaluations, res.Elapsed.Seconds())
	return o.draw(p, res.Best)
}

// minimize searches by successors for a part of the time, and goes on from what they found by local search, on cores. The part
// is small on machines too, where successors are made a thousand times as fast: cores idle meanwhile, and local search ends no better if it
// begins better.
func (o options) minimize(p *Instance, where multiwalk.Device) (*multiwalk.Result, error) {
	first, cores := o.limit/20, where
	if _, machine := where.(multiwalk.Accelerator); machine {
		cores = nil
	}
	s := multiwalk.Settings{Seed: o.seed, Device: where, Stop: []multiwalk.Stop{multiwalk.Time(first)}}
	if o.evaluations > 0 {
		s.Stop[0] = multiwalk.Evaluations(o.evaluations)
	}
	drawn, err := multiwalk.Minimize(context.Background(), p.Scheduling, successor.IteratedGreedy{Population: o.population, Release: 4}, s)
	if err != nil {
		return nil, err
	}
	if s.Start, s.Device = drawn.Best, cores; o.evaluations == 0 {
		s.Stop[0] = multiwalk.Time(o.limit - first)
	} else {
		s.Stop[0] = multiwalk.Evaluations(moves * o.evaluations)
	}
	res, err := multiwalk.Minimize(context.Background(), &Makespan{p.Scheduling}, Local{}, s)
	if err == nil {
		res.FullEvaluations += drawn.FullEvaluations
		res.Elapsed += drawn.Elapsed
	}
	return res, err
}

// moves is how many ways local search looks at for a successor, where the number of these is given.
const moves = 1000

// problem reads the instance, or generates one.
func (o options) problem() (*Instance, error) {
	switch {
	case o.file != "":
		return Read(o.file)
	case o.tasks < 1 || o.tasks > mostTasks || o.machines < 1 || o.machines > mostMachines:
		return nil, fmt.Errorf("scheduling: -tasks %d and -machines %d are not from 1 to %d and 1 to %d", o.tasks, o.machines, mostTasks, mostMachines)
	}
	return Generate(o.tasks, o.machines, o.seed), nil
}

func (o options) draw(p *Instance, x []int32) error {
	if o.picture == "" {
		return nil
	}
	var svg bytes.Buffer
	if err := p.Picture(&svg, x); err != nil {
		return err
	}
	return os.WriteFile(o.picture, svg.Bytes(), 0o644)
}
