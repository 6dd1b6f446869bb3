package rng

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/checkpoint"
)

// The known answers of the authors' Random123 library for philox4x32-10.
func TestPhilox_KnownAnswers(t *testing.T) {
	for _, v := range []struct {
		counter [4]uint32
		key     [2]uint32
		want    [4]uint32
	}{
		{[4]uint32{}, [2]uint32{}, [4]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{[4]uint32{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, [2]uint32{0xffffffff, 0xffffffff},
			[4]uint32{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
		{[4]uint32{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, [2]uint32{0xa4093822, 0x299f31d0},
			[4]uint32{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
	} {
		if got := Philox(v.counter, v.key); got != v.want {
			t.Errorf("Philox(%x, %x) = %x, want %x", v.counter, v.key, got, v.want)
		}
	}
}

func TestStream_ReadsStepsOfLaneZero(t *testing.T) {
	const seed, walk = 0x0123456789abcdef, 7
	s := New(seed, walk)
	for step := range uint64(3 * bufferBlocks) {
		for i, want := range At(seed, walk, step, 0) {
			if got := s.Uint32(); got != want {
				t.Fatalf("step %d word %d: %x, want %x", step, i, got, want)
			}
		}
	}
}

// A stream that was saved after any number of words goes on where it was, also from one resumed before.
func TestStream_GoesOn(t *testing.T) {
	s, resumed := New(3, 4), &Stream{}
	for drawn := range uint64(4 * words) {
		a := checkpoint.Writer(0)
		s.Save(a)
		a = checkpoint.Reader(a.Bytes())
		if resumed.Save(a); a.Err() != nil || resumed.Drawn() != drawn {
			t.Fatalf("after %d words: %d, %v", drawn, resumed.Drawn(), a.Err())
		}
		for ahead := range uint64(2 * words) {
			if got, want := resumed.Uint32(), At(3, 4, (drawn+ahead)/4, 0)[(drawn+ahead)%4]; got != want {
				t.Fatalf("%d words after %d: %x, want %x", ahead, drawn, got, want)
			}
		}
		s.Uint32()
	}
}

func TestStream_WalksDiffer(t *testing.T) {
	a, b := New(1, 0), New(1, 1)
	if a.Uint64() == b.Uint64() {
		t.Fatal("walks 0 and 1 start with the same 64 bits")
	}
}

// 60,000 draws in 6 classes: the chi-squared statistic of a fair die (5 degrees of freedom) is over 25.7 once in
// 10,000; the seed is fixed, so this cannot flicker.
func TestStream_Uint32NIsUniform(t *testing.T) {
	s := New(42, 0)
	var count [6]float64
	for range 60000 {
		count[s.Uint32N(6)]++
	}
	chi := 0.0
	for _, c := range count {
		chi += (c - 10000) * (c - 10000) / 10000
	}
	if chi > 25.7 {
		t.Fatalf("chi-squared %.1f for %v", chi, count)
	}
}

func TestStream_Float64IsInUnitInterval(t *testing.T) {
	s, sum := New(3, 0), 0.0
	for range 10000 {
		f := s.Float64()
		if f < 0 || f >= 1 {
			t.Fatalf("%v outside [0, 1)", f)
		}
		sum += f
	}
	if mean := sum / 10000; math.Abs(mean-0.5) > 0.01 {
		t.Fatalf("mean %v", mean)
	}
}

func TestStream_ShuffleKeepsElements(t *testing.T) {
	x := []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	New(5, 0).Shuffle(x)
	if slices.IsSorted(x) {
		t.Fatal("not shuffled")
	}
	slices.Sort(x)
	for i, v := range x {
		if int32(i) != v {
			t.Fatalf("elements changed: %v", x)
		}
	}
}

func BenchmarkStream_Uint32(b *testing.B) {
	s, sum := New(1, 0), uint32(0)
	for b.Loop() {
		sum += s.Uint32()
	}
	_ = sum
}

// Blocks made side by side are those made one by one, also where the lowest word of the counter overflows.
func TestBlocks_AsPortable(t *testing.T) {
	const seed, walk = 0x123456789abcdef0, 77
	for _, step := range []uint64{0, 31, 12345, 1<<32 - 16, 1<<32 - 3, 7<<32 + 5, math.MaxUint64 - 2} {
		for _, count := range []int{1, 4, 8, 15, 16, 24} {
			got, want := make([]uint32, 4*count+8), make([]uint32, 4*count+8)
			blocks(got[4:][:4*count], seed, walk, step)
			for b := range count {
				w := At(seed, walk, step+uint64(b), 0)
				copy(want[4+4*b:], w[:])
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d blocks from step %d: %x, want %x", count, step, got, want)
			}
		}
	}
}
