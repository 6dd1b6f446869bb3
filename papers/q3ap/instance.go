package q3ap

import (
	"fmt"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/papers"
	assignment "github.com/multiwalk/multiwalk/problem/q3ap"
)

// Instance is what the lab works on.
type Instance = papers.Instance[*assignment.Instance]

// published are the instances of the literature and the values that it gives. The chapter has the first two; which matrix is F differs
// between them, see problem/q3ap.Read.
var published = []struct {
	name   string
	value  int64
	first  bool // F is the first matrix of QAPLIB's file, the distances
	proven bool
}{
	{"nug12-d", 580, true, true}, {"nug13-d", 1912, true, true}, {"nug15-d", 2230, true, false}, {"nug18-d", 17836, false, false},
	{"nug22-d", 42476, false, false},
}

// PaperInstances returns the names of the instances, from nug12-d up.
func PaperInstances() (names []string) {
	for _, p := range published {
		names = append(names, p.name)
	}
	return names
}

// library is the literature's instances, in files of n, F and D.
var library = papers.Library[*assignment.Instance]{Name: "the literature", Folder: "q3ap", Ending: ".dat", Example: "nug12-d",
	Paper: PaperInstances(), Demo: DemoInstances, BestKnown: valueOf, Read: read}

func valueOf(name string) (cost int64, optimal, ok bool) {
	for _, p := range published {
		if p.name == name {
			return p.value, p.proven, true
		}
	}
	return 0, false, false
}

func read(file string) (*assignment.Instance, error) {
	text, err := bounded.Limit{Most: 1 << 20, Remedy: "check that this is an instance of q3ap"}.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return assignment.Read(text, file)
}

// Load returns instances by name: see papers.Library. It refuses a file whose matrices are not those of the value that the literature
// gives: in the other order they are another problem.
func Load(dir string, names []string) ([]Instance, error) {
	list, err := library.Load(dir, names)
	if err != nil {
		return nil, err
	}
	for _, in := range list {
		if _, _, known := valueOf(in.Name); !known {
			continue
		}
		if best, _, ok := in.Problem.BestKnown(); !ok || best != in.Best {
			return nil, fmt.Errorf("multiwalk: the matrices of %s are not those with the value %d, perhaps they are in the other order: "+
				"give n, F and D, as package problem/q3ap says", in.Name, in.Best)
		}
	}
	return list, nil
}

// swapped is an instance with F and D in each other's place, and the least cost known of it, 0 if none is.
func swapped(in Instance) (Instance, error) {
	p, err := assignment.New(in.Name+", swapped", in.Problem.N, in.Problem.Dist, in.Problem.Flow)
	if err != nil {
		return Instance{}, err
	}
	best, _, _ := p.BestKnown()
	return Instance{Name: p.Name(), Problem: p, Best: best}, nil
}

// DemoInstances returns instances that need no file: a ring of ones as F and the distances of a grid of places as D. With an even
// number of rows the grid has a closed path through all places by steps of 1; where p and q both follow it, each of the ring's n edges costs
// 1 in either direction, and none can cost less.
func DemoInstances() []Instance {
	return []Instance{ring(2, 3), ring(2, 4), ring(2, 6)}
}

func ring(rows, columns int) Instance { return papers.Ring(rows, columns, assignment.New) }
