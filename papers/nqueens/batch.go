package nqueens

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

const (
	// batchQueens is how many queens a batch has at most, but for one candidate that has more.
	batchQueens = 1 << 22
	// mostCandidates is how many candidates a batch has at most.
	mostCandidates = 1 << 12
)

// spread evaluates a batch on cores, until it is told to stop. Where there are several each takes candidates of its own,
// and counts lines: that parallelises better than any scheme within a candidate.
func spread(where papers.Where, stop *atomic.Bool, one func([]int32) int64, conflicts []int64, x []int32, n int) {
	workers := 1
	if where == papers.AllCores {
		workers, one = runtime.GOMAXPROCS(0), queens.Linear{}.Conflicts
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for c := int(next.Add(1)) - 1; c < len(conflicts) && !stop.Load(); c = int(next.Add(1)) - 1 {
				conflicts[c] = one(x[c*n : c*n+n])
			}
		})
	}
	wg.Wait()
}

// batched are the systems that evaluate batches: the linear ones, and on a GPU the one that compares all pairs the fastest.
func (l *Lab) batched() []System {
	return l.only("serial", "linear", "linear-parallel", gpuPrefix+"coarse", gpuPrefix+"linear")
}

// batchSizes are those of the batch table.
func (l *Lab) batchSizes() []int {
	return l.sizes([]int{100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000})
}

// runBatch times batches, the systems in turns.
func runBatch(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.batchSizes(), func(n int) error {
		var cases []Case
		for _, s := range l.batched() {
			cases = append(cases, Case{Kind: Batch, Candidates: Random, System: s.ID, N: n})
		}
		candidates := l.candidates(n)
		return l.measure(ctx, cases, func(ctx context.Context, s *subject) error {
			e, one, err := l.opened(ctx, s.Case)
			s.turn = func(ctx context.Context, round int) error {
				x, want := candidates(round)
				return l.batchTurn(ctx, s, e, x, want[:max(1, min(len(want), int(l.Limit.Seconds()/20/one)))])
			}
			return err
		})
	})
}

// candidates makes those of a round, with their conflicts. A slow system evaluates the first of them alone, so that none takes longer
// than its time.
func (l *Lab) candidates(n int) func(round int) (x []int32, want []int64) {
	most := max(1, min(mostCandidates, batchQueens/n))
	x, want, of := make([]int32, most*n), make([]int64, most), -1 // the round that they are of
	return func(round int) ([]int32, []int64) {
		if round != of {
			random := multiwalk.NewRand(l.Seed+uint64(round), candidateStream)
			for c := range most {
				multiwalk.Permutation(n).Random(random, x[c*n:c*n+n])
				want[c] = queens.Linear{}.Conflicts(x[c*n : c*n+n])
			}
			of = round
		}
		return x, want
	}
}

// batchTurn times a batch once.
func (l *Lab) batchTurn(ctx context.Context, s *subject, e evaluator, x []int32, want []int64) error {
	r := l.alone(ctx, instrument{s.System, 0}, func() reading {
		r := reading{conflicts: make([]int64, len(want))}
		began := time.Now()
		r.err = e.batch(r.conflicts, x[:len(want)*s.N], s.N)
		r.elapsed = time.Since(began).Seconds()
		return r
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case r.err != nil:
		s.Missing = reason(r.err)
		return nil
	case !slices.Equal(r.conflicts, want):
		return fmt.Errorf("multiwalk: %s miscounts conflicts in a batch of %d candidates of %d queens", s.System, len(want), s.N)
	}
	s.add(r.elapsed/float64(len(want)), r.elapsed)
	s.Evaluations = float64(len(want))
	return nil
}

func tablesBatch(l *Lab) []*exhibit.Table {
	cell := func(s System, n int, of func(Measurement) float64) exhibit.Cell {
		return l.cell(Case{Kind: Batch, Candidates: Random, System: s.ID, N: n}, of)
	}
	times := bySize("batch", "Batches: time of a candidate among many in one call", "us", -3, l.batched(), l.batchSizes(),
		func(s System, n int) exhibit.Cell { return in(1e6, cell(s, n, median)) })
	rates := bySize("batch-rate", "Batches: queens evaluated a second", "1e9/s", -3, l.batched(), l.batchSizes(),
		func(s System, n int) exhibit.Cell {
			return cell(s, n, func(m Measurement) float64 { return float64(n) / m.Median / 1e9 })
		})
	times.Notes = []string{
		fmt.Sprintf("Batches of %d candidates, fewer where they have more than %d queens or take longer than %v; "+
			"medians. On all cores each core has candidates of its own.",
			mostCandidates, batchQueens, l.Limit/20),
		"The paper evaluates one candidate at a time, and leaves buffers that are kept and copies beside kernels to future work.",
	}
	if l.Accelerator == nil {
		times.Notes = append(times.Notes, noGPU)
	}
	rates.Notes = times.Notes
	return []*exhibit.Table{times, rates}
}
