package stat

import (
	"encoding/binary"
	"math"
	"testing"
)

// FuzzFit takes the bytes for times, some of runs that ended without the target. Whatever they are, a fit is an error or has
// finite parameters, and M(p) is a time that falls with p.
func FuzzFit(f *testing.F) {
	add := func(list ...float64) {
		var b []byte
		for _, v := range list {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
		f.Add(b)
	}
	add(1, 2, 3, 4, 5)
	add(1, 1, 1, 1, 1.0000001, -2, -2)
	add(1e-6, 1e6, 1e-6, 1e6, 1, -1e9)
	add(1e-300, 1e300, 1, 2, 3, 4)
	f.Fuzz(func(t *testing.T, b []byte) {
		var list []Observation
		for ; len(b) >= 8 && len(list) < 50; b = b[8:] {
			v := math.Float64frombits(binary.LittleEndian.Uint64(b))
			if size := math.Abs(v); size > 1e-12 && size < 1e15 { // from below a microsecond to more evaluations than anyone makes
				list = append(list, Observation{Time: size, Censored: v < 0})
			}
		}
		s, err := NewSample(list)
		if err != nil {
			return
		}
		for _, by := range []Estimator{Likelihood, Squares} {
			for _, family := range Families() {
				fit, err := s.Fit(family, by)
				if err != nil {
					continue
				}
				one, many := Fastest(fit, 1), Fastest(fit, 1e6)
				if !(many >= 0 && many <= one*(1+1e-9)) {
					t.Fatalf("%s by %s of %v: %+v has M(1) %g, M(1e6) %g", family, by, s.sorted, fit.Parametric, one, many)
				}
				if !(fit.KS >= 0 && fit.KS <= 1) || math.IsNaN(fit.AndersonDarling) {
					t.Fatalf("%s by %s of %v: %+v has distances %g, %g", family, by, s.sorted, fit.Parametric, fit.KS, fit.AndersonDarling)
				}
				if r := BestRestart(fit, s.Min()); !(r.Expected <= one*(1+1e-9)) {
					t.Fatalf("%s by %s of %v: %+v has restart %+v", family, by, s.sorted, fit.Parametric, r)
				}
			}
		}
	})
}
