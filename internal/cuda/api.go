package cuda

import "unsafe"

// Handle is one of the driver's opaque pointers: a context, module, function, stream, event or linker.
type Handle uintptr

// DevicePtr is an address in a device's memory.
type DevicePtr uint64

// API is the part of the driver API that this package calls, one func a C function; the tag names the symbol, and
// "optional" one that older drivers lack (nil then). Open fills it from the driver, package cudatest with a fake.
// Pointers to Go memory are good for the duration of the call only, but for host memory of asynchronous copies.
type API struct {
	Init             func(flags uint32) Result                                  `cuda:"cuInit"`
	DriverGetVersion func(version *int32) Result                                `cuda:"cuDriverGetVersion"`
	GetErrorName     func(r Result, name **byte) Result                         `cuda:"cuGetErrorName"`
	GetErrorString   func(r Result, text **byte) Result                         `cuda:"cuGetErrorString"`
	DeviceGetCount   func(n *int32) Result                                      `cuda:"cuDeviceGetCount"`
	DeviceGet        func(dev *int32, ordinal int32) Result                     `cuda:"cuDeviceGet"`
	DeviceGetName    func(name *byte, size, dev int32) Result                   `cuda:"cuDeviceGetName"`
	DeviceTotalMem   func(bytes *uint64, dev int32) Result                      `cuda:"cuDeviceTotalMem_v2"`
	DeviceGetAttr    func(v *int32, attr, dev int32) Result                     `cuda:"cuDeviceGetAttribute"`
	DeviceGetPCIID   func(id *byte, size, dev int32) Result                     `cuda:"cuDeviceGetPCIBusId"`
	CtxSetFlags      func(dev int32, flags uint32) Result                       `cuda:"cuDevicePrimaryCtxSetFlags_v2"`
	CtxRetain        func(ctx *Handle, dev int32) Result                        `cuda:"cuDevicePrimaryCtxRetain"`
	CtxRelease       func(dev int32) Result                                     `cuda:"cuDevicePrimaryCtxRelease_v2"`
	CtxSetCurrent    func(ctx Handle) Result                                    `cuda:"cuCtxSetCurrent"`
	CtxSynchronize   func() Result                                              `cuda:"cuCtxSynchronize"`
	CtxSetLimit      func(limit int32, value uint64) Result                     `cuda:"cuCtxSetLimit"`
	MemGetInfo       func(free, total *uint64) Result                           `cuda:"cuMemGetInfo_v2"`
	MemAlloc         func(p *DevicePtr, bytes uint64) Result                    `cuda:"cuMemAlloc_v2"`
	MemFree          func(p DevicePtr) Result                                   `cuda:"cuMemFree_v2"`
	MemFreeHost      func(p unsafe.Pointer) Result                              `cuda:"cuMemFreeHost"`
	StreamCreate     func(s *Handle, flags uint32) Result                       `cuda:"cuStreamCreate"`
	StreamDestroy    func(s Handle) Result                                      `cuda:"cuStreamDestroy_v2"`
	StreamQuery      func(s Handle) Result                                      `cuda:"cuStreamQuery"`
	EventCreate      func(e *Handle, flags uint32) Result                       `cuda:"cuEventCreate"`
	EventDestroy     func(e Handle) Result                                      `cuda:"cuEventDestroy_v2"`
	EventRecord      func(e, s Handle) Result                                   `cuda:"cuEventRecord"`
	EventSync        func(e Handle) Result                                      `cuda:"cuEventSynchronize"`
	EventQuery       func(e Handle) Result                                      `cuda:"cuEventQuery"`
	EventElapsed     func(ms *float32, from, to Handle) Result                  `cuda:"cuEventElapsedTime"`
	ModuleLoadData   func(m *Handle, img unsafe.Pointer) Result                 `cuda:"cuModuleLoadData"`
	ModuleUnload     func(m Handle) Result                                      `cuda:"cuModuleUnload"`
	ModuleGetFunc    func(f *Handle, m Handle, name string) Result              `cuda:"cuModuleGetFunction"`
	FuncGetAttr      func(v *int32, attr int32, f Handle) Result                `cuda:"cuFuncGetAttribute"`
	FuncSetAttr      func(f Handle, attr, v int32) Result                       `cuda:"cuFuncSetAttribute"`
	LinkComplete     func(l Handle, image *unsafe.Pointer, size *uint64) Result `cuda:"cuLinkComplete"`
	LinkDestroy      func(l Handle) Result                                      `cuda:"cuLinkDestroy"`

	// FuncGetParamInfo came with CUDA 12.4; where it is there, launches are checked against the kernel's signature.
	FuncGetParamInfo func(f Handle, index uint64, offset, size *uint64) Result `cuda:"cuFuncGetParamInfo,optional"`

	// FuncLoad came with CUDA 12.4 too. Without it a kernel may be loaded only when it is first launched, and that may
	// wait for a persistent kernel that waits for it.
	FuncLoad func(f Handle) Result `cuda:"cuFuncLoad,optional"`

	MemHostAlloc  func(p *unsafe.Pointer, bytes uint64, flags uint32) Result         `cuda:"cuMemHostAlloc"`
	MemHostDevPtr func(d *DevicePtr, p unsafe.Pointer, flags uint32) Result          `cuda:"cuMemHostGetDevicePointer_v2"`
	CopyHtoD      func(dst DevicePtr, src unsafe.Pointer, n uint64, s Handle) Result `cuda:"cuMemcpyHtoDAsync_v2"`
	CopyDtoH      func(dst unsafe.Pointer, src DevicePtr, n uint64, s Handle) Result `cuda:"cuMemcpyDtoHAsync_v2"`
	Set8          func(p DevicePtr, v uint8, n uint64, s Handle) Result              `cuda:"cuMemsetD8Async"`

	// LinkCreate keeps the addresses in values, and writes there, until LinkDestroy.
	LinkCreate  func(n uint32, options *int32, values *uintptr, l *Handle) Result `cuda:"cuLinkCreate_v2"`
	LinkAddData func(l Handle, kind int32, data unsafe.Pointer, size uint64, name string,
		n uint32, options *int32, values *uintptr) Result `cuda:"cuLinkAddData_v2"`
	MaxActiveBlocks func(n *int32, f Handle, threads int32, shared uint64) Result `cuda:"cuOccupancyMaxActiveBlocksPerMultiprocessor"`

	// Launch and LaunchCooperative read as many values through params as the kernel has parameters.
	Launch func(f Handle, gx, gy, gz, bx, by, bz, shared uint32, s Handle, params *unsafe.Pointer,
		extra unsafe.Pointer) Result `cuda:"cuLaunchKernel"`
	LaunchCooperative func(f Handle, gx, gy, gz, bx, by, bz, shared uint32, s Handle,
		params *unsafe.Pointer) Result `cuda:"cuLaunchCooperativeKernel"`
}

// goString copies a C string.
func goString(p *byte) string {
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}
