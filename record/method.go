package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// Method is a method with its settings, in the order of its struct's fields. A setting that is itself a method is
// written in the same form.
type Method struct {
	Name     string          `json:"name"`
	Settings json.RawMessage `json:"settings"`
}

var number = regexp.MustCompile(`\d+(\.\d+)?([eE][+-]?\d+)?`)

const (
	// usualSize is how many individuals a population with improved children has at most where its settings do not say it.
	usualSize = 1024
	// usualSteps is how many steps a problem refines a child by, and mostTried how many alternatives it prices in each: 7 turns of 2^10.
	usualSteps = 30
	mostTried  = 7 << 10
	// climbing is how many moves of a city an ant prices when it climbs on a GPU, over unitSpread, and more than it does in 3 looks.
	climbing = 50
)

// unit returns how many evaluations the settings let a unit have on an instance of size n: as many as there are individuals, which are the
// product of two numbers, the sides of a torus or those of an island and the islands. Where children are improved each has an improvement,
// of a length that is a setting or 10n, and up to a unit of the method that improves more; where the problem refines them, as deltas tell,
// each has the steps of that. Where each ant climbs, it prices some moves a city.
func (m Method) unit(n float64, deltas int64) float64 {
	first, second := 1.0, 1.0 // the greatest numbers
	for _, text := range number.FindAll(m.Settings, -1) {
		if x, err := strconv.ParseFloat(string(text), 64); err == nil {
			first, second = max(first, x), max(second, min(first, x))
		}
	}
	size, each := first*second, 0.0
	if bytes.Contains(m.Settings, []byte(`"Improve":{`)) {
		each += max(first, 10*n) + n*n + shortUnit
	}
	if deltas > 0 && bytes.Contains(m.Settings, []byte(`"Refine":`)) {
		each += max(first, usualSteps) * mostTried
	}
	if deltas > 0 && m.Name == "ants" {
		each += climbing * n
	}
	return max(size, each*max(size, usualSize))
}

// MethodOf records a method. A nil method has no name.
func MethodOf(m multiwalk.Method) (Method, error) {
	if m == nil {
		return Method{Settings: json.RawMessage("{}")}, nil
	}
	text, err := structJSON(reflect.ValueOf(m))
	if err != nil {
		return Method{}, fmt.Errorf("multiwalk: settings of method %s: %w", m.Name(), err)
	}
	return Method{Name: m.Name(), Settings: text}, nil
}

// structJSON writes the exported fields of a struct or of a pointer to one.
func structJSON(v reflect.Value) (json.RawMessage, error) {
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	text := []byte{'{'}
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() || f.Type.Kind() == reflect.Func || f.Type.Kind() == reflect.Chan {
				continue
			}
			value, err := valueJSON(v.Field(i))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
			if len(text) > 1 {
				text = append(text, ',')
			}
			text = fmt.Appendf(text, "%q:%s", f.Name, value)
		}
	}
	return append(text, '}'), nil
}

func valueJSON(v reflect.Value) (json.RawMessage, error) {
	if v.Kind() == reflect.Slice {
		text := []byte{'['}
		for i := range v.Len() {
			value, err := valueJSON(v.Index(i))
			if err != nil {
				return nil, err
			}
			if i > 0 {
				text = append(text, ',')
			}
			text = append(text, value...)
		}
		return append(text, ']'), nil
	}
	if v.CanFloat() && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)) {
		return nil, fmt.Errorf("%v cannot be recorded; give a finite number", v.Float())
	}
	if v.Kind() == reflect.Interface && v.IsNil() {
		return json.RawMessage("null"), nil
	}
	if m, ok := v.Interface().(walk.Method); ok {
		nested, err := MethodOf(m)
		if err != nil {
			return nil, err
		}
		return json.Marshal(nested)
	}
	return json.Marshal(v.Interface())
}
