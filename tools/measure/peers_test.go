package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/papers/qap"
)

// What the papers print here is what the reproductions have of them.
func TestPeers_PapersAreThoseOfTheReproductions(t *testing.T) {
	_, p := load(t)
	for name, x := range p.peers.Papers["tsutsui-gpu"].Values {
		row := papers.Find(qap.Table3, name, func(r qap.PaperTable3) string { return r.Instance })
		if row == nil || row.GPU1 != x {
			t.Errorf("%s: %v here, %v in papers/qap", name, x, row)
		}
	}
	if len(p.peers.Papers["tsutsui-gpu"].Values) != len(qap.Table3) {
		t.Error("rows are missing")
	}
}

// prose finds words that a description has and a command has not.
var prose = regexp.MustCompile(`(?i)\b(its|the|an?|as|with|and|defaults?|settings?|configurations?)\b`)

// lacks says what is missing for running a rival again, or nothing. A command names a program and the file of an instance. What is said
// to be unrecorded is not missing.
func (r *peer) lacks() string {
	program, rest, _ := strings.Cut(r.Command, " ")
	asked := func(what string) bool { return !strings.Contains(r.Unrecorded, what) }
	switch {
	case r.Source == "":
		return "a source"
	case asked("version") && !strings.ContainsAny(r.Version, "0123456789"):
		return "a version"
	case asked("build") && r.Built == "":
		return "how it was built"
	case asked("command") && (program == "" || !strings.Contains(rest, "FILE") || prose.MatchString(r.Command)):
		return fmt.Sprintf("a command, which names a program and a FILE; it has %q", r.Command)
	case strings.Contains(r.Command, ".par") && !strings.Contains(r.Parameters, "FILE"):
		return "the parameters in the file that its command names"
	}
	return ""
}

// lacks says what is missing of a session, or nothing.
func (s *session) lacks() string {
	switch {
	case s.Machine == "":
		return "a machine"
	case s.Runs == "":
		return "how long and how often"
	case len(s.Table) < 2:
		return "a table"
	}
	if _, err := time.Parse(time.DateOnly, s.Date); err != nil && !strings.Contains(s.Unrecorded, "date") {
		return "a date, such as 2026-11-22"
	}
	for _, row := range s.Table[1:] {
		for _, text := range row[1:] {
			if _, err := outcomeOf(text); err != nil || len(row) != len(s.Table[0]) {
				return fmt.Sprintf("a whole row of figures: %q", row)
			}
		}
	}
	return ""
}

// lacks says what a file of rivals needs and has not.
func lacks(t *testing.T, text string) string {
	t.Helper()
	var p peers
	must.Do(t, json.Unmarshal([]byte(text), &p))
	for _, r := range p.Rivals {
		if what := r.lacks(); what != "" {
			return "the rival " + r.ID + " lacks " + what
		}
	}
	for _, s := range p.Sessions {
		if what := s.lacks(); what != "" {
			return "the session " + s.ID + " lacks " + what
		}
	}
	return ""
}

// A rival without facts is refused, and so is one whose command is none.
func TestPeers_NeedFacts(t *testing.T) {
	text := document(t, peersFile)
	if what := lacks(t, text); what != "" {
		t.Error(what)
	}
	for _, c := range []struct{ fact, broken string }{
		{`"source": "Concorde (matthelb/concorde)"`, `"source": ""`},
		{`"version": "03.12.19, commit 2683a9d"`, `"version": ""`},
		{`"version": "3.0.6, commit 9a51de3"`, `"version": "the newest"`},
		{`"built": "gcc -O3"`, `"built": ""`},
		{`"date": "2026-11-27"`, `"date": ""`},
		{`"date": "2026-11-27"`, `"date": "November"`},
		{`"machine": "16 cores`, `"machine": "", "was": "16 cores`},
		{`"runs": "the mean`, `"runs": "", "was": "the mean`},
		{`"unrecorded": "date, runs"`, `"unrecorded": "runs"`},
		{`"unrecorded": "version, build, command"`, `"unrecorded": "build, command"`},
		{`"unrecorded": "version, build, command"`, `"unrecorded": "version, command"`},
		{`"unrecorded": "version, build, command"`, `"unrecorded": "version, build"`},
		{`"0 @ 0.14"`, `"soon"`},
		{`"0 @ 0.14"`, `"0 @ 0.14", "0.1"`},
		{`"command": "jikken 1 OUT 100 30 FILE"`, `"command": ""`},
		{`"command": "jikken 1 OUT 100 30 FILE"`, `"command": "its defaults"`},
		{`"command": "jikken 1 OUT 100 30 FILE"`, `"command": "the timed configuration of its benchmarks on FILE"`},
		{`"command": "jikken 1 OUT 100 30 FILE"`, `"command": "jikken with 100 individuals FILE"`},
		{`"command": "jikken 1 OUT 100 30 FILE"`, `"command": "jikken 1 OUT 100 30"`},
		{`"parameters": "PROBLEM_FILE`, `"parameters": "", "was": "PROBLEM_FILE`},
	} {
		broken := strings.Replace(text, c.fact, c.broken, 1)
		if broken == text {
			t.Fatalf("no %s", c.fact)
		}
		if lacks(t, broken) == "" {
			t.Errorf("rivals with %s lack nothing", c.broken)
		}
	}
}

// A table of a session has all its cells. Bold is what of one core is best: by the gap, then by the time; a GPU is not.
func TestPeers_Beside(t *testing.T) {
	p := &peers{
		Rivals: []peer{{ID: "g", Name: "G", GPU: true}, {ID: "a", Name: "A"}, {ID: "b", Name: "B"}},
		Sessions: []session{{ID: "one", Date: "2026-01-02", Machine: "a core", Runs: "two runs", Table: [][]string{{"", "g", "a", "b"},
			{"kroa200", "0 @ 0.01", "0 @ 0.20", "0 @ 0.1"}, {"x", "0", "0.2", "0 @ 9.99"}, {"y", "none", "0.2", "0.10"},
			{"z", "0.1", "none", ""}, {"u", "", "0.3", "0.30"}, {"v", "1", "0 to 0.3", "3 to 113"}}}, {ID: "two", Table: [][]string{{"", "c"}}}},
	}
	got, err := p.beside("one")
	if want := `|  | G | A | B |
|---|---:|---:|---:|
| kroA200 | 0 (0.01 s) | 0 (0.20 s) | **0 (0.1 s)** |
| x | 0 | 0.2 | **0 (9.99 s)** |
| y | none | 0.2 | **0.10** |
| z | 0.1 | none |  |
| u |  | **0.3** | **0.30** |
| v | 1 | **0 to 0.3** | 3 to 113 |

2026-01-02, a core: two runs.`; err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	for _, id := range []string{"two", "three"} {
		if _, err := p.beside(id); err == nil {
			t.Errorf("%s: a session or a program that is not there", id)
		}
		if _, err := p.programs(id); err == nil {
			t.Errorf("%s: a session or a program that is not there", id)
		}
	}
}

// Each program of the file stands in a table, and each table in both documents or in that of all figures.
func TestPeers_AllAreShown(t *testing.T) {
	_, p := load(t)
	readme, all := document(t, "README.md"), document(t, "docs/benchmarks.md")
	run := map[string]bool{}
	for _, s := range p.peers.Sessions {
		table := must.Have(p.peers.beside(s.ID))(t)
		table, _, _ = strings.Cut(table, "\n\n")
		if !strings.Contains(all, table) || !strings.HasPrefix(s.ID, "earlier") && !strings.Contains(readme, table) {
			t.Errorf("the documents lack the table of the session %s", s.ID)
		}
		for _, id := range s.Table[0][1:] {
			run[id] = true
		}
	}
	for _, r := range p.peers.Rivals {
		if !run[r.ID] || !strings.Contains(all, "| "+r.Name+" | "+r.Source+" | ") {
			t.Errorf("docs/benchmarks.md does not say how %s was run, or no session has it", r.ID)
		}
	}
}
