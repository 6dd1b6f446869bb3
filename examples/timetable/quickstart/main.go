package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

type Day struct {
	Class, Teacher string // of each lesson, a letter
	Rules          *multiwalk.Constraints
}

func (d Day) Space() multiwalk.Space              { return multiwalk.Integers(len(d.Class), 0, 4) } // the hour of each lesson
func (d Day) Constraints() *multiwalk.Constraints { return d.Rules }

func (d Day) Cost(hour []int32) int64 {
	var late, clashes int64
	for a := range hour {
		late += int64(hour[a])
		for b := range a {
			if hour[a] == hour[b] && (d.Class[a] == d.Class[b] || d.Teacher[a] == d.Teacher[b]) {
				clashes++
			}
		}
	}
	return d.Rules.Pack(late, clashes) // no clash first, then early hours
}

func main() {
	rules, err := multiwalk.NewConstraints(48, multiwalk.Constraint{Name: "clashes", Most: 66})
	day := Day{"AAAABBBBCCCC", "RSTURRSTSUUT", rules}
	res, failed := multiwalk.Minimize(context.Background(), day, auto.For(day), multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(100_000)}})
	fmt.Println("hours", res.Best, res.Outcome(), errors.Join(err, failed))
}
