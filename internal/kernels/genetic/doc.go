// Package genetic has the genetic algorithm over permutations on a device.
package genetic
