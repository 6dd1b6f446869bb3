// Package kernelgen compiles kernels written in Go to PTX, the assembly of NVIDIA GPUs.
//
// A kernel is an exported function without results whose first parameter is a lane.Thread. The package loads Go source,
// brings it into SSA form with generics instantiated, lowers each kernel and all that it calls to textual LLVM IR, and
// lets clang 19 turn that into PTX. The files follow the way of a kernel through it:
//
//	load       source to SSA            kernels    which functions are kernels, instances of generic ones
//	module     one IR module            entry      a kernel's parameters, flattened
//	function   blocks and instructions; one file a construct: binop, shift, compare, convert, memory, slice, call,
//	           builtin, closure, stride, constant, global, intrinsic, bits, math, laneops, check
//	assertion  what a type argument offers, decided   escape     what may not leave a function
//	refuse     what is outside the subset, and the way out
//	lines      places of the source in the PTX
//	ptx        clang, and cache the kept results      verdict    which methods of a type can run on a device
//
// # The device subset
//
// bool, sized integers, int and uint (64 bits), float32 and float64; arrays, structs and pointers to local ones; slices
// of plain elements (numbers, and arrays and structs of them) that come from parameters, shared memory or local arrays;
// all control flow; functions, methods and method values with a callee known at compile time; generics, and assertions on
// values of their type arguments; closures that stay in their function or are handed down; package-level variables that are
// initialised by constants and never written; math and math/bits. A math function without a hardware instruction of full precision is compiled from Go's
// own portable source, so it gives the bits that Go gives on machines without an assembly form of it.
//
// # What differs from Go on a CPU
//
// The fast build takes for granted what the checked build tests: indices within bounds, no division by zero, no nil
// pointer, no negative shift count; and that a loop over elements does not stride by 0. A float outside the range of an
// integer type converts to an unspecified value, as Go allows. Every slice parameter of a kernel is taken to overlap no
// other. A pointer parameter to plain memory points into the device's; one to a struct that holds slices is passed field
// by field, each thread has its own copy of the fields, and a kernel that writes them is refused.
package kernelgen
