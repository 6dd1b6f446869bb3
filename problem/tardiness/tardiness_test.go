package tardiness

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
)

func TestTardiness_Conforms(t *testing.T) {
	for _, n := range []int{1, 2, 9, 40} {
		conformance.Problem(t, Draw(n, 3))
	}
}

// optimum is the least cost, by dynamic programming over the sets of jobs that are done first.
func optimum(p *Instance) int64 {
	n := len(p.jobs)
	least := make([]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		done := int32(0)
		for k, j := range p.jobs {
			if set>>k&1 == 1 {
				done += j.time
			}
		}
		least[set] = math.MaxInt64
		for k := range p.jobs {
			if set>>k&1 == 1 {
				least[set] = min(least[set], least[set&^(1<<k)]+p.jobs[k].late(done))
			}
		}
	}
	return least[1<<n-1]
}

// What auto takes finds the optimum, which dynamic programming proves.
func TestTardiness_Optimum(t *testing.T) {
	for seed := range uint64(3) {
		p := Draw(14, seed)
		want := optimum(p)
		res := must.Have(auto.Minimize(context.Background(), p, multiwalk.Settings{Seed: 1, Walks: 1,
			Stop: []multiwalk.Stop{multiwalk.Target(want), multiwalk.Evaluations(1_000_000)}}))(t)
		if cost, err := p.Verify(res.Best); err != nil || cost != want || res.Cost != want {
			t.Errorf("seed %d: cost %d, checked %d, optimum %d", seed, res.Cost, cost, want)
		}
	}
}

// Numbers at their bounds add up without going round.
func TestNew_AtItsBounds(t *testing.T) {
	p := must.Have(New("", []int32{most - 1, 1}, []int32{1, most - 1}, []int32{0, 0}))(t)
	x := []int32{0, 1}
	if cost, want := p.Cost(x), int64(most-1)+int64(most)*int64(most-1); cost != want || p.InsertDelta(x, 0, 1) != p.Cost([]int32{1, 0})-want {
		t.Errorf("cost %d, want %d", cost, want)
	}
	must.Fail(t, "scale them")(New("", []int32{most, 1}, []int32{1, 1}, []int32{0, 0}))
}

const two = "4 3\n1 2\n5 6\n\n7 8\n2 1\n0 9\n"

func TestRead(t *testing.T) {
	list, err := Read(strings.NewReader(two), "dir/shop.txt")
	if err != nil || len(list) != 2 || list[1].Name() != "shop-2" || list[1].jobs[1] != (job{8, 1, 9}) {
		t.Fatalf("%v, %v", list, err)
	}
	list, err = Read(strings.NewReader(strings.ReplaceAll(two, "\n", " ")), "wt2.txt") // lines do not count there
	if err != nil || len(list) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	text, err := Part([]byte(two), "shop.txt", 2)
	if list, again := Read(bytes.NewReader(text), "shop.txt#2"); err != nil || again != nil || len(list) != 1 || list[0].Name() != "shop-2" ||
		list[0].jobs[0] != (job{7, 2, 0}) {
		t.Errorf("%q: %v, %v", text, list, again)
	}
	for text, want := range map[string]string{
		"":                         "f: found 0 numbers in the first line",
		"1 2\n3 4\n5":              "f:3: the file ends where the due date of job 2 of 2",
		"1 2\n3 -4\n5 6\n":         "f:2: found -4 as the weight of job 2",
		"1 x\n3 4\n5 6\n":          `f:1: found "x" where the time of job 2`,
		"1 1073741824\n3 4\n5 6\n": "f:3: tardiness: job 2 has the time 1073741824",
	} {
		if _, err := Read(strings.NewReader(text), "f"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	must.Fail(t, "it holds 2, #1 to #2")(Part([]byte(two), "f", 3))
}

// Whatever a file holds, it is read as what it is, or refused with its name.
func FuzzRead(f *testing.F) {
	for _, text := range []string{two, "1 2\n3 4\n5", "", "1\n2\n3\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := Read(bytes.NewReader(text), "f")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f") {
				t.Error(err)
			}
			return
		}
		for _, p := range list {
			x := make([]int32, len(p.jobs))
			for k := range x {
				x[k] = int32(k)
			}
			if cost, err := p.Verify(x); err != nil || cost != p.Cost(x) || cost < p.LowerBound() {
				t.Errorf("cost %d, checked %d, %v", p.Cost(x), cost, err)
			}
		}
	})
}

func TestPicture(t *testing.T) {
	p := must.Have(New("", []int32{4, 3}, []int32{1, 2}, []int32{5, 6}))(t)
	svg := bytes.Buffer{}
	if err := p.SVG(&svg, []int32{0, 1}); err != nil || strings.Count(svg.String(), "<path") != 2 ||
		!strings.Contains(svg.String(), "2 jobs: weighted tardiness 2") || !strings.Contains(svg.String(), "job 2, due at 6, done at 7, weight 2") {
		t.Error(svg.String(), err)
	}
}
