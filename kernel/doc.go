// Package kernel is what searches on a device ask of a problem, and the kernels that they get for it.
//
// A kernel states what it needs of a problem as an interface: annealing by swaps needs a Swapper, kernels for tours a Metric. A problem
// gets those of the kernels that it satisfies:
//
//	//go:generate multiwalk kernel gen -type Ordering
//
// compiles them for the type Ordering of that package, and writes zkernel_ordering.ptx and zkernel_ordering.go, which
// gives the type the method that makes it a Carrier. A method of Multiwalk that has a GPU half asks the problem for its
// kernels, launches them, and reads what they found; where there is no GPU, the same kernels run as Go in the emulator.
//
// The methods must be in the device subset of Go that package lane describes.
package kernel
