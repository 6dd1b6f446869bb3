package successor

import (
	"errors"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// tally is the numbers that the kernels of a generation bring up to date, and the order of that work on its machine. What they
// begin with and come to is copied from and to pinned memory, so the host waits once a generation. A copy of other memory waits
// twice, 20 µs or more each, as long as a small generation takes.
type tally struct {
	stream *gpu.Stream
	sums   *gpu.Array[int64]
	begin  *gpu.Pinned[int64] // never changes
	end    *gpu.Pinned[int64]
}

func newTally(m *gpu.Machine) (*tally, error) {
	t := &tally{}
	var errs [4]error
	t.stream, errs[0] = gpu.NewStream(m)
	t.sums, errs[1] = gpu.NewArray[int64](m, kernel.Sums)
	t.begin, errs[2] = gpu.NewPinned[int64](m, kernel.Sums)
	t.end, errs[3] = gpu.NewPinned[int64](m, kernel.Sums)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, errors.Join(err, t.Free())
	}
	t.begin.Slice()[kernel.FirstFault] = kernel.NoFault
	return t, nil
}

// clear has the numbers begin anew, before what is launched on the stream from now on.
func (t *tally) clear() error { return t.sums.WriteLater(t.stream, 0, t.begin, 0, kernel.Sums) }

// wait returns the numbers once all that was launched on the stream is done.
func (t *tally) wait() (sums [kernel.Sums]int64, err error) {
	if err = t.sums.ReadLater(t.stream, t.end, 0, 0, kernel.Sums); err == nil {
		err = t.stream.Wait()
	}
	copy(sums[:], t.end.Slice())
	return sums, err
}

// Free gives the memory back.
func (t *tally) Free() error {
	return errors.Join(t.stream.Free(), t.sums.Free(), t.begin.Free(), t.end.Free())
}
