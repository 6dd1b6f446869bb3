package cudatest

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/cuda"
)

// API is the table of the fake's functions.
func (f *Fake) API() *cuda.API {
	api := cuda.API{
		Init: func(uint32) cuda.Result { return cuda.Success }, DriverGetVersion: f.getVersion,
		GetErrorName: f.errorName, GetErrorString: f.errorString,
		DeviceGetCount: f.deviceCount, DeviceGet: f.deviceGet, DeviceGetName: f.deviceName, DeviceTotalMem: f.totalMem,
		DeviceGetAttr: f.deviceAttr, DeviceGetPCIID: f.pciID,
		CtxSetFlags: func(int32, uint32) cuda.Result { return cuda.Success },
		CtxRetain:   f.ctxRetain, CtxRelease: f.ctxRelease, CtxSetCurrent: f.ctxSetCurrent, CtxSynchronize: f.ctxSync, CtxSetLimit: f.ctxSetLimit,
		MemGetInfo: f.memInfo, MemAlloc: f.memAlloc, MemFree: f.memFree, MemFreeHost: f.memFreeHost,
		MemHostAlloc: f.memHostAlloc, MemHostDevPtr: f.memHostDevPtr,
		CopyHtoD: f.copyHtoD, CopyDtoH: f.copyDtoH, Set8: f.set8,
		StreamCreate: f.streamCreate, StreamDestroy: f.streamDestroy, StreamQuery: f.streamQuery,
		EventCreate: f.eventCreate, EventDestroy: f.eventDestroy, EventRecord: f.eventRecord, EventSync: f.eventSync,
		EventQuery: f.eventQuery, EventElapsed: f.eventElapsed,
		LinkCreate: f.linkCreate, LinkAddData: f.linkAdd, LinkComplete: f.linkComplete, LinkDestroy: f.linkDestroy,
		ModuleLoadData: f.moduleLoad, ModuleUnload: f.moduleUnload, ModuleGetFunc: f.moduleFunc,
		FuncGetAttr: f.funcAttr, FuncSetAttr: f.funcSetAttr, FuncGetParamInfo: f.funcParam, FuncLoad: f.funcLoad,
		MaxActiveBlocks: f.maxActive, Launch: f.launch, LaunchCooperative: f.launchCooperative,
	}
	table := reflect.ValueOf(&api).Elem()
	for i := range table.NumField() {
		symbol, _, _ := strings.Cut(table.Type().Field(i).Tag.Get("cuda"), ",")
		table.Field(i).Set(f.guarded(strings.TrimSuffix(symbol, "_v2"), reflect.ValueOf(table.Field(i).Interface())))
	}
	return &api
}

// alone are functions that note their calls themselves, or do not.
var alone = []string{"cuGetErrorName", "cuGetErrorString", "cuDevicePrimaryCtxRelease", "cuLinkAddData", "cuLinkComplete", "cuLinkDestroy"}

// guarded makes a C function of one of the fake's: the call is noted, an injected failure is returned, and the function works
// while it holds f.mu. Where it works in the thread's current context, that one's device is f.here.
func (f *Fake) guarded(symbol string, do reflect.Value) reflect.Value {
	return reflect.MakeFunc(do.Type(), func(args []reflect.Value) []reflect.Value {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.symbol = symbol
		r := cuda.Success
		switch {
		case slices.Contains(alone, symbol):
		case strings.HasPrefix(symbol, "cuD"), symbol == "cuInit", symbol == "cuCtxSetCurrent":
			r = f.enter(symbol)
		default:
			f.here, r = f.inContext(symbol)
		}
		if r != cuda.Success {
			return []reflect.Value{reflect.ValueOf(r)}
		}
		return do.Call(args)
	})
}

// wait waits for c while others may call.
func (f *Fake) wait(c chan struct{}) {
	f.mu.Unlock()
	<-c
	f.mu.Lock()
}

func (f *Fake) getVersion(v *int32) cuda.Result {
	*v = f.version
	return cuda.Success
}

// text keeps C strings for a result, so that their addresses stay good.
func (f *Fake) text(r cuda.Result, i int, to **byte) cuda.Result {
	if r.Text() == "" {
		return cuda.InvalidValue
	}
	if f.texts[r] == nil {
		f.texts[r] = &[2][]byte{[]byte(r.String() + "\x00"), []byte(r.Text() + "\x00")}
	}
	*to = &f.texts[r][i][0]
	return cuda.Success
}

func (f *Fake) errorName(r cuda.Result, to **byte) cuda.Result   { return f.text(r, 0, to) }
func (f *Fake) errorString(r cuda.Result, to **byte) cuda.Result { return f.text(r, 1, to) }

func (f *Fake) deviceCount(n *int32) cuda.Result {
	*n = int32(len(f.devices))
	return cuda.Success
}

func (f *Fake) deviceGet(dev *int32, i int32) cuda.Result {
	if int(i) >= len(f.devices) {
		return cuda.InvalidDevice
	}
	*dev = i
	return cuda.Success
}

// cString writes s and its end where size bytes are.
func cString(to *byte, size int32, s string) {
	b := unsafe.Slice(to, size)
	n := copy(b[:size-1], s)
	b[n] = 0
}

func (f *Fake) deviceName(to *byte, size, dev int32) cuda.Result {
	cString(to, size, f.devices[dev].Name)
	return cuda.Success
}

func (f *Fake) pciID(to *byte, size, dev int32) cuda.Result {
	cString(to, size, f.devices[dev].PCI)
	return cuda.Success
}

func (f *Fake) totalMem(bytes *uint64, dev int32) cuda.Result {
	*bytes = f.devices[dev].Memory
	return cuda.Success
}

// deviceAttr answers for cuda.h's CUdevice_attribute numbers, written out here again to check those of package cuda.
func (f *Fake) deviceAttr(v *int32, attr, dev int32) cuda.Result {
	p := f.devices[dev].Properties
	values := map[int32]int{1: p.ThreadsPerBlock, 8: p.SharedPerBlock, 10: p.WarpSize, 12: p.RegistersPerBlock,
		13: p.ClockKHz, 16: p.SMs, 17: number(p.TimeLimit), 36: p.MemoryClockKHz, 37: p.MemoryBusBits, 38: p.L2,
		39: p.ThreadsPerSM, 75: p.Major, 76: p.Minor, 81: p.SharedPerSM, 82: p.RegistersPerSM, 95: number(p.Cooperative),
		97: p.SharedPerBlockOptIn, 106: p.BlocksPerSM}
	x, ok := values[attr]
	if !ok {
		return cuda.InvalidValue
	}
	*v = int32(x)
	return cuda.Success
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (f *Fake) ctxRetain(ctx *cuda.Handle, dev int32) cuda.Result {
	d := f.devices[dev]
	if d.retained == 0 {
		d.ctx = f.handle()
	}
	d.retained++
	*ctx = d.ctx
	return cuda.Success
}

// ctxRelease frees all that is left when the last user goes, and with it the fault.
func (f *Fake) ctxRelease(dev int32) cuda.Result {
	d := f.devices[dev]
	if d.retained == 0 {
		f.misuse = append(f.misuse, "a context was released more often than retained")
		return cuda.InvalidContext
	}
	if d.retained--; d.retained == 0 {
		if d.fault != cuda.Success {
			f.discard(d)
		}
		d.fault = cuda.Success
	}
	return f.enter("cuDevicePrimaryCtxRelease")
}

// discard forgets what a lost device had, which nobody could free.
func (f *Fake) discard(d *device) {
	maps.DeleteFunc(f.memory, func(_ cuda.DevicePtr, m *memory) bool { return m.dev == d })
	maps.DeleteFunc(f.streams, func(_ cuda.Handle, s *stream) bool { return s.dev == d })
	maps.DeleteFunc(f.events, func(_ cuda.Handle, e *event) bool { return e.dev == d })
	maps.DeleteFunc(f.modules, func(_ cuda.Handle, m *module) bool { return m.dev == d })
	d.used = 0
}

func (f *Fake) ctxSetCurrent(ctx cuda.Handle) cuda.Result {
	for _, d := range f.devices {
		if d.ctx == ctx && d.retained > 0 {
			f.current[thread()] = d
			return cuda.Success
		}
	}
	return cuda.InvalidContext
}

func (f *Fake) ctxSetLimit(limit int32, n uint64) cuda.Result {
	if limit != 4 || n == 0 {
		return cuda.InvalidValue
	}
	return cuda.Success
}
