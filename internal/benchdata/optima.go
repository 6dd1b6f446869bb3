package benchdata

import (
	"bytes"
	"encoding/csv"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

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
