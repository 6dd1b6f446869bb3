package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// ownTimes are how long each search of package own has.
var ownTimes = []string{"1s", "5s", "20s"}

// ownGPU and ownAuto stand, among these times, for a second on a GPU alone, and where auto chooses on a machine with a GPU.
const ownGPU, ownAuto = "gpu-1s", "auto-1s"

// ownNames are the instances, in the order of the tables.
func ownNames() (names []string) {
	for _, m := range parts("own-5s") {
		names = append(names, strings.Fields(m.Part)...)
	}
	return names
}

// ownFigure returns a figure of an instance after a time.
func (p *page) ownFigure(limit, name, unit string) (float64, error) {
	id := "own-" + limit
	for _, m := range parts(id) {
		if slices.Contains(strings.Fields(m.Part), name) {
			id = m.ID
		}
	}
	return p.number(id, "Own/"+limit[strings.Index(limit, "-")+1:]+"/"+name, unit+":median")
}

// ownVerdict is what the test of significance shows of an instance after a time, from the benchmark's -1 to 1.
func (p *page) ownVerdict(limit, name, unit string) (string, error) {
	v, err := p.ownFigure(limit, name, unit)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return "", err
	}
	return [...]string{"better", "equal", "worse"}[int(v)+1], nil
}

// ownCount says in words on how many instances ours is better, not shown to differ, and worse after a time.
func (p *page) ownCount(limit string) (string, error) {
	count := map[string]int{}
	for _, name := range ownNames() {
		word, err := p.ownVerdict(limit, name, "verdict")
		if err != nil {
			return "", err
		}
		count[word]++
	}
	if count[""] == len(ownNames()) {
		return notYet, nil
	}
	text := fmt.Sprintf("%d better, %d equal, %d worse", count["better"], count["equal"], count["worse"])
	if count[""] > 0 {
		text += fmt.Sprintf(", %d %s", count[""], notYet)
	}
	return text, nil
}
