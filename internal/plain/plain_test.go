package plain

import (
	"image"
	"reflect"
	"testing"
	"time"
)

func TestType(t *testing.T) {
	for _, c := range []struct {
		value any
		want  bool
	}{
		{int32(1), true}, {true, true}, {1i, true}, {[3]uint8{}, true}, {image.Point{}, true}, {[2]image.Rectangle{}, true},
		{struct{}{}, true},
		{uintptr(1), false}, {"text", false}, {[]int32{1}, false}, {new(int32), false}, {time.Time{}, false}, {[2]time.Time{}, false},
	} {
		if got := Type(reflect.TypeOf(c.value)); got != c.want {
			t.Errorf("Type(%T) = %v, want %v", c.value, got, c.want)
		}
	}
}
