package solutions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

// Options say what Find looks for and where. The zero value makes as many solutions as it can on all cores, until its
// context ends, and hands them to nobody.
type Options struct {
	Count   int64            // how many solutions; 0: as many as there are
	Seed    uint64           // of all random numbers
	Device  multiwalk.Device // where solutions are made; nil: all cores
	Workers int              // goroutines that make or check solutions; 0: one a core of Device, or of the machine on a GPU
	Walks   int              // searches side by side on a GPU, which decides what is found; 0: as many as fill it

	// Symmetric hands out, of each solution found, all that the 8 symmetries of the board make of it: up to 8 times as
	// many solutions at little cost. Reflections are cheap but alike: leave it off to get
	// varied solutions. It has no meaning where all solutions are enumerated.
	Symmetric bool

	// Each gets every solution, the row of each column from 0, in an order that Find's documentation tells. x is valid
	// during the call alone. An error ends Find, which returns it.
	Each func(x []int32) error
	// Out gets every solution in Format, whole solutions a Write.
	Out    io.Writer
	Format Format

	// Observe gets the state of affairs some ten times a second, from the goroutine of Find.
	Observe func(Stats)
}

// End says why no more solutions come.
type End string

// The reasons of an end.
const (
	Enough    End = "enough"    // as many as were asked for
	Exhausted End = "exhausted" // all that exist
	Cancelled End = "cancelled" // the context ended
	Failed    End = "failed"    // the error says why
)

// Stats is what Find has done.
type Stats struct {
	N          int
	Found      int64         // solutions handed out, all different
	Duplicates int64         // solutions that had been handed out before, and were dropped
	All        int64         // how many exist, up to 17 queens; 0 beyond
	Memory     int64         // bytes by which duplicates are known
	Elapsed    time.Duration // since the call
	End        End           // empty while Find is at work
}

// Find makes different solutions of n queens and hands each to Each and Out. It proves every solution on the CPU
// before, from its rows alone, and drops those that came before.
//
// The order is a function of n, Options.Count, Seed, Symmetric, the kind of device, and on a GPU of Walks: walks have
// numbers, their solutions too, and neither the number of workers nor time has a say. On cores any number gives the
// same as any other; a GPU makes others than cores, and the emulator the same as a GPU with the same Walks.
//
// Up to 12 queens all solutions are enumerated and put into random order; up to 17 they are enumerated where more than
// an eighth of all is asked for, on cores in either case. Elsewhere a solution is a random start that is repaired, see
// the package's documentation. Where fewer exist than were asked for, Stats.End is Exhausted.
//
// Memory is 11 to 21 bytes for each solution handed out, and for each worker some 13 bytes a queen and 4 batches of
// what is under way, each of 0.5 MB, or a solution if that is more; above 131,072 queens it is one solution.
//
// When ctx ends, Find returns within some 10 ms on cores with what it has handed out and no error; up to a hundred
// thousand queens at least, and if Each and Out do. The error wraps nqueens.ErrNoSolution for 2 and 3 queens.
func Find(ctx context.Context, n int, o Options) (Stats, error) {
	began := time.Now()
	stats := Stats{N: n, End: Failed}
	q, err := nqueens.New(n)
	if err == nil {
		err = errors.Join(q.Solvable(), o.check())
	}
	if err != nil {
		return stats, err
	}
	if enumerates(n, o.Count) {
		o.Symmetric = false
	}
	src, err := newSource(n, &o)
	if err != nil {
		return stats, err
	}
	s := newStream(n, &o, src, began)
	err = s.run(ctx)
	return s.stats, errors.Join(err, src.close())
}

// Gains says whether a GPU is worth its start, beside 16 cores, for count solutions of n queens; 0 means as many as there is
// time for. An H200 breaks even at 100,000 solutions of 1,000 queens; Gains asks for twice that. Larger boards do not
// fit a multiprocessor.
func Gains(n int, count int64) bool {
	const least, most, queens = 500, 16384, 200_000_000
	return n >= least && n <= most && (count == 0 || count >= int64(queens/n))
}

// check refuses options that cannot be.
func (o *Options) check() error {
	b, both := o.Device.(multiwalk.Both)
	switch {
	case both:
		return fmt.Errorf("multiwalk: solutions are made on cores or on machines, not on %v at the same time; use %v", b, b.Machines)
	case o.Count < 0:
		return fmt.Errorf("multiwalk: %d solutions: ask for 1 or more, or for 0 to get as many as there are", o.Count)
	case o.Workers < 0 || o.Walks < 0:
		return fmt.Errorf("multiwalk: %d workers, %d walks: numbers must not be negative; 0 leaves the choice to Find",
			o.Workers, o.Walks)
	case o.Format != Text && o.Format != Binary:
		return fmt.Errorf("multiwalk: %v of solutions cannot be written; use Text or Binary", o.Format)
	}
	return nil
}

// workers is the number of goroutines.
func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	if _, ok := o.Device.(multiwalk.Accelerator); ok || o.Device == nil {
		return runtime.GOMAXPROCS(0)
	}
	return o.Device.Workers()
}
