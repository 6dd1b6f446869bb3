package qap

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// A flow is drawn where its facilities are, and red if they are far apart; an instance without flows is drawn too.
func TestSVG(t *testing.T) {
	q := must.Have(New("three", 3, []int32{0, 4, 1, 0, 0, 0, 0, 0, 0}, []int32{0, 1, 5, 1, 0, 2, 5, 2, 0}))(t)
	none := must.Have(New("none", 2, make([]int32, 4), make([]int32, 4)))(t)
	var picture, empty strings.Builder
	must.Do(t, q.SVG(&picture, []int32{2, 0, 1}))
	for _, want := range []string{"3 facilities, cost 22<", `<path fill="rgb(220,70,40)" d="M0.0 533.3h266.7v266.7h-266.7z"/>`, `<path fill="rgb(106,70,136)"`} {
		if !strings.Contains(picture.String(), want) {
			t.Errorf("the picture has no %s:\n%s", want, picture.String())
		}
	}
	if err := none.SVG(&empty, []int32{0, 1}); err != nil || strings.Contains(empty.String(), "<path") {
		t.Errorf("without flows there is drawn %s: %v", empty.String(), err)
	}
}
