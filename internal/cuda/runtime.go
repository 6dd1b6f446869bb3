package cuda

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// ErrNoDeviceRuntime is wrapped by the error of DeviceRuntime where there is none.
var ErrNoDeviceRuntime = errors.New("no CUDA device runtime")

// runtimeFolders are where the toolkit keeps its static libraries, within its own folder.
var runtimeFolders = []string{"lib64", "lib", filepath.Join("lib", "x64"),
	filepath.Join("targets", "x86_64-linux", "lib"), filepath.Join("targets", "sbsa-linux", "lib")}

// runtimeName is the library's name.
func runtimeName() string {
	if runtime.GOOS == "windows" {
		return "cudadevrt.lib"
	}
	return "libcudadevrt.a"
}

// DeviceRuntime returns the library that a module must be linked with whose kernels launch kernels. It comes with the CUDA
// toolkit, version 12 or later, and not with the driver: it is looked for in CUDA_HOME and CUDA_PATH, then where packages
// install it, the newest first.
func DeviceRuntime() ([]byte, error) {
	var folders []string
	for _, root := range toolkits() {
		for _, f := range runtimeFolders {
			folders = append(folders, filepath.Join(root, f))
		}
	}
	if runtime.GOOS == "linux" {
		folders = append(folders, "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu")
	}
	for _, f := range folders {
		if data, err := os.ReadFile(filepath.Join(f, runtimeName())); err == nil && len(data) > 0 {
			return data, nil
		}
	}
	return nil, fmt.Errorf("cuda: %w: kernels that launch kernels are linked with %s of the CUDA toolkit, "+
		"which is not in %s; install the toolkit, "+
		"or set CUDA_HOME to its folder", ErrNoDeviceRuntime, runtimeName(), strings.Join(folders, ", "))
}

// toolkits lists the folders that may hold a toolkit.
func toolkits() []string {
	var roots []string
	for _, variable := range []string{"CUDA_HOME", "CUDA_PATH"} {
		if v := os.Getenv(variable); v != "" {
			roots = append(roots, v)
		}
	}
	if runtime.GOOS != "linux" {
		return roots
	}
	roots = append(roots, "/usr/local/cuda")
	versions, _ := filepath.Glob("/usr/local/cuda-*") // the pattern is well formed
	slices.Reverse(versions)
	return append(roots, versions...)
}

// limitPendingLaunches is CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT.
const limitPendingLaunches = 4

// SetPendingLaunches has the device keep up to n launches by kernels waiting, for which it sets memory aside; 2048 unless
// told otherwise. It waits for all work of the context.
func (c *Context) SetPendingLaunches(n int) error {
	const doing = "making room for nested launches"
	return c.run(doing, func() error { return c.check(c.api.CtxSetLimit(limitPendingLaunches, uint64(n)), doing) })
}
