package bbob_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/bbob"
)

// values are those of the 24 functions in 5 dimensions, instance 2, at point 1, for tests where the published values are missing.
var values = [bbob.Functions]float64{
	543.14131648, 9371639.631262, 1979.717362153, 2470.799490299, 834.8946080329, 63591.65667898,
	1634.313313709, 13995.2438924, 281715.8655597, 20546157.65514, 27940925.84326, 1048073430.908,
	2328.996072595, -58.34987695292, 485.3100096627, -288.9854938822, 320.4845676475, 869.5989952028,
	129.5439279982, 58167.85912771, 68.51663258293, 1082.59614884, 10.2618899627, 278.3713297758,
}

func TestNew_SomeValues(t *testing.T) {
	for k, want := range values {
		p := must.Have(bbob.New(k+1, 5, 2))(t)
		if got := p.Problem().Cost(point(5, 1)); math.Abs(got-want) > 1e-10*(1+math.Abs(want)) {
			t.Errorf("%s: %.17g, want %.17g", p.Name(), got, want)
		}
	}
}

func TestNamed(t *testing.T) {
	for name, want := range map[string]string{"bbob:f15:d40:i3": "bbob:f15:d40:i3", "bbob:f1:d2": "bbob:f1:d2:i1", "rastrigin:d100": "rastrigin:d100",
		"ackley:d3:i2": "ackley:d3:i2"} {
		if p, err := bbob.Named(name); err != nil || p.Name() != want || !bbob.Sniff([]byte(name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]string{"bbob:f25:d2": "no function 25", "bbob:d2": "no function 0", "sphere:": "names no function",
		"sphere:d0": "no dimension", "bbob:f1:d2000": "from 1 to 1000", "cone:d3": "known are", "sphere:dx": "names no function"} {
		must.Fail(t, want)(bbob.Named(name))
	}
}

// The classic functions cost 0 at their optimum, shifted or not, and conform as problems.
func TestClassics(t *testing.T) {
	for _, prefix := range bbob.Prefixes()[1:] {
		for _, rest := range []string{"d1", "d3", "d3:i4"} {
			p := must.Have(bbob.Named(prefix + rest))(t)
			x, least := p.Optimum()
			if v := p.Problem().Cost(x); math.Abs(v) > 1e-10 || least != 0 {
				t.Errorf("%s costs %v at its optimum", p.Name(), v)
			}
			conformance.Problem(t, p, conformance.Solutions(1))
		}
	}
}

// A solution that is written and read again has the same bits.
func TestSolution_ComesBack(t *testing.T) {
	p := must.Have(bbob.Named("schwefel:d9:i1"))(t)
	x := make([]int32, p.Space().Len())
	p.Space().Random(multiwalk.NewRand(1, 0), x)
	var text bytes.Buffer
	must.Do(t, p.WriteSolution(&text, x))
	y, err := p.ReadSolution(bytes.NewReader(text.Bytes()), "file")
	if err != nil || fmt.Sprint(x) != fmt.Sprint(y) || p.Cost(y) != p.Cost(x) {
		t.Errorf("%v became %v, %v", continuous.Unpack(x), continuous.Unpack(y), err)
	}
	for text, want := range map[string]string{"1 2 3": "3 numbers", strings.Repeat("1 ", 10): "one too many", "1 NaN": "no number", "one": "no number"} {
		must.Fail(t, want)(p.ReadSolution(strings.NewReader(text), "file"))
	}
}
