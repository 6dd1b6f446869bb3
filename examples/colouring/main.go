// Command colouring colours graphs: the type in colouring.go prices a vertex's change of colour, keeps a state that does it in
// O(1), and has its kernels from `go generate`. With the heuristic in successors.go it is coloured by successors alone, or before moves.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/successor"
)

type options struct {
	on, file, picture string
	by                string
	n, colours        int
	population        int
	seed              uint64
	limit             time.Duration
	evaluations       int64
}

func main() {
	var o options
	flag.StringVar(&o.on, "device", "cpu", "cpu, cpu:1, gpu, gpu:0,1 or emulator")
	flag.StringVar(&o.file, "file", "", "a graph in the DIMACS format; none: one is generated")
	flag.StringVar(&o.picture, "picture", "", "where to draw the graph, as SVG")
	flag.StringVar(&o.by, "by", "moves", "what searches: moves, successors, or both, which begins with successors")
	flag.IntVar(&o.population, "population", 0, "states of a population of successors; 0: the method's default")
	flag.IntVar(&o.n, "n", 250, "vertices of the generated graph")
	flag.IntVar(&o.colours, "colours", 29, "how many colours there are")
	flag.Uint64Var(&o.seed, "seed", 1, "of the generated graph and of the search")
	flag.DurationVar(&o.limit, "time", 5*time.Second, "how long to search at most")
	flag.Int64Var(&o.evaluations, "evaluations", 0, "how many moves to price, or successors to draw, instead, so that the result depends on no clock")
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
	fmt.Printf("%d vertices, %d edges, %d colours: %d conflicts, by %s\n", p.N, len(p.Near)/2, p.Colours, res.Cost, res.Method)
	for _, note := range res.Notes {
		fmt.Println("note:", note)
	}
	if conflicts := p.Verify(res.Best); conflicts != res.Cost {
		return fmt.Errorf("colouring: checked, there are %d conflicts", conflicts)
	}
	fmt.Printf("checked: the pairs within each colour have as many\n%.3g moves priced a second, %.3g successors, for %.1f s\n",
		float64(res.DeltaEvaluations)/res.Elapsed.Seconds(), float64(res.FullEvaluations)/res.Elapsed.Seconds(), res.Elapsed.Seconds())
	return o.draw(p, res.Best)
}

// minimize searches as the options say.
func (o options) minimize(p *Colouring, where multiwalk.Device) (*multiwalk.Result, error) {
	s := multiwalk.Settings{Seed: o.seed, Device: where, Stop: []multiwalk.Stop{multiwalk.Target(0), multiwalk.Time(o.limit)}}
	if o.evaluations > 0 {
		s.Stop[1] = multiwalk.Evaluations(o.evaluations)
	}
	switch o.by {
	case "successors":
		return o.successors(p, s)
	case "both":
		first := s
		if first.Stop = []multiwalk.Stop{multiwalk.Target(0), multiwalk.Time(o.limit / 10)}; o.evaluations > 0 {
			first.Stop[1] = multiwalk.Evaluations(o.evaluations)
		}
		drawn, err := o.successors(p, first)
		if err != nil || drawn.Cost == 0 {
			return drawn, err
		}
		if s.Start = drawn.Best; o.evaluations == 0 {
			s.Stop[1] = multiwalk.Time(o.limit - o.limit/10)
		}
	case "moves":
	default:
		return nil, fmt.Errorf("colouring: -by %s is not moves, successors or both", o.by)
	}
	method, on, notes, err := auto.Choose(p, nil, where)
	if err != nil {
		return nil, err
	}
	s.Device = on
	res, err := multiwalk.Minimize(context.Background(), p, method, s)
	if err == nil {
		res.Notes = append(notes, res.Notes...)
	}
	return res, err
}

// successors has a population release up to two vertices of each colouring at a time, and draw their colours anew. On a core a population
// of one is the soonest. A colouring with a conflict more is accepted one time in seven: what accepts none settles with some conflicts left.
func (o options) successors(p *Colouring, s multiwalk.Settings) (*multiwalk.Result, error) {
	m := successor.IteratedGreedy{Population: o.population, Release: 2, Temperature: 0.5}
	if _, machine := s.Device.(multiwalk.Accelerator); !machine && m.Population == 0 {
		m.Population = 1
	}
	return multiwalk.Minimize(context.Background(), p, m, s)
}

// problem reads the graph, or generates one.
func (o options) problem() (*Colouring, error) {
	switch {
	case o.colours < 1 || o.colours > 1000:
		return nil, fmt.Errorf("colouring: -colours %d is not from 1 to 1000", o.colours)
	case o.file != "":
		return Read(o.file, o.colours)
	case o.n < 1 || o.n > most:
		return nil, fmt.Errorf("colouring: -n %d is not from 1 to %d", o.n, most)
	}
	return Generate(o.n, o.colours, o.seed), nil
}

func (o options) draw(p *Colouring, x []int32) error {
	if o.picture == "" {
		return nil
	}
	var svg bytes.Buffer
	if err := p.Picture(&svg, x); err != nil {
		return err
	}
	return os.WriteFile(o.picture, svg.Bytes(), 0o644)
}
