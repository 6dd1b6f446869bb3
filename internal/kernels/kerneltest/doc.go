// Package kerneltest has the problems by which kernels of several families are tested, as plain as can be.
package kerneltest
