package simd

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

func TestWeights_EqualPortable(t *testing.T) {
	r := rng.New(1, 0)
	for n := range 131 {
		for k := range 4 {
			x, y := fill[int64](r, n, k%2 == 0), fill[int32](r, n, k%2 == 0)
			sum, bits := Sum(x)
			if wantSum, wantBits := sumPortable(x); sum != wantSum || bits != wantBits {
				t.Fatalf("sum of %d: %d and %x, portable %d and %x", n, sum, bits, wantSum, wantBits)
			}
			checkSums(t, r, x)
			if n == 0 {
				continue
			}
			least, greatest := Extent(y)
			if a, b := extentPortable(y); least != a || greatest != b {
				t.Fatalf("of %d numbers: %d and %d, portable %d and %d", n, least, greatest, a, b)
			}
			for _, top := range []int32{math.MinInt32, -1, greatest, math.MaxInt32} {
				got, want := fill[int64](r, n+8, true), make([]int64, n)
				behind := append([]int64(nil), got[n:]...)
				Squares(got, y, top)
				squaresPortable(want, y, top)
				equal(t, "squares", got, want)
				equal(t, "what is behind the squares", got[n:], behind)
			}
		}
	}
}

// checkSums compares running sums with their definition, and looks at what lies behind them.
func checkSums(t *testing.T, r *rng.Stream, x []int64) {
	t.Helper()
	from := int64(r.Uint64())
	x = append(x, x...) // several blocks
	want, last, all := []int64{}, from, int64(0)
	for i, v := range x {
		last, all = last+v, all|v
		if i%SumsBlock == SumsBlock-1 || i == len(x)-1 {
			want = append(want, last)
		}
	}
	want = append(want, 77)
	got, plain := make([]int64, len(want)), make([]int64, len(want)-1)
	got[len(want)-1] = 77
	if sum, bits := Sums(got, x, from); sum != last || bits != all {
		t.Fatalf("sums of %d: %d and %x, want %d and %x", len(x), sum, bits, last, all)
	}
	equal(t, "running sums", got, want)
	if sum, bits := sumsPortable(plain, x, from); sum != last || bits != all {
		t.Fatalf("portable sums of %d: %d and %x, want %d and %x", len(x), sum, bits, last, all)
	}
	equal(t, "running sums, portable", plain, want[:len(plain)])
}

func TestGrid_EqualsDefinition(t *testing.T) {
	r := rng.New(2, 0)
	for _, side := range []int32{1, 2, 3, 7, 8, 9, 15, 16, 17, 35, 70, 99} {
		for round := range 40 {
			goals := make([]Cell, 1+r.IntN(3))
			for i := range goals {
				goals[i] = Cell{int32(r.IntN(200) - 100), int32(r.IntN(200) - 100)}
				if round%8 == 0 { // sums wrap around
					goals[i] = Cell{int32(r.Uint32()), int32(r.Uint32())}
				}
			}
			s := Square{int32(r.IntN(100) - 50), int32(r.IntN(100) - 50), side}
			if round%4 == 1 {
				s.Left, s.Top = math.MaxInt32-int32(r.IntN(10)), math.MinInt32+int32(r.IntN(10))
			}
			checkCells(t, r, s, int32(r.IntN(int(side*side))), goals)
		}
	}
}

// checkCells compares random numbers of cells with the definition, and looks at what lies behind them.
func checkCells(t *testing.T, r *rng.Stream, s Square, first int32, goals []Cell) {
	t.Helper()
	n := r.IntN(min(int(s.Side*s.Side-first), 300) + 1)
	distances, nearer := fill[int32](r, n+8, true), fill[int64](r, n+8, true)
	want, wide := append([]int32(nil), distances...), append([]int64(nil), nearer...)
	here := int32(r.IntN(300))
	for i := range n {
		cell := first + int32(i)
		want[i] = 0
		for _, g := range goals {
			want[i] += abs(s.Left+cell%s.Side-g.X) + abs(s.Top+cell/s.Side-g.Y)
		}
		wide[i] = int64(max(0, here-want[i]))
	}
	Distances(distances[:n], s, first, goals)
	equal(t, "distances", distances, want)
	Nearer(nearer[:n], s, first, goals, here)
	equal(t, "nearer", nearer, wide)
	if n > 0 {
		column, y := s.place(first, goals)
		clear(distances[:n])
		distancesPortable(distances[:n], s, column, y, goals)
		equal(t, "distances, portable", distances, want)
		clear(nearer[:n])
		nearerPortable(nearer[:n], s, column, y, goals, here)
		equal(t, "nearer, portable", nearer, wide)
	}
}

func TestGrid_Refuses(t *testing.T) {
	for name, f := range map[string]func(){
		"no goal": func() { Distances(make([]int32, 9), Square{Side: 3}, 0, nil) },
		"no side": func() { Nearer(make([]int64, 9), Square{}, 0, make([]Cell, 1), 0) },
		"before":  func() { Nearer(make([]int64, 9), Square{Side: 3}, -1, make([]Cell, 1), 0) },
		"short":   func() { Squares(make([]int64, 8), make([]int32, 9), 0) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func BenchmarkWeights(b *testing.B) {
	const n = 256
	x, y := make([]int64, n), make([]int32, n)
	goals, upTo := make([]Cell, 16), make([]int64, n/SumsBlock)
	for name, f := range map[string]func(){
		"sum":          func() { Sum(x) },
		"sums":         func() { Sums(upTo, x, 0) },
		"extent":       func() { Extent(y) },
		"squares":      func() { Squares(x, y, 1) },
		"distances":    func() { Distances(y, Square{Side: 35}, 17, goals[:1]) },
		"nearer":       func() { Nearer(x, Square{Side: 35}, 17, goals[:1], 5) },
		"nearer of 16": func() { Nearer(x, Square{Side: 35}, 17, goals, 5) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/n, "ns/number")
		})
	}
}
