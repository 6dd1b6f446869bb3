package catalogue

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/cvrp"
)

var cvrpFormat = routes(0, false)

// routes is the format of vehicle routing with a number of vehicles, or enough if it is 0, and maybe with a fixed penalty.
func routes(vehicles int, penalised bool) problem.Format {
	of := func(in *cvrp.Instance, err error) (multiwalk.Problem, error) {
		switch {
		case err != nil:
			return nil, err
		case penalised:
			return orNil(in.Penalised(vehicles))
		}
		return orNil(in.Fleet(vehicles))
	}
	return problem.Format{
		Name:  "cvrp",
		Title: "capacitated vehicle routing: the shortest routes from a depot to all customers and back",
		Files: "CVRPLIB, TYPE CVRP, EUC_2D; cvrp:100:7 draws one. --problem cvrp:26 has 26 vehicles in place of more than enough, and " +
			"cvrp:penalty or cvrp:26,penalty a fixed penalty in place of a constraint, for GPUs",
		Endings:   []string{".vrp"},
		Solutions: "CVRPLIB solutions (.sol)",
		Pictures:  problem.Pictures,
		Published: listedCost,
		Machines:  "--problem cvrp:penalty",
		Headed:    cvrp.Sniff,
		Read: func(content []byte, file string) (multiwalk.Problem, error) {
			return of(cvrp.Read(bytes.NewReader(content), file))
		},
		Generate: func(n int, seed uint64) (multiwalk.Problem, error) { return of(cvrp.Draw(n, seed)) },
		With:     routesWith,
	}
}

// routesWith reads how many vehicles there are, and whether there is a penalty, such as 26,penalty.
func routesWith(text string) (problem.Format, error) {
	vehicles, penalised := 0, false
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		switch {
		case err == nil && n > 0 && vehicles == 0:
			vehicles = n
		case word == "penalty" && !penalised:
			penalised = true
		default:
			return routes(0, false), fmt.Errorf("multiwalk: problem %q: give the number of vehicles, penalty, or both, such as cvrp:26,penalty", "cvrp:"+text)
		}
	}
	return routes(vehicles, penalised), nil
}
