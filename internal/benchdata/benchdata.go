// Package benchdata finds the published instances that tests and benchmarks use where they are at hand.
package benchdata

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded"
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

// mostOptima bounds the table, in bytes.
const mostOptima = 16 << 20

// Rows returns the table of published optima without its head: set, name, n, best known cost and more. It skips the test
// where there are no published instances.
func Rows(tb testing.TB) [][]string {
	tb.Helper()
	text, err := bounded.Limit{Most: mostOptima, Remedy: "check MULTIWALK_DATA"}.ReadFile(filepath.Join(Dir(tb), "optima.csv"))
	if err != nil {
		tb.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(bounded.Unmark(text))).ReadAll()
	if err != nil || len(rows) == 0 {
		tb.Fatalf("optima.csv has %d rows: %v", len(rows), err)
	}
	return rows[1:]
}

// BestKnown returns the best known costs of a set, such as TSPLIB, by lower-case name.
func BestKnown(tb testing.TB, set string) map[string]int64 {
	tb.Helper()
	costs := map[string]int64{}
	for _, row := range Rows(tb) {
		if row[0] != set {
			continue
		}
		cost, err := strconv.ParseInt(row[3], 10, 64)
		if err != nil {
			tb.Fatal(err)
		}
		costs[strings.ToLower(row[1])] = cost
	}
	return costs
}
