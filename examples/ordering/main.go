// Command ordering solves the linear ordering problem: the type in ordering.go prices swaps and insertions, and has its
// kernels from `go generate`.
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
)

type options struct {
	on, file, picture string
	n                 int
	seed              uint64
	limit             time.Duration
	evaluations       int64
}

func main() {
	var o options
	flag.StringVar(&o.on, "device", "cpu", "cpu, cpu:1, gpu, gpu:0,1 or emulator")
	flag.StringVar(&o.file, "file", "", "a matrix of LOLIB; none: one is generated")
	flag.StringVar(&o.picture, "picture", "", "where to draw the ordered matrix, as SVG")
	flag.IntVar(&o.n, "n", 60, "rows of the generated matrix")
	flag.Uint64Var(&o.seed, "seed", 1, "of the generated matrix and of the search")
	flag.DurationVar(&o.limit, "time", 5*time.Second, "how long to search")
	flag.Int64Var(&o.evaluations, "evaluations", 0, "how many moves to price instead, so that the result depends on no clock")
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
	method, where, notes, err := auto.Choose(p, nil, where)
	if err != nil {
		return err
	}
	stop := multiwalk.Time(o.limit)
	if o.evaluations > 0 {
		stop = multiwalk.Evaluations(o.evaluations)
	}
	res, err := multiwalk.Minimize(context.Background(), p, method,
		multiwalk.Settings{Seed: o.seed, Device: where, Stop: []multiwalk.Stop{stop}})
	if err != nil {
		return err
	}
	fmt.Printf("%d rows: %d above the diagonal, by %s\n", p.N, -res.Cost, res.Method)
	for _, note := range append(notes, res.Notes...) {
		fmt.Println("note:", note)
	}
	if sum := p.Verify(res.Best); sum != -res.Cost {
		return fmt.Errorf("ordering: checked, it is %d above the diagonal", sum)
	}
	fmt.Printf("checked: the sum by each row's place is the same\n%.3g moves priced a second, for %.1f s\n",
		float64(res.DeltaEvaluations)/res.Elapsed.Seconds(), res.Elapsed.Seconds())
	return o.draw(p, res.Best)
}

// problem reads the matrix, or generates one.
func (o options) problem() (*Ordering, error) {
	switch {
	case o.file != "":
		return Read(o.file)
	case o.n < 1 || o.n > most:
		return nil, fmt.Errorf("ordering: -n %d is not from 1 to %d", o.n, most)
	}
	return Generate(o.n, o.seed), nil
}

func (o options) draw(p *Ordering, x []int32) error {
	if o.picture == "" {
		return nil
	}
	var svg bytes.Buffer
	if err := p.Picture(&svg, x); err != nil {
		return err
	}
	return os.WriteFile(o.picture, svg.Bytes(), 0o644)
}
