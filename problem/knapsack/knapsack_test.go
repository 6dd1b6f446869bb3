package knapsack

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/runtest/everywhere"
	"github.com/multiwalk/multiwalk/single"
)

// odd are instances at the edges: capacities of 0 and of everything, items too heavy, worthless, or without weight.
func odd() map[string]*Instance {
	return map[string]*Instance{
		"nothing fits":     must.Be(New("", []int32{3, 4}, []int32{2, 5}, []int64{0})),
		"everything fits":  must.Be(New("", []int32{3, 4, 0}, []int32{2, 5, 1}, []int64{1 << 40})),
		"no weights":       must.Be(New("", []int32{3, 4}, []int32{0, 0}, []int64{7})),
		"a heavy item":     must.Be(New("", []int32{1 << 30, 4, 2}, []int32{1 << 30, 5, 1}, []int64{5})),
		"an idle row":      must.Be(New("", []int32{3, 4, 6}, []int32{2, 0, 5, 0, 4, 0}, []int64{7, 0})),
		"a closed row":     must.Be(New("", []int32{3, 4, 6}, []int32{2, 0, 5, 1, 4, 0}, []int64{7, 0})),
		"large numbers":    must.Be(New("", []int32{2_000_000_011, 2_147_483_647, 1_999_999_999}, []int32{2_000_000_000, 2_147_483_646, 3}, []int64{4_000_000_000})),
		"nothing to get":   must.Be(New("", []int32{0, 0}, []int32{1, 1}, []int64{1})),
		"twenty rows":      must.Be(Draw(12, 20, 3)),
		"one of many rows": must.Be(Draw(1, 7, 3)),
	}
}

func TestKnapsack_Conforms(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {2, 1}, {3, 2}, {40, 1}, {60, 5}} {
		p := must.Be(Draw(size[0], size[1], 3))
		conformance.Problem(t, p)
		conformance.Problem(t, Sack{p})
	}
	for name, p := range odd() {
		t.Run(name, func(t *testing.T) {
			conformance.Problem(t, p)
			conformance.Problem(t, Sack{p})
		})
	}
}

// The penalty is exact: no solution that does not fit costs as little as the best that fits, which the bound is not above. All ways to
// evaluate agree.
func TestKnapsack_PenaltyIsExact(t *testing.T) {
	all := odd()
	for seed := range uint64(20) {
		all["drawn"+string(rune('a'+seed))] = must.Be(Draw(2+int(seed)%9, 1+int(seed)%4, seed))
	}
	for name, p := range all {
		least, broken := int64(0), int64(1)<<62
		for x := range runtest.Solutions(p.Space()) {
			cost := p.Cost(x)
			if checked, err := p.Verify(x); err != nil || checked != cost {
				t.Fatalf("%s: %v costs %d, checked %d, %v", name, x, cost, checked, err)
			}
			if len(p.Violations(x)) > 0 {
				broken = min(broken, cost)
			} else {
				least = min(least, cost)
			}
		}
		if broken <= least || p.LowerBound() > least {
			t.Errorf("%s: least cost %d of what fits, %d of what does not; bound %d", name, least, broken, p.LowerBound())
		}
	}
}

// optimum is found by dynamic programming over the capacity of an instance of one row.
func optimum(p *Instance) int64 {
	best := make([]int64, p.capacity[0]+1)
	for i, v := range p.profit {
		for c := int64(len(best)) - 1; c >= int64(p.weight[i]); c-- {
			best[c] = max(best[c], best[c-int64(p.weight[i])]+int64(v))
		}
	}
	return slices.Max(best)
}

// What dynamic programming finds is found, whatever makes instances hard.
func TestSack_Optimum(t *testing.T) {
	r := multiwalk.NewRand(4, 0)
	strong := func(n int) *Instance { // strongly correlated: the profit is the weight and 100
		var profit, weight []int32
		sum := int64(0)
		for range n {
			w := int32(1 + r.IntN(1000))
			profit, weight, sum = append(profit, w+100), append(weight, w), sum+int64(w)
		}
		return must.Be(New("strong", profit, weight, []int64{sum / 3}))
	}
	for _, p := range []*Instance{must.Be(Draw(30, 1, 1)), must.Be(Draw(100, 1, 2)), must.Be(Draw(300, 1, 3)), strong(50), strong(200)} {
		want := -optimum(p)
		res := everywhere.Auto(t, Sack{p}, device.CPU(1), 1, multiwalk.Target(want), multiwalk.Evaluations(100_000))
		if res.Cost != want {
			t.Errorf("%s, %d items: found %d, optimum %d", p.Name(), len(p.profit), res.Cost, want)
		}
	}
}

// Of several rows the optimum is proven by going through all solutions.
func TestSack_OptimumOfSeveralRows(t *testing.T) {
	for _, rows := range []int{2, 5, 10} {
		p := must.Be(Draw(18, rows, 1))
		want := runtest.Least(p)
		for _, on := range []multiwalk.Device{device.CPU(1), device.Emulator()} {
			var problem multiwalk.Problem = Sack{p}
			if _, emulated := on.(multiwalk.Accelerator); emulated {
				problem = Flips{p}
			}
			if rows == 10 && problem == (multiwalk.Problem)(Flips{p}) {
				continue // flips find the optimum of few rows alone as soon
			}
			if res := everywhere.Auto(t, problem, on, 1, multiwalk.Target(want), multiwalk.Evaluations(200_000)); res.Cost != want {
				t.Errorf("%d rows on %v: found %d, optimum %d", rows, on, res.Cost, want)
			}
		}
	}
}

// After a move everything fits, wherever it begins.
func TestSack_MovesRepair(t *testing.T) {
	p := must.Be(Draw(40, 3, 1))
	m, r, x := Sack{p}.NewMoves(), multiwalk.NewRand(1, 0), make([]int32, 40)
	for range 200 {
		p.Space().Random(r, x)
		m.Reset(x)
		m.Apply(x, m.Random(r))
		if v := p.Violations(x); len(v) > 0 {
			t.Fatal(v)
		}
	}
}

// On the emulator flips find what is found on cores, by a state of their own: a form of 32 bits.
func TestFlips_OnTheEmulator(t *testing.T) {
	p := Flips{must.Be(Draw(30, 4, 1))}
	res := must.Have(multiwalk.Minimize(context.Background(), p, single.Anneal{}, multiwalk.Settings{Seed: 1, Device: device.Emulator(), Walks: 1,
		Stop: []multiwalk.Stop{multiwalk.Evaluations(100_000)}}))(t)
	if cost, err := p.Verify(res.Best); err != nil || cost != res.Cost || len(p.Violations(res.Best)) > 0 {
		t.Errorf("%v: checked %d, %v", res, cost, err)
	}
	wide := Flips{must.Be(New("", []int32{1, 1}, []int32{1 << 30, 1 << 30}, []int64{1 << 30}))}
	must.Fail(t, "divide the weights")(wide.Kernels())
}

func TestNew_Refuses(t *testing.T) {
	for want, make := range map[string]func() (*Instance, error){
		"of 0 items":            func() (*Instance, error) { return New("", nil, nil, []int64{1}) },
		"with 0 rows":           func() (*Instance, error) { return New("", []int32{1}, nil, nil) },
		"one for each item":     func() (*Instance, error) { return New("", []int32{1}, []int32{1, 2}, []int64{1}) },
		"leave out items":       func() (*Instance, error) { return New("", []int32{-1}, []int32{1}, []int64{1}) },
		"a weight must be 0":    func() (*Instance, error) { return New("", []int32{1}, []int32{-1}, []int64{1}) },
		"not even an empty":     func() (*Instance, error) { return New("", []int32{1}, []int32{1}, []int64{-1}) },
		"1 to 1000000 items, 1": func() (*Instance, error) { return Draw(0, 1, 1) },
	} {
		must.Fail(t, want)(make())
	}
}

func TestPicture(t *testing.T) {
	p, svg := must.Be(New("", []int32{5, 3, 4}, []int32{1, 2, 3, 4, 5, 6}, []int64{4, 9})), bytes.Buffer{}
	must.Do(t, p.SVG(&svg, []int32{1, 1, 0}))
	if s := svg.String(); strings.Count(s, "hsl(") != 4 || strings.Count(s, "#000") != 2 || !strings.Contains(s, "2 of 3 items, profit 8") ||
		!strings.Contains(s, "h190.00v16h-190.00z") {
		t.Error(s)
	}
	for name, p := range odd() {
		svg.Reset()
		if err := p.SVG(&svg, make([]int32, len(p.profit))); err != nil || strings.Contains(svg.String(), "NaN") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Published instances are known whatever their file is called, and no profit is above the bound.
func TestBestKnown(t *testing.T) {
	if lines := strings.Count(bestKnownText, "\n"); lines != len(bestKnown()) {
		t.Errorf("%d lines of the list are read of %d", len(bestKnown()), lines)
	}
	files, _ := filepath.Glob(filepath.Join(benchdata.Dir(t), "knapsack", "mknapcb*.idx"))
	for _, index := range files {
		lines, list := content(t, index), instances(ReadORLibrary(strings.NewReader(content(t, strings.TrimSuffix(index, ".idx")+".txt")), index))
		for k, line := range strings.Split(strings.TrimSpace(lines), "\n") {
			words := strings.Fields(line) // number here, name, profit
			cost, _, ok := list[k].BestKnown()
			if profit, err := strconv.ParseInt(words[2], 10, 64); err != nil || !ok || -cost != profit || list[k].LowerBound() > cost {
				t.Errorf("%s: %d, %v, published %s; bound %d", words[1], cost, ok, words[2], list[k].LowerBound())
			}
		}
	}
}

func instances(list []*Instance, err error) []*Instance {
	if err != nil {
		panic(err)
	}
	return list
}

func content(t *testing.T, file string) string {
	text := must.Have(os.ReadFile(file))(t)
	return string(text)
}
