// Command routing plans the routes of vehicles: the type in fleet.go brings the moves of vehicle routing, the one in routing.go has
// its kernels from `go generate`.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
)

type options struct {
	on, file, picture, save string
	shape                   Shape
	mix                     Mix
	vehicles, walks         int
	best                    int64
	seed                    uint64
	limit                   time.Duration
	evaluations             int64
}

func main() {
	var o options
	flag.StringVar(&o.on, "device", "cpu", "cpu, cpu:1, gpu, gpu:0,1 or emulator")
	flag.StringVar(&o.picture, "picture", "", "where to draw the routes, as SVG")
	flag.StringVar(&o.save, "save", "", "where to write the instance, in the format of CVRPLIB")
	flag.IntVar(&o.vehicles, "vehicles", 0, "how many vehicles there are; 0: more than enough")
	flag.IntVar(&o.walks, "walks", 0, "how many searches there are; 0: one for each core, or one with -evaluations")
	flag.Int64Var(&o.best, "best", 0, "the best known length; 0: that of the file's .sol beside it, if there is one")
	flag.IntVar(&o.shape.N, "n", 100, "customers of the generated instance")
	flag.StringVar(&o.shape.Depot, "depot", "R", "where it lies: C in the centre, E in a corner, R anywhere")
	flag.StringVar(&o.shape.Customers, "customers", "RC", "where they live: R anywhere, C in clusters, RC half of them")
	flag.StringVar(&o.shape.Demand, "demand", "1-100", "1, 1-10, 5-10, 1-100, 50-100, Q by quadrant, or SL many small and few large")
	flag.Float64Var(&o.shape.Route, "route", 8, "customers that a vehicle can serve on average")
	flag.Uint64Var(&o.seed, "seed", 1, "of the generated instance and of the search")
	flag.DurationVar(&o.limit, "time", 10*time.Second, "how long to search")
	flag.Int64Var(&o.evaluations, "evaluations", 0, "how many moves to price instead, so that the result depends on no clock")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: routing [flags] [file in the format of CVRPLIB; none: an instance is generated]")
		flag.PrintDefaults()
	}
	o.mix = usual
	flag.Var(&o.mix, "mix", "how often ruins, relocations, exchanges, 2-opt and SWAP* are drawn")
	flag.Parse()
	if o.file = flag.Arg(0); flag.NArg() > 1 {
		fmt.Fprintf(os.Stderr, "routing: %q after the file: give flags before it, and one file\n", flag.Arg(1))
		os.Exit(2)
	}
	if err := o.run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (o options) run(out io.Writer) error {
	in, err := o.instance()
	if err != nil {
		return err
	}
	p, err := in.Problem(o.vehicles)
	if err != nil {
		return err
	}
	res, err := o.solve(p)
	if err != nil {
		return err
	}
	best := res.Best
	if res.Feasible != nil {
		best = res.Feasible.X
	} else if res.Infeasible {
		return fmt.Errorf("routing: %s: %s; give more -vehicles than %d, or more -time", in.Name, res.Outcome(), p.Vehicles)
	}
	routes := p.Routes(best)
	length, err := in.Verify(routes)
	if err != nil {
		return err
	}
	if length != p.length(best) {
		return fmt.Errorf("routing: the search says %d, and by the coordinates the length is %d", p.length(best), length)
	}
	o.report(out, in, routes, length, res)
	return o.draw(in, routes)
}

// solve searches: on cores by the moves of vehicle routing, elsewhere by swaps and insertions in the order of all customers.
func (o options) solve(p *Routing) (*multiwalk.Result, error) {
	where, err := device.Parse(o.on)
	if err != nil {
		return nil, err
	}
	stop := multiwalk.Time(o.limit)
	if o.evaluations > 0 {
		stop = multiwalk.Evaluations(o.evaluations)
	}
	searched := multiwalk.Problem(p)
	if _, ok := where.(multiwalk.Accelerator); !ok {
		f, err := NewFleet(p)
		if err != nil {
			return nil, err
		}
		f.mix, searched = o.mix, f
	}
	method, where, notes, err := auto.Choose(searched, nil, where)
	if err != nil {
		return nil, err
	}
	res, err := multiwalk.Minimize(context.Background(), searched, method,
		multiwalk.Settings{Seed: o.seed, Walks: o.walks, Device: where, Stop: []multiwalk.Stop{stop}})
	if err == nil {
		res.Notes = append(notes, res.Notes...)
	}
	return res, err
}

// instance reads the instance, or generates one.
func (o options) instance() (in *Instance, err error) {
	if o.file != "" {
		in, err = Read(o.file)
	} else {
		in, err = o.shape.Generate(o.seed)
	}
	if err != nil || o.save == "" {
		return in, err
	}
	file, err := os.Create(o.save)
	if err != nil {
		return nil, err
	}
	if err := in.Write(file); err != nil {
		return nil, err
	}
	return in, file.Close()
}

// report prints the solution in the format of CVRPLIB.
func (o options) report(out io.Writer, in *Instance, routes Routes, length int64, res *multiwalk.Result) {
	for k, route := range routes {
		fmt.Fprintf(out, "Route #%d:", k+1)
		for _, c := range route {
			fmt.Fprint(out, " ", c)
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "Cost %d\n%s: %d customers, %d routes, capacity %d", length, in.Name, len(in.X)-1, len(routes), in.Capacity)
	best := o.best
	if best == 0 && o.file != "" {
		best = known(o.file)
	}
	if best > 0 {
		fmt.Fprintf(out, ", %.2f %% above the best known %d", 100*(float64(length)/float64(best)-1), best)
	}
	fmt.Fprintf(out, "\nchecked by the coordinates and demands\n%s: %.3g moves priced a second, for %.1f s\n", res.Method,
		float64(res.DeltaEvaluations)/res.Elapsed.Seconds(), res.Elapsed.Seconds())
	for _, note := range res.Notes {
		fmt.Fprintln(out, "note:", note)
	}
}

func (o options) draw(in *Instance, routes Routes) error {
	if o.picture == "" {
		return nil
	}
	file, err := os.Create(o.picture)
	if err != nil {
		return err
	}
	if err := in.Picture(file, routes); err != nil {
		return err
	}
	return file.Close()
}
