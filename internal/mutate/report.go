//go:build unix

package main

import (
	"fmt"
	"io"
	"strings"
)

// readEquivalents parses equivalent.txt: file, line before, line after and reason, separated by tabs, one mutant a line.
func readEquivalents(text string) (map[string]string, error) {
	reasons := map[string]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 4 || f[3] == "" {
			return nil, fmt.Errorf("equivalent.txt: want file, line before, line after and reason between tabs, not %q", line)
		}
		reasons[strings.Join(f[:3], "\t")] = f[3]
	}
	return reasons, nil
}

// report counts the first mutants that compiled, and prints those that survived.
func (o *options) report(w io.Writer, list []mutant, log map[string]verdict) error {
	reasons, err := readEquivalents(equivalents)
	if err != nil {
		return err
	}
	count := map[string]int{}
	compiled := 0
	for _, m := range list {
		v, done := log[m.ID]
		if !done || compiled == o.n {
			continue
		}
		if v.Status == survived && reasons[m.key()] != "" {
			v.Status = equivalent
		}
		if v.Status != uncompiled {
			compiled++
		}
		count[v.Status]++
		if v.Status == survived {
			fmt.Fprintf(w, "%s:%d %s\n\t- %s\n\t+ %s\n", m.File, m.Line, m.Kind, m.Was, m.Is)
		}
	}
	fmt.Fprintf(w, "%d mutants: %d killed, %d timed out, %d survived (%.1f %%), %d equivalent; %d more did not compile\n", compiled,
		count[killed], count[timedOut], count[survived], 100*float64(count[survived])/float64(max(1, compiled-count[equivalent])),
		count[equivalent], count[uncompiled])
	return nil
}
