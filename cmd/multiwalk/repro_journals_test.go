package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// Journals that an earlier program wrote are read, and shown as it showed them. The last line of what it showed is its command.
func TestRepro_ShowsOldJournals(t *testing.T) {
	unraced.Test(t)
	folders, err := filepath.Glob(filepath.Join("testdata", "journals", "*"))
	if err != nil || len(folders) != 7 {
		t.Fatal(folders, err)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			journal := read(t, filepath.Join(folder, journalFile))
			want := strings.ReplaceAll(read(t, filepath.Join(folder, "shown.txt")), "\r\n", "\n")
			_, command, _ := strings.Cut(strings.TrimSpace(want), "\ncommand: multiwalk ")
			b := newBench(t)
			must.Do(t, os.Mkdir("out", 0o755))
			file := filepath.Join("out", journalFile)
			write(t, file, journal)
			b.want(0, strings.Fields(command)...)
			got := regexp.MustCompile(`(?m)^program: .*`).ReplaceAllString(b.out.String(), "program: shown by another one")
			if got != want || read(t, file) != journal {
				t.Errorf("shows\n%s\nwhere was\n%s", got, want)
			}
		})
	}
}
