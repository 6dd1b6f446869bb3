// Package relocate has annealing of tours with parallel moves on a device.
package relocate
