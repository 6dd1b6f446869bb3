package plain

import (
	"reflect"
	"testing"
)

func TestType(t *testing.T) {
	type pair struct {
		a int32
		b [2]bool
	}
	type holder struct {
		a int32
		b *int32
	}
	for _, c := range []struct {
		value any
		want  bool
	}{
		{int32(1), true}, {true, true}, {1i, true}, {[3]uint8{}, true}, {pair{}, true}, {[2]pair{}, true}, {struct{}{}, true},
		{uintptr(1), false}, {"text", false}, {[]int32{1}, false}, {new(int32), false}, {holder{}, false}, {[2]holder{}, false},
	} {
		if got := Type(reflect.TypeOf(c.value)); got != c.want {
			t.Errorf("Type(%T) = %v, want %v", c.value, got, c.want)
		}
	}
}
