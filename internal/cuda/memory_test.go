package cuda_test

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/must"
)

type pair struct {
	A int32
	B [2]float64
}

func TestBuffer_CopiesThereAndBack(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		for _, n := range []int{0, 1, 31, 32, 33, 65, 100_000} {
			src := make([]int32, n)
			for i := range src {
				src[i] = int32(i*i + 1)
			}
			b := must.Have(cuda.BufferOf(c, src))(t)
			dst := make([]int32, n)
			must.Do(t, b.CopyTo(dst, 0))
			if !slices.Equal(src, dst) || b.Len() != n {
				t.Errorf("n = %d: came back changed", n)
			}
			must.Do(t, b.CopyFrom(n/2, []int32{-1, -2}[:min(2, n-n/2)]))
			must.Do(t, b.CopyTo(dst[:n-n/2], n/2))
			if n > 0 && dst[0] != -1 {
				t.Errorf("n = %d: copy to the middle missed", n)
			}
			must.Do(t, b.Free())
		}
	})
}

func TestBuffer_Zero(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		zero(t, c, int16(-2))
		zero(t, c, pair{1, [2]float64{2, 3}})
	})
}

// zero clears the second half of a buffer of v, and then all of it.
func zero[T comparable](t *testing.T, c *cuda.Context, v T) {
	t.Helper()
	var none T
	for _, n := range []int{0, 1, 33, 131072, 131073} {
		b := must.Be(cuda.BufferOf(c, slices.Repeat([]T{v}, n)))
		got := make([]T, n)
		must.Do(t, b.ZeroAsync(nil, n/2, n-n/2))
		must.Do(t, b.CopyTo(got, 0))
		if i := slices.Index(got, none); n > 1 && i != n/2 || slices.ContainsFunc(got[n/2:], func(x T) bool { return x != none }) {
			t.Errorf("%T, n = %d: ZeroAsync of the second half begins at %d", v, n, i)
		}
		must.Do(t, b.Zero())
		must.Do(t, b.CopyTo(got, 0))
		if i := slices.IndexFunc(got, func(x T) bool { return x != none }); i >= 0 {
			t.Errorf("%T, n = %d: value %d is %v after Zero", v, n, i, got[i])
		}
		must.Do(t, b.Free())
	}
}

func TestBuffer_Refuses(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		_, err := cuda.NewBuffer[string](c, 1)
		wantError(t, err, nil, "string holds Go pointers")
		_, err = cuda.NewBuffer[struct{ p *int }](c, 1)
		wantError(t, err, nil, "holds Go pointers")
		_, err = cuda.NewBuffer[int32](c, -1)
		wantError(t, err, nil, "-1 values of 4 bytes cannot be")
		_, err = cuda.NewBuffer[int64](c, 1<<61)
		wantError(t, err, nil, "cannot be")

		b := must.Be(cuda.NewBuffer[int32](c, 10))
		for _, r := range [][2]int{{-1, 1}, {0, 11}, {10, 1}, {11, 0}} {
			wantError(t, b.CopyFrom(r[0], make([]int32, r[1])), nil, "copying to the device: values", "not in a buffer of 10")
			wantError(t, b.CopyTo(make([]int32, r[1]), r[0]), nil, "not in a buffer of 10")
		}
		wantError(t, b.CopyFromAsync(nil, 0, make([]int32, 3)), nil, "not pinned", "NewPinned")
		wantError(t, b.CopyToAsync(nil, make([]int32, 3), 0), nil, "not pinned")

		must.Do(t, b.Free())
		wantError(t, b.Free(), cuda.ErrClosed, "freeing device memory")
		wantError(t, b.CopyFrom(0, make([]int32, 1)), cuda.ErrClosed)
		wantError(t, b.Zero(), cuda.ErrClosed)
	})
}

func TestBuffer_OutOfMemory(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		_, total, err := c.MemoryInfo()
		must.Do(t, err)
		_, err = cuda.NewBuffer[byte](c, int(total)+1)
		wantError(t, err, cuda.ErrOutOfMemory, "allocating device memory on device 0", "CUDA_ERROR_OUT_OF_MEMORY: out of memory",
			"asked for", "free are")
		must.Do(t, must.Be(cuda.NewBuffer[byte](c, 1024)).Free()) // an error that does not lose the device
		if c.Lost() != nil {
			t.Error("out of memory lost the device")
		}
	})
}

func TestBuffer_OutOfMemoryText(t *testing.T) {
	small := cudatest.H200()
	small.Memory = 3 << 19
	fake := cudatest.New(small)
	c := must.Be(must.Be(fake.Open()).Devices()[0].NewContext())
	defer c.Close()
	must.Be(cuda.NewBuffer[byte](c, 512))
	_, err := cuda.NewBuffer[byte](c, 2<<20)
	want := "cuda: allocating device memory on device 0 (Fake H200): CUDA_ERROR_OUT_OF_MEMORY: out of memory: " +
		"asked for 2097152 bytes (2.0 MiB), free are 1572352 bytes (1.5 MiB) of 1572864 bytes (1.5 MiB)"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	fake.Fail("cuMemHostAlloc", 0, cuda.OutOfMemory)
	_, err = cuda.NewPinned[byte](c, 4096)
	wantError(t, err, cuda.ErrOutOfMemory, "pinned host memory", "asked for 4096 bytes (4.0 KiB)")
	fake.Fail("cuMemAlloc", 0, cuda.OutOfMemory)
	fake.Fail("cuMemGetInfo", 0, cuda.UnknownError)
	_, err = cuda.NewBuffer[byte](c, 100)
	wantError(t, err, cuda.ErrOutOfMemory, "asked for 100 bytes")
}

func TestPinned_AsyncCopies(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		s := must.Be(c.NewStream())
		in, out := must.Be(cuda.NewPinned[int64](c, 1000)), must.Be(cuda.NewPinned[int64](c, 1000))
		if slices.Max(in.Slice()) != 0 || in.Len() != 1000 {
			t.Error("new pinned memory is not clear")
		}
		for i := range in.Slice() {
			in.Slice()[i] = int64(i) << 33
		}
		b := must.Be(cuda.NewBuffer[int64](c, 1000))
		must.Do(t, b.CopyFromAsync(s, 0, in.Slice()))
		must.Do(t, b.CopyToAsync(s, out.Slice()[:500], 500))
		must.Do(t, b.CopyToAsync(s, out.Slice()[500:], 0))
		must.Do(t, s.Sync())
		for i, v := range out.Slice() {
			if v != int64((i+500)%1000)<<33 {
				t.Fatalf("value %d is %d", i, v)
			}
		}
		empty := must.Be(cuda.NewPinned[int64](c, 0))
		if len(empty.Slice()) != 0 {
			t.Error("empty pinned memory is not")
		}
		must.Do(t, empty.Free())
		old := in.Ptr()
		must.Do(t, in.Free())
		if in.Slice() != nil || old == 0 {
			t.Error("freed pinned memory still gives a slice")
		}
		wantError(t, in.Free(), cuda.ErrClosed)
		must.Do(t, out.Free())
	})
}
