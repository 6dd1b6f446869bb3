package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/multiwalk/multiwalk/walk"
)

// deepest is how deep methods may be nested, so that no record keeps Restore busy for long.
const deepest = 16

var methodType = reflect.TypeFor[walk.Method]()

// Restore returns the method with its settings; it is the inverse of MethodOf. known lists the methods that a name may
// mean. If the record lacks a setting, because an earlier program wrote it, the setting has its zero value, the
// documented default.
func (m Method) Restore(known []walk.Method) (walk.Method, error) {
	r := restorer{known: known}
	v, err := r.method(m)
	if err != nil {
		return nil, fmt.Errorf("multiwalk: method %q of the record: %w", m.Name, err)
	}
	return v, nil
}

type restorer struct {
	known []walk.Method
	depth int
}

func (r *restorer) method(m Method) (walk.Method, error) {
	at := slices.IndexFunc(r.known, func(k walk.Method) bool { return k.Name() == m.Name })
	if at < 0 {
		return nil, fmt.Errorf("this program has no method %q", m.Name)
	}
	t := reflect.TypeOf(r.known[at])
	v := reflect.New(t).Elem()
	if err := r.settings(v, m.Settings); err != nil {
		return nil, err
	}
	return v.Interface().(walk.Method), nil
}

// settings sets the fields of a struct, or of the one that v points to.
func (r *restorer) settings(v reflect.Value, text json.RawMessage) error {
	if r.depth++; r.depth > deepest {
		return fmt.Errorf("more than %d methods one in another", deepest)
	}
	defer func() { r.depth-- }()
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return fmt.Errorf("its settings: %w", err)
	}
	if v.Kind() != reflect.Struct && len(fields) > 0 {
		return errors.New("it has no settings")
	}
	for name, value := range fields {
		f, ok := v.Type().FieldByName(name)
		if !ok || len(f.Index) > 1 || !f.IsExported() || f.Type.Kind() == reflect.Func || f.Type.Kind() == reflect.Chan {
			return fmt.Errorf("this program's has no setting %q", name)
		}
		if err := r.value(v.FieldByIndex(f.Index), value); err != nil {
			return fmt.Errorf("setting %s: %w", name, err)
		}
	}
	return nil
}

// value sets a setting from what valueJSON wrote.
func (r *restorer) value(v reflect.Value, text json.RawMessage) error {
	switch {
	case v.Kind() == reflect.Slice:
		return r.list(v, text)
	case !v.Type().Implements(methodType):
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		return d.Decode(v.Addr().Interface())
	case string(bytes.TrimSpace(text)) == "null":
		v.SetZero()
		return nil
	}
	var m Method
	if err := json.Unmarshal(text, &m); err != nil {
		return err
	}
	if v.Kind() == reflect.Interface {
		inner, err := r.method(m)
		if err == nil {
			v.Set(reflect.ValueOf(inner))
		}
		return err
	}
	return r.settings(v, m.Settings)
}

// list sets a slice; an empty one is nil.
func (r *restorer) list(v reflect.Value, text json.RawMessage) error {
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	if len(list) == 0 {
		return nil
	}
	v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	for i, element := range list {
		if err := r.value(v.Index(i), element); err != nil {
			return err
		}
	}
	return nil
}
