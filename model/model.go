// Package model reads problems that are written as a JSON document in names of the user's own: places, jobs, variables. Each kind of model
// is translated into one of the problems of this library, and solutions are told in the document's names. Documents of VROOM, cuOpt,
// dimod and bqpjson, a bare matrix, and tables of comma-separated values are read too. docs/models.md shows them all.
package model

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/nearest"
)

// Model is a document. It has a name, if it likes, and exactly one of the other members.
type Model struct {
	Name       string      `json:"name,omitzero" jsonschema:"what to call the instance; without it, it is called as its file"`
	Tour       *Tour       `json:"tour,omitzero" jsonschema:"the shortest tour of all places, or open path through them"`
	Routes     *Routes     `json:"routes,omitzero" jsonschema:"the shortest routes of vehicles from a depot to all customers and back"`
	Assignment *Assignment `json:"assignment,omitzero" jsonschema:"facilities to locations, at the least sum of flow times distance (QAP)"`
	QUBO       *QUBO       `json:"qubo,omitzero" jsonschema:"variables of 0 and 1, at the least sum of weights"`
	Ising      *Ising      `json:"ising,omitzero" jsonschema:"variables of -1 and 1, at the least sum of weights"`
	Ordering   *Ordering   `json:"ordering,omitzero" jsonschema:"the order of rows and columns with the greatest sum above the diagonal"`
	Knapsack   *Knapsack   `json:"knapsack,omitzero" jsonschema:"the items that fit all capacities, with the greatest profit"`
	Cover      *Cover      `json:"cover,omitzero" jsonschema:"sets, of the least cost, that together have all elements"`
	Colouring  *Colouring  `json:"colouring,omitzero" jsonschema:"a colour for each vertex, so that no edge has the same one at both ends"`
	FlowShop   *FlowShop   `json:"flow_shop,omitzero" jsonschema:"the order of jobs, the same on all machines, that is done soonest"`
	JobShop    *JobShop    `json:"job_shop,omitzero" jsonschema:"when machines work at the operations of jobs, each job with an order of its own"`
	Machine    *Machine    `json:"machine,omitzero" jsonschema:"the order of jobs with due dates on a machine, with the least weighted tardiness"`
	Tasks      *Tasks      `json:"tasks,omitzero" jsonschema:"a machine for each task, so that the last machine is done as early as possible"`
	Own        *Own        `json:"own,omitzero" jsonschema:"solutions of the user's own, whose costs another program tells"`

	Constraints []Constraint `json:"constraints,omitzero" jsonschema:"what must be kept, or ought to; of all models but own"`
}

// kind is one kind of model.
type kind interface {
	// translate makes a problem of it; at is its JSON pointer in the document.
	translate(at string) (*made, error)
}

// made is a model as a problem, and how its solutions are told.
type made struct {
	format  string // the name of the problem's format
	problem multiwalk.Problem
	teller
	units      float64 // what a unit of the document comes to in costs; below 0 where it is maximised
	offset     float64 // of the document's objective, in its units
	notes      []string
	parts      map[string]float64 // what a unit of the document comes to in amounts of the problem's own constraints; 1 if it is not here
	ground     *ground            // for constraints; nil: they cannot be kept
	restricted *restricted        // by constraints; nil: there are none
}

// translate makes a problem of the model's only kind.
func (m *Model) translate(at string) (*made, error) {
	var found kind
	var names, all []string
	fields := reflect.ValueOf(*m)
	for i := range fields.NumField() {
		name, _, _ := strings.Cut(fields.Type().Field(i).Tag.Get("json"), ",")
		k, ok := fields.Field(i).Interface().(kind)
		if !ok {
			continue
		}
		if all = append(all, name); !fields.Field(i).IsNil() {
			found, names = k, append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, wrong(at, "found no model, expected a member with one: %s", strings.Join(all, ", "))
	}
	if len(names) > 1 {
		return nil, wrong(at, "found %d kinds of model (%s), expected one of %s; split the document", len(names), strings.Join(names, ", "),
			strings.Join(all, ", "))
	}
	if m.Routes != nil {
		m.Routes.some = optional(m.Constraints)
	}
	if m.JobShop != nil {
		m.JobShop.constraints = m.Constraints
	}
	made, err := found.translate(at + "/" + names[0])
	if err == nil && len(m.Constraints) > 0 {
		err = restrict(made, at+"/constraints", m.Constraints)
	}
	return made, err
}

// wrong is an error about what a JSON pointer leads to.
func wrong(at, format string, args ...any) error { return &fault{at, fmt.Sprintf(format, args...)} }

// mostPointer is how much of a JSON pointer an error shows, in bytes.
const mostPointer = 200

// fault is what is wrong in a document.
type fault struct{ at, text string }

func (f *fault) Error() string {
	at := f.at
	if len(at) > mostPointer {
		at = at[:mostPointer/2] + "…" + at[len(at)-mostPointer/2:]
	}
	if at == "" {
		return "the document: " + f.text
	}
	return "at " + at + ": " + f.text
}

// within is an error of a problem's constructor, said of the part of the document that it was made of.
func within(at string, err error) error {
	if err == nil {
		return nil
	}
	var inside *fault
	if errors.As(err, &inside) {
		return &fault{cmp.Or(inside.at, at), inside.text}
	}
	return wrong(at, "%s", strings.TrimPrefix(err.Error(), "multiwalk: "))
}

// members are the names of a type's members in JSON.
func members(t reflect.Type) (list []string) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// hint is what a misspelt member may have been meant to be, and what members there are.
func hint(member string, t reflect.Type) string {
	known := members(t)
	return fmt.Sprintf("no member %q is known here%s; known are %s", member, nearest.Hint(member, known), strings.Join(known, ", "))
}
