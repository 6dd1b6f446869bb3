package pspm

import (
	"errors"
	"strconv"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/repro"
)

// Journal keeps samples in a file, one line each.
type Journal struct {
	*repro.Journal
	known Samples
}

// OpenJournal reads the journal in a file, or makes a new one: see repro.OpenJournal. settings is whatever
// decides what a trial is. The error wraps repro.ErrOtherSettings for a file of others.
func OpenJournal(file string, settings any) (*Journal, error) {
	lines, err := repro.OpenJournal(file, settings, []string{"kind", "instance", "system", "moves", "searches", "trial", "target",
		"limit_s", "length", "evaluations", "elapsed_s", "status"})
	if err != nil {
		return nil, err
	}
	known, err := repro.Results(lines, parseSample)
	if err != nil {
		return nil, errors.Join(err, lines.Close())
	}
	return &Journal{lines, known}, nil
}

// fields is the sample as a line of the journal. Times are exact.
func (s Sample) fields() []string {
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 9, 64) }
	return []string{string(s.Kind), s.Instance, s.System, strconv.Itoa(s.Moves), strconv.Itoa(s.Searches), strconv.Itoa(s.Number),
		strconv.FormatInt(s.Target, 10), seconds(s.Limit), strconv.FormatInt(s.Length, 10),
		strconv.FormatInt(s.Evaluations, 10), seconds(s.Elapsed), string(s.Status)}
}

func parseSample(f []string) (Sample, error) {
	var errs []error
	whole := func(s string) int64 {
		v, err := strconv.ParseInt(s, 10, 64)
		errs = append(errs, err)
		return v
	}
	seconds := func(s string) time.Duration {
		d, err := time.ParseDuration(s + "s")
		errs = append(errs, err)
		return d
	}
	s := Sample{
		Trial: Trial{Kind: Kind(f[0]), Instance: f[1], System: f[2], Moves: int(whole(f[3])), Number: int(whole(f[5])),
			Target: whole(f[6]), Limit: seconds(f[7])},
		Searches: int(whole(f[4])), Length: whole(f[8]), Evaluations: whole(f[9]), Elapsed: seconds(f[10]), Status: multiwalk.Status(f[11]),
	}
	return s, errors.Join(errs...)
}
