package gpu_test

import (
	"errors"
	"testing"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// Two streams do what they are told, each in order, and marks tell the time of it.
func TestStream(t *testing.T) {
	everywhere(t, func(t *testing.T, m *gpu.Machine) {
		k := kernel(t, m, "Scale")
		const n = 1000
		table := gputest.Table{Values: make([]int32, n)}
		for i := range table.Values {
			table.Values[i] = int32(i)
		}
		v := must.Have(gpu.ValueOf(m, table))(t)
		var streams [2]*gpu.Stream
		var staged [2]*gpu.Pinned[int64]
		var arrays [2]*gpu.Array[int64]
		var began, ended [2]*gpu.Mark
		for s := range streams {
			streams[s] = must.Have(gpu.NewStream(m))(t)
			staged[s], arrays[s] = must.Have(gpu.NewPinned[int64](m, n))(t), must.Have(gpu.NewArray[int64](m, n))(t)
			began[s], ended[s] = must.Have(gpu.NewMark(m))(t), must.Have(gpu.NewMark(m))(t)
		}
		for round := range int32(3) {
			for s, on := range streams {
				must.Do(t, began[s].Record(on))
				must.Do(t, k.Launch(gpu.Shape{Blocks: 2, Threads: 64, Stream: on}, v, 10*round+int32(s), arrays[s]))
				must.Do(t, arrays[s].ClearLater(on, 7, 2))
				must.Do(t, ended[s].Record(on))
				must.Do(t, arrays[s].ReadLater(on, staged[s], 5, 5, n-5))
			}
			for s, on := range streams {
				must.Do(t, on.Wait())
				for i, got := range staged[s].Slice() {
					want := int64(i) * int64(10*round+int32(s))
					if i < 5 || i == 7 || i == 8 {
						want = 0
					}
					if got != want {
						t.Fatalf("round %d, stream %d: value %d is %d, want %d", round, s, i, got, want)
					}
				}
				if d, err := ended[s].Since(began[s]); err != nil || d <= 0 {
					t.Errorf("a launch took %v, %v", d, err)
				}
			}
		}
		for s, on := range streams { // to the device
			staged[s].Slice()[3] = int64(70 + s)
			must.Do(t, arrays[s].WriteLater(on, 8, staged[s], 3, 1))
			must.Do(t, on.Wait())
			got := make([]int64, 1)
			must.Do(t, arrays[s].Read(got, 8))
			if got[0] != int64(70+s) {
				t.Errorf("wrote %d", got[0])
			}
		}
		for s, on := range streams {
			must.Do(t, errors.Join(began[s].Free(), began[s].Free(), ended[s].Free(), staged[s].Free(), staged[s].Free(), arrays[s].Free(), on.Free(), on.Free()))
		}
		must.Do(t, errors.Join((*gpu.Stream)(nil).Free(), (*gpu.Mark)(nil).Free(), (*gpu.Pinned[int32])(nil).Free()))
	})
}

func TestStream_Refuses(t *testing.T) {
	everywhere(t, func(t *testing.T, m *gpu.Machine) {
		other := machine(t, gpu.Emulators(1), 0)
		mine, foreign := must.Have(gpu.NewStream(m))(t), must.Have(gpu.NewStream(other))(t)
		a, p := must.Have(gpu.NewArray[int64](m, 10))(t), must.Have(gpu.NewPinned[int64](m, 6))(t)
		defer a.Free()
		defer p.Free()
		defer mine.Free()
		k, v := kernel(t, m, "Scale"), must.Have(gpu.ValueOf(m, gputest.Table{Values: make([]int32, 10)}))(t)
		wantError(t, k.Launch(gpu.Shape{Blocks: 1, Threads: 32, Stream: foreign}, v, int32(1), a), nil, "launching Scale: the stream is of emulator 0")
		wantError(t, a.ClearLater(foreign, 0, 1), nil, "the stream is of emulator 0")
		mark := must.Have(gpu.NewMark(m))(t)
		defer mark.Free()
		wantError(t, mark.Record(foreign), nil, "the stream is of emulator 0")
		_, err := mark.Since(must.Have(gpu.NewMark(other))(t))
		wantError(t, err, nil, "two machines")
		wantError(t, a.WriteLater(mine, 8, p, 0, 3), nil, "values 8 to 11 are not in an array of 10")
		wantError(t, a.WriteLater(mine, 0, p, 4, 3), nil, "values 4 to 7 are not in pinned memory of 6")
		wantError(t, a.ReadLater(mine, p, -1, 0, 3), nil, "values -1 to 2 are not in pinned memory of 6")
		wantError(t, a.ReadLater(mine, p, 0, -1, 3), nil, "values -1 to 2 are not in an array of 10")
		wantError(t, a.ClearLater(mine, 3, -1), nil, "values 3 to 2 are not in an array of 10")
	})
}

// What goes wrong in a stream is told by its Wait, or by the call that the driver refuses.
func TestStream_Failures(t *testing.T) {
	fake := gputest.Computer(t, 1, gputest.Kernels)
	m := machine(t, gpu.GPUs(), 0)
	for _, symbol := range []string{"cuStreamCreate", "cuEventCreate", "cuMemHostAlloc", "cuMemcpyHtoDAsync", "cuMemcpyDtoHAsync", "cuMemsetD8Async", "cuEventRecord"} {
		must.Do(t, streamed(m))
		fake.Fail(symbol, 0, cuda.UnknownError)
		if err := streamed(m); err == nil {
			t.Errorf("a failure of %s went unnoticed", symbol)
		} else {
			wantError(t, err, gpu.ErrFailed, "CUDA_ERROR_UNKNOWN")
		}
	}
	e := machine(t, gpu.Emulators(1), 0)
	s := must.Have(gpu.NewStream(e))(t)
	out := must.Have(gpu.NewArray[int32](e, 1))(t)
	must.Do(t, kernel(t, e, "Break").Launch(gpu.Shape{Blocks: 1, Threads: 1, Stream: s}, out, int32(5)))
	wantError(t, s.Wait(), nil, "kernel Break", "index out of range")
	must.Do(t, s.Wait())
}

// streamed does all that a stream can do.
func streamed(m *gpu.Machine) error {
	s, err := gpu.NewStream(m)
	if err != nil {
		return err
	}
	mark, err := gpu.NewMark(m)
	if err != nil {
		return errors.Join(err, s.Free())
	}
	p, err := gpu.NewPinned[int64](m, 4)
	if err != nil {
		return errors.Join(err, s.Free(), mark.Free())
	}
	a, err := gpu.NewArray[int64](m, 4)
	if err == nil {
		err = errors.Join(a.WriteLater(s, 0, p, 0, 4), a.ClearLater(s, 0, 4), mark.Record(s), a.ReadLater(s, p, 0, 0, 4), s.Wait())
	}
	return errors.Join(err, a.Free(), p.Free(), mark.Free(), s.Free())
}
