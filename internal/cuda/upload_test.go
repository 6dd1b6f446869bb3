package cuda_test

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// vectors are the first two parameters of vecadd.
type vectors struct{ x, y []float32 }

func TestUpload_Runs(t *testing.T) {
	both(t, func(t *testing.T, c *cuda.Context) {
		f := function(t, c, "vecadd")
		v := &vectors{[]float32{1, 2, 3}, []float32{10, 20, 30}}
		u := must.Have(cuda.Upload(c, v))(t)
		v.x[0] = 100 // not seen
		z := must.Be(cuda.NewBuffer[float32](c, 3))
		must.Do(t, f.Launch(grid(1, 32), u, z, float32(2)))
		got := make([]float32, 3)
		must.Do(t, z.CopyTo(got, 0))
		if !slices.Equal(got, []float32{12, 24, 36}) || u.Bytes() != 24 {
			t.Errorf("got %v, %d bytes", got, u.Bytes())
		}
		must.Do(t, u.Free())
		wantError(t, u.Free(), cuda.ErrClosed)
		wantError(t, f.Launch(grid(1, 32), u, z, float32(2)), cuda.ErrClosed, "argument 0: the uploaded value is already")
	})
}

type inner struct {
	Weights []int64
	Scale   float64
}

// outer has a field of every form.
type outer struct {
	N     int32
	Ok    bool
	Flow  []int16
	Point *pair
	In    inner
	By    *inner
	Small [3]uint8
	None  []int32
}

type loop struct{ Next *loop }

const uploadPTX = `.version 7.8
.target sm_80
.address_size 64
.visible .entry take(.param .u32 n, .param .u8 ok, .param .u64 flow, .param .u64 flow_len, .param .u64 point,
	.param .u64 w, .param .u64 w_len, .param .f64 s, .param .u64 w2, .param .u64 w2_len, .param .f64 s2,
	.param .align 1 .b8 small[3], .param .u64 none, .param .u64 none_len)
{ ret; }`

func TestUpload_Flattens(t *testing.T) {
	fake := cudatest.New()
	c := must.Be(must.Be(fake.Open()).Devices()[0].NewContext())
	f := must.Be(must.Be(c.LoadModule("m", []byte(uploadPTX), cuda.ModuleOptions{NoCache: true})).Function("take"))
	ran := false
	fake.Kernel("take", func(l *cudatest.Launch) {
		ran = true
		if cudatest.Value[int32](l, 0) != 7 || !cudatest.Value[bool](l, 1) ||
			!slices.Equal(cudatest.Slice[int16](l, 2), []int16{1, -2, 3}) || cudatest.Value[cuda.DevicePtr](l, 4) == 0 ||
			!slices.Equal(cudatest.Slice[int64](l, 5), []int64{4}) || cudatest.Value[float64](l, 7) != 5.5 ||
			!slices.Equal(cudatest.Slice[int64](l, 8), []int64{6, 7}) || cudatest.Value[float64](l, 10) != 8.5 ||
			cudatest.Value[[3]uint8](l, 11) != [3]uint8{9, 10, 11} || cudatest.Value[int64](l, 13) != 0 {
			t.Errorf("the kernel got %v", l.Params)
		}
	})
	v := outer{7, true, []int16{1, -2, 3}, &pair{}, inner{[]int64{4}, 5.5}, &inner{[]int64{6, 7}, 8.5}, [3]uint8{9, 10, 11}, nil}
	u := must.Be(cuda.Upload(c, v))
	must.Do(t, f.Launch(grid(1, 1), u))
	must.Do(t, c.Sync())
	if !ran {
		t.Error("the kernel did not run")
	}
	for _, x := range []struct {
		v    any
		says string
	}{
		{nil, "the value is nil"},
		{struct{ M map[int]int }{}, "M: a kernel cannot take map[int]int"},
		{struct{ S [][]int32 }{}, "S: a kernel cannot take a slice of []int32; use one flat slice"},
		{outer{}, "cuda_test.outer.Point: it is nil"},
		{"text", "a kernel cannot take string"},
		{[2][]int32{}, "a kernel cannot take [2][]int32"},
	} {
		_, err := cuda.Upload(c, x.v)
		wantError(t, err, nil, "cuda: uploading", x.says)
	}
	ring := &loop{}
	ring.Next = ring
	_, err := cuda.Upload(c, ring)
	wantError(t, err, nil, "deeper than any kernel's parameter")
	fake.Fail("cuMemAlloc", 1, cuda.OutOfMemory)
	_, err = cuda.Upload(c, v)
	wantError(t, err, cuda.ErrOutOfMemory, "asked for 24 bytes", "(uploading cuda_test.outer.Point)")
	must.Do(t, c.Close())
	for _, m := range fake.Misuse() {
		t.Error(m)
	}
}
