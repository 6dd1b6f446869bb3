package cudatest_test

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/cuda/cudatest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// TestFake_FindsMisuse: the fake is only as good as what it finds.
func TestFake_FindsMisuse(t *testing.T) {
	fake := cudatest.New()
	api := fake.API()
	var p cuda.DevicePtr
	if r := api.MemAlloc(&p, 4); r != cuda.InvalidContext {
		t.Errorf("allocation without a context: %v", r)
	}
	var ctx, stream cuda.Handle
	api.CtxRetain(&ctx, 0)
	api.CtxSetCurrent(ctx)
	api.StreamCreate(&stream, 0)
	api.MemAlloc(&p, 4)
	api.MemFree(p + 4)
	var host int32
	if r := api.CopyDtoH(unsafe.Pointer(&host), p+2, 4, stream); r != cuda.InvalidValue {
		t.Errorf("copy beyond the end: %v", r)
	}
	if r := api.Set8(p, 0, 1, stream+1); r != cuda.InvalidHandle {
		t.Errorf("work on no stream: %v", r)
	}
	got := strings.Join(fake.Misuse(), "\n")
	for _, want := range []string{"cuMemAlloc was called on a thread without a context", "waits for the default stream",
		"was freed that was not allocated", "4 bytes at", "the context of device 0 was not released", "1 streams were not freed",
		"a stream that is not of the current context"} {
		if !strings.Contains(got, want) {
			t.Errorf("misuse not found: %s; found only\n%s", want, got)
		}
	}
}

func TestFake_Fail(t *testing.T) {
	fake := cudatest.New()
	api := fake.API()
	fake.Fail("cuInit", 1, cuda.NoDevice)
	fake.Fail("cuInit", 2, cuda.UnknownError)
	var got []cuda.Result
	for range 4 {
		got = append(got, api.Init(0))
	}
	if want := []cuda.Result{cuda.Success, cuda.NoDevice, cuda.UnknownError, cuda.Success}; !slices.Equal(got, want) {
		t.Errorf("results %v, want %v", got, want)
	}
	if fake.Count("cuInit") != 4 {
		t.Errorf("%d calls counted", fake.Count("cuInit"))
	}
	fake.Fail("cuInit", 0, cuda.NoDevice)
	if pending := fake.Forget("cuInit"); pending != 1 || fake.Forget("cuInit") != 0 || api.Init(0) != cuda.Success {
		t.Errorf("%d failures forgotten, and not 1; or one came nevertheless", pending)
	}
}

// TestFake_KernelFaults: a kernel that panics, or reads what is not memory, loses the device.
func TestFake_KernelFaults(t *testing.T) {
	ptx := ".version 7.8\n.target sm_80\n.entry k(.param .u64 x, .param .u64 x_len) { ret; }"
	for want, kernel := range map[cuda.Result]func(*cudatest.Launch){
		cuda.LaunchFailed:   func(*cudatest.Launch) { panic("oops") },
		cuda.IllegalAddress: func(l *cudatest.Launch) { cudatest.Slice[int32](l, 0)[0] = 1 },
	} {
		fake := cudatest.New()
		fake.Kernel("k", kernel)
		d := must.Have(fake.Open())(t)
		c := must.Have(d.Devices()[0].NewContext())(t)
		m := must.Have(c.LoadModule("m", []byte(ptx), cuda.ModuleOptions{NoCache: true}))(t)
		f := must.Have(m.Function("k"))(t)
		must.Do(t, f.Launch(cuda.Config{Grid: cuda.Dim{X: 1}, Block: cuda.Dim{X: 1}}, cuda.DevicePtr(12345), int64(1)))
		must.Fail(t, want.String())(c.Sync())
		must.Do(t, c.Close())
	}
}
