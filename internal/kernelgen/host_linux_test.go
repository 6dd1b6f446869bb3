package kernelgen

import "github.com/ebitengine/purego"

func openHost(library string) (handle uintptr, err error) {
	return purego.Dlopen(library, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

func findHost(handle uintptr, name string) (uintptr, error) { return purego.Dlsym(handle, name) }

func callHost(fn, argument uintptr) { purego.SyscallN(fn, argument) }
