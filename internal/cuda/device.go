package cuda

import "fmt"

// Properties describe a device. Sizes are bytes.
type Properties struct {
	Name           string
	PCI            string // "0000:0a:00.0"
	Major, Minor   int    // compute capability
	SMs            int    // streaming multiprocessors
	ClockKHz       int    // highest SM clock
	MemoryClockKHz int
	MemoryBusBits  int
	Memory         uint64 // global memory, in all; Context.MemoryInfo says what is free
	L2             int

	SharedPerBlock      int // without opt-in, 48 KiB
	SharedPerBlockOptIn int // the most a kernel's block may have; Launch opts in by itself
	SharedPerSM         int
	RegistersPerBlock   int
	RegistersPerSM      int
	ThreadsPerBlock     int
	ThreadsPerSM        int
	BlocksPerSM         int
	WarpSize            int
	Cooperative         bool // grids whose blocks wait for each other
	TimeLimit           bool // the system ends kernels that run long, as where the device drives a display
}

// Device is one GPU.
type Device struct {
	driver  *Driver
	ordinal int
	handle  int32
	props   Properties
}

// The CUdevice_attribute numbers of cuda.h.
const (
	attrThreadsPerBlock     = 1
	attrSharedPerBlock      = 8
	attrWarpSize            = 10
	attrRegistersPerBlock   = 12
	attrClock               = 13
	attrSMs                 = 16
	attrTimeLimit           = 17
	attrMemoryClock         = 36
	attrMemoryBus           = 37
	attrL2                  = 38
	attrThreadsPerSM        = 39
	attrMajor               = 75
	attrMinor               = 76
	attrSharedPerSM         = 81
	attrRegistersPerSM      = 82
	attrCooperative         = 95
	attrSharedPerBlockOptIn = 97
	attrBlocksPerSM         = 106
)

// device reads the properties of device i.
func (d *Driver) device(i int32) (*Device, error) {
	dev := &Device{driver: d, ordinal: int(i)}
	doing := fmt.Sprintf("reading the properties of device %d", i)
	var name, pci [256]byte
	p := &dev.props
	for _, r := range []Result{
		d.api.DeviceGet(&dev.handle, i),
		d.api.DeviceGetName(&name[0], int32(len(name)-1), dev.handle),
		d.api.DeviceGetPCIID(&pci[0], int32(len(pci)-1), dev.handle),
		d.api.DeviceTotalMem(&p.Memory, dev.handle),
	} {
		if r != Success {
			return nil, d.api.newError(r, doing)
		}
	}
	p.Name, p.PCI = goString(&name[0]), goString(&pci[0])
	if r := dev.attributes(); r != Success {
		return nil, d.api.newError(r, doing)
	}
	return dev, nil
}

// attributes fills in the numeric properties, up to the first failure.
func (dev *Device) attributes() Result {
	p := &dev.props
	var cooperative, limit int
	for _, a := range []struct {
		attr int32
		to   *int
	}{
		{attrMajor, &p.Major}, {attrMinor, &p.Minor}, {attrSMs, &p.SMs}, {attrClock, &p.ClockKHz},
		{attrMemoryClock, &p.MemoryClockKHz}, {attrMemoryBus, &p.MemoryBusBits}, {attrL2, &p.L2},
		{attrSharedPerBlock, &p.SharedPerBlock}, {attrSharedPerBlockOptIn, &p.SharedPerBlockOptIn},
		{attrSharedPerSM, &p.SharedPerSM}, {attrRegistersPerBlock, &p.RegistersPerBlock},
		{attrRegistersPerSM, &p.RegistersPerSM}, {attrThreadsPerBlock, &p.ThreadsPerBlock},
		{attrThreadsPerSM, &p.ThreadsPerSM}, {attrBlocksPerSM, &p.BlocksPerSM}, {attrWarpSize, &p.WarpSize},
		{attrCooperative, &cooperative}, {attrTimeLimit, &limit},
	} {
		var v int32
		if r := dev.driver.api.DeviceGetAttr(&v, a.attr, dev.handle); r != Success {
			return r
		}
		*a.to = int(v)
	}
	p.Cooperative, p.TimeLimit = cooperative != 0, limit != 0
	return Success
}

// Ordinal is the device's place in Driver.Devices, the number in "gpu:0".
func (dev *Device) Ordinal() int { return dev.ordinal }

// Properties describes the device.
func (dev *Device) Properties() Properties { return dev.props }

// String returns "device 0 (NVIDIA H200)".
func (dev *Device) String() string { return fmt.Sprintf("device %d (%s)", dev.ordinal, dev.props.Name) }

// CheckCapability returns an error that wraps ErrCapability if the device's compute capability is below major.minor.
func (dev *Device) CheckCapability(major, minor int) error {
	p := &dev.props
	if p.Major > major || p.Major == major && p.Minor >= minor {
		return nil
	}
	return fmt.Errorf("cuda: choosing %v: %w: its compute capability is %d.%d, and our kernels need %d.%d or higher",
		dev, ErrCapability, p.Major, p.Minor, major, minor)
}
