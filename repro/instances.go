package repro

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNoData is wrapped by the error of a paper's Load where published instances are missing.
var ErrNoData = errors.New("published instances are missing")

// Demo is the name that stands for a paper's instances that need no file.
const Demo = "demo"

// Instances returns a paper's instances by name: those of demo for Demo, else what load returns. Each may be named once.
func Instances[I any](names []string, name func(I) string, demo func() []I, load func(name string) (I, error)) ([]I, error) {
	var list []I
	for _, n := range names {
		if n == Demo {
			list = append(list, demo()...)
			continue
		}
		in, err := load(n)
		if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	for i, in := range list {
		if slices.ContainsFunc(list[:i], func(o I) bool { return name(o) == name(in) }) {
			return nil, fmt.Errorf("multiwalk: instance %s is named twice; name it once", name(in))
		}
	}
	return list, nil
}
