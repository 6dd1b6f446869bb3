package catalogue

import (
	"bytes"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/knapsack"
)

var knapsackFormat = sacks(false)

// sacks is the format of knapsacks, with the moves that keep what fits, or with flips, for GPUs.
func sacks(flips bool) problem.Format {
	of := func(p *knapsack.Instance, err error) (multiwalk.Problem, error) {
		switch {
		case err != nil:
			return nil, err
		case flips:
			return knapsack.Flips{Instance: p}, nil
		}
		return knapsack.Sack{Instance: p}, nil
	}
	return problem.Format{
		Name:  "knapsack",
		Title: "0/1 knapsack, of one row or several: the items that fit, with the greatest profit",
		Files: "OR-Library mknap files (FILE#3 is the third instance), Pisinger's (.kp, .csv), p knapsack files; " + knapsack.Prefix + "500, " +
			knapsack.Prefix + "500x5 and " + knapsack.Prefix + "500x5:7 draw one. --problem knapsack:flips searches by flips and exchanges " +
			"of items, for GPUs",
		Endings:   []string{".kp", ".knap", ".txt"},
		Solutions: "which items are taken, 0 or 1, in one line",
		Pictures:  problem.Pictures,
		Maximised: "profit",
		Machines:  "--problem knapsack:flips",
		ByFile:    true,
		Prefixes:  []string{knapsack.Prefix},
		Headed: func(content []byte) bool {
			return knapsack.Sniff(content) || knapsack.SniffTable(content) || bytes.HasPrefix(content, []byte(knapsack.Prefix))
		},
		Fits: func(content []byte) bool { return knapsack.SniffPisinger(content) || knapsack.SniffORLibrary(content) },
		Read: func(content []byte, file string) (multiwalk.Problem, error) { return of(readKnapsack(content, file)) },
		Part: knapsack.Part,
		With: func(text string) (problem.Format, error) {
			if text != "flips" {
				return sacks(false), fmt.Errorf("multiwalk: problem %q: knapsack:flips is the only other one", "knapsack:"+text)
			}
			return sacks(true), nil
		},
	}
}

// readKnapsack reads the form that the first words tell, or the numbers, or the ending.
func readKnapsack(content []byte, file string) (*knapsack.Instance, error) {
	switch {
	case bytes.HasPrefix(content, []byte(knapsack.Prefix)):
		return knapsack.Named(string(content), file)
	case knapsack.Sniff(content), bounded.Ending(file) == ".knap":
		return knapsack.Read(bytes.NewReader(content), file)
	case knapsack.SniffTable(content):
		if n := knapsack.Tables(content); n > 1 {
			return nil, fmt.Errorf("multiwalk: %s holds %d instances; choose one, %s#1 to %s#%d", file, n, file, file, n)
		}
		return knapsack.ReadTable(bytes.NewReader(content), file)
	case knapsack.SniffPisinger(content), bounded.Ending(file) == ".kp":
		return knapsack.ReadPisinger(bytes.NewReader(content), file)
	}
	list, err := knapsack.ReadORLibrary(bytes.NewReader(content), file)
	if err == nil && len(list) > 1 {
		err = fmt.Errorf("multiwalk: %s holds %d instances; choose one, %s#1 to %s#%d", file, len(list), file, file, len(list))
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}
