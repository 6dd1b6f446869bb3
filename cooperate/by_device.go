package cooperate

import (
	"errors"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// ByDevice is one method on cores and another on GPUs. It is for a run on both (multiwalk.Both) of a problem on which no method is good in
// both places. On tours, say, iterated local search is for cores, and edge assembly crossover is for a GPU. In a run on one kind of device
// ByDevice is the method for that device.
type ByDevice struct {
	// Cores is the method on cores.
	Cores walk.Method
	// Machines is the method on GPUs, and on the emulator.
	Machines walk.Method
}

func (ByDevice) Name() string     { return "by-device" }
func (m ByDevice) String() string { return m.Name() }

// On returns the method that runs on a device.
func (m ByDevice) On(d multiwalk.Device) walk.Method {
	if _, ok := d.(multiwalk.Accelerator); ok {
		return m.Machines
	}
	return m.Cores
}

// Ends says whether both come to an end.
func (m ByDevice) Ends() bool { return ends(m.Cores) && ends(m.Machines) }

// Place asks the method for GPUs.
func (m ByDevice) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return place(p, m.Machines, d)
}

// Prepare prepares the method for the plan's device. A nil device is the cores.
func (m ByDevice) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	on := m.On(plan.Device)
	if on == nil {
		return nil, errors.New("multiwalk: by-device lacks a method; set its fields Cores and Machines")
	}
	s, err := on.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	side := &sideSearch{wrapped{s}, m, plan.Device}
	if c, ok := s.(walk.Cooperator); ok {
		return &cooperatingSide{side, c}, nil
	}
	return side, nil
}

// sideSearch is the search of the method for one device.
type sideSearch struct {
	wrapped
	m  ByDevice
	on multiwalk.Device
}

// Resolved implements walk.Resolver: the method that found the result has the settings that ran.
func (s *sideSearch) Resolved(w walk.Walk) walk.Method {
	m := s.m
	if _, ok := s.on.(multiwalk.Accelerator); ok {
		m.Machines = resolved(m.Machines, s.Search, w)
	} else {
		m.Cores = resolved(m.Cores, s.Search, w)
	}
	return m
}

// cooperatingSide is one whose walks exchange something.
type cooperatingSide struct {
	*sideSearch
	walk.Cooperator
}
