package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
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
	ID      string             `json:"id"`
	Name    string             `json:"name"`
	Source  string             `json:"source"`
	Built   string             `json:"built"`
	Command string             `json:"command"`
	Gap     map[string]float64 `json:"gap"`
	Seconds map[string]float64 `json:"seconds,omitempty"`
	Solves  string             `json:"solves"` // tours or assignments
}

// A paper is what one prints.
type paper struct {
	Source string             `json:"source"`
	Values map[string]float64 `json:"values"`
}

// readPeers reads the file. A rival without version, build, command, machine or day is refused.
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
		if r.Source == "" || r.Built == "" || r.Command == "" || p.Session.Date == "" || p.Session.Machine == "" || p.Session.Runs == "" {
			return nil, fmt.Errorf("multiwalk: %s: the rival %s lacks source, build, command, machine or date", path, r.ID)
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
