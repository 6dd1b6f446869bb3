package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/catalogue"
	"github.com/multiwalk/multiwalk/walk"
)

// TestSolutions_AreWorthWhatTheySay evaluates each solution that is kept. Its file is named after its instance and its worth.
func TestSolutions_AreWorthWhatTheySay(t *testing.T) {
	files, err := filepath.Glob("solutions/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no solutions: %v", err)
	}
	table := read(t, "solutions/README.md")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			name, worth, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".txt"), "-")
			if !strings.Contains(table, fmt.Sprintf("| `%s` |", filepath.Base(file))) {
				t.Error("solutions/README.md has no row for it")
			}
			text := must.Have(os.ReadFile(benchdata.File(t, "gset", name+".txt")))(t)
			in := must.Have(catalogue.All().Parse(text, name, "maxcut"))(t)
			x := must.Have(in.ReadSolution(strings.NewReader(read(t, file)), file))(t)
			must.Do(t, walk.Feasible(in.Problem, x))
			if got := fmt.Sprint(in.Format.Told(in.Problem.Cost(x))); got != worth {
				t.Errorf("it is worth %s", got)
			}
		})
	}
}
