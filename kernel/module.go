package kernel

// Module is the kernels compiled for one problem type. `multiwalk kernel gen` writes the method that returns it.
type Module struct {
	// Name tells the module from all others, and from what it was before it was compiled anew: the package's path, the
	// type, and the hash of what made the PTX.
	Name string
	// PTX is the kernels in the assembly of NVIDIA GPUs, for compute capability 8.0 and above. It is read-only.
	PTX []byte
	// Problem is what the kernels take for the parameter of the problem's type: the value, or a pointer to it, whose
	// slices a launch uploads. It is read-only.
	Problem any
	// Entries are the kernels by the name of the generic function, such as "AnnealSwap".
	Entries map[string]Entry
}

// Entry is one kernel of a module.
type Entry struct {
	// Symbol is the kernel's name in the PTX.
	Symbol string
	// Func is the same kernel as a Go function, for the emulator: a func(lane.Thread, ...) of the problem's type.
	Func any
}

// Carrier is a problem that has kernels.
type Carrier interface {
	// Kernels returns the kernels compiled for the problem. An error says why this instance has none, such as costs that
	// do not fit, and what to do.
	Kernels() (Module, error)
}
