package kernelfile

import (
	"errors"
	"go/types"
	"strings"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

// Report says what of a type can run on a device.
type Report struct {
	Type    string   `json:"type"`             // with its package's path
	Problem bool     `json:"problem"`          // it has a method Space
	Spaces  []string `json:"spaces,omitempty"` // the kinds of space that this names
	Methods []Method `json:"methods"`          // of the type
	Kernels []Kernel `json:"kernels"`          // of package kernel
}

// Method is the report on a method.
type Method struct {
	Name     string    `json:"name"`               // of the method
	Device   bool      `json:"device"`             // it can run on a device
	Asked    bool      `json:"asked"`              // a kernel asks for a method of that name
	Why      string    `json:"why,omitempty"`      // it is of no use to kernels though they ask for one of that name
	Refusals []Refusal `json:"refusals,omitempty"` // what keeps it from a device
}

// Kernel is the report on a kernel of package kernel.
type Kernel struct {
	Name     string    `json:"name"`               // of the kernel
	Device   bool      `json:"device"`             // the type gets it
	Why      string    `json:"why,omitempty"`      // it does not, if not for the refusals
	Refusals []Refusal `json:"refusals,omitempty"` // what keeps it from the type
}

// Refusal is a place outside the device subset.
type Refusal struct {
	File   string `json:"file"`    // of the source
	Line   int    `json:"line"`    // from 1
	Reason string `json:"reason"`  // what is not for a device
	WayOut string `json:"way_out"` // what to write instead
}

// Gets tells whether the type gets any kernel.
func (r Report) Gets() bool {
	for _, k := range r.Kernels {
		if k.Device {
			return true
		}
	}
	return false
}

// Missed names the kernels that the type satisfies and yet cannot have. Compile makes all that it satisfies or none, so one
// such kernel is enough for gen to refuse the type.
func (r Report) Missed() []string {
	var names []string
	for _, k := range r.Kernels {
		if !k.Device && k.Why == "" {
			names = append(names, k.Name)
		}
	}
	return names
}

// Check reports on each type.
func (p *Package) Check() ([]Report, error) {
	source, err := p.loaded()
	if err != nil {
		return nil, err
	}
	var reports []Report
	asked := p.asked()
	for _, t := range p.named {
		name := t.Obj().Name()
		r := Report{Type: t.Obj().Pkg().Path() + "." + name}
		r.Spaces, r.Problem = p.spacesOf(t)
		verdicts, err := source.Check(name)
		if err != nil {
			return nil, err
		}
		for _, v := range verdicts {
			if v.Method != "Kernels" { // the stub's
				r.Methods = append(r.Methods, Method{v.Method, v.Device(), asked[v.Method], p.nearMiss(t, v.Method), refusals(v.Refusals)})
			}
		}
		if r.Kernels, err = p.checkKernels(t); err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// checkKernels lowers the kernels that the type satisfies: its methods and its fields may still be outside the subset.
// Only if that fails it asks which of them it is.
func (p *Package) checkKernels(t *types.Named) ([]Kernel, error) {
	var ks []Kernel
	var fits []Match
	ms, _ := p.matches(t)
	for _, m := range ms {
		if m.Why != "" {
			ks = append(ks, Kernel{Name: m.Kernel, Why: m.Why})
		} else if len(m.Types) > 0 { // else it takes no problem
			fits = append(fits, m)
			ks = append(ks, Kernel{Name: m.Kernel, Device: true})
		}
	}
	if rs := refusals(p.fields(t)); len(rs) > 0 {
		for i := range ks {
			if ks[i].Device {
				ks[i].Device, ks[i].Refusals = false, rs
			}
		}
		return ks, nil
	}
	all, err := p.refused(fits...)
	if err != nil || len(all) == 0 {
		return ks, err
	}
	for i, k := range ks {
		if !k.Device {
			continue
		}
		if ks[i].Refusals, err = p.refused(fits[0]); err != nil {
			return nil, err
		}
		ks[i].Device, fits = len(ks[i].Refusals) == 0, fits[1:]
	}
	return ks, nil
}

// refused lowers kernels and returns what is outside the subset.
func (p *Package) refused(ms ...Match) ([]Refusal, error) {
	if len(ms) == 0 {
		return nil, nil
	}
	var instances []kernelgen.Instance
	for _, m := range ms {
		instances = append(instances, instance(m))
	}
	source, err := p.loaded()
	if err != nil {
		return nil, err
	}
	_, err = source.Compile(kernelgen.Options{IROnly: true, Instances: instances})
	if rs := (kernelgen.Refusals)(nil); errors.As(err, &rs) {
		return refusals(rs), nil
	}
	return nil, err
}

func refusals(rs kernelgen.Refusals) []Refusal {
	var list []Refusal
	for _, r := range rs {
		list = append(list, Refusal{r.Pos.Filename, r.Pos.Line, strings.TrimSpace(r.Reason), r.WayOut})
	}
	return list
}
