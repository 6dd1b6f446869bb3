package enumerate_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single/enumerate"
)

func TestEnumerate_Conforms(t *testing.T) {
	conformance.Method(t, enumerate.Enumerate{}, qap.Uniform(6, 1))
	conformance.Method(t, enumerate.Enumerate{}, tsp.Random(7, 1))
	conformance.Method(t, enumerate.Enumerate{}, sample.NewBits(8, 1))
}
