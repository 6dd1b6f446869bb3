package ordering

import (
	"bytes"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/runtest/everywhere"
)

// drawn is a random matrix.
func drawn(n int, seed uint64) *Instance {
	p, err := Draw(n, seed)
	if err != nil {
		panic(err)
	}
	return p
}

func TestOrdering_Conforms(t *testing.T) {
	for _, n := range []int{1, 2, 9, 40} {
		conformance.Problem(t, drawn(n, 3))
	}
}

// Everywhere the optimum is found, which enumeration proves.
func TestOrdering_Optimum(t *testing.T) {
	p := drawn(7, 1)
	everywhere.Optimum(t, p, runtest.LeastBy(p.Space(), func(x []int32) int64 { return must.Be(p.Verify(x)) }))
}

// A seed gives one result: again on the emulator, and on a GPU.
func TestOrdering_OneSeedOneResult(t *testing.T) {
	everywhere.OneResult(t, drawn(30, 5), 2, 20_000)
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "f:1: the file ends where the number of rows",
		"2\n0 1\nx 0":         `f:3: found "x" where the entry in row 2, column 1`,
		"2\n0 1\n268435457 0": "f:3: found 268435457 as the entry in row 2, column 1",
		"6000":                "f:1: found 6000",
		"2\n0 1\n3 0 5":       `f:3: found "5" after 2 rows of 2 entries`,
		"2\n0 1\n3 0\n":       "",
	} {
		p, err := Read(strings.NewReader(text), "f")
		switch {
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%q: %v", text, err)
		case want == "" && (err != nil || p.Cost([]int32{1, 0}) != -3 || p.LowerBound() != -3):
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

func TestPicture(t *testing.T) {
	p, svg := New(2, []int32{0, 3, 1, 0}), bytes.Buffer{}
	must.Do(t, p.SVG(&svg, []int32{0, 1}))
	if s := svg.String(); strings.Count(s, "#26b") != 1 || strings.Count(s, "#d33") != 1 || !strings.Contains(s, "2 rows, 3 above") {
		t.Error(s)
	}
}
