package trial

import (
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/problem/qap"
	"testing"
)

// Qaplib reads an instance of QAPLIB, or skips the benchmark.
func Qaplib(b *testing.B, name string) *qap.Instance {
	b.Helper()
	q, err := qap.ReadFile(benchdata.File(b, "qap", name+".dat"))
	if err != nil {
		b.Fatal(err)
	}
	return q
}
