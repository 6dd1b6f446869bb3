package main

import (
	"maps"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/problem/bbob"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/problem/qubo"
)

// The devices that methods are listed with. The emulator takes what a GPU takes.
const (
	onCores = "cpu"
	onGPUs  = "gpu"
)

// serves returns the devices that a method runs on, by the kind of space. It asks the method whether it takes a small
// problem of that kind.
func serves(m multiwalk.Method) map[string][]string {
	spaces := map[string][]string{}
	for _, p := range samples() {
		kind := p.Space().Kind().String()
		for name, d := range map[string]multiwalk.Device{onCores: nil, onGPUs: device.Emulator()} {
			if takes(m, p, d) && !slices.Contains(spaces[kind], name) {
				spaces[kind] = append(spaces[kind], name)
				slices.Sort(spaces[kind])
			}
		}
	}
	return spaces
}

// samples are small problems that together offer all that a method may ask for: some have kernels of their own.
func samples() []multiwalk.Problem {
	list := append(sample.Problems(), sample.NewTasks(9, 3, 1), q3ap.Random(6, 1))
	if bits, err := qubo.Random(20, 1); err == nil {
		list = append(list, bits)
	}
	if vectors, err := bbob.Named("sphere:d3"); err == nil {
		list = append(list, vectors)
	}
	if signs, err := perceptron.Draw(21, 21, 1); err == nil {
		list = append(list, signs)
	}
	return list
}

// takes says whether a method takes a problem on a device; nil is the cores. A GPU is asked by Place alone, which
// makes nothing there.
func takes(m multiwalk.Method, p multiwalk.Problem, d multiwalk.Device) bool {
	if d != nil {
		return multiwalk.Place(p, m, d) == nil
	}
	_, err := m.Prepare(p, multiwalk.Plan{Walks: 1, Warn: func(string) {}})
	return err == nil
}

// deviceNames is what people read.
var deviceNames = map[string]string{onCores: "cores", onGPUs: "GPUs (--device gpu), of problems with kernels,"}

// spaceNames is what people read.
var spaceNames = map[string]string{"permutation": "permutations", "tour": "tours", "binary": "bits", "integers": "integers",
	"product": "products of these", "reals": "real vectors"}

// spacesOn returns the kinds of space that a method searches on a device, as people call them.
func spacesOn(spaces map[string][]string, device string) (kinds []string) {
	for _, kind := range []string{"permutation", "tour", "binary", "integers", "product", "reals"} {
		if slices.Contains(spaces[kind], device) {
			kinds = append(kinds, spaceNames[kind])
		}
	}
	return kinds
}

// devicesOf returns all devices of a method, cores first.
func devicesOf(spaces map[string][]string) []string {
	all := map[string]bool{}
	for list := range maps.Values(spaces) {
		for _, d := range list {
			all[d] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}
