package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

func TestStaleEntries(t *testing.T) {
	code := must.Have(hashes(root))(t)
	f := &figures{Entries: map[string]*entry{}}
	for _, m := range list {
		f.Entries[m.ID] = &entry{Code: code[m.ID], Date: "2026-01-01", Commit: "abc"}
	}
	f.Entries["tsp-gpu"].Code = "older"
	f.Entries["launch"].Quick = true
	f.Entries["qap-gpu"].Dirty = true
	f.Entries["gone"] = &entry{}
	delete(f.Entries, "two-workers")
	delete(f.Entries, "twins") // optional
	got, err := staleEntries(root, f)
	want := []string{"gone: an entry of no measurement", "launch: not measured yet",
		"qap-gpu: measured on 2026-01-01 in a tree that differs from commit abc",
		"tsp-gpu: measured on 2026-01-01 at abc; its code has changed since", "two-workers: not measured yet"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

// The block of old figures names them by the packages that they measure, parts by their set, and the commit at which that was so. Where
// only that commit differs, the block stays.
func TestJudged(t *testing.T) {
	code := must.Have(hashes(root))(t)
	f := &figures{Entries: map[string]*entry{}}
	for _, m := range list {
		f.Entries[m.ID] = &entry{Code: code[m.ID]}
	}
	for _, id := range []string{"tsp-gpu-command", "tsp-one-core", "pspm-table3-1", "pspm-table3-2"} {
		f.Entries[id].Code = "older"
	}
	delete(f.Entries, "launch")
	text := must.Have(judged(root, f))(t)
	for _, want := range []string{"As of commit ", ", 4 of ", "\n- `./auto`, `./problem/tsp`: `tsp-gpu-command`, `tsp-one-core`\n- ",
		": `pspm-table3`\n", "Without a figure: `launch`."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	mark := func(text string) string { return "<!-- figures: stale -->\n" + text + "<!-- /figures -->" }
	earlier := mark(judgedAt.ReplaceAllString(text, "As of commit 0123,"))
	for _, c := range []struct{ now, block, want string }{
		{"", mark("\nwhatever\n"), mark("\nwhatever\n")},
		{text, earlier, earlier},
		{text, mark("\nwhatever\n"), mark(text)},
		{text, strings.Replace(earlier, ", `tsp-one-core`", "", 1), mark(text)},
	} {
		if got, err := (&page{stale: c.now}).fill(c.block); err != nil || got != c.want {
			t.Errorf("%v: %s, want %s", err, got, c.want)
		}
	}
}
