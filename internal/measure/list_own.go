package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// ownGroups are the instances of package own, as its benchmark names them, in parts that can be measured one by one.
var ownGroups = []string{
	"cvrp-x-n101-k25-penalty-10 cvrp-x-n200-k36-penalty-10 cvrp-x-n256-k16-penalty-10",
	"cvrp-x-n101-k25-penalty-100 cvrp-x-n200-k36-penalty-100 cvrp-x-n256-k16-penalty-100",
	"colouring-250-28 colouring-250-29 colouring-250-30",
	"qubo-1000 qubo-2500 knapsack-250x5",
	"lop-100 lop-be75eec-250 timetable-150",
	"ta051 ta081 setups-60 sites-100x20",
}

// ownTimes are how long each search has.
var ownTimes = []string{"1s", "5s", "20s"}

// ownGPU and ownAuto stand, among these times, for a second on a GPU alone, and where auto chooses on a machine with a GPU.
const ownGPU, ownAuto = "gpu-1s", "auto-1s"

// onOwn are the measurements of these: of 5 s a part for each group, of 20 s one for each instance.
var onOwn = ownMeasurements()

func ownMeasurements() []measurement {
	one := func(id, limit, names string, seconds int) measurement {
		pattern := "Own"
		if names != "" {
			pattern += "/.*/^(" + strings.Join(strings.Fields(names), "|") + ")$"
		}
		return measurement{ID: id, Class: "cores", Kind: "bench", Seconds: seconds, Optional: true, Package: "./internal/own",
			What: limit + " of processor time each, medians of 20 seeds; a process each on a core of its own, side by side",
			Args: []string{"-test.bench=" + pattern, "-own.time=" + limit}, Code: []string{"./auto", "./internal/own"}}
	}
	all := []measurement{one("own-1s", "1s", "", 400)}
	for i, names := range ownGroups {
		all = append(all, one(fmt.Sprint("own-5s-", i+1), "5s", names, 320))
	}
	for _, name := range ownNames() {
		all = append(all, one("own-20s-"+name, "20s", name, 420))
	}
	for _, limit := range []string{ownGPU, ownAuto} {
		device, time, _ := strings.Cut(limit, "-")
		m := one("own-"+limit, time, "", 300)
		m.Class, m.What = "gpu", "1 s of the clock each, the rival on one core; medians of five seeds"
		m.Args = append(m.Args, "-own.device="+device, "-own.seeds=5")
		all = append(all, m)
	}
	return all
}

// ownNames are the instances, in the order of the tables.
func ownNames() []string { return strings.Fields(strings.Join(ownGroups, " ")) }

// ownID is the measurement of an instance and a time.
func ownID(limit, name string) string {
	switch limit {
	case "5s":
		i := slices.IndexFunc(ownGroups, func(names string) bool { return slices.Contains(strings.Fields(names), name) })
		return fmt.Sprint("own-5s-", i+1)
	case "20s":
		return "own-20s-" + name
	}
	return "own-" + limit
}

// ownFigure returns a figure of an instance after a time.
func (p *page) ownFigure(limit, name, unit string) (float64, error) {
	return p.number(ownID(limit, name), "Own/"+limit[strings.Index(limit, "-")+1:]+"/"+name, unit+":median")
}

// verdicts are what the test of significance shows, from the benchmark's -1 to 1.
var verdicts = [...]string{"better", "equal", "worse"}

// ownVerdict is the word for an instance after a time.
func (p *page) ownVerdict(limit, name, unit string) (string, error) {
	v, err := p.ownFigure(limit, name, unit)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return "", err
	}
	return verdicts[int(v)+1], nil
}

// ownCount says in words on how many instances ours is better, not shown to differ, and worse after a time.
func (p *page) ownCount(limit string) (string, error) {
	count, absent := map[string]int{}, 0
	for _, name := range ownNames() {
		word, err := p.ownVerdict(limit, name, "verdict")
		if err != nil {
			return "", err
		}
		if count[word]++; word == "" {
			absent++
		}
	}
	if absent == len(ownNames()) {
		return notYet, nil
	}
	text := fmt.Sprintf("%d better, %d equal, %d worse", count["better"], count["equal"], count["worse"])
	if absent > 0 {
		text += fmt.Sprintf(", %d %s", absent, notYet)
	}
	return text, nil
}
