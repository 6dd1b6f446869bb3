// Package engine is the seam between the root, whose Minimize users call, and package walk, which makes the run. Package walk
// imports the root, and each method imports package walk, so whoever has a method has linked the engine.
package engine

// Minimize is what multiwalk.Minimize calls, and of the same type. Package walk sets it. It is nil in a program without any method.
var Minimize any
