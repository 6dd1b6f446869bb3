package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// samples are figures by name, a number for each repetition.
type samples map[string][]float64

func (s samples) add(name string, f float64) { s[name] = append(s[name], f) }

// values sums all up.
func (s samples) values() map[string]value {
	all := map[string]value{}
	for name, x := range s {
		all[name] = sum(x)
	}
	return all
}

// bench reads what go test -bench prints. A figure is named by its benchmark, without the word and without the number of
// processors at its end, and by its unit.
func (s samples) bench(output string, procs int) {
	for line := range strings.Lines(output) {
		f := strings.Fields(line)
		if len(f) < 4 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		if _, err := strconv.Atoi(f[1]); err != nil {
			continue
		}
		name := strings.TrimPrefix(f[0], "Benchmark")
		if procs > 1 {
			name = strings.TrimSuffix(name, fmt.Sprint("-", procs))
		}
		for i := 2; i+1 < len(f); i += 2 {
			if x, err := strconv.ParseFloat(f[i], 64); err == nil {
				s.add(name+" "+f[i+1], x)
			}
		}
	}
}

// log reads figures out of lines of any form. Durations are in seconds.
func (s samples) log(output string, pattern *regexp.Regexp) {
	for _, m := range pattern.FindAllStringSubmatch(output, -1) {
		key := ""
		if i := pattern.SubexpIndex("key"); i >= 0 {
			key = m[i] + " "
		}
		for i, name := range pattern.SubexpNames() {
			if name == "" || name == "key" {
				continue
			}
			if x, err := strconv.ParseFloat(m[i], 64); err == nil {
				s.add(key+name, x)
			} else if d, err := time.ParseDuration(m[i]); err == nil {
				s.add(key+name, d.Seconds())
			}
		}
	}
}

// solve reads the summary of a run and the history in its record. The gaps are in per cent; of a time at which there was
// no solution yet there is none. "best found" is when the last incumbent was, which is the target if that was met.
func (s samples) solve(prefix string, summary []byte, record string, at []string) error {
	var run struct {
		Cost    float64 `json:"cost"`
		Known   float64 `json:"best_known"`
		Status  string  `json:"status"`
		Elapsed float64 `json:"elapsed_seconds"`
	}
	if err := json.Unmarshal(summary, &run); err != nil {
		return err
	}
	gap := func(cost float64) float64 {
		if run.Known == 0 {
			return cost
		}
		return 100 * (cost - run.Known) / run.Known
	}
	s.add(prefix+"gap", gap(run.Cost))
	s.add(prefix+"elapsed", run.Elapsed)
	s.add(prefix+"hits", map[bool]float64{true: 1}[run.Status == "target_reached"])
	found, then := run.Elapsed, map[string]float64{} // when the last incumbent was, and the cost at each time
	for d := json.NewDecoder(strings.NewReader(record)); d.More(); {
		var in struct {
			Line    string  `json:"line"`
			Cost    float64 `json:"cost"`
			Elapsed float64 `json:"elapsed_seconds"`
		}
		if err := d.Decode(&in); err != nil {
			return err
		}
		if in.Line != "incumbent" {
			continue
		}
		found = in.Elapsed
		for _, t := range at {
			limit, err := time.ParseDuration(t)
			if err != nil {
				return err
			}
			if in.Elapsed <= limit.Seconds() {
				then[t] = in.Cost
			}
		}
	}
	s.add(prefix+"best found", found)
	for t, cost := range then {
		s.add(prefix+"gap@"+t, gap(cost))
	}
	return nil
}
