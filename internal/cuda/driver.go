package cuda

import (
	"fmt"
	"sync"
)

// MinimumVersion is the driver's CUDA version, 1000*major + 10*minor, below which it cannot compile our kernels:
// PTX 7.8 came with CUDA 11.8.
const MinimumVersion = 11080

// MinimumMajor and MinimumMinor are the compute capability our kernels are compiled for (sm_80).
const (
	MinimumMajor = 8
	MinimumMinor = 0
)

// Driver is the loaded and initialised driver with its devices.
type Driver struct {
	api     *API
	version int
	devices []*Device
}

// load finds the driver's library. It is registered by package driver, where a program imports that.
var load = func() (*API, error) {
	return nil, fmt.Errorf("cuda: opening the driver: %w: this program was built without it", ErrNoDriver)
}

// Register says how Open finds the driver's library. Package driver calls it before main begins.
func Register(find func() (*API, error)) { load = find }

// open loads once a process: neither the library nor cuInit can be undone, and cuInit takes a noticeable time.
var open = sync.OnceValues(func() (*Driver, error) {
	api, err := load()
	if err != nil {
		return nil, err
	}
	return OpenAPI(api)
})

// Open loads the NVIDIA driver and lists its devices; the program must import package driver. Its error wraps
// ErrNoDriver where there is no driver, ErrNoDevice where it has no device (or CUDA_VISIBLE_DEVICES hides them all),
// ErrDriverTooOld where it cannot compile PTX 7.8; any other is the driver's own. The first call's answer is also that
// of later ones.
func Open() (*Driver, error) { return open() }

// OpenAPI is Open with a given table of functions: a fake's.
func OpenAPI(api *API) (*Driver, error) {
	d := &Driver{api: api}
	var version int32
	if r := api.DriverGetVersion(&version); r != Success {
		return nil, api.newError(r, "asking for the driver's version")
	}
	d.version = int(version)
	if d.version < MinimumVersion {
		return nil, fmt.Errorf("cuda: starting the driver: %w: it supports CUDA %s, and our kernels (PTX 7.8) need %s; "+
			"update the NVIDIA driver to 520 or later", ErrDriverTooOld, versionText(d.version), versionText(MinimumVersion))
	}
	if r := api.Init(0); r != Success {
		e := api.newError(r, "starting the driver")
		e.Hint = initHint(r)
		return nil, e
	}
	if err := d.list(); err != nil {
		return nil, err
	}
	return d, nil
}

// list fills in the devices.
func (d *Driver) list() error {
	var n int32
	if r := d.api.DeviceGetCount(&n); r != Success {
		return d.api.newError(r, "counting devices")
	}
	if n == 0 {
		return fmt.Errorf("cuda: counting devices: %w; see nvidia-smi and CUDA_VISIBLE_DEVICES", ErrNoDevice)
	}
	for i := range n {
		dev, err := d.device(i)
		if err != nil {
			return err
		}
		d.devices = append(d.devices, dev)
	}
	return nil
}

// initHint is what to do about cuInit's usual failures.
func initHint(r Result) string {
	switch r {
	case NoDevice:
		return "see nvidia-smi and CUDA_VISIBLE_DEVICES"
	case StubLibrary:
		return "the toolkit's stub libcuda.so.1 was found before the driver's; see LD_LIBRARY_PATH"
	case SystemDriverMismatch:
		return "libcuda and the kernel module are of different versions; reboot or reinstall the driver"
	case SystemNotReady:
		return "the fabric manager may not be running"
	case UnknownError:
		return "the nvidia_uvm module may not be loaded, or a suspended machine needs a reboot"
	}
	return ""
}

// Version is the CUDA version that the driver supports, 1000*major + 10*minor: 12040 is 12.4.
func (d *Driver) Version() int { return d.version }

// VersionText is Version as people write it: "12.4".
func (d *Driver) VersionText() string { return versionText(d.version) }

func versionText(v int) string { return fmt.Sprintf("%d.%d", v/1000, v%1000/10) }

// Devices lists the devices in the driver's order, at least one. The caller must not change the slice.
func (d *Driver) Devices() []*Device { return d.devices }
