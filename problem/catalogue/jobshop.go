package catalogue

import (
	"bytes"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/flowshop"
	"github.com/multiwalk/multiwalk/problem/jobshop"
)

var jobshopFormat = jobShops(jobshop.N7)

// jobShops is the format of job shops that have certain moves.
func jobShops(near jobshop.Near) problem.Format {
	return problem.Format{
		Name:  "jobshop",
		Title: "job shop: the orders of the jobs on the machines with which the last one is done soonest",
		Files: "jobs, machines, and a row of machines, from 0, and times for each job; " + jobshop.Prefix + "ta41 is Taillard's, " + jobshop.Prefix +
			"20x10:7 draws one. --problem jobshop:n5 or jobshop:n6 moves fewer operations of a critical path than N7 does",
		Endings:   []string{".jsp", ".jss", ".txt"},
		Solutions: "a line for each machine: the jobs in its order, from 1",
		Pictures:  problem.Pictures,
		Published: listedCost,
		Prefixes:  []string{jobshop.Prefix},
		Headed:    func(content []byte) bool { return bytes.HasPrefix(content, []byte(jobshop.Prefix)) },
		Fits:      func(content []byte) bool { return jobshop.Fits(content) && !flowshop.Paired(content) },
		Read: func(content []byte, file string) (multiwalk.Problem, error) {
			read := func() (*jobshop.Instance, error) { return jobshop.Read(bytes.NewReader(content), file) }
			if bytes.HasPrefix(content, []byte(jobshop.Prefix)) {
				read = func() (*jobshop.Instance, error) { return jobshop.Named(string(content), file) }
			}
			p, err := read()
			if err != nil {
				return nil, err
			}
			return p.By(near), nil
		},
		With: func(text string) (problem.Format, error) {
			switch near := jobshop.Near(text); near {
			case jobshop.N5, jobshop.N6, jobshop.N7:
				return jobShops(near), nil
			}
			return jobShops(jobshop.N7), fmt.Errorf("multiwalk: problem %q: its moves are n5, n6 or n7", "jobshop:"+text)
		},
	}
}
