// Package generated is for the files that multiwalk kernel gen writes, and for nothing else: it gives them the methods' kernels, which
// are internal, for a problem's type. Each function returns the kernel of its own name.
//
// # Adding a kernel
//
// Write it in a package of internal/kernels: an exported generic function without results whose first parameter is a lane.Thread. One of
// its type parameters, the problem's, is constrained by an interface of package kernel; any others must follow from the signatures of
// that interface's methods, as the C of Metric[C] does. What a kernel can do without it asks for by an assertion, any(p).(Flipper): that is
// settled when the kernel is compiled for a type, and what the type lacks is left out. A function here that returns the kernel is all that
// gives it to problems.
package generated
