package cli

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/nearest"
	"github.com/multiwalk/multiwalk/walk"
)

var (
	methodType   = reflect.TypeFor[walk.Method]()
	durationType = reflect.TypeFor[time.Duration]()
)

// setting is a field of a method's struct, or of a struct in it, as --set addresses it.
type setting struct {
	key  string // "local-search", "restart.after"
	doc  string // the key of its comment in docs
	path []int
	typ  reflect.Type
}

// in returns the setting's field in a method.
func (s setting) in(v reflect.Value) reflect.Value { return v.FieldByIndex(s.path) }

// settingsOf lists the settings of a struct type, in the order of its fields.
func settingsOf(t reflect.Type) []setting {
	var list []setting
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		s := setting{key: keyOf(f.Name), doc: t.String() + "." + f.Name, path: []int{i}, typ: f.Type}
		switch {
		case f.Type.Kind() == reflect.Struct:
			for _, inner := range settingsOf(f.Type) {
				inner.key, inner.path = s.key+"."+inner.key, append([]int{i}, inner.path...)
				list = append(list, inner)
			}
		case typeName(f.Type) != "":
			list = append(list, s)
		}
	}
	return list
}

// keyOf writes a field's name as a flag: LocalSearch becomes local-search.
func keyOf(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// typeName says what --set takes for a field of the type; it is empty for one that cannot be set from text.
func typeName(t reflect.Type) string {
	switch {
	case t == methodType:
		return "method"
	case t == durationType:
		return "duration"
	case t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Slice && typeName(t.Elem()) != "":
		return typeName(t.Elem()) + "s, separated by commas"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.String:
		return "word"
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64:
		return "whole number"
	case t.Kind() == reflect.Float32, t.Kind() == reflect.Float64:
		return "number"
	}
	return ""
}

// withSettings returns the method with settings of the form key=value changed. A setting that is itself a method is
// chosen by its name, and then has settings of its own: "method=tabu", "method.tenure=20". Errors list the keys.
func (p *Program) withSettings(m walk.Method, changes []string) (walk.Method, error) {
	for _, change := range changes {
		var err error
		if m, err = p.changed(m, []string{change}); err != nil {
			return nil, fmt.Errorf("--set %s: %w", change, err)
		}
	}
	return m, nil
}

// changed is withSettings without the flag in its errors.
func (p *Program) changed(m walk.Method, changes []string) (walk.Method, error) {
	v := reflect.New(reflect.TypeOf(m)).Elem()
	v.Set(reflect.ValueOf(m))
	for _, change := range changes {
		key, value, ok := strings.Cut(change, "=")
		if !ok {
			return nil, errors.New("it has no value; write key=value")
		}
		if err := p.set(v, key, value); err != nil {
			return nil, err
		}
	}
	return v.Interface().(walk.Method), nil
}

func (p *Program) set(v reflect.Value, key, value string) error {
	name := v.Interface().(walk.Method).Name()
	list := settingsOf(v.Type())
	if at := slices.IndexFunc(list, func(s setting) bool { return s.key == strings.ToLower(key) }); at >= 0 {
		return p.assign(list[at].in(v), value)
	}
	for _, s := range list {
		inner, ok := strings.CutPrefix(key, s.key+".")
		if field := s.in(v); ok && s.typ == methodType {
			if field.IsNil() {
				return fmt.Errorf("choose the method first: --set %s=NAME", s.key)
			}
			m, err := p.changed(field.Interface().(walk.Method), []string{inner + "=" + value})
			if err == nil {
				field.Set(reflect.ValueOf(m))
			}
			return err
		}
	}
	var keys []string
	for _, s := range list {
		keys = append(keys, s.key)
	}
	return fmt.Errorf("method %s has no setting %q%s; it has %s", name, key, nearest.Hint(key, keys), p.keysOf(list, v))
}

// keysOf lists settings with their defaults, in one line.
func (p *Program) keysOf(list []setting, v reflect.Value) string {
	if len(list) == 0 {
		return "none"
	}
	keys := make([]string, len(list))
	for i, s := range list {
		keys[i] = fmt.Sprintf("%s (%s)", s.key, typeName(s.typ))
	}
	return strings.Join(keys, ", ") + "; " + p.Command + " methods " + v.Interface().(walk.Method).Name() + " explains them"
}

// assign parses value into a field. What the value may be beyond its type, the method itself checks.
func (p *Program) assign(field reflect.Value, value string) error {
	switch {
	case field.Type() == methodType:
		m, err := p.methodNamed(value)
		if err == nil {
			field.Set(reflect.ValueOf(m))
		}
		return err
	case field.Kind() == reflect.Slice:
		parts := strings.Split(value, ",")
		list := reflect.MakeSlice(field.Type(), len(parts), len(parts))
		for i, part := range parts {
			if err := p.assign(list.Index(i), part); err != nil {
				return err
			}
		}
		field.Set(list)
		return nil
	}
	return assignScalar(field, value)
}

func assignScalar(field reflect.Value, value string) error {
	switch {
	case field.Type() == durationType:
		d, err := console.Time(value)
		field.SetInt(int64(d))
		return err
	case field.Kind() == reflect.Bool:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("%q is not %s", value, typeName(field.Type()))
		}
		field.SetBool(b)
	case field.Kind() == reflect.String:
		field.SetString(value)
	default:
		return console.Number(value, field)
	}
	return nil
}

// valueText writes a field as --set takes it.
func valueText(v reflect.Value) string {
	switch {
	case v.Type() == methodType && v.IsNil():
		return ""
	case v.Type() == methodType:
		return v.Interface().(walk.Method).Name()
	case v.Kind() == reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = valueText(v.Index(i))
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(v.Interface())
}
