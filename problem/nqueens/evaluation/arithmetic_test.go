package evaluation

import (
	"math/rand/v2"
	"testing"
)

// Pairs are numbered in the order of Algorithm 7: all of small boards, the ends of columns of large ones.
func TestPair(t *testing.T) {
	for n := int32(2); n <= 150; n++ {
		k := int64(0)
		for i := range n {
			for j := i + 1; j < n; j++ {
				if gotI, gotJ := pair(k, n); gotI != i || gotJ != j {
					t.Fatalf("pair %d of %d queens is (%d, %d), want (%d, %d)", k, n, gotI, gotJ, i, j)
				}
				k++
			}
		}
		if k != pairsOf(n) {
			t.Fatalf("%d queens make %d pairs, want %d", n, pairsOf(n), k)
		}
	}
	for _, n := range []int32{1000, 46341, 65536, 92682, 999_999, 1_000_000, MaxN - 1, MaxN} {
		k := int64(0)
		step := max(1, n/3000)
		for i := int32(0); i < n-1; i += step {
			first := int64(i)*int64(n) - int64(i)*int64(i+1)/2 // pairs of the columns before i
			for _, j := range []int32{i + 1, n - 1} {
				k = first + int64(j-i-1)
				if gotI, gotJ := pair(k, n); gotI != i || gotJ != j {
					t.Fatalf("pair %d of %d queens is (%d, %d), want (%d, %d)", k, n, gotI, gotJ, i, j)
				}
			}
		}
		if i, j := pair(pairsOf(n)-1, n); i != n-2 || j != n-1 {
			t.Errorf("the last pair of %d queens is (%d, %d)", n, i, j)
		}
	}
}

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
	if most := int64(held) * widest; most > 1<<31-1 {
		t.Errorf("a lane counts up to %d in 32 bits", most)
	}
	// A thread of Linear adds up in 32 bits what it reads at once, and leaves room for a block's overflows.
	if most := uint64(1<<29-1) + ahead*uint64(MaxN); most > 1<<32-1 {
		t.Errorf("a thread counts up to %d in 32 bits", most)
	}
	if counts := int64(MaxN) * 255; counts >= overflow || 1024*int64(overflow) > 1<<62 {
		t.Error("counts and overflows meet")
	}
}

// The subtasks are the pairs of the tasks above the threshold, each once.
func TestSubtask(t *testing.T) {
	for _, n := range []int32{2, 3, 5, 17, 32, 33, 100} {
		for _, threshold := range []int32{1, 2, 3, 7, 16, 31, 32, 33, 98, 99, 100, 1000} {
			divided, all := subtasks(n, threshold)
			met := map[[2]int32]bool{}
			longest := n
			for k := range divided {
				i, from := subtask(k, all, n, threshold)
				if n-1-i > longest {
					t.Fatalf("n=%d, threshold %d: subtask %d is of a longer task than the one before", n, threshold, k)
				}
				longest = n - 1 - i
				for j := from; j < min(from+threshold, n); j++ {
					if met[[2]int32{i, j}] {
						t.Fatalf("n=%d, threshold %d: pair (%d, %d) comes twice", n, threshold, i, j)
					}
					met[[2]int32{i, j}] = true
				}
			}
			want := 0
			for i := range n {
				if pairs := n - 1 - i; pairs > threshold {
					want += int(pairs)
				}
			}
			if len(met) != want {
				t.Errorf("n=%d, threshold %d: %d subtasks of %d pairs, want %d pairs", n, threshold, divided, len(met), want)
			}
		}
	}
	// 2000 queens, threshold 32: the paper's example, whose first thread has 63 subtasks.
	_, all := subtasks(2000, 32)
	for k, want := range map[int64][2]int32{0: {0, 1 + 62*32}, 62: {0, 1}, 63: {1, 2 + 62*32}} {
		if i, from := subtask(k, all, 2000, 32); i != want[0] || from != want[1] {
			t.Errorf("subtask %d is of queen %d from column %d on, want %v", k, i, from, want)
		}
	}
	for _, threshold := range []int32{1 << 10, 1 << 17, MaxN} {
		divided, all := subtasks(1_000_000, threshold)
		if divided == 0 {
			continue
		}
		i, from := subtask(0, all, 1_000_000, threshold)
		last, _ := subtask(divided-1, all, 1_000_000, threshold)
		if i != 0 || from < 1_000_000-threshold || last != 1_000_000-1-threshold-1 {
			t.Errorf("threshold %d: queens %d (from %d) to %d", threshold, i, from, last)
		}
	}
}

// Tiles come in the order of next, and are the pairs i <= j, each once.
func TestSquares(t *testing.T) {
	for _, s := range []Squares{{N: 1, Candidates: 1, Side: 8, Width: 4}, {N: 17, Candidates: 3, Side: 8, Width: 4}, {N: 40, Candidates: 2, Side: 16, Width: 16}} {
		met := map[[3]int32]int{}
		p := s.tile(0)
		for k := range s.tiles() * int64(s.Candidates) {
			if got := s.tile(k); got != p {
				t.Fatalf("%+v: tile %d is %+v, and by next %+v", s, k, got, p)
			}
			for i := p.i * s.Side; i < min(p.i*s.Side+s.Side, s.N); i++ {
				from := p.j*s.Side + p.part*s.Width
				for j := max(from, i+1); j < min(from+s.Width, s.N); j++ {
					met[[3]int32{p.candidate, i, j}]++
				}
			}
			p = s.next(p)
		}
		for _, times := range met {
			if times != 1 {
				t.Fatalf("%+v: a pair comes %d times", s, times)
			}
		}
		if want := int64(s.Candidates) * pairsOf(s.N); int64(len(met)) != want {
			t.Errorf("%+v: %d pairs, want %d", s, len(met), want)
		}
	}
	for range 1000 {
		n, candidates := 2+rand.IntN(2_000_000), 1+rand.IntN(3)
		s, threads := squares(n, candidates, 132, 32*rand.IntN(33))
		if s.Side != int32(held*threads) || s.Side%s.Width != 0 || s.Width%together != 0 || s.Width > widest {
			t.Fatalf("%d queens: %+v with blocks of %d", n, s, threads)
		}
		last := s.tile(s.tiles()*int64(candidates) - 1)
		if want := (tile{int32(candidates - 1), s.sides() - 1, s.sides() - 1, s.Side/s.Width - 1}); last != want {
			t.Fatalf("%+v: the last tile is %+v, want %+v", s, last, want)
		}
	}
	if s, threads := squares(1_000_000, 1, 132, 0); threads != 256 || s.Width != widest {
		t.Errorf("a million queens: %+v with blocks of %d", s, threads)
	}
}

func TestRuleFor(t *testing.T) {
	for n, want := range map[int]string{2: "counted", seldom - 1: "counted", seldom: "mixed", exactFloats: "mixed", exactFloats + 1: "grouped", MaxN: "grouped"} {
		if got := ruleFor("", n); got != want {
			t.Errorf("%d queens: %s, want %s", n, got, want)
		}
	}
	// The greatest board's lines are whole in float32, and so are their distances.
	if a, b := linesOf[mixed](exactFloats-1, exactFloats-1, exactFloats), linesOf[mixed](exactFloats-2, exactFloats-1, exactFloats); a.sum == b.sum ||
		a.difference == b.difference || a.row != b.row {
		t.Errorf("%+v and %+v", a, b)
	}
}

// A rule finds a group hit if and only if a pair of it shares a line, also where lines are as many as float32 holds exactly,
// and never a queen that is not there.
func TestRules(t *testing.T) {
	for _, n := range []int32{2, 5, 1000, exactFloats} {
		meets[counted, anyRows](t, n)
		meets[counted, permutation](t, n)
		meets[grouped, anyRows](t, n)
		meets[grouped, permutation](t, n)
		meets[mixed, anyRows](t, n)
		meets[mixed, permutation](t, n)
		meets[product, anyRows](t, n)
		meets[product, permutation](t, n)
	}
}

func meets[R rule, B board](t *testing.T, n int32) {
	t.Helper()
	var r R
	var b B
	random := rand.New(rand.NewPCG(1, uint64(n)))
	near := func(v int32) int32 { return max(0, min(n-1, v+random.Int32N(3)-1)) }
	for range 2000 {
		g, want := group{product: 1}, int32(0)
		for range 1 + random.IntN(32) {
			i, v, w := random.Int32N(n), random.Int32N(n), random.Int32N(n)
			j := (i + 1 + random.Int32N(n-1)) % n
			switch random.IntN(12) { // hits are rare, and near misses are not
			case 0:
				w = near(v)
			case 1:
				w = near(v + j - i)
			case 2:
				w = near(v - j + i)
			}
			if !b.rows() && v == w {
				continue
			}
			if attacks(w-v, j-i) {
				want++
			}
			g = r.meet(g, linesOf[R](i, v, n), linesOf[R](j, w, n), b.rows())
		}
		l := linesOf[R](random.Int32N(n), random.Int32N(n), n)
		for _, pair := range [][2]lines{{nowhere[R](1), nowhere[R](2)}, {nowhere[R](1), l}, {l, nowhere[R](2)}} {
			if g = r.meet(g, pair[0], pair[1], b.rows()); attack[B](pair[0], pair[1]) {
				t.Fatalf("%T, %T, n=%d: %+v and %+v attack each other", r, b, n, pair[0], pair[1])
			}
		}
		if r.counts() && g.count != want || !r.counts() && r.hit(g) != (want > 0) {
			t.Fatalf("%T, %T, n=%d: %+v of %d conflicts", r, b, n, g, want)
		}
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
