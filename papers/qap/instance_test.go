package qap

import (
	"errors"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
)

func TestLoad_PaperInstances(t *testing.T) {
	list := must.Have(Load(benchdata.Dir(t), nil))(t)
	if len(list) != 9 || list[0].Name != "tai25b" || list[8].Name != "tai50b" {
		t.Fatalf("%d instances", len(list))
	}
	for _, in := range list {
		best, _, _ := assignment.BestKnown(in.Name)
		if in.Best != best || (in.Target != best) != (in.Name == "tai50b") || float64(in.Target) > 1.0006*float64(best) {
			t.Errorf("%s: best %d, accepts %d; known is %d", in.Name, in.Best, in.Target, best)
		}
	}
}

func TestLoad_Refuses(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"kra30a"}, "set MULTIWALK_DATA"},
		{[]string{"nowhere9"}, "none of QAPLIB's"},
		{[]string{papers.Demo, papers.Demo}, "named twice"},
	} {
		_, err := Load(t.TempDir(), c.names)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, papers.ErrNoData) != (c.names[0] == "kra30a") {
			t.Errorf("%v: %v", c.names, err)
		}
	}
}

// The least cost of a ring is proven by going along it: no two facilities are at one place, so each flow costs 1 at
// least.
func TestDemoInstances_OptimumIsKnown(t *testing.T) {
	for _, size := range [][2]int{{2, 3}, {2, 7}, {4, 4}} {
		rows, columns := size[0], size[1]
		in := ring(rows, columns)
		var path []int32
		for i := range rows { // up and down through all columns but the first, then back along it
			for k := 1; k < columns; k++ {
				j := k
				if i%2 == 1 {
					j = columns - k
				}
				path = append(path, int32(i*columns+j))
			}
		}
		for i := rows - 1; i >= 0; i-- {
			path = append(path, int32(i*columns))
		}
		if c := in.Problem.Cost(path); c != in.Best || in.Target != in.Best {
			t.Errorf("%s: %v costs %d, best is %d", in.Name, path, c, in.Best)
		}
	}
}

func TestSystemsNamed(t *testing.T) {
	list, err := SystemsNamed([]string{"model-2", "ga-gpu"})
	if err != nil || len(list) != 2 || list[0].ID != "ga-gpu" {
		t.Errorf("%v, %v", list, err)
	}
	must.Fail(t, `unknown system "ga"; known are ga-gpu, `)(SystemsNamed([]string{"ga"}))
	seen := map[string]bool{}
	for _, s := range Systems() {
		if seen[s.ID] {
			t.Errorf("%s is there twice", s.ID)
		}
		seen[s.ID] = true
	}
}
