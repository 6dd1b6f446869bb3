package ils

import (
	"slices"
	"testing"
)

// Tours are merged whenever there are half as many again, and at the most; then a new population begins.
func TestPopulation_Sizes(t *testing.T) {
	p, at := newPopulation(1), []int{}
	for i := range 100 {
		if p.grew([]int32{0}, int64(i), 0, false, 50) {
			at = append(at, i+1)
			if tours := len(p.raw.costs); tours != (i%50)+1 {
				t.Errorf("%d tours are merged after %d", tours, i+1)
			}
			p.begin([]int32{0}, 1000, 0)
			p.end(0, 50)
		}
	}
	if want := []int{5, 7, 10, 15, 22, 33, 49, 50, 55, 57, 60, 65, 72, 83, 99, 100}; !slices.Equal(at, want) {
		t.Errorf("merged at %v, want %v", at, want)
	}
}

// With many cities the first tours are merged sooner.
func TestPopulation_FewerFirst(t *testing.T) {
	if a, b := newPopulation(manyCities-1).size, newPopulation(manyCities).size; a != firstTours || b != firstMany {
		t.Errorf("first merged with %d and %d tours", a, b)
	}
}

// Where the budget is not for the next size, tours are merged when one more would leave too little time.
func TestPopulation_MergesBeforeTheEnd(t *testing.T) {
	p, each := newPopulation(1), 0.02
	part, at := 0.0, []int{}
	for i := 0; part < 1; i++ {
		part += each
		if p.grew([]int32{0}, int64(i), part, true, 256) {
			at = append(at, i+1)
			m := float64(len(p.raw.costs))
			p.begin([]int32{0}, 1000, part)
			part += m * 0.001
			p.end(part, 256)
		}
	}
	// 33 tours take 0.758 with all merging, and eight more 0.918. Yet another one and the merging of 43 would end at 0.981.
	if want := []int{5, 7, 10, 15, 22, 33, 41}; !slices.Equal(at, want) {
		t.Errorf("merged at %v, want %v", at, want)
	}
}

// Generations go on until several gained nothing; partners change.
func TestPopulation_Generations(t *testing.T) {
	p := newPopulation(1)
	for i := range 5 {
		p.raw.welcome([]int32{0}, int64(10+i))
	}
	if !p.begin([]int32{0}, 12, 0) || len(p.now.costs) != 5 {
		t.Fatal("a tour of a cost that there is has joined")
	}
	shifts := []int{}
	for generation := 0; ; generation++ {
		shifts = append(shifts, p.shift)
		for i := range p.now.costs {
			if generation == 1 && i == 2 {
				p.next.costs[i]--
			}
			if p.merged() != (i == 4) {
				t.Fatal("a generation has not as many tours as there are")
			}
		}
		if !p.generation(p.gained) {
			break
		}
	}
	if want := []int{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}; !slices.Equal(shifts, want) {
		t.Errorf("shifts %v, want %v", shifts, want)
	}
}
