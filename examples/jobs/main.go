// Command jobs orders jobs that are done one after the other, so that as little as possible is late.
package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cli"
)

// Jobs take hours, and are due at an hour. Each hour of lateness costs the job's weight.
type Jobs struct{ Hours, Due, Weight []int64 }

func (p Jobs) Space() multiwalk.Space { return multiwalk.Permutation(len(p.Hours)) }

func (p Jobs) Cost(order []int32) (cost int64) {
	now := int64(0)
	for _, job := range order {
		now += p.Hours[job]
		cost += p.Weight[job] * max(0, now-p.Due[job])
	}
	return cost
}

// SVG draws a bar for each job, red where it is late.
func (p Jobs) SVG(w io.Writer, order []int32) error {
	bars, now := "", int64(0)
	for row, job := range order {
		colour := map[bool]string{false: "grey", true: "red"}[now+p.Hours[job] > p.Due[job]]
		bars += fmt.Sprintf("<rect x='%d' y='%d' width='%d' height='9' fill='%s'/>\n", 4*now, 10*row, 4*p.Hours[job], colour)
		now += p.Hours[job]
	}
	_, err := fmt.Fprintf(w, "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d'>\n%s</svg>\n", 4*now, 10*len(order), bars)
	return err
}

// read reads a line for each job: hours, due, weight.
func read(content []byte, file string) (multiwalk.Problem, error) {
	var p Jobs
	for line := range strings.Lines(string(content)) {
		var hours, due, weight int64
		if _, err := fmt.Sscan(line, &hours, &due, &weight); err != nil {
			return nil, fmt.Errorf("%s:%d: found %q, expected hours, due and weight", file, len(p.Hours)+1, strings.TrimSpace(line))
		}
		p.Hours, p.Due, p.Weight = append(p.Hours, hours), append(p.Due, due), append(p.Weight, weight)
	}
	return p, nil
}

// draw draws n jobs.
func draw(n int, seed uint64) (multiwalk.Problem, error) {
	r, p := multiwalk.NewRand(seed, 0), Jobs{}
	for range n {
		p.Hours, p.Due, p.Weight = append(p.Hours, int64(1+r.IntN(9))), append(p.Due, int64(r.IntN(4*n+1))), append(p.Weight, int64(1+r.IntN(9)))
	}
	return p, nil
}

var jobs = cli.Problem{Name: "jobs", Title: "the order of jobs in which the least is late", Files: "a line for each job: hours, due, weight",
	Endings: []string{".jobs"}, Pictures: []string{".svg", ".png"}, Read: read, Generate: draw}

func main() { cli.Main(jobs) }
