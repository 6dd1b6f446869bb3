package tune

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/multiwalk/multiwalk/internal/alias"
	"github.com/multiwalk/multiwalk/walk"
)

// Go returns a method as Go writes it, without the settings that are 0: single.Anneal{Alpha: 0.9}.
func Go(m walk.Method) string {
	if m == nil {
		return "nil"
	}
	return text(reflect.ValueOf(m))
}

func text(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		if v.Kind() == reflect.Pointer {
			return "&" + text(v.Elem())
		}
		return text(v.Elem())
	case reflect.Struct:
		var fields []string
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() {
				fields = append(fields, f.Name+": "+text(v.Field(i)))
			}
		}
		return alias.Name(v.Type()) + "{" + strings.Join(fields, ", ") + "}"
	case reflect.Slice, reflect.Array:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = text(v.Index(i))
		}
		return v.Type().String() + "{" + strings.Join(parts, ", ") + "}"
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	}
	return fmt.Sprint(v.Interface())
}
