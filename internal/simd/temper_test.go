package simd

import (
	"fmt"
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// The words are those of package rng, also where a step needs more than 32 bits.
func TestDrawProposals_AreOfPhilox(t *testing.T) {
	t.Logf("vectorised: %v", Vectorised)
	for _, step := range []uint64{0, 1, 12345, 1<<32 - 3, 1<<32 - 8, 7<<32 + 5, math.MaxUint64 - 2} {
		for _, groups := range []int{0, 1, 2, 17} {
			pairs, draws := make([]uint32, ProposalGroup*groups), make([]uint32, ProposalGroup*groups+3)
			const seed, walk, lane = 0x123456789abcdef0, 77, 3
			DrawProposals(pairs, draws, seed, walk, step, lane)
			for k := range pairs {
				want := rng.At(seed, walk, step+uint64(k/2), lane)
				if pairs[k] != want[k%2*2] || draws[k] != want[k%2*2+1] {
					t.Fatalf("step %d, proposal %d: %#x and %#x, want %#x", step, k, pairs[k], draws[k], want)
				}
			}
			equal(t, "words behind", draws[len(pairs):], []uint32{0, 0, 0})
		}
	}
}

func TestDrawLanes_AreOfPhilox(t *testing.T) {
	for _, step := range []uint64{0, 12345, 1<<32 - 1, 7<<32 + 5, math.MaxUint64} {
		for _, lane := range []uint32{0, 8, 24, math.MaxUint32 - 3} {
			const seed, walk = 0x123456789abcdef0, 77
			var words [4][Lanes]uint32
			DrawLanes(&words, seed, walk, step, lane)
			for l := range words[0] {
				want := rng.At(seed, walk, step, lane+uint32(l))
				if got := [4]uint32{words[0][l], words[1][l], words[2][l], words[3][l]}; got != want {
					t.Fatalf("step %d, lane %d + %d: %#x, want %#x", step, lane, l, got, want)
				}
			}
		}
	}
}

// randomPayments are no assignment's, and serve all the same.
func randomPayments(r *rng.Stream, n int, most uint32) *Payments {
	p := &Payments{N: n, Stride: Stride(n)}
	numbers := func(n int) []int32 {
		v := make([]int32, n)
		for k := range v {
			v[k] = int32(r.Uint32N(most)) - int32(most/4)
		}
		return v
	}
	p.Own, p.E, p.Among, p.Back = numbers(n), numbers(n*p.Stride), numbers(n*p.Stride), numbers(n*p.Stride)
	for k := range n {
		p.X = append(p.X, int32(k))
	}
	r.Shuffle(p.X)
	return p
}

func TestFirstLikely_AsPortable(t *testing.T) {
	r := rng.New(3, 0)
	for _, n := range []int{2, 3, 7, 8, 9, 30, 100} {
		for _, most := range []uint32{5, 1000, 1 << 31} {
			p := randomPayments(r, n, most)
			for _, factor := range []float32{1e-9, 1e-4, 0.03, 1, 1e30} {
				for _, count := range []int{0, 1, 7, 8, 9, 31} {
					pairs, draws := make([]uint32, count+Lanes), make([]uint32, count+Lanes)
					for k := range pairs {
						pairs[k], draws[k] = r.Uint32(), r.Uint32()>>r.Uint32N(32)
					}
					got := FirstLikely(p, pairs[:count], draws[:count], factor)
					if want := firstLikelyPortable(p, pairs[:count], draws[:count], factor); got != want {
						t.Fatalf("n=%d, numbers below %d, factor %v: %d of %d, portable %d", n, most, factor, got, count, want)
					}
				}
			}
		}
	}
}

// What the rule accepts is likely, near its bound too, and few others are.
func TestFirstLikely_LeavesNothingOut(t *testing.T) {
	r := rng.New(4, 0)
	p := &Payments{N: 2, Stride: 8, X: []int32{0, 1}, Own: make([]int32, 2), E: make([]int32, 16), Among: make([]int32, 16), Back: make([]int32, 16)}
	likely, accepted := 0, 0
	pairs, draws := make([]uint32, 1+Lanes), make([]uint32, 1+Lanes)
	for range 300_000 {
		delta := int32(r.Uint32N(1<<20)) - 1<<12
		p.E[1] = delta
		factor := float32(33 * r.Float64() / (1 << 20))
		draws[0] = r.Uint32() >> r.Uint32N(32)
		if r.Uint32N(2) == 0 { // at the bound
			draws[0] = uint32(min(math.Exp2(32-max(0, float64(delta))*float64(factor)), math.MaxUint32))
		}
		accepts := delta <= 0 || float64(draws[0])+0.5 < math.Exp2(32-float64(delta)*float64(factor))
		is := FirstLikely(p, pairs[:1], draws[:1], factor) == 0
		if accepts && !is {
			t.Fatalf("delta %d, factor %v, draw %#x is not likely", delta, factor, draws[0])
		}
		if accepts {
			accepted++
		}
		if is {
			likely++
		}
	}
	p.E[1] = 1 << 20
	few := 0
	const factor = 6.0 / (1 << 20) // accepted once in 64
	for range 200_000 {
		draws[0] = r.Uint32()
		if FirstLikely(p, pairs[:1], draws[:1], factor) == 0 {
			few++
		}
	}
	if want := 200_000 / 64; few > want*13/10 {
		t.Errorf("%d of 200000 are likely, accepted are about %d", few, want)
	}
	t.Logf("%d accepted, %d likely; %d of 200000 at an exponent of 6", accepted, likely, few)
}

func TestFirstLikely_ChecksItsArguments(t *testing.T) {
	r := rng.New(5, 0)
	good := randomPayments(r, 9, 10)
	words := make([]uint32, 16)
	for name, f := range map[string]func(p *Payments) (pairs, draws []uint32){
		"no room":    func(*Payments) ([]uint32, []uint32) { return words, words },
		"few draws":  func(*Payments) ([]uint32, []uint32) { return words[:4], words[:3] },
		"a short e":  func(p *Payments) ([]uint32, []uint32) { p.E = p.E[1:]; return words[:4], words[:4] },
		"a short x":  func(p *Payments) ([]uint32, []uint32) { p.X = p.X[1:]; return words[:4], words[:4] },
		"one number": func(p *Payments) ([]uint32, []uint32) { p.N = 1; return words[:4], words[:4] },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			p := *good
			pairs, draws := f(&p)
			FirstLikely(&p, pairs, draws, 1)
		}()
	}
}

func BenchmarkDrawProposals(b *testing.B) {
	pairs, draws := make([]uint32, 256), make([]uint32, 256)
	step := uint64(0)
	for b.Loop() {
		DrawProposals(pairs, draws, 1, 2, step, 1)
		step += 128
	}
	b.ReportMetric(256*float64(b.N)/b.Elapsed().Seconds(), "proposals/s")
}

func BenchmarkFirstLikely(b *testing.B) {
	for _, n := range []int{30, 50, 100} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			p := randomPayments(rng.New(1, 0), n, 100)
			for k := range p.E {
				p.E[k] += 1 << 20
			}
			pairs, draws := make([]uint32, 256+Lanes), make([]uint32, 256+Lanes)
			DrawProposals(pairs[:256], draws, 1, 2, 0, 1)
			for b.Loop() {
				if FirstLikely(p, pairs[:256], draws[:256], 1) != 256 {
					b.Fatal("one was likely")
				}
			}
			b.ReportMetric(256*float64(b.N)/b.Elapsed().Seconds(), "proposals/s")
		})
	}
}

func BenchmarkDrawLanes(b *testing.B) {
	var words [4][Lanes]uint32
	step := uint64(0)
	for b.Loop() {
		DrawLanes(&words, 1, 2, step, 0)
		step++
	}
}
