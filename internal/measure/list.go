package main

import (
	"fmt"
	"slices"
	"strings"
)

// list is all that is measured. Whoever changes it runs what is new with -quick first.
var list = slices.Concat(onCores, onGPU, papersOnGPU)

// Instances.
const (
	paperTours = "rd100 eil101 bier127 ch150 kroa150 pr152 u159 rat195 ts225 tsp225 gil262 pr264 a280 pr299 lin318 rd400 fl417 " +
		"pr439 pcb442 d493" // of the paper of PSPM
	rivalTours       = "kroa200 a280 lin318 pcb442 d493 rat783 pr1002"
	smallTours       = "rd100 a280 lin318 pcb442 d493 rat783 pr1002"
	largeTours       = "pr1002 pcb3038 fnl4461 rl5934 usa13509 d18512"
	paperAssignments = "tai25b kra30a kra30b tai30b kra32 tai35b ste36b tai40b tai50b" // of Tsutsui and Fujimoto
	largeAssignments = "tai60a tai80a tai100a sko100a tho150 wil100 tai100b tai150b"
	rivalAssignments = "tai60a tai80a tai100a sko100a tai50b tho150" // in the order of the block rivals-assignments
)

// tours and assignments name the files of instances.
func tours(names string) []string       { return files("tsp/", names) }
func assignments(names string) []string { return files("qap/", names) }

func files(set, names string) []string {
	var all []string
	for _, name := range strings.Fields(names) {
		all = append(all, set+name)
	}
	return all
}

// The acceptable solutions of Tsutsui and Fujimoto: the best known, of tai50b within 0.06 %.
var acceptable = []string{"tai50b=bks+0.06%"}

// Packages whose code the figures of a kind of problem tell of.
var (
	tourCode       = []string{"./auto", "./problem/tsp"}
	assignmentCode = []string{"./auto", "./problem/qap"}
	queensCode     = []string{"./repro/nqueens"}
)

// instances returns the names of a set, for templates.
func instances(set string) (string, error) {
	names, ok := map[string]string{"paper tours": paperTours, "rival tours": rivalTours, "small tours": smallTours, "large tours": largeTours,
		"paper assignments": paperAssignments, "large assignments": largeAssignments, "rival assignments": rivalAssignments}[set]
	if !ok {
		return "", fmt.Errorf("no set of instances %q", set)
	}
	return names, nil
}

// properName is how TSPLIB writes the name of an instance whose file is written small.
func properName(file string) string { return strings.Replace(file, "kroa", "kroA", 1) }
