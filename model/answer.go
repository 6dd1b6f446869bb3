package model

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/walk"
)

// Answer is a solution in the names of its document. Of Order, Chosen, Values, Routes, Schedule and Vector a kind of model has one.
type Answer struct {
	// Objective is what the document asks to be small, or great, in its own units; null where the solution keeps to a constraint less than
	// it must.
	Objective  *float64    `json:"objective"`
	Order      []Name      `json:"order,omitzero"`  // of places, rows or jobs
	Chosen     []Name      `json:"chosen,omitzero"` // items or sets
	Values     Values      `json:"values,omitzero"` // of variables; locations of facilities, colours, machines
	Routes     []Route     `json:"routes,omitzero"`
	Schedule   []Step      `json:"schedule,omitzero"`   // of a job shop's operations
	Vector     Row         `json:"vector,omitzero"`     // of a problem of the user's own: the solution's numbers
	LeftOut    []Name      `json:"left_out,omitzero"`   // of what may be left out, or must not
	Violations []Violation `json:"violations,omitzero"` // what is violated
}

// Violation is by how much a constraint is violated, in units of the document.
type Violation struct {
	Name   string  `json:"name"`
	Amount float64 `json:"amount"`
}

// Route is what a vehicle visits, in this order.
type Route struct {
	Vehicle Name   `json:"vehicle"`
	Stops   []Name `json:"stops"`
}

// teller tells solutions in the names of a document, and hears them.
type teller interface {
	// tell sets one of the answer's lists, adds violations that the problem does not name, and may set the objective.
	tell(x []int32, a *Answer)
	hear(a *Answer) ([]int32, error)
}

// WriteSolution writes an Answer.
func (m *made) WriteSolution(w io.Writer, x []int32) error {
	text, err := json.Marshal(m.answer(x))
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	return err
}

func (m *made) answer(x []int32) *Answer {
	a := &Answer{}
	m.tell(x, a)
	cost := m.problem.Cost(x)
	var list []multiwalk.Violation
	if p, ok := m.problem.(multiwalk.Constrained); ok && p.Constraints() != nil {
		c := p.Constraints()
		list = c.Violations(cost)
		cost = c.Unpack(cost, make([]int64, len(c.List())))
	} else if p, ok := m.problem.(multiwalk.Violator); ok {
		list = p.Violations(x)
	}
	kept := len(a.Violations) == 0 && len(list) == 0
	if p := m.restricted; p != nil {
		price := 0.0
		if a.Violations, kept, price = p.violations(x); a.Objective != nil {
			*a.Objective += price
		}
		a.LeftOut = p.leftOut(x)
	} else {
		for _, v := range list {
			unit := cmp.Or(m.parts[v.Name], 1)
			a.Violations = append(a.Violations, Violation{v.Name, float64(v.Amount) / unit})
		}
	}
	objective := float64(cost)/m.units + m.offset
	if m.problem.Space().Kind() == multiwalk.KindReals {
		objective = continuous.Value(cost)
	}
	switch {
	case !kept:
		a.Objective = nil
	case a.Objective == nil && !math.IsInf(objective, 0):
		a.Objective = &objective
	}
	return a
}

// ReadSolution reads an Answer. Nothing but its list counts.
func (m *made) ReadSolution(r io.Reader, file string) ([]int32, error) {
	limit := bounded.Limit{Most: mostBytes, Remedy: "check that this is a solution of the model"}
	text, err := limit.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var x []int32
	a := &Answer{}
	if err = decode(text, a); err == nil {
		x, err = m.hear(a)
	}
	if err == nil {
		err = walk.Feasible(m.problem, x)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return x, nil
}

// order is told as a list of all elements.
type order struct {
	*names
	from func(x []int32) []int32    // the elements in the order that a solution stands for; nil: x
	to   func(list []int32) []int32 // the inverse
}

func (o order) tell(x []int32, a *Answer) {
	if o.from != nil {
		x = o.from(x)
	}
	a.Order = o.names.tell(x)
}

func (o order) hear(a *Answer) ([]int32, error) {
	x, err := o.some("/order", a.Order, true)
	if err == nil && o.to != nil {
		x = o.to(x)
	}
	return x, err
}

// chosen is told as the list of the elements whose bit is 1.
type chosen struct{ *names }

func (c chosen) tell(x []int32, a *Answer) {
	list := []int32{}
	for i, v := range x {
		if v == 1 {
			list = append(list, int32(i))
		}
	}
	a.Chosen = c.names.tell(list)
}

func (c chosen) hear(a *Answer) ([]int32, error) {
	if a.Chosen == nil {
		return nil, errors.New("found no \"chosen\", expected the list of what is chosen")
	}
	list, err := c.all("/chosen", a.Chosen)
	x := make([]int32, len(c.list))
	for _, i := range list {
		x[i] = 1
	}
	return x, err
}

// values is told as what each element has, which is one of the options.
type values struct {
	*names
	options *names
	free    bool // an element may have none of them, but the number behind
}

func (v values) tell(x []int32, a *Answer) {
	a.Values = Values{}
	for i, option := range x {
		if int(option) < len(v.options.list) {
			a.Values = append(a.Values, Pair{v.list[i], v.options.list[option]})
		}
	}
}

func (v values) hear(a *Answer) ([]int32, error) {
	keys := make([]Name, len(a.Values))
	for i, p := range a.Values {
		keys[i] = p.Key
	}
	at, err := v.some("/values", keys, !v.free)
	if err != nil {
		return nil, err
	}
	x := slices.Repeat([]int32{int32(len(v.options.list))}, len(v.list))
	for i, p := range a.Values {
		if x[at[i]], err = v.options.find("/values/"+p.Key.text, p.Value); err != nil {
			return nil, err
		}
	}
	return x, nil
}
