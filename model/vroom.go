package model

import "math"

// vroom is the input of VROOM (github.com/VROOM-Project/vroom, docs/API.md), as far as it asks for the shortest routes of vehicles that are
// alike, with matrices of its own.
type vroom struct {
	Jobs      []vroomJob             `json:"jobs"`
	Vehicles  []vroomVehicle         `json:"vehicles"`
	Shipments refused                `json:"shipments,omitzero"`
	Matrices  map[string]vroomMatrix `json:"matrices"`
	Matrix    Matrix                 `json:"matrix,omitzero"`
}

type vroomJob struct {
	ID          Name    `json:"id"`
	At          int     `json:"location_index"`
	Delivery    Row     `json:"delivery,omitzero"`
	Amount      Row     `json:"amount,omitzero"` // its name before
	Pickup      Row     `json:"pickup,omitzero"`
	Location    ignored `json:"location,omitzero"`
	Description ignored `json:"description,omitzero"`
	Service     ignored `json:"service,omitzero"` // without time windows it changes no route
	Setup       ignored `json:"setup,omitzero"`
	Skills      refused `json:"skills,omitzero"`
	Priority    refused `json:"priority,omitzero"`
	Windows     refused `json:"time_windows,omitzero"`
}

type vroomVehicle struct {
	ID          Name    `json:"id"`
	Profile     string  `json:"profile,omitzero"`
	StartAt     *int    `json:"start_index,omitzero"`
	EndAt       *int    `json:"end_index,omitzero"`
	Capacity    Row     `json:"capacity,omitzero"`
	Start       ignored `json:"start,omitzero"`
	End         ignored `json:"end,omitzero"`
	Description ignored `json:"description,omitzero"`
	Skills      ignored `json:"skills,omitzero"` // of jobs they are refused
	Window      refused `json:"time_window,omitzero"`
	Breaks      refused `json:"breaks,omitzero"`
	Speed       refused `json:"speed_factor,omitzero"`
	Costs       refused `json:"costs,omitzero"`
	MaxTasks    refused `json:"max_tasks,omitzero"`
	MaxTime     refused `json:"max_travel_time,omitzero"`
	MaxDistance refused `json:"max_distance,omitzero"`
	Steps       refused `json:"steps,omitzero"`
}

type vroomMatrix struct {
	Costs     Matrix `json:"costs,omitzero"`
	Durations Matrix `json:"durations,omitzero"`
	Distances Matrix `json:"distances,omitzero"`
}

// matrix is what VROOM's costs are: its matrix of costs, else durations.
func (v *vroom) matrix(profile string) (Matrix, string, error) {
	if profile == "" {
		profile = "car"
	}
	m, ok := v.Matrices[profile]
	at := "/matrices/" + profile
	switch {
	case v.Matrix != nil:
		return v.Matrix, "/matrix", nil
	case !ok:
		return nil, "", wrong(at, "found no matrix, expected that of the vehicles' profile: there are no maps here to make one of locations")
	case m.Costs != nil:
		return m.Costs, at + "/costs", nil
	case m.Durations != nil:
		return m.Durations, at + "/durations", nil
	}
	return m.Distances, at + "/distances", nil
}

func (v *vroom) translate(string) (*made, error) {
	t := &trips{at: [4]string{"", "/jobs", "/vehicles", "/vehicles"}}
	for k, c := range v.Vehicles {
		if c.Profile != v.Vehicles[0].Profile {
			return nil, wrong(index("/vehicles", k)+"/profile", "found %q, expected that of the first vehicle: all have to be alike", c.Profile)
		}
		capacity, err := single(index("/vehicles", k)+"/capacity", c.Capacity, math.Inf(1))
		if err != nil {
			return nil, err
		}
		t.vehicles, t.capacity = append(t.vehicles, c.ID), append(t.capacity, capacity)
		t.start, t.end = append(t.start, orAny(c.StartAt)), append(t.end, orAny(c.EndAt))
	}
	pickups := false
	for k, j := range v.Jobs {
		asked := j.Delivery
		if j.Amount != nil {
			asked = j.Amount
		}
		if pickups = pickups || j.Pickup != nil; j.Pickup != nil {
			asked = j.Pickup
		}
		if pickups && (j.Delivery != nil || j.Amount != nil) {
			return nil, wrong(index("/jobs", k), "found deliveries and pickups, expected one sort for all jobs")
		}
		demand, err := single(index("/jobs", k), asked, 0)
		if err != nil {
			return nil, err
		}
		t.stops, t.where, t.demand = append(t.stops, j.ID), append(t.where, j.At), append(t.demand, demand)
	}
	profile := ""
	if len(v.Vehicles) > 0 {
		profile = v.Vehicles[0].Profile
	}
	var err error
	if t.matrix, t.at[0], err = v.matrix(profile); err != nil {
		return nil, err
	}
	return t.translate()
}

// single is the only number of a list, or another where there is no list.
func single(at string, list Row, other float64) (float64, error) {
	switch {
	case len(list) == 0:
		return other, nil
	case len(list) > 1:
		return 0, wrong(at, "found %d amounts, expected one: vehicles have one capacity here", len(list))
	case !(list[0] >= 0):
		return 0, wrong(at, "found %v, expected 0 or more", list[0])
	}
	return list[0], nil
}

// orAny is a place, or -1 for any.
func orAny(place *int) int {
	if place == nil {
		return -1
	}
	return *place
}
