//go:build !invariants

// Package invariants switches on checks that are too dear for every day: build with -tags invariants.
package invariants

// Enabled says whether the expensive checks run. It is a constant, so that the compiler drops them otherwise.
const Enabled = false
