package model

import (
	"errors"
	"io"

	"github.com/multiwalk/multiwalk/problem"
)

// pictures is how the model's own problem draws; nil: it does not.
type pictures struct {
	problem.Pictured
	of func(list []int32) []int32 // the solution of the problem that a view's list is
}

// picturesOf is how a model draws that is given constraints. Routes may leave out customers.
func picturesOf(m *made) *pictures {
	drawn, ok := m.problem.(problem.Pictured)
	if !ok || m.ground.free && m.ground.dividers == 0 {
		return nil
	}
	p := &pictures{drawn, func(list []int32) []int32 { return list }}
	if w, ok := m.teller.(ways); ok {
		p.of = w.to
	}
	return p
}

// Drawable says why there is no picture.
func (p *restricted) Drawable() error {
	if p.drawn == nil {
		return errors.New("a model with constraints is drawn where its problem is, and nothing may be left out but customers of routes")
	}
	if d, ok := p.drawn.Pictured.(interface{ Drawable() error }); ok {
		return d.Drawable()
	}
	return nil
}

// SVG implements problem.Pictured.
func (p *restricted) SVG(w io.Writer, x []int32) error {
	if err := p.Drawable(); err != nil {
		return err
	}
	var v view
	p.look(x, &v)
	return p.drawn.SVG(w, p.drawn.of(v.list))
}
