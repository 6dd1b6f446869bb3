package population

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/jobshop"
)

// On a machine individuals of a job shop are populations whose individuals are compared, the last of those that are left over.
func TestBroods_AreIslandsOnMachines(t *testing.T) {
	p := must.Have(jobshop.Draw(3, 2, 1))(t)
	s := &memeticSearch{p: p, n: 6, relinks: true}
	var sizes []int
	for _, b := range s.broodsOf(0, 300).list {
		if sizes = append(sizes, b.size()); b.survivors == nil {
			t.Error("who lives on does not go by distances")
		}
	}
	if len(sizes) != 3 || sizes[0] != mostSurvivors || sizes[1] != mostSurvivors || sizes[2] != 300-2*mostSurvivors {
		t.Errorf("the islands have %v individuals", sizes)
	}
}
