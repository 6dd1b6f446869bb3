// Package driver finds the NVIDIA driver's library on the machine and calls it without cgo. Package cuda works through it
// once a program imports it:
//
//	import _ "github.com/multiwalk/multiwalk/internal/cuda/driver"
//
// It is a package of its own for what that costs: on Linux a program with it is linked against the system's C library,
// glibc, for the driver needs it too, and runs on any mainstream distribution but not in an empty container. The build
// tag nocuda leaves the driver out, and the program is static again, unless another import of it uses cgo.
package driver

import "github.com/multiwalk/multiwalk/internal/cuda"

func init() { cuda.Register(load) }
