package cli

import (
	"maps"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/walk"
)

// The devices that methods are listed with. The emulator takes what a GPU takes.
const (
	onCores = "cpu"
	onGPUs  = "gpu"
)

// serves returns the devices that a method runs on, by the kind of space. It asks the method whether it takes a small
// problem of that kind.
func (p *Program) serves(m walk.Method) map[string][]string {
	spaces := map[string][]string{}
	for _, small := range p.samples() {
		kind := small.Space().Kind().String()
		for name, d := range map[string]multiwalk.Device{onCores: nil, onGPUs: device.Emulator()} {
			if takes(m, small, d) && !slices.Contains(spaces[kind], name) {
				spaces[kind] = append(spaces[kind], name)
				slices.Sort(spaces[kind])
			}
		}
	}
	return spaces
}

// samples are small problems that together offer all that a method may ask for: by default one of each problem that can be drawn.
func (p *Program) samples() (list []multiwalk.Problem) {
	if p.Samples != nil {
		return p.Samples()
	}
	for _, f := range p.Formats {
		if f.Generate == nil {
			continue
		}
		if small, err := f.Generate(sampleSize, 1); err == nil {
			list = append(list, small)
		}
	}
	return list
}

// sampleSize is the size of problems that are drawn to find out which methods take them.
const sampleSize = 12

// takes says whether a method takes a problem on a device; nil is the cores. A GPU is asked by Place alone, which
// makes nothing there.
func takes(m walk.Method, p multiwalk.Problem, d multiwalk.Device) bool {
	if d != nil {
		return walk.Place(p, m, d) == nil
	}
	_, err := m.Prepare(p, walk.Plan{Walks: 1, Warn: func(string) {}})
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
