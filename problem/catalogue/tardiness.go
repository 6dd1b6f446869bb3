package catalogue

import (
	"bytes"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/tardiness"
)

var tardinessFormat = problem.Format{
	Name:  "tardiness",
	Title: "jobs with weights and due dates on a machine: the order with the least weighted time by which they are late",
	Files: "OR-Library's wt40, wt50, wt100 (FILE#3 is the third instance): rows of times, weights, due dates; " + tardiness.Prefix +
		"50:7 draws one",
	Endings:   []string{".txt"},
	Solutions: "the jobs in their order, from 1",
	Pictures:  problem.Pictures,
	Prefixes:  []string{tardiness.Prefix},
	Weak:      true,
	Headed:    func(content []byte) bool { return bytes.HasPrefix(content, []byte(tardiness.Prefix)) },
	Fits:      tardiness.Fits,
	Part:      tardiness.Part,
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		if bytes.HasPrefix(content, []byte(tardiness.Prefix)) {
			return orNil(tardiness.Named(string(content), file))
		}
		list, err := tardiness.Read(bytes.NewReader(content), file)
		if err == nil && len(list) != 1 {
			err = fmt.Errorf("multiwalk: %s holds %d instances; choose one, %s#1 to %s#%d", file, len(list), file, file, len(list))
		}
		if err != nil {
			return nil, err
		}
		return list[0], nil
	},
}
