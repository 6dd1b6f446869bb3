//go:build invariants

package invariants

// Enabled says whether the expensive checks run.
const Enabled = true
