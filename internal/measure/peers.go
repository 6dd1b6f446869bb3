package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"time"
)

// peersFile holds figures that are not ours: of other programs, measured by us, and those that papers print.
const peersFile = "docs/rivals.json"

// peers is that file.
type peers struct {
	Session session          `json:"session"`
	Rivals  []peer           `json:"rivals"`
	Papers  map[string]paper `json:"papers"`
}

// A session says how the rivals were run, all alike.
type session struct {
	Date    string `json:"date"`
	Machine string `json:"machine"`
	Runs    string `json:"runs"`
}

// A peer is another program, with all that is needed to run it again. Its gaps to the best known are in per cent, its
// seconds those to the best known where all runs got there.
type peer struct {
	ID         string             `json:"id"`
	Name       string             `json:"name"`
	Source     string             `json:"source"`
	Version    string             `json:"version"` // of its release, where it has one, and the commit
	Built      string             `json:"built"`
	Command    string             `json:"command"`
	Parameters string             `json:"parameters,omitempty"` // the lines of the file that the command names
	Gap        map[string]float64 `json:"gap"`
	Seconds    map[string]float64 `json:"seconds,omitempty"`
	Solves     string             `json:"solves"` // tours or assignments
}

// prose finds words that a description has and a command has not.
var prose = regexp.MustCompile(`(?i)\b(its|the|an?|as|with|and|defaults?|settings?|configurations?)\b`)

// lacks says what is missing for running a rival again, or nothing. A command names a program and the file of an instance.
func (r *peer) lacks() string {
	program, rest, _ := strings.Cut(r.Command, " ")
	switch {
	case r.Source == "":
		return "a source"
	case !strings.ContainsAny(r.Version, "0123456789"):
		return "a version"
	case r.Built == "":
		return "how it was built"
	case program == "" || !strings.Contains(rest, "FILE") || prose.MatchString(r.Command):
		return fmt.Sprintf("a command, which names a program and a FILE; it has %q", r.Command)
	case strings.Contains(r.Command, ".par") && !strings.Contains(r.Parameters, "FILE"):
		return "the parameters in the file that its command names"
	}
	return ""
}

// lacks says what is missing of how the rivals were run, or nothing.
func (s *session) lacks() string {
	switch {
	case s.Machine == "":
		return "a machine"
	case s.Runs == "":
		return "how long and how often"
	}
	if _, err := time.Parse(time.DateOnly, s.Date); err != nil {
		return "a date, such as 2026-11-22"
	}
	return ""
}

// A paper is what one prints.
type paper struct {
	Source string             `json:"source"`
	Values map[string]float64 `json:"values"`
}

// readPeers reads the file. A rival without source, version, build, command, machine or day is refused.
func readPeers(path string) (*peers, error) {
	p := new(peers)
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, p)
	}
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %s: %w", path, err)
	}
	for _, r := range p.Rivals {
		if what := cmp.Or(r.lacks(), p.Session.lacks()); what != "" {
			return nil, fmt.Errorf("multiwalk: %s: the rival %s lacks %s: add it, or take the rival out", path, r.ID, what)
		}
	}
	return p, nil
}

// rival writes the mean gap of a rival, and how soon it was at the best known if all its runs got there.
func (p *page) rival(id, instance string) string {
	for _, r := range p.peers.Rivals {
		if r.ID != id {
			continue
		}
		if s, ok := r.Seconds[instance]; ok {
			return fmt.Sprintf("0 (%.2f s)", s)
		}
		if gap, ok := r.Gap[instance]; ok {
			return fmt.Sprintf("%.3f", gap)
		}
	}
	return "–"
}

// rivalMean writes the mean gap of a rival over instances, or a dash if it lacks one.
func (p *page) rivalMean(id, names string) string {
	total, all := 0.0, strings.Fields(names)
	for _, r := range p.peers.Rivals {
		if r.ID != id {
			continue
		}
		for _, n := range all {
			gap, ok := r.Gap[n]
			if !ok {
				return "–"
			}
			total += gap / float64(len(all))
		}
		return fmt.Sprintf("%.3f", total)
	}
	return "–"
}

// of returns the rivals on a problem, tours or assignments.
func (p *peers) of(problem string) []peer {
	var all []peer
	for _, r := range p.Rivals {
		if r.Solves == problem {
			all = append(all, r)
		}
	}
	return all
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
