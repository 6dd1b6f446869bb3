package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// TestTTT_Documented makes the runs that docs/statistics.md tells of, and wants ttt to print what stands there.
func TestTTT_Documented(t *testing.T) {
	if testing.Short() {
		t.Skip("30 runs of the demo")
	}
	folder := must.Have(os.Getwd())(t)
	text := strings.ReplaceAll(read(t, filepath.Join(folder, "..", "docs", "statistics.md")), "\r\n", "\n")
	_, console, found := strings.Cut(text, "```console\n$ multiwalk ttt demo-*.jsonl ")
	flags, rest, _ := strings.Cut(console, "\n")
	want, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("docs/statistics.md shows no multiwalk ttt demo-*.jsonl")
	}
	if want := "multiwalk solve demo --device cpu --quiet --walks 1 --seed $seed --target bks+0.3% --no-improvement 10000000 --record demo-$seed.jsonl"; !strings.Contains(text, want) {
		t.Errorf("docs/statistics.md makes its runs otherwise than by %s", want)
	}
	b := newBench(t)
	args := append([]string{"ttt"}, strings.Fields(flags)...)
	for seed := 1; seed <= 30; seed++ {
		file := fmt.Sprintf("demo-%d.jsonl", seed)
		b.want(0, "solve", "demo", "--device=cpu", "--quiet", "--walks=1", fmt.Sprint("--seed=", seed), "--target=bks+0.3%", "--no-improvement=10000000", "--record="+file)
		args = append(args, file)
	}
	if b.want(0, args...); b.out.String() != want {
		t.Errorf("prints\n%s\nwant\n%s", b.out.String(), want)
	}
}
