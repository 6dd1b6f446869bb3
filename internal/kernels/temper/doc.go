// Package temper has parallel tempering over permutations on a device.
package temper
