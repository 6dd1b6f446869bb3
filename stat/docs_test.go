package stat_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// TestDocs_CodeIsTheExample wants the Go code of the page about statistics to be the example's.
func TestDocs_CodeIsTheExample(t *testing.T) {
	read := func(file string) string {
		text := must.Have(os.ReadFile(file))(t)
		return strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(read("../docs/statistics.md"), -1)
	if len(blocks) == 0 {
		t.Error("no code in docs/statistics.md")
	}
	for _, b := range blocks {
		if !strings.Contains(read("example_test.go"), b[1]) {
			t.Errorf("not in example_test.go:\n%s", b[1])
		}
	}
}
