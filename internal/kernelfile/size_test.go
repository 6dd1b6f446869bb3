package kernelfile

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

// A type too large for the method that gen gives it is refused at the field that takes most, with what is allowed.
func TestLoad_RefusesWhatIsTooLarge(t *testing.T) {
	needTime(t)
	_, err := Load(".", "./testdata/large", "Wide", "Half", "Row", "Narrow")
	var rs kernelgen.Refusals
	if !errors.As(err, &rs) || len(rs) != 3 {
		t.Fatalf("%v, want three refusals", err)
	}
	const all = ", and all of a type with kernels may take 1073740800"
	for i, want := range []struct {
		line           int
		reason, wayOut string
	}{
		{7, "field Table of Wide, of type [1099511627776]int32, takes 4398046511104 bytes", "make it a slice"},
		{15, "field A of Half, of type [268435456]int16, takes 536870912 bytes", "make it a slice"},
		{20, "Row takes 1073741824 bytes", "use a struct with a slice"},
	} {
		if r := rs[i]; r.Pos.Line != want.line || filepath.Base(r.Pos.Filename) != "large.go" || r.Reason != want.reason+all || r.WayOut != want.wayOut {
			t.Errorf("%v, want %+v", r, want)
		}
	}
	if p, err := Load(".", "./testdata/large", "Narrow"); err != nil || p == nil {
		t.Errorf("what is as large as may be: %v", err)
	}
}
