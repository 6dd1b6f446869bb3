package taillard

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// perClass is how many instances of one size there are.
const perClass = 10

// Class is instances of one size, by their seeds.
type Class[S comparable] struct {
	Jobs, Machines int
	Seeds          [perClass]S
}

// Names are the names of a problem's instances that need no file: Taillard's, such as ta041, and drawn ones, such as 20x10:7.
type Names[S comparable] struct {
	Problem string     // such as flowshop, which stands before a colon in front of a name
	Classes []Class[S] // in the order of the names
	Digits  int        // of the number behind ta
	Example string     // one of Taillard's, for messages
	Drawn   string     // a drawn one
}

// Asked is what a name asks for.
type Asked[S comparable] struct {
	Jobs, Machines int
	Published      bool   // the instance is Taillard's
	Seed           S      // of that
	Draw           uint64 // else it is drawn by this seed
}

// numbered is the name of Taillard's instance of a number, from 1.
func (n Names[S]) numbered(k int) string { return fmt.Sprintf("ta%0*d", n.Digits, k) }

// Of is Taillard's name of an instance, "" if it is none of his.
func (n Names[S]) Of(jobs, machines int, seed S) string {
	for at, c := range n.Classes {
		for k, s := range c.Seeds {
			if c.Jobs == jobs && c.Machines == machines && s == seed {
				return n.numbered(perClass*at + k + 1)
			}
		}
	}
	return ""
}

// Parse reads a name, with the problem in front or without. A drawn instance has the seed 1 unless one is given. file is the text's name for
// messages.
func (n Names[S]) Parse(text, file string) (asked Asked[S], err error) {
	prefix := n.Problem + ":"
	name := strings.TrimPrefix(strings.TrimSpace(text), prefix)
	if number, ok := strings.CutPrefix(name, "ta"); ok {
		k, err := strconv.Atoi(number)
		if most := perClass * len(n.Classes); err != nil || k < 1 || k > most {
			return asked, fmt.Errorf("%s: %s: Taillard's instances are %s%s to %[3]s%[5]s", n.Problem, file, prefix, n.numbered(1), n.numbered(most))
		}
		c := n.Classes[(k-1)/perClass]
		return Asked[S]{Jobs: c.Jobs, Machines: c.Machines, Published: true, Seed: c.Seeds[(k-1)%perClass]}, nil
	}
	sizes, seed, err := bounded.Drawn(name, "number of jobs", "number of machines")
	if err != nil || len(sizes) < 2 {
		return asked, fmt.Errorf("%s: %s: give the name of one of Taillard's instances, such as %s%s, or the numbers of jobs and "+
			"machines, and a seed if you like, such as %[3]s%[5]s", n.Problem, file, prefix, n.Example, n.Drawn)
	}
	return Asked[S]{Jobs: sizes[0], Machines: sizes[1], Draw: seed}, nil
}
