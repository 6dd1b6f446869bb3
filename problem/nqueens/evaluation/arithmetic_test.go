package evaluation

import (
	"testing"
)

func TestTriangularRoot(t *testing.T) {
	check := func(k, want int64) {
		t.Helper()
		if got := triangularRoot(k); got != want {
			t.Fatalf("triangularRoot(%d) = %d, want %d", k, got, want)
		}
	}
	for root := int64(1); root < 3<<28; root += 1 + root/1000 {
		check(root*(root+1)/2, root)
		check(root*(root+1)/2-1, root-1)
		check(root*(root+1)/2+root, root)
	}
}

// The million of the paper: counts do not overflow, on whatever line all queens stand.
func TestCountsOfAMillionQueens(t *testing.T) {
	if got := pairsOf(1_000_000); got != 499_999_500_000 {
		t.Errorf("%d pairs", got)
	}
	if got := blocksFor(pairsOf(1_000_000), paperThreads); got != 976_561_524 || got > maxBlocks {
		t.Errorf("%d blocks", got)
	}
	if got := blocksFor(pairsOf(MaxN), 32); got != maxBlocks {
		t.Errorf("%d blocks for the greatest board; threads then take several pairs", got)
	}
	// A thread of Linear adds up in 32 bits what it reads at once, and leaves room for a block's overflows.
	if most := uint64(1<<29-1) + ahead*uint64(MaxN); most > 1<<32-1 {
		t.Errorf("a thread counts up to %d in 32 bits", most)
	}
	if counts := int64(MaxN) * 255; counts >= overflow || 1024*int64(overflow) > 1<<62 {
		t.Error("counts and overflows meet")
	}
}

func TestBandWidth(t *testing.T) {
	const shared = 227 << 10
	for _, lines := range []int{8, 10, 4000, 226 << 10, 226<<10 + 1, 5_000_000, 5 * MaxN} {
		width := bandWidth(lines, shared)
		bands := (lines + width - 1) / width
		if width%16 != 0 || width > shared-forReductions+15 || (bands-1)*(shared-forReductions) >= lines {
			t.Errorf("%d lines: %d bands of %d", lines, bands, width)
		}
	}
}

// The memory for pairs bounds the board: 4 bytes a pair up to 65,536 queens, 8 beyond.
func TestMostListed(t *testing.T) {
	for room := uint64(0); room < 2000; room++ {
		n := mostListed(room)
		if uint64(pairsOf(int32(n)))*4 > room || uint64(pairsOf(int32(n+1)))*4 <= room {
			t.Fatalf("%d queens in %d bytes", n, room)
		}
	}
	full := uint64(pairsOf(shortColumns)) * 4
	for room, want := range map[uint64]int64{full - 1: shortColumns - 1, full: shortColumns, full + 1: shortColumns, 140 << 30: 193_858} {
		if got := mostListed(room); got != want {
			t.Errorf("%d queens in %d bytes, want %d", got, room, want)
		}
	}
}

// The paper's kernels have blocks of 512 threads.
func TestConstants_AreThePapers(t *testing.T) {
	if paperThreads != 512 {
		t.Errorf("blocks of %d threads", paperThreads)
	}
}
