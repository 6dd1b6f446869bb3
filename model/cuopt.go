package model

import (
	"maps"
	"math"
	"slices"
)

// cuopt is the request body of NVIDIA cuOpt's server for routing, as far as it asks for the shortest routes of vehicles that are alike.
type cuopt struct {
	Costs struct {
		Data map[string]Matrix `json:"data"`
	} `json:"cost_matrix_data"`
	Times       refused    `json:"travel_time_matrix_data,omitzero"`
	Waypoints   refused    `json:"cost_waypoint_graph_data,omitzero"`
	TimeGraph   refused    `json:"travel_time_waypoint_graph_data,omitzero"`
	Fleet       cuoptFleet `json:"fleet_data"`
	Tasks       cuoptTasks `json:"task_data"`
	Initial     refused    `json:"initial_solution,omitzero"`
	Config      ignored    `json:"solver_config,omitzero"` // flags of solve say how long
	Objectives  refused    `json:"objectives,omitzero"`
	Description ignored    `json:"description,omitzero"`
}

type cuoptFleet struct {
	Locations   [][2]int `json:"vehicle_locations"`
	IDs         []Name   `json:"vehicle_ids,omitzero"`
	Capacities  []Row    `json:"capacities,omitzero"`
	Windows     refused  `json:"vehicle_time_windows,omitzero"`
	Breaks      refused  `json:"vehicle_breaks,omitzero"`
	BreakTimes  refused  `json:"vehicle_break_time_windows,omitzero"`
	BreakLength refused  `json:"vehicle_break_durations,omitzero"`
	BreakPlaces refused  `json:"vehicle_break_locations,omitzero"`
	Types       refused  `json:"vehicle_types,omitzero"`
	Order       refused  `json:"vehicle_order_match,omitzero"`
	SkipFirst   refused  `json:"skip_first_trips,omitzero"`
	DropLast    refused  `json:"drop_return_trips,omitzero"`
	Least       refused  `json:"min_vehicles,omitzero"`
	MaxCosts    refused  `json:"vehicle_max_costs,omitzero"`
	MaxTimes    refused  `json:"vehicle_max_times,omitzero"`
	Fixed       refused  `json:"vehicle_fixed_costs,omitzero"`
}

type cuoptTasks struct {
	Locations []int   `json:"task_locations"`
	IDs       []Name  `json:"task_ids,omitzero"`
	Demand    []Row   `json:"demand,omitzero"`
	Service   ignored `json:"service_times,omitzero"` // without time windows they change no route
	Pairs     refused `json:"pickup_and_delivery_pairs,omitzero"`
	Windows   refused `json:"task_time_windows,omitzero"`
	Penalties refused `json:"penalties,omitzero"`
	Prizes    refused `json:"prizes,omitzero"`
	Order     refused `json:"order_vehicle_match,omitzero"`
}

func (c *cuopt) translate(string) (*made, error) {
	kinds := slices.Sorted(maps.Keys(c.Costs.Data))
	if len(kinds) != 1 {
		return nil, wrong("/cost_matrix_data/data", "found %d matrices, expected one: all vehicles have to be alike", len(kinds))
	}
	f, tasks := c.Fleet, c.Tasks
	t := &trips{matrix: c.Costs.Data[kinds[0]], at: [4]string{"/cost_matrix_data/data/" + kinds[0], "/task_data/task_locations",
		"/fleet_data/vehicle_locations", "/fleet_data/capacities"}, where: tasks.Locations}
	for k, ends := range f.Locations {
		if min(ends[0], ends[1]) < 0 {
			return nil, wrong(index("/fleet_data/vehicle_locations", k), "found place %d, expected one of the matrix", min(ends[0], ends[1]))
		}
		t.start, t.end = append(t.start, ends[0]), append(t.end, ends[1])
	}
	vehicles, err := named("/fleet_data/vehicle_ids", "vehicle", f.IDs, len(f.Locations))
	if err != nil {
		return nil, err
	}
	stops, err := named("/task_data/task_ids", "task", tasks.IDs, len(tasks.Locations))
	if err != nil {
		return nil, err
	}
	t.vehicles, t.stops = vehicles.list, stops.list
	if t.capacity, err = dimension("/fleet_data/capacities", f.Capacities, len(t.vehicles), math.Inf(1)); err != nil {
		return nil, err
	}
	if t.demand, err = dimension("/task_data/demand", tasks.Demand, len(t.stops), 0); err != nil {
		return nil, err
	}
	return t.translate()
}

// dimension is the only one of capacities or demands, n numbers, or all the same where there is none.
func dimension(at string, list []Row, n int, other float64) (Row, error) {
	switch {
	case len(list) == 0:
		return slices.Repeat(Row{other}, n), nil
	case len(list) > 1:
		return nil, wrong(at, "found %d dimensions, expected one: vehicles have one capacity here", len(list))
	case len(list[0]) != n:
		return nil, wrong(at+"/0", "found %d numbers, expected %d", len(list[0]), n)
	}
	for k, v := range list[0] {
		if !(v >= 0) {
			return nil, wrong(index(at+"/0", k), "found %v, expected 0 or more", v)
		}
	}
	return list[0], nil
}
