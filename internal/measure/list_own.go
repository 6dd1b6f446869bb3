package main

import (
	"fmt"
	"math"
	"regexp"
	"strings"
)

// ownGroups are the instances of package own, as its benchmark names them, in parts that can be measured one by one.
var ownGroups = []string{
	"cvrp-x-n101-k25-penalty-10 cvrp-x-n200-k36-penalty-10 cvrp-x-n256-k16-penalty-10",
	"cvrp-x-n101-k25-penalty-100 cvrp-x-n200-k36-penalty-100 cvrp-x-n256-k16-penalty-100",
	"colouring-250-28 colouring-250-29 colouring-250-30",
	"qubo-1000 qubo-2500 knapsack-250x5",
	"lop-100 lop-be75eec-250 timetable-150",
	"ta051 ta081 setups-60",
}

// ownTimes are how long each search has.
var ownTimes = []string{"1s", "5s", "20s"}

// ownGPU and ownAuto stand, among these times, for a second on a GPU alone, and where auto chooses on a machine with a GPU.
const ownGPU, ownAuto = "gpu-1s", "auto-1s"

// onOwn are the measurements of these, a part of 20 s for each group.
var onOwn = ownMeasurements()

func ownMeasurements() []measurement {
	one := func(id, limit, names string, seconds int) measurement {
		pattern := "Own"
		if names != "" {
			pattern += "/.*/^(" + strings.Join(strings.Fields(names), "|") + ")$"
		}
		return measurement{ID: id, Class: "cores", Kind: "bench", Seconds: seconds, Optional: true, Package: "./internal/own",
			What: limit + " of processor time each, medians of three seeds",
			Args: []string{"-test.bench=" + pattern, "-own.time=" + limit}, Code: []string{"./auto", "./internal/own"}}
	}
	all := []measurement{one("own-1s", "1s", "", 130), one("own-5s", "5s", "", 540)}
	for i, names := range ownGroups {
		all = append(all, one(ownLong(i), "20s", names, 370))
	}
	for _, limit := range []string{ownGPU, ownAuto} {
		device, time, _ := strings.Cut(limit, "-")
		m := one("own-"+limit, time, "", 150)
		m.Class, m.What = "gpu", "1 s of the clock each, the rival on one core; medians of two seeds"
		m.Args = append(m.Args, "-own.device="+device, "-own.seeds=2")
		all = append(all, m)
	}
	return all
}

func ownLong(group int) string { return fmt.Sprintf("own-20s-%d", group+1) }

// ownID is the measurement of an instance and a time.
func ownID(limit, name string) string {
	if limit != "20s" {
		return "own-" + limit
	}
	for i, names := range ownGroups {
		if regexp.MustCompile(`(^| )` + regexp.QuoteMeta(name) + `( |$)`).MatchString(names) {
			return ownLong(i)
		}
	}
	return ""
}

// ownFigure returns a figure of an instance after a time.
func (p *page) ownFigure(limit, name, unit string) (float64, error) {
	return p.number(ownID(limit, name), "Own/"+limit[strings.Index(limit, "-")+1:]+"/"+name, unit+":median")
}

// ownCount says in words on how many instances ours is better, equal and worse after a time.
func (p *page) ownCount(limit string) (string, error) {
	var better, equal, worse, absent int
	for _, name := range strings.Fields(strings.Join(ownGroups, " ")) {
		switch more, err := p.ownFigure(limit, name, "more_%"); {
		case err != nil:
			return "", err
		case math.IsNaN(more) || math.IsInf(more, 0):
			absent++
		case more < 0:
			better++
		case more > 0:
			worse++
		default:
			equal++
		}
	}
	if better+equal+worse == 0 {
		return notYet, nil
	}
	text := fmt.Sprintf("%d better, %d equal, %d worse", better, equal, worse)
	if absent > 0 {
		text += fmt.Sprintf(", %d %s", absent, notYet)
	}
	return text, nil
}
