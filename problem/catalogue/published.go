package catalogue

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/multiwalk/multiwalk/problem"
)

// publishedText has a line for each instance: the problem, the name in small letters, the size, the best known cost, or value where
// something is maximised, and the word proven where it is. The costs are those of CVRPLIB, of the solutions that C. Segura's group has
// published for LOLIB, and of JSPLib (ScheduleOpt, commit 03900f1e).
//
//go:embed published.txt
var publishedText string

// listed is an instance of the list.
type listed struct {
	problem, name string
	size          int
}

var published = sync.OnceValue(func() map[listed]problem.BestKnown {
	list := map[listed]problem.BestKnown{}
	for line := range strings.Lines(publishedText) {
		words := strings.Fields(line)
		size, _ := strconv.Atoi(words[2]) // a test parses them all
		cost, _ := strconv.ParseInt(words[3], 10, 64)
		list[listed{words[0], words[1], size}] = problem.BestKnown{Cost: cost, Proven: len(words) > 4}
	}
	return list
})

// listedCost returns the cost of the list for the instance's name and size. A number of vehicles, say, makes another problem of it.
func listedCost(in *problem.Instance) (problem.BestKnown, bool) {
	size := in.Problem.Space().Len()
	if p, ok := in.Problem.(problem.Sized); ok {
		size = p.Size()
	}
	name := strings.ToLower(in.Name)
	for _, prefix := range []string{"n-", "io_", "xlolib_", "xlolib2_"} { // as collections of LOLIB have them
		name = strings.TrimPrefix(name, prefix)
	}
	best, ok := published()[listed{in.Format.Name, name, size}]
	best.Cost = in.Format.Told(best.Cost)
	return best, ok
}
