package solutions_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/examples/queens/solutions"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

// collect runs Find and returns the solutions, each checked by the problem's own checker, and all different.
func collect(t *testing.T, n int, o solutions.Options) ([][]int32, solutions.Stats) {
	t.Helper()
	q := must.Have(nqueens.New(n))(t)
	var list [][]int32
	seen := map[string]bool{}
	o.Each = func(x []int32) error {
		if err := q.CheckSolved(x); err != nil {
			t.Errorf("solution %d: %v", len(list), err)
		}
		if key := fmt.Sprint(x); seen[key] {
			t.Errorf("solution %d comes twice: %v", len(list), x)
		} else {
			seen[key] = true
		}
		list = append(list, slices.Clone(x))
		return nil
	}
	stats, err := solutions.Find(context.Background(), n, o)
	if err != nil {
		t.Fatalf("%d queens: %v", n, err)
	}
	if int(stats.Found) != len(list) {
		t.Errorf("%d queens: says %d found, handed out %d", n, stats.Found, len(list))
	}
	return list, stats
}

// devices are the cores, the emulator, and a GPU where there is one.
func devices() map[string]multiwalk.Device {
	list := map[string]multiwalk.Device{"cores": device.CPU(0), "emulator": device.Emulator()}
	if g := device.GPU(0); g.Ready() == nil {
		list["gpu"] = g
	}
	return list
}

func TestFind_SolvesEverySize(t *testing.T) {
	for name, d := range devices() {
		t.Run(name, func(t *testing.T) {
			sizes := []int{13, 14, 15, 16, 17, 18, 31, 32, 33, 63, 64, 65, 100, 255, 300}
			if name == "cores" {
				sizes = append(sizes, 1000, 4096, 65_537)
			}
			for _, n := range sizes {
				count := int64(5)
				if n > 10_000 {
					count = 1
				}
				if list, stats := collect(t, n, solutions.Options{Count: count, Seed: 5, Device: d}); len(list) != int(count) || stats.End != solutions.Enough {
					t.Errorf("%d queens: %d solutions, %+v", n, len(list), stats)
				}
			}
		})
	}
}

// Boards that do not fit shared memory.
func TestFind_LargeBoardOnADevice(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds on the emulator")
	}
	collect(t, 40_000, solutions.Options{Count: 1, Device: device.Emulator(), Walks: 1})
}

// Up to 12 queens all solutions come, whatever the seed and the device.
func TestFind_AllOfFewQueens(t *testing.T) {
	for n, want := range map[int]int{1: 1, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14_200} {
		for name, d := range devices() {
			list, stats := collect(t, n, solutions.Options{Device: d, Seed: 3})
			if len(list) != want || stats.End != solutions.Exhausted || stats.All != int64(want) {
				t.Errorf("%s, %d queens: %d of %d solutions, %+v", name, n, len(list), want, stats)
			}
		}
		_, stats := collect(t, n, solutions.Options{Count: int64(want)})
		if stats.End != solutions.Enough {
			t.Errorf("%d queens: %+v", n, stats)
		}
	}
}

func TestFind_None(t *testing.T) {
	for _, n := range []int{2, 3} {
		if _, err := solutions.Find(context.Background(), n, solutions.Options{}); !errors.Is(err, nqueens.ErrNoSolution) {
			t.Errorf("%d queens: %v", n, err)
		}
	}
}

// Enumerated by prefixes in parallel.
func TestFind_AllOf13Queens(t *testing.T) {
	if testing.Short() {
		t.Skip("checks 73,712 solutions")
	}
	if list, stats := collect(t, 13, solutions.Options{Count: 1 << 40, Workers: 3}); len(list) != 73_712 || stats.End != solutions.Exhausted {
		t.Errorf("%d solutions, %+v", len(list), stats)
	}
}

// The same file whatever the number of workers, and another for another seed.
func TestFind_IsAFunctionOfTheSeed(t *testing.T) {
	for name, d := range devices() {
		sizes := []int{8, 13, 14, 40, 400}
		if name != "cores" {
			sizes = []int{8, 18}
		}
		if testing.Short() {
			sizes = sizes[:2]
		}
		for _, n := range sizes {
			file := func(seed uint64, workers int) []byte {
				var b bytes.Buffer
				o := solutions.Options{Count: 40, Seed: seed, Device: d, Workers: workers, Walks: 3, Out: &b}
				if _, err := solutions.Find(context.Background(), n, o); err != nil {
					t.Fatal(err)
				}
				return b.Bytes()
			}
			one := file(7, 1)
			for _, workers := range []int{2, 5} {
				if !bytes.Equal(one, file(7, workers)) {
					t.Errorf("%s, %d queens: another file from %d workers", name, n, workers)
				}
			}
			if bytes.Equal(one, file(8, 2)) {
				t.Errorf("%s, %d queens: the same file from two seeds", name, n)
			}
		}
	}
}

// More is the same and more.
func TestFind_BeginsTheSameWhateverTheCount(t *testing.T) {
	few, _ := collect(t, 30, solutions.Options{Count: 10, Seed: 2})
	many, _ := collect(t, 30, solutions.Options{Count: 1000, Seed: 2})
	if fmt.Sprint(few) != fmt.Sprint(many[:10]) {
		t.Error("another beginning")
	}
}

func TestFind_EndsWithItsContext(t *testing.T) {
	for name, d := range devices() {
		for _, n := range []int{20, 1000, 200_000} {
			if n == 200_000 && name != "cores" {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), 150*time.Millisecond)
			stats, err := solutions.Find(ctx, n, solutions.Options{Device: d})
			cancel()
			if err != nil || stats.End != solutions.Cancelled {
				t.Errorf("%s, %d queens: %+v, %v", name, n, stats, err)
			}
		}
	}
}

func TestFind_EndsWithEach(t *testing.T) {
	enough := errors.New("enough")
	left := 5
	stats, err := solutions.Find(context.Background(), 50, solutions.Options{Each: func([]int32) error {
		if left--; left == 0 {
			return enough
		}
		return nil
	}})
	if !errors.Is(err, enough) || stats.End != solutions.Failed || stats.Found != 4 {
		t.Errorf("%+v, %v", stats, err)
	}
}

func TestGains(t *testing.T) {
	for _, c := range []struct {
		n     int
		count int64
		want  bool
	}{{8, 0, false}, {1000, 1, false}, {1000, 1_000_000, true}, {1000, 0, true}, {10_000, 20_000, true}, {10_000, 19_999, false}, {100_000, 0, false}} {
		if got := solutions.Gains(c.n, c.count); got != c.want {
			t.Errorf("%d solutions of %d queens: %v", c.count, c.n, got)
		}
	}
}
