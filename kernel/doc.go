// Package kernel holds the searches that run on a device from start to end: generic kernels, written in the device
// subset of Go that package lane describes, over what a problem offers there.
//
// A kernel here is an exported generic function whose first parameter is a lane.Thread. It states what it needs of a
// problem as the constraint of a type parameter: AnnealSwap needs a Swapper, a kernel for tours a Metric. A problem gets
// those of the kernels that it satisfies:
//
//	//go:generate multiwalk kernel gen -type Ordering
//
// compiles them for the type Ordering of that package, and writes zkernel_ordering.ptx and zkernel_ordering.go, which
// gives the type the method that makes it a Carrier. A method of Multiwalk that has a GPU half asks the problem for its
// kernels, launches them, and reads what they found; where there is no GPU, the same kernels run as Go in the emulator.
//
// # Adding a kernel
//
// Write the function, with its constraint and its documentation; that is all that `multiwalk kernel gen` needs to give it
// to problems. One of its type parameters, the problem's, is constrained by an interface with methods; any others must
// follow from the signatures of those methods, as the C of Metric[C] does. What a kernel can do without it asks for by an
// assertion, any(p).(Flipper): that is settled when the kernel is compiled for a type, and what the type lacks is left out. An
// exported function without type parameters whose first parameter is a lane.Thread needs nothing of a problem, and goes into
// every module.
package kernel
