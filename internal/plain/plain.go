// Package plain tells which values are numbers alone: these mean the same on a device and in a file.
package plain

import (
	"encoding/binary"
	"reflect"
)

// Type reports whether values of t are numbers and bools all through: themselves, or arrays and structs of them.
func Type(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return Type(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !Type(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128 && t.Kind() != reflect.Uintptr
}

// LowestFirst reports whether this processor keeps the lowest byte of a number first.
func LowestFirst() bool { return binary.NativeEndian.Uint16([]byte{1, 0}) == 1 }
