// Package benchdata finds the published instances that tests and benchmarks use where they are at hand.
package benchdata

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the folder of published instances: what MULTIWALK_DATA names, by default ../shared/data beside the
// module's root. It skips the test where there is none.
func Dir(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("MULTIWALK_DATA")
	if dir == "" {
		dir = filepath.Join(root(tb), "..", "shared", "data")
	}
	if _, err := os.Stat(filepath.Join(dir, "optima.csv")); err != nil {
		tb.Skipf("no published instances: %v; set MULTIWALK_DATA to their folder", err)
	}
	return dir
}

// File returns a file in the folder, and skips the test where it is missing.
func File(tb testing.TB, elem ...string) string {
	tb.Helper()
	file := filepath.Join(append([]string{Dir(tb)}, elem...)...)
	if _, err := os.Stat(file); err != nil {
		tb.Skipf("no published instance: %v", err)
	}
	return file
}

// root returns the folder of go.mod: tests run in their package's folder, somewhere below it.
func root(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			tb.Skip("no go.mod above the test; set MULTIWALK_DATA")
		}
		dir = parent
	}
}
