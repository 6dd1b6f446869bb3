package catalogue

import (
	"bytes"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/flowshop"
)

var flowshopFormat = shops(false)

// shops is the format of flow shops, whose cost is the makespan or the total completion time.
func shops(flowtime bool) problem.Format {
	return problem.Format{
		Name:  "flowshop",
		Title: "permutation flow shop: the order of the jobs, the same on all machines, with which the last one is done soonest",
		Files: "Taillard's files (FILE#3 is the third instance), and those of Vallada, Ruiz and Framinan; " + flowshop.Prefix + "ta051 is Taillard's, " +
			flowshop.Prefix + "50x20:7 draws one. --problem flowshop:flowtime minimises the total completion time",
		Endings:   []string{".fsp", ".txt"},
		Solutions: "the jobs in their order, from 1",
		Pictures:  problem.Pictures,
		Published: listedCost,
		Prefixes:  []string{flowshop.Prefix},
		Headed: func(content []byte) bool {
			return flowshop.SniffTaillard(content) || bytes.HasPrefix(content, []byte(flowshop.Prefix))
		},
		Fits: func(content []byte) bool {
			of := matrixOf(content)
			return of == ofFlowShop || of == ofEither || flowshop.Paired(content)
		},
		Part:     flowshop.Part,
		Numbered: flowshop.Numbered,
		Read: func(content []byte, file string) (multiwalk.Problem, error) {
			p, err := readShop(content, file)
			switch {
			case err != nil:
				return nil, err
			case flowtime:
				return p.Flowtime(), nil
			}
			return p.Makespan(), nil
		},
		With: func(text string) (problem.Format, error) {
			if text != "flowtime" {
				return shops(false), fmt.Errorf("multiwalk: problem %q: flowshop:flowtime is the only other one", "flowshop:"+text)
			}
			return shops(true), nil
		},
	}
}

// readShop reads the form that the first words tell.
func readShop(content []byte, file string) (*flowshop.Instance, error) {
	switch {
	case bytes.HasPrefix(content, []byte(flowshop.Prefix)):
		return flowshop.Named(string(content), file)
	case !flowshop.SniffTaillard(content):
		return flowshop.Read(bytes.NewReader(content), file)
	}
	list, err := flowshop.ReadTaillard(bytes.NewReader(content), file)
	if err == nil && len(list) > 1 {
		err = fmt.Errorf("multiwalk: %s holds %d instances, %s to %s; choose one, %[1]s#1 to %[1]s#%[2]d, or by its name", file, len(list),
			list[0].Name(), list[len(list)-1].Name())
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}
