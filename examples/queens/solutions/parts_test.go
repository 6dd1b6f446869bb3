package solutions

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

// The prover agrees with the full evaluation on permutations, on solutions, and on solutions with one thing changed.
func TestProve_AgreesWithTheEvaluation(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	for _, n := range []int{1, 2, 3, 4, 5, 6, 8, 31, 32, 33, 300, 1000} {
		p := newProver(n)
		agree := func(x []int32) {
			t.Helper()
			solves := nqueens.Linear{}.Conflicts(x) == 0
			narrow := make([]uint16, n)
			for i, v := range x {
				narrow[i] = uint16(v)
			}
			if prove(p, x) != solves || prove(p, narrow) != solves || (flaw(x) == nil) != solves || (flaw(narrow) == nil) != solves {
				t.Fatalf("%v: proven %v and %v, flaw %v, in truth %v", x, prove(p, x), prove(p, narrow), flaw(x), solves)
			}
		}
		x := make([]int32, n)
		for range 300 {
			multiwalk.Permutation(n).Random(r, x)
			agree(x)
		}
		if n == 2 || n == 3 {
			continue
		}
		s := newSearcher(n, new(atomic.Bool))
		s.begin(1, 0)
		for range 20 {
			s.next()
			agree(s.x)
			copy(x, s.x)
			i, j := r.IntN(n), r.IntN(n)
			x[i] = x[j]
			agree(x)
			copy(x, s.x)
			x[i], x[j] = x[j], x[i]
			agree(x)
			x[i] = int32(n)
			if prove(p, x) || flaw(x) == nil {
				t.Fatal("a row outside the board is proven")
			}
			x[i] = -1
			if prove(p, x) || prove(p, x[1:]) || flaw(x) == nil {
				t.Fatal("a negative row, or a column too few, is proven")
			}
		}
	}
}

// Counters that a search has changed by exchanges are those of the board, and what it makes solves it.
func TestSearcher_KeepsItsCounters(t *testing.T) {
	for _, n := range []int{4, 5, 6, 8, 13, 32, 33, 200, 5000} {
		s, p := newSearcher(n, new(atomic.Bool)), newProver(n)
		s.begin(7, 3)
		for range 30 {
			if !s.next() || !prove(p, s.x) {
				t.Fatalf("%d queens: %v", n, s.x)
			}
			sums, differences := slices.Clone(s.sums), slices.Clone(s.differences)
			for i, v := range s.x {
				sums[i+int(v)]--
				differences[i-int(v)+n]--
			}
			if slices.Max(sums) != 0 || slices.Max(differences) != 0 {
				t.Fatalf("%d queens: counters do not fit the board", n)
			}
		}
	}
}

// The deltas of both searches are what a full evaluation finds, on boards full of attacks too.
func TestDeltas_AreTheChange(t *testing.T) {
	r := multiwalk.NewRand(2, 0)
	for _, n := range []int{2, 3, 4, 5, 8, 33, 100} {
		q := must.Have(nqueens.New(n))(t)
		for k := range 20 {
			s := newSearcher(n, new(atomic.Bool))
			s.begin(1, 0)
			multiwalk.Permutation(n).Random(r, s.x)
			if k == 0 {
				for i := range s.x {
					s.x[i] = int32(i) // all on one diagonal
				}
			}
			words := counterWords(int32(n))
			b := board[int32]{n: int32(n), x: s.x, sums: make([]uint32, words), differences: make([]uint32, words)}
			for i, v := range s.x {
				s.put(int32(i), v, 1)
				b.sums[(i+int(v))/4] += 1 << ((i + int(v)) % 4 * 8)
				b.differences[(i-int(v)+n)/4] += 1 << ((i - int(v) + n) % 4 * 8)
			}
			for range 200 {
				i, j := int32(r.IntN(n)), int32(r.IntN(n))
				if i == j {
					continue
				}
				want := q.SwapDelta(s.x, i, j)
				if got := s.delta(i, j); int64(got) != want {
					t.Errorf("on cores: %v, %d and %d: %d, want %d", s.x, i, j, got, want)
				}
				v := s.x[i]
				if got := b.delta(i, j, v, b.on(i, v)-2); int64(got) != want {
					t.Errorf("on a device: %v, %d and %d: %d, want %d", s.x, i, j, got, want)
				}
			}
		}
	}
}

func TestSearcher_StartsHaveFewCollisions(t *testing.T) {
	for n, most := range map[int]float64{100: 8, 1000: 10, 20_000: 14} {
		s, forced := newSearcher(n, new(atomic.Bool)), 0
		s.begin(1, 0)
		for range 20 {
			s.place()
			forced += len(s.attacked)
		}
		if mean := float64(forced) / 20; mean > most {
			t.Errorf("%d queens: %.1f columns without a free row, want at most %.0f", n, mean, most)
		}
	}
}

// Two solutions agree in one column on average, as two random permutations do.
func TestSearcher_SolutionsHaveLittleInCommon(t *testing.T) {
	const n, count = 500, 60
	s := newSearcher(n, new(atomic.Bool))
	s.begin(1, 0)
	var list [][]int32
	for range count {
		s.next()
		list = append(list, slices.Clone(s.x))
	}
	if mean := agreement(list); mean < 0.7 || mean > 1.4 {
		t.Errorf("two solutions agree in %.2f columns on average", mean)
	}
}

// agreement is how many columns of two solutions have the same row, on average.
func agreement(list [][]int32) float64 {
	same, pairs := 0, 0
	for i, x := range list {
		for _, y := range list[:i] {
			pairs++
			for c := range x {
				if x[c] == y[c] {
					same++
				}
			}
		}
	}
	return float64(same) / float64(pairs)
}

func TestSet_KnowsWhatItHolds(t *testing.T) {
	s, known := newSet(10), map[uint64]bool{}
	r := multiwalk.NewRand(3, 0)
	for range 200_000 {
		h := r.Uint64() >> (r.IntN(2) * 50) // half of them come again and again, in one shard
		if h == 0 {
			h = 1
		}
		if s.add(h) == known[h] {
			t.Fatalf("%x: known %v, new %v", h, known[h], known[h])
		}
		known[h] = true
	}
	if s.len != int64(len(known)) || s.bytes() < 8*s.len || s.bytes() > 40*s.len {
		t.Errorf("%d of %d, %d bytes", s.len, len(known), s.bytes())
	}
	if s.add(0) || s.add(1) {
		t.Error("0 is not taken for 1")
	}
}

// Fingerprints are the same for both widths, tell solutions apart, and depend on every row, also behind the last group.
func TestFingerprint(t *testing.T) {
	r := multiwalk.NewRand(5, 0)
	for _, n := range []int{1, 4, 7, 8, 9, 15, 16, 17, 100, 70_000} {
		x := make([]int32, n)
		multiwalk.Permutation(n).Random(r, x)
		h := fingerprint(x)
		if n <= 1<<16 {
			narrow := make([]uint16, n)
			for i, v := range x {
				narrow[i] = uint16(v)
			}
			if fingerprint(narrow) != h {
				t.Errorf("%d queens: another fingerprint of 16 bits", n)
			}
		}
		seen := map[uint64]bool{h: true}
		for i := range min(n, 1000) {
			x[i] ^= 1
			if f := fingerprint(x); seen[f] {
				t.Errorf("%d queens: row %d makes no difference", n, i)
			} else {
				seen[f] = true
			}
			x[i] ^= 1
		}
	}
}

func TestImages(t *testing.T) {
	x := []int32{0, 4, 7, 5, 2, 6, 1, 3} // one of the 11 fundamental solutions of 8 queens with 8 images
	to := make([]int32, 8*len(x))
	images(to, x)
	if !slices.Equal(to[:8], x) {
		t.Errorf("the first image is %v", to[:8])
	}
	seen := map[uint64]bool{}
	for k := range 8 {
		y := to[8*k : 8*k+8]
		if flaw(y) != nil {
			t.Errorf("image %d: %v", k, flaw(y))
		}
		seen[fingerprint(y)] = true
	}
	if len(seen) != 8 {
		t.Errorf("%d different images, want 8", len(seen))
	}
	back := slices.Clone(x)
	for range 4 {
		next := make([]int32, len(x))
		turn(next, back)
		back = next
	}
	if !slices.Equal(back, x) {
		t.Errorf("four quarter turns make %v", back)
	}
}

// A source whose solutions are wrong, or end.
type fake struct {
	batches [][]int32
	err     error
}

func (f *fake) next(b *batch) (bool, error) {
	if len(f.batches) == 0 {
		return false, f.err
	}
	b.wide, f.batches = f.batches[0], f.batches[1:]
	return true, nil
}
func (f *fake) fill(*batch, *worker) {}
func (f *fake) stop()                {}
func (f *fake) close() error         { return nil }

func TestStream_BelievesNoSource(t *testing.T) {
	good := []int32{1, 3, 0, 2}
	s := newStream(4, &Options{}, &fake{batches: [][]int32{good, good, {0, 1, 2, 3}}}, time.Now())
	if err := s.run(context.Background()); err == nil || !strings.Contains(err.Error(), "columns 1 and 2, rows 1 and 2, attack") {
		t.Errorf("a wrong solution: %v", err)
	}
	if s.stats.Found != 1 || s.stats.Duplicates != 1 || s.stats.End != Failed {
		t.Errorf("%+v", s.stats)
	}
	lost := errors.New("lost")
	s = newStream(4, &Options{}, &fake{batches: [][]int32{good}, err: lost}, time.Now())
	if err := s.run(context.Background()); !errors.Is(err, lost) || s.stats.Found != 1 || s.stats.End != Failed {
		t.Errorf("%+v, %v", s.stats, err)
	}
}

// Duplicates are left out of what is written, wherever in a batch they are.
func TestStream_WritesNoDuplicate(t *testing.T) {
	a, b := []int32{1, 3, 0, 2}, []int32{2, 0, 3, 1}
	for _, batches := range [][][]int32{{a, b}, {a, a, b}, {slices.Concat(a, a), b}, {slices.Concat(a, a, b, b)}, {slices.Concat(a, b, a), a}} {
		for _, f := range []Format{Text, Binary} {
			var out bytes.Buffer
			s := newStream(4, &Options{Out: &out, Format: f}, &fake{batches: slices.Clone(batches)}, time.Now())
			if err := s.run(context.Background()); err != nil || s.stats.Found != 2 || s.stats.End != Exhausted {
				t.Fatalf("%v: %+v, %v", batches, s.stats, err)
			}
			want := encode(f, encode(f, f.head(4), a), b)
			if !bytes.Equal(out.Bytes(), want) {
				t.Errorf("%v as %v: %q, want %q", batches, f, out.Bytes(), want)
			}
		}
	}
}

// full is a disk with room for so many writes.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("the disk is full")
	}
	return len(p), nil
}

func TestStream_TellsThatOutFails(t *testing.T) {
	for left := range 3 {
		stats, err := Find(context.Background(), 20, Options{Count: 10_000, Out: &full{left}, Format: Binary})
		if err == nil || !strings.Contains(err.Error(), "the disk is full") || stats.End != Failed {
			t.Errorf("%d writes: %+v, %v", left, stats, err)
		}
	}
}

// Symmetric makes of each solution up to 8, different ones all the same.
func TestFind_Symmetric(t *testing.T) {
	for _, d := range []multiwalk.Device{nil, gpu.Emulators(1)} {
		var list [][]int32
		stats, err := Find(context.Background(), 20, Options{Count: 64, Symmetric: true, Device: d, Each: func(x []int32) error {
			list = append(list, slices.Clone(x))
			return nil
		}})
		if err != nil || stats.Found != 64 || stats.Duplicates > 8 {
			t.Fatalf("%+v, %v", stats, err)
		}
		seen := map[uint64]bool{}
		for _, x := range list {
			if seen[fingerprint(x)] || flaw(x) != nil {
				t.Errorf("%v: seen %v, %v", x, seen[fingerprint(x)], flaw(x))
			}
			seen[fingerprint(x)] = true
		}
		eight := make([]int32, 160)
		images(eight, list[0])
		for k := range 8 {
			if !slices.Equal(eight[20*k:20*k+20], list[k]) {
				t.Errorf("solution %d is no image of the first", k)
			}
		}
	}
}

// Where all solutions are enumerated, their images are among them.
func TestFind_SymmetricOfAll(t *testing.T) {
	stats, err := Find(context.Background(), 8, Options{Symmetric: true})
	if err != nil || stats.Found != 92 || stats.Duplicates != 0 || stats.End != Exhausted {
		t.Errorf("%+v, %v", stats, err)
	}
}

func TestFind_Refuses(t *testing.T) {
	for _, o := range []Options{{Count: -1}, {Workers: -1}, {Walks: -1}, {Format: 7}} {
		if _, err := Find(context.Background(), 8, o); err == nil || !strings.HasPrefix(err.Error(), "multiwalk: ") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	for _, n := range []int{-1, 0, nqueens.MaxN + 1} {
		if _, err := Find(context.Background(), n, Options{}); err == nil {
			t.Errorf("%d queens: no error", n)
		}
	}
	if _, err := Find(context.Background(), maxOnDevice+1, Options{Device: gpu.Emulators(1)}); err == nil ||
		!strings.Contains(err.Error(), "use cores") {
		t.Errorf("too many queens for a device: %v", err)
	}
}

func TestFind_Observes(t *testing.T) {
	var seen []Stats
	stats, err := Find(context.Background(), 200, Options{Count: 200, Each: func([]int32) error {
		time.Sleep(2 * time.Millisecond)
		return nil
	}, Observe: func(s Stats) { seen = append(seen, s) }})
	if err != nil || len(seen) < 2 || seen[len(seen)-1] != stats || seen[0].End != "" || seen[0].Memory == 0 || stats.Elapsed <= 0 {
		t.Errorf("%v: saw %+v, returned %+v", err, seen, stats)
	}
}
