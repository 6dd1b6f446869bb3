//go:build (amd64 || arm64) && !nocuda

package driver

import "golang.org/x/sys/windows"

// openLibrary looks in the system's folder only, so that no DLL beside the program or its data is taken for the driver.
func openLibrary() (uintptr, error) {
	lib, err := windows.LoadLibraryEx("nvcuda.dll", 0, windows.LOAD_LIBRARY_SEARCH_SYSTEM32)
	return uintptr(lib), err
}

func findSymbol(lib uintptr, name string) (uintptr, error) {
	return windows.GetProcAddress(windows.Handle(lib), name)
}
