// Package kernelfile gives a problem type of any package its kernels: it finds the generic kernels of package kernel whose
// constraints the type satisfies, has kernelgen compile them for it, and writes the PTX and the Go file that makes the
// type a kernel.Carrier.
//
//	load       the problem's package, as it will be once its generated files are there
//	match      which kernels a type satisfies, and with which type arguments
//	compile    their IR and PTX          write      the two files
//	check      which methods and kernels can run on a device, and why the others cannot
//
// The generated files may be missing or stale, and the package may already use the method that they will hold: a stub
// stands in their place while the package is loaded.
package kernelfile
