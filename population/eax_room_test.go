package population

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/walk"
)

// A launch for which an array is too short is refused before it writes past its end.
func TestEAX_ArraysFitTheLaunch(t *testing.T) {
	s, err := EAX{Tours: 4}.Prepare(tsp.Random(20, 1), walk.Plan{Seed: 1, Device: device.Emulator(), Warn: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	walk, err := s.NewWalk(0)
	if err != nil {
		t.Fatal(err)
	}
	w := walk.(*crossWalk)
	defer w.Close()
	if err := w.Launch(0, 1, 0); err != nil {
		t.Fatal(err)
	}
	q, g := w.pop, w.pop.g
	for array, change := range map[string]func(){
		"order": func() { q.g.Cities++ }, "near": func() { q.g.Neighbours++ }, "tours": func() { q.g.Tours++ },
		"table": func() { q.g.EdgeBits++ }, "best": func() { q.g.Number = mostGenerations },
	} {
		if change(); q.fits(w) == nil || !strings.Contains(q.fits(w).Error(), "elements in "+array+",") {
			t.Errorf("%s: %v", array, q.fits(w))
		}
		q.g = g
	}
}
