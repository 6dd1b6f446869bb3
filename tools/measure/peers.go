package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// peersFile holds figures that are not ours: of other programs, measured by us, and those that papers print.
const peersFile = "docs/rivals.json"

// peers is that file.
type peers struct {
	Sessions []session        `json:"sessions"`
	Rivals   []peer           `json:"rivals"`
	Papers   map[string]paper `json:"papers"`
}

// A session says how programs were run, all alike on one machine, and what they found. Its table has a row for each instance, and above
// them the names of the programs. A cell has a form that outcome reads.
type session struct {
	ID         string     `json:"id"`
	Date       string     `json:"date"`
	Machine    string     `json:"machine"`
	Runs       string     `json:"runs"` // how long and how often
	Unrecorded string     `json:"unrecorded"`
	Table      [][]string `json:"table"`
}

// A peer is a program that was run beside others, with all that is needed to run it again, or with what of that was not recorded.
type peer struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Source     string `json:"source"`
	Version    string `json:"version"` // of its release, where it has one, and the commit
	Built      string `json:"built"`
	Command    string `json:"command"`
	Parameters string `json:"parameters"` // the lines of the file that the command names
	Settings   string `json:"settings"`   // in words, where no command is recorded
	Unrecorded string `json:"unrecorded"`
	GPU        bool   `json:"gpu"` // it runs there, beside others that have one core each
}

// A paper is what one prints.
type paper struct {
	Source string             `json:"source"`
	Values map[string]float64 `json:"values"`
}

// readPeers reads the file.
func readPeers(root string) (*peers, error) {
	p := new(peers)
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(peersFile)))
	if err == nil {
		err = json.Unmarshal(text, p)
	}
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %s: %w", peersFile, err)
	}
	return p, nil
}

// An outcome is what a program found on an instance.
type outcome struct {
	text         string
	gap, seconds float64 // both infinite where it found nothing or was not run; seconds are known where all runs were at the best known
}

// cells are the forms of a cell: the mean gap in per cent, from one to another over instances, or none and the mean seconds to the best
// known.
var cells = regexp.MustCompile(`^(\d+(?:\.\d+)?)(?: to \d+(?:\.\d+)?| @ (\d+\.\d+))?$`)

// outcomeOf reads a cell: "0.006", "0 @ 0.14", "0 to 0.3", "none" where no run had a solution, and nothing where there was no run.
func outcomeOf(cell string) (o outcome, err error) {
	o = outcome{cell, math.Inf(1), math.Inf(1)}
	if cell == "" || cell == "none" {
		return o, nil
	}
	m := cells.FindStringSubmatch(cell)
	if m == nil {
		return o, fmt.Errorf("no figure: %q", cell)
	}
	if o.gap, err = strconv.ParseFloat(m[1], 64); err == nil && m[2] != "" {
		o.text = fmt.Sprintf("%s (%s s)", m[1], m[2])
		o.seconds, err = strconv.ParseFloat(m[2], 64)
	}
	return o, err
}

// compare orders outcomes: the better one is less.
func (o outcome) compare(other outcome) int {
	return cmp.Or(cmp.Compare(o.gap, other.gap), cmp.Compare(o.seconds, other.seconds))
}

// session returns one by its name, and its programs in the order of its table.
func (p *peers) session(id string) (*session, []peer, error) {
	i := slices.IndexFunc(p.Sessions, func(s session) bool { return s.ID == id })
	if i < 0 {
		return nil, nil, fmt.Errorf("no session %q in %s", id, peersFile)
	}
	var programs []peer
	for _, id := range p.Sessions[i].Table[0][1:] {
		k := slices.IndexFunc(p.Rivals, func(r peer) bool { return r.ID == id })
		if k < 0 {
			return nil, nil, fmt.Errorf("no rival %q in %s", id, peersFile)
		}
		programs = append(programs, p.Rivals[k])
	}
	return &p.Sessions[i], programs, nil
}

// beside shows the table of a session and says how it came about. In each row the best of those programs that had one core is bold.
func (p *peers) beside(id string) (string, error) {
	s, programs, err := p.session(id)
	if err != nil {
		return "", err
	}
	grid := [][]string{{""}}
	for _, r := range programs {
		grid[0] = append(grid[0], r.Name)
	}
	for _, row := range s.Table[1:] {
		best, found := outcome{gap: math.Inf(1), seconds: math.Inf(1)}, make([]outcome, len(programs))
		for i, text := range row[1:] {
			if found[i], err = outcomeOf(text); err != nil {
				return "", err
			}
			if !programs[i].GPU && found[i].compare(best) < 0 {
				best = found[i]
			}
		}
		shown := []string{properName(row[0])}
		for i, o := range found {
			if !programs[i].GPU && o.gap < math.Inf(1) && o.compare(best) == 0 {
				o.text = "**" + o.text + "**"
			}
			shown = append(shown, o.text)
		}
		grid = append(grid, shown)
	}
	return fmt.Sprintf("%s\n%s, %s: %s.", markdown(grid, false), cmp.Or(s.Date, "On a day that is not recorded"), s.Machine, s.Runs), nil
}

// programs is a table of all that is known of how to run the programs of sessions again.
func (p *peers) programs(sessions ...string) (string, error) {
	const unrecorded = "not recorded"
	grid, seen := [][]string{{"program", "source", "version", "built with", "command"}}, map[string]bool{}
	for _, id := range sessions {
		_, programs, err := p.session(id)
		if err != nil {
			return "", err
		}
		for _, r := range programs {
			command := unrecorded
			switch {
			case r.Command != "" && r.Parameters != "":
				command = fmt.Sprintf("`%s`; the file holds, a line each: `%s`", r.Command, r.Parameters)
			case r.Command != "":
				command = "`" + r.Command + "`"
			case r.Settings != "":
				command += "; " + r.Settings
			}
			if !seen[r.ID] {
				grid = append(grid, []string{r.Name, r.Source, cmp.Or(r.Version, unrecorded), cmp.Or(r.Built, unrecorded), command})
			}
			seen[r.ID] = true
		}
	}
	return strings.ReplaceAll(markdown(grid, false), "---:|", "---|"), nil
}

// paper returns a figure that a paper prints.
func (p *page) paper(id, name string) (float64, error) {
	x, ok := p.peers.Papers[id].Values[name]
	if !ok {
		return math.NaN(), fmt.Errorf("no figure %s of the paper %s in %s", name, id, peersFile)
	}
	return x, nil
}

// source says where a paper's figures are printed.
func (p *page) source(id string) string { return p.peers.Papers[id].Source }
