package conformance

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
)

// tourer is a tour problem with all abilities, one of which may have the flaw of that name. Its edges cost as many steps
// as they go round a ring, times a weight that makes most of them differ.
type tourer struct {
	n     int
	flaw  string
	kept  *[]int32 // of the flaw "keeps x"
	calls *atomic.Int64
}

func newTourer(n int, flaw string) *tourer {
	return &tourer{n, flaw, new([]int32), new(atomic.Int64)}
}

func (p *tourer) is(flaw string) bool { return p.flaw == flaw }

func (p *tourer) Space() multiwalk.Space {
	if p.is("no space") {
		return multiwalk.Space{}
	}
	if p.is("permutation") {
		return multiwalk.Permutation(p.n)
	}
	return multiwalk.Tour(p.n)
}

func (p *tourer) EdgeCost(i, j int32) int64 {
	if p.is("one way") && i == 1 && j == 3 {
		return 99
	}
	d := (int(i) - int(j) + p.n) % p.n
	return int64(min(d, p.n-d)*10) + int64((i*j)%7+(i+j)%5)
}

func (p *tourer) Cost(x []int32) int64 {
	sum := int64(0)
	for i := range x {
		sum += p.EdgeCost(x[i], x[(i+1)%len(x)])
	}
	switch {
	case p.is("positions matter") && x[0] == 2:
		sum++
	case p.is("counts calls"):
		sum += p.calls.Add(1) / 4
	case p.is("overflows"):
		sum *= math.MaxInt64 / 100
	case p.is("changes x"):
		x[0], x[1] = x[1], x[0]
	case p.is("panics") && x[0] == 3:
		panic("cost broke")
	case p.is("keeps x"):
		if *p.kept != nil {
			sum += int64((*p.kept)[0]) % 2
		}
		*p.kept = x
	}
	return sum
}

// by prices a move by doing it.
func (p *tourer) by(flaw string, x []int32, do func(y []int32) []int32) int64 {
	after := do(slices.Clone(x))
	d := p.Cost(after) - p.Cost(x)
	if p.is(flaw) && x[0] > x[len(x)-1] && after[1] != x[1] {
		d += 2
	}
	return d
}

func (p *tourer) SwapDelta(x []int32, i, j int32) int64 {
	if p.is("swap writes") {
		x[i], x[j] = x[j], x[i]
	}
	return p.by("swap", x, func(y []int32) []int32 { y[i], y[j] = y[j], y[i]; return y })
}

func (p *tourer) InsertDelta(x []int32, i, j int32) int64 {
	return p.by("insert", x, func(y []int32) []int32 {
		return slices.Insert(slices.Delete(y, int(i), int(i)+1), int(j), x[i])
	})
}

func (p *tourer) TwoOptDelta(x []int32, i, j int32) int64 {
	return p.by("2opt", x, func(y []int32) []int32 { slices.Reverse(y[i : j+1]); return y })
}

func (p *tourer) OrOptDelta(x []int32, i, j, k int32, reversed bool) int64 {
	return p.by("oropt", x, func(y []int32) []int32 {
		segment := slices.Clone(x[i : j+1])
		if reversed && !p.is("oropt forward") {
			slices.Reverse(segment)
		}
		y = slices.Delete(y, int(i), int(j)+1)
		return slices.Insert(y, slices.Index(y, x[k])+1, segment...)
	})
}

func (p *tourer) NewState(x []int32) multiwalk.State {
	s := &tourState{p: p, x: slices.Clone(x)}
	if p.is("state keeps x") {
		s.x = x
	}
	return s
}

type tourState struct {
	p     *tourer
	x     []int32
	swaps int
}

func (s *tourState) Reset(x []int32) {
	if !s.p.is("state forgets reset") {
		copy(s.x, x)
	}
}

func (s *tourState) Swap(i, j int32) {
	if s.swaps++; s.p.is("state drifts") && s.swaps == 3 {
		return
	}
	s.x[i], s.x[j] = s.x[j], s.x[i]
}

func (s *tourState) Row(i int32) ([]int32, []int64) {
	var wide []int64
	for j := i + 1; int(j) < len(s.x); j++ {
		wide = append(wide, s.p.SwapDelta(s.x, i, j))
	}
	if s.p.is("state rows are long") {
		wide = append(wide, 0)
	}
	return nil, wide
}

func (p *tourer) Symmetric() bool { return true }

func (p *tourer) EdgeMatrix() []int32 {
	m := make([]int32, p.n*p.n)
	for i := range m {
		m[i] = int32(p.EdgeCost(int32(i/p.n), int32(i%p.n)))
	}
	if p.is("matrix") {
		m[p.n+2]++
	}
	if p.is("short matrix") {
		m = m[1:]
	}
	return m
}

func (p *tourer) Neighbours(k int) []int32 {
	var lists []int32
	for c := range int32(p.n) {
		var list []int32
		for v := range int32(p.n) {
			if v != c || p.is("own neighbour") {
				list = append(list, v)
			}
		}
		slices.SortFunc(list, func(a, b int32) int { return int(p.EdgeCost(c, a) - p.EdgeCost(c, b)) })
		if p.is("neighbours unsorted") {
			slices.Reverse(list)
		}
		if !p.is("all neighbours") {
			list = list[:min(k, p.n-1)]
		}
		lists = append(lists, list...)
	}
	return lists
}

func (p *tourer) Construct(r *multiwalk.Rand, x []int32) {
	if p.is("construct reads x") && x[0] < 0 {
		r.Uint32()
	}
	p.Space().Random(r, x)
	if p.is("constructs no tour") {
		x[0] = x[1]
	}
}

func (p *tourer) FixedEdges() [][2]int32 {
	switch p.flaw {
	case "fixed edge":
		return [][2]int32{{0, 1}, {4, 5}, {2, 5}} // which Construct does not keep
	case "fixed edges":
		return [][2]int32{{0, 1}, {0, 2}, {0, 3}}
	}
	return nil
}

func (p *tourer) LowerBound() int64 {
	if p.is("bound") {
		return int64(20*p.n) + 1
	}
	return 0
}

func (p *tourer) Name() string {
	if p.is("name") {
		return ""
	}
	return "tourer"
}

// chooser is a problem in a product of binary and integer elements.
type chooser struct {
	flaw  string
	parts multiwalk.Space
}

func newChooser(n int, flaw string) *chooser {
	return &chooser{flaw, multiwalk.Product(multiwalk.Binary(n), multiwalk.Integers(n, -2, 3))}
}

func (p *chooser) Space() multiwalk.Space { return p.parts }
func (p *chooser) Cost(x []int32) int64 {
	sum := int64(0)
	for i, v := range x {
		w := int64(v - x[(i+1)%len(x)])
		sum += w*w + int64(v)
	}
	return sum
}

func (p *chooser) ChangeDelta(x []int32, i, v int32) int64 {
	d := p.change(x, i, v)
	if p.flaw == "change" && v == 3 || p.flaw == "change of bits" && int(i) < len(x)/2 && v == 1 {
		d--
	}
	return d
}

func (p *chooser) FlipDelta(x []int32, i int32) int64 {
	if p.flaw == "flip" && i == 1 {
		return 0
	}
	return p.change(x, i, 1-x[i])
}

// change prices a change by making it.
func (p *chooser) change(x []int32, i, v int32) int64 {
	y := slices.Clone(x)
	y[i] = v
	return p.Cost(y) - p.Cost(x)
}

// switches wants ones, and prices its bits by changes alone. It may lie about those to 1.
type switches struct {
	oneMax int
	lies   bool
}

func (p switches) Space() multiwalk.Space { return multiwalk.Binary(p.oneMax) }
func (p switches) Cost(x []int32) int64   { return oneMax(p.oneMax).Cost(x) }
func (p switches) ChangeDelta(x []int32, i, v int32) int64 {
	if p.lies && v == 1 {
		return 0
	}
	return int64(x[i] - v)
}
