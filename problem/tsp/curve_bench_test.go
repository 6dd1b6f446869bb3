package tsp

import "testing"

// BenchmarkQuick times the first tour of a run, and the steps of greedy construction that a time limit may cut short.
func BenchmarkQuick(b *testing.B) {
	p := Random(100_000, 1)
	x := make([]int32, p.N)
	b.Run("curve", func(b *testing.B) {
		for b.Loop() {
			p.ConstructUntil(randomStream(1), x, func() bool { return true })
		}
	})
	b.Run("check and cost", func(b *testing.B) {
		for b.Loop() {
			if p.Check(x) != nil || p.Cost(x) == 0 {
				b.Fatal("no tour")
			}
		}
	})
	b.Run("greedy", func(b *testing.B) {
		for b.Loop() {
			p.derived.neighbours = nil
			p.Construct(randomStream(1), x)
		}
	})
	b.Run("greedy, neighbours known", func(b *testing.B) {
		for b.Loop() {
			p.Construct(randomStream(1), x)
		}
	})
}
