package single

import "testing"

func TestPopulation_Plan(t *testing.T) {
	for _, v := range []struct {
		each, part float64
		next, most int
		size       int
		until      float64
	}{
		{each: 0.5, part: 0.1, next: 10, most: 256, size: 1},             // one tour more fits: too few
		{each: 0.05, part: 0, next: 10, most: 256, size: 0, until: 0.93}, // 18 fit, less than three times ten: the last
		{each: 0.02, part: 0.5, next: 10, most: 256, size: 0, until: 0.965},
		{each: 0.001, part: 0, next: 10, most: 256, size: 10},
		{each: 0.001, part: 0, next: 500, most: 256, size: 256},
		{each: 0, part: 0, next: 10, most: 256, size: 10}, // too fast to be measured
	} {
		p := &population{each: v.each, next: v.next, length: 100}
		if v.next > v.most { // 930 would fit
			p.each /= 2
		}
		p.plan(v.part, v.most)
		if p.size != v.size || p.until < v.until-1e-9 || p.until > v.until+1e-9 {
			t.Errorf("%+v: size %d until %v", v, p.size, p.until)
		}
	}
	p := &population{each: 0.0001, size: 256, next: 512, length: 100} // after the greatest
	if p.plan(0, 256); p.length != 200 || p.size != 256 {
		t.Errorf("after the greatest population: %+v", p)
	}
}
