//go:build (amd64 || arm64) && !nocuda

package driver

import "github.com/ebitengine/purego"

// libraries are tried in turn; the last is where Windows' subsystem for Linux keeps it.
var libraries = []string{"libcuda.so.1", "libcuda.so", "/usr/lib/wsl/lib/libcuda.so.1"}

func openLibrary() (uintptr, error) {
	var first error
	for _, name := range libraries {
		lib, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
		if err == nil {
			return lib, nil
		}
		if first == nil {
			first = err
		}
	}
	return 0, first
}

func findSymbol(lib uintptr, name string) (uintptr, error) { return purego.Dlsym(lib, name) }
