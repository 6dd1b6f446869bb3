package kernelgen

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// With lines, the PTX has the same code, and the places of the source between.
func TestLines_LeaveTheCode(t *testing.T) {
	needTime(t)
	needClang(t)
	src := loadSource(t, "./testdata/lanes", laneInstances())
	opts := Options{Instances: laneInstances()}
	plain := assembleFor(t, src, "lanes", opts)
	opts.Lines = true
	lined := assembleFor(t, src, "lanes.lined", opts)
	said := regexp.MustCompile(`(?m)^(\s*\.(loc|file|section)\b.*|\$L__(tmp|func_begin|func_end)\d+:)\n`)
	if said.MatchString(plain) {
		t.Error("there are lines that nobody asked for")
	}
	if stripped := said.ReplaceAllString(lined, ""); strings.TrimSpace(stripped) != strings.TrimSpace(plain) {
		t.Error("lines change the code")
	}
	t.Logf("%d bytes, with lines %d", len(plain), len(lined))

	file := must.Have(filepath.Abs("testdata/lanes/lanes.go"))(t)
	number := regexp.MustCompile(`\.file\s+(\d+) "` + regexp.QuoteMeta(file) + `"`).FindStringSubmatch(lined)
	if number == nil {
		t.Fatalf("no .file for %s", file)
	}
	text := must.Have(os.ReadFile(file))(t)
	for i, line := range strings.Split(string(text), "\n") {
		if !strings.Contains(line, "row[n-1-i]") {
			continue
		}
		if body := entryText(t, lined, "Memory"); !regexp.MustCompile(fmt.Sprintf(`\.loc\s+%s %d \d+`, number[1], i+1)).MatchString(body) {
			t.Errorf("Memory has no .loc for line %d", i+1)
		}
	}
}
