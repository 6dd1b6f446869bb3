package model

import (
	"errors"
	"io"

	"github.com/multiwalk/multiwalk/problem"
)

// pictures is how the model's own problem draws; nil: it does not.
type pictures struct {
	problem.Pictured
	draw func(w io.Writer, v *view) error
}

// picturesOf is how a model draws that is given constraints. Routes may leave out customers.
func picturesOf(m *made) *pictures {
	drawn, ok := m.problem.(problem.Pictured)
	if !ok || m.ground.free && m.ground.dividers == 0 && m.ground.shop == nil {
		return nil
	}
	p := &pictures{drawn, func(w io.Writer, v *view) error { return drawn.SVG(w, v.list) }}
	switch told := m.teller.(type) {
	case ways:
		p.draw = func(w io.Writer, v *view) error { return drawn.SVG(w, told.to(v.list)) }
	case *shop:
		p.draw = told.draw
	}
	return p
}

// Drawable says why there is no picture.
func (p *restricted) Drawable() error {
	if p.drawn == nil {
		return errors.New("a model with constraints is drawn where its problem is, and nothing may be left out but customers of routes and jobs of job shops")
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
	return p.drawn.draw(w, &v)
}
