package cuda

import "fmt"

// Result is the driver's CUresult.
type Result int32

// The results that this package or its callers act upon; numbers from cuda.h.
const (
	Success               Result = 0
	InvalidValue          Result = 1
	OutOfMemory           Result = 2
	NotInitialized        Result = 3
	Deinitialized         Result = 4
	StubLibrary           Result = 34
	DeviceUnavailable     Result = 46
	NoDevice              Result = 100
	InvalidDevice         Result = 101
	InvalidImage          Result = 200
	InvalidContext        Result = 201
	NoBinaryForGPU        Result = 209
	ECCUncorrectable      Result = 214
	InvalidPTX            Result = 218
	NVLinkUncorrectable   Result = 220
	JITCompilerNotFound   Result = 221
	UnsupportedPTXVersion Result = 222
	InvalidHandle         Result = 400
	NotFound              Result = 500
	NotReady              Result = 600
	IllegalAddress        Result = 700
	LaunchOutOfResources  Result = 701
	LaunchTimeout         Result = 702
	PrimaryContextActive  Result = 708
	ContextIsDestroyed    Result = 709
	Assert                Result = 710
	HardwareStackError    Result = 714
	IllegalInstruction    Result = 715
	MisalignedAddress     Result = 716
	InvalidAddressSpace   Result = 717
	InvalidPC             Result = 718
	LaunchFailed          Result = 719
	SystemNotReady        Result = 802
	SystemDriverMismatch  Result = 803
	CompatNotSupported    Result = 804
	UnknownError          Result = 999
)

// known gives names and texts where no driver is there to be asked.
var known = map[Result][2]string{
	Success:               {"CUDA_SUCCESS", "no error"},
	InvalidValue:          {"CUDA_ERROR_INVALID_VALUE", "invalid argument"},
	OutOfMemory:           {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
	NotInitialized:        {"CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
	Deinitialized:         {"CUDA_ERROR_DEINITIALIZED", "driver shutting down"},
	StubLibrary:           {"CUDA_ERROR_STUB_LIBRARY", "CUDA driver is a stub library"},
	DeviceUnavailable:     {"CUDA_ERROR_DEVICE_UNAVAILABLE", "CUDA-capable device(s) is/are busy or unavailable"},
	NoDevice:              {"CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
	InvalidDevice:         {"CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
	InvalidImage:          {"CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
	InvalidContext:        {"CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
	NoBinaryForGPU:        {"CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
	ECCUncorrectable:      {"CUDA_ERROR_ECC_UNCORRECTABLE", "uncorrectable ECC error encountered"},
	InvalidPTX:            {"CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
	NVLinkUncorrectable:   {"CUDA_ERROR_NVLINK_UNCORRECTABLE", "uncorrectable NVLink error detected during the execution"},
	JITCompilerNotFound:   {"CUDA_ERROR_JIT_COMPILER_NOT_FOUND", "PTX JIT compiler library not found"},
	UnsupportedPTXVersion: {"CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the provided PTX was compiled with an unsupported toolchain."},
	InvalidHandle:         {"CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
	NotFound:              {"CUDA_ERROR_NOT_FOUND", "named symbol not found"},
	NotReady:              {"CUDA_ERROR_NOT_READY", "device not ready"},
	IllegalAddress:        {"CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
	LaunchOutOfResources:  {"CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
	LaunchTimeout:         {"CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
	PrimaryContextActive:  {"CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE", "cannot set while device is active in this process"},
	ContextIsDestroyed:    {"CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
	Assert:                {"CUDA_ERROR_ASSERT", "device-side assert triggered"},
	HardwareStackError:    {"CUDA_ERROR_HARDWARE_STACK_ERROR", "hardware stack error"},
	IllegalInstruction:    {"CUDA_ERROR_ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"},
	MisalignedAddress:     {"CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
	InvalidAddressSpace:   {"CUDA_ERROR_INVALID_ADDRESS_SPACE", "operation not supported on global/shared address space"},
	InvalidPC:             {"CUDA_ERROR_INVALID_PC", "invalid program counter"},
	LaunchFailed:          {"CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
	SystemNotReady:        {"CUDA_ERROR_SYSTEM_NOT_READY", "system not yet initialized"},
	SystemDriverMismatch:  {"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver / cuda driver combination"},
	CompatNotSupported:    {"CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", "forward compatibility was attempted on non supported HW"},
	UnknownError:          {"CUDA_ERROR_UNKNOWN", "unknown error"},
}

// String returns the driver's name for r, or its number.
func (r Result) String() string {
	if k, ok := known[r]; ok {
		return k[0]
	}
	return fmt.Sprintf("CUDA_ERROR_%d", int32(r))
}

// Text returns the driver's explanation of r where this package knows it, else "".
func (r Result) Text() string { return known[r][1] }

// loses says whether r leaves the context unusable: cuda.h says of each of these that the process must be ended to use
// the device again, or that the device or its context is gone.
func (r Result) loses() bool {
	switch r {
	case Deinitialized, ECCUncorrectable, NVLinkUncorrectable, IllegalAddress, LaunchTimeout, ContextIsDestroyed, Assert,
		HardwareStackError, IllegalInstruction, MisalignedAddress, InvalidAddressSpace, InvalidPC, LaunchFailed:
		return true
	}
	return false
}
