package main

import (
	"fmt"
	"strings"
)

// facts says how the figures of a measurement, or of a set, came about: commands, settings, machine, commit and day.
func (p *page) facts(id string) (string, error) {
	e, why, err := p.whole(id)
	if err != nil {
		return "", err
	}
	if e == nil {
		return fmt.Sprintf("`%s`: %s.", id, why), nil
	}
	m := find(id)
	if all := parts(id); m == nil {
		m = all[0]
		id = fmt.Sprintf("%s` to `%s", m.ID, all[len(all)-1].ID)
	}
	commit := e.Commit
	if e.Dirty {
		commit += " with changes"
	}
	return fmt.Sprintf("`%s`: %s; %s%s%s, commit %s, %s, %s:\n\n    %s", id, e.Settings, e.sideBySide(), m.repeated(e.Repeats),
		e.Machine.words(m.Class == "gpu"), commit, e.Go, e.Date, strings.Join(e.Commands, "\n    ")), nil
}

// sideBySide says how many trials of one core ran at the same time, where the notes of a table do.
func (e *entry) sideBySide() string {
	for _, t := range e.Tables {
		for _, note := range t.Notes {
			if rest, ok := strings.CutPrefix(note, "Trials of one core: "); ok {
				return "trials of one core: " + strings.TrimSuffix(rest, ".") + "; "
			}
		}
	}
	return ""
}

// words names a machine, with its GPU or without.
func (m machine) words(withGPU bool) string {
	where := fmt.Sprintf("%d cores of %s", m.Cores, m.CPU)
	if m.Known > 0 && m.Known < m.Cores {
		where = fmt.Sprintf("%d hyperthreads of %d cores of %s", m.Cores, m.Known, m.CPU)
	}
	if withGPU {
		where = fmt.Sprintf("%s, driver %s, and %s", m.GPU, m.Driver, where)
	}
	return where
}

// repeated says how often something was done, where its settings do not.
func (m *measurement) repeated(times int) string {
	switch {
	case (m.Kind == "solve" || m.Kind == "scale") && times == 1:
		return "seed 1, "
	case m.Kind == "solve" || m.Kind == "scale":
		return fmt.Sprintf("seeds 1 to %d, ", times)
	case times > 1 && m.Kind != "repro":
		return fmt.Sprintf("%d times, ", times)
	}
	return ""
}

// busyNotes says which of the measurements that the block at hand names were made while the machine had something else to do.
func (p *page) busyNotes() string {
	var busy []string
	for _, id := range p.used {
		if e, _, _ := p.whole(id); e != nil && e.Others > busyAt {
			busy = append(busy, fmt.Sprintf("%.0f %% of the processors during `%s`", e.Others, id))
		}
	}
	if busy == nil {
		return ""
	}
	return "\n\n**On a busy machine:** other programs used " + strings.Join(busy, ", ") + "."
}

// gpu names the GPU of a measurement, such as H200.
func (p *page) gpu(id string) (string, error) {
	e, why, err := p.whole(id)
	if err != nil || e == nil {
		return why, err
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(e.Machine.GPU, "NVIDIA "), " ")
	return name, nil
}

// runs says how many runs each figure of a measurement is of.
func (p *page) runs(id string) (string, error) {
	e, why, err := p.whole(id)
	switch {
	case err != nil || e == nil:
		return why, err
	case e.Repeats == 1:
		return "one run", nil
	}
	return fmt.Sprintf("%d runs", e.Repeats), nil
}
