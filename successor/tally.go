package successor

import (
	"errors"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
)

// tally is the order of a generation's work on a machine, and where the numbers that its kernels bring up to date begin and end. These
// are copied from and to pinned memory, so the host waits once a generation. A copy of other memory waits before it and after it.
type tally struct {
	stream *gpu.Stream
	begin  *gpu.Pinned[int64] // never changes
	end    *gpu.Pinned[int64]
}

func newTally(m *gpu.Machine) (*tally, error) {
	t := &tally{}
	var errs [3]error
	t.stream, errs[0] = gpu.NewStream(m)
	t.begin, errs[1] = gpu.NewPinned[int64](m, construct.Sums)
	t.end, errs[2] = gpu.NewPinned[int64](m, construct.Sums)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, errors.Join(err, t.Free())
	}
	t.begin.Slice()[construct.FirstFault] = construct.NoFault
	return t, nil
}

// clear has the numbers begin anew, before what is launched on the stream from now on.
func (t *tally) clear(sums *gpu.Array[int64]) error {
	return sums.WriteLater(t.stream, 0, t.begin, 0, construct.Sums)
}

// wait returns the numbers once all that was launched on the stream is done.
func (t *tally) wait(sums *gpu.Array[int64]) (end [construct.Sums]int64, err error) {
	if err = sums.ReadLater(t.stream, t.end, 0, 0, construct.Sums); err == nil {
		err = t.stream.Wait()
	}
	copy(end[:], t.end.Slice())
	return end, err
}

// Free gives the memory back.
func (t *tally) Free() error { return errors.Join(t.stream.Free(), t.begin.Free(), t.end.Free()) }
