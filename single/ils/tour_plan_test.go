package ils

import "testing"

func TestPopulation_Plan(t *testing.T) {
	for _, v := range []struct {
		each, part float64
		merge      float64 // kicks, of 100 of a tour
		next, most int
		size       int
	}{
		{each: 0.5, part: 0.1, next: 10, most: 256, size: 1},  // one tour more fits: too few
		{each: 0.05, part: 0, next: 10, most: 256, size: 0},   // 18 fit, less than three times ten: the last
		{each: 0.02, part: 0.5, next: 10, most: 256, size: 0}, // half of the time is over
		{each: 0.02, part: 0, next: 10, most: 256, size: 10},
		{each: 0.02, part: 0, merge: 50, next: 10, most: 256, size: 0}, // merging 30 tours takes 1.5 times the budget
		{each: 0.3, part: 0, merge: 50, next: 10, most: 256, size: 0},
		{each: 0.3, part: 0, merge: 70, next: 10, most: 256, size: 1}, // two fit, but not their merging
		{each: 0.001, part: 0, next: 10, most: 256, size: 10},
		{each: 0.001, part: 0, next: 500, most: 256, size: 256},
		{each: 0, part: 0, next: 10, most: 256, size: 10}, // too fast to be measured
	} {
		p := &population{each: v.each, next: v.next, merge: v.merge, length: 100}
		p.plan(v.part, v.most)
		if p.size != v.size {
			t.Errorf("%+v: size %d", v, p.size)
		}
	}
	p := &population{each: 0.0001, size: 256, next: 512, length: 100} // after the greatest
	if p.plan(0, 256); p.length != 200 || p.size != 256 {
		t.Errorf("after the greatest population: %+v", p)
	}
}

// The last population ends where one tour more would leave too little time to merge all.
func TestPopulation_FitsItsMerging(t *testing.T) {
	p := &population{each: 0.02, merge: 10, length: 100}
	for part := 0.0; p.fits(part, 1); part += p.each {
		p.costs = append(p.costs, 0)
	}
	// 28*0.02 + 28*log2(28)*0.1*0.02 = 0.83, and a tour more makes 0.86, two 0.90, ... 32*0.02 + 32*5*0.002 = 0.96.
	if len(p.costs) != 32 {
		t.Errorf("%d tours", len(p.costs))
	}
}
