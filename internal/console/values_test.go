package console_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/console"
)

// values is a command with a flag of each kind.
type values struct {
	Do struct {
		Target  *string
		Count   *int64
		Walks   int
		Seed    uint64
		Share   float64
		Time    *time.Duration
		Every   time.Duration
		Sizes   []int
		Names   []string
		Set     []string `sep:"none"`
		Quiet   bool     `short:"q"`
		Numbers []float64
	} `cmd:""`
	ran string
}

func (v *values) AfterApply() error {
	d := &v.Do
	parts := []any{d.Walks, d.Seed, d.Share, d.Every, d.Sizes, d.Names, d.Set, d.Quiet, d.Numbers}
	for _, p := range []any{d.Target, d.Count, d.Time} {
		switch p := p.(type) {
		case *string:
			if p != nil {
				parts = append(parts, *p)
			}
		case *int64:
			if p != nil {
				parts = append(parts, *p)
			}
		case *time.Duration:
			if p != nil {
				parts = append(parts, *p)
			}
		}
	}
	v.ran = fmt.Sprint(parts...)
	return fmt.Errorf("read %s.", strings.Join(strings.Fields(fmt.Sprintf("%v", parts)), " "))
}

// said is what the command says to its arguments; a command line that is read ends with what was read.
func said(args ...string) string {
	var errs bytes.Buffer
	c := console.Console{Out: io.Discard, Err: &errs}
	c.Run(new(values), append([]string{"do"}, args...))
	return errs.String()
}

// Values are read alike for all flags: a number may be negative, a whole number may have an exponent, and a time without a unit is seconds.
func TestRun_ReadsValues(t *testing.T) {
	for args, want := range map[string]string{
		"--target -349337":            " -349337].",
		"--target=-349337":            " -349337].",
		"--target -1e3 -q":            " true [] -1e3].",
		"--walks -3":                  "read [-3 ",
		"--share -.5":                 "read [0 0 -0.5 ",
		"--count 1e6":                 " 1000000].",
		"--count 2.5E+6":              " 2500000].",
		"--count -2e2":                " -200].",
		"--count 9223372036854775807": " 9223372036854775807].",
		"--seed 1e19":                 "read [0 10000000000000000000 ",
		"--seed 010":                  "read [0 10 ",
		"--sizes 1e3,-2,30":           " [1000 -2 30] ",
		"--numbers -1,1e3":            " [-1 1000]",
		"--time 3":                    " 3s].",
		"--time 2.5":                  " 2.5s].",
		"--time -1s":                  " -1s].",
		"--time 1e-1":                 " 100ms].",
		"--every 1h30m":               " 1h30m0s ",
		"--set a=1,2 --set b=-1":      " [a=1,2 b=-1] ",
		"--time":                      "--time: there is no value; give a time, such as 10s, 2m or 1h30m; see multiwalk do --help",
		"--time -q":                   "--time: there is no value, and -q is another flag; give a time",
		"--time soon":                 `--time: "soon" is no time; write seconds, such as 10 or 2.5, or a unit with them`,
		"--time NaN":                  `"NaN" is no time`,
		"--time 1e300":                `"1e300" is no time`,
		"--count":                     "--count: there is no value; give a whole number, such as 1000 or 1e6",
		"--count 1.5":                 `--count: "1.5" is no whole number; write digits`,
		"--count 1.55e1":              `"1.55e1" is no whole number`,
		"--count 1e99":                `"1e99" is no whole number from -9223372036854775808 to 9223372036854775807`,
		"--count 1e999999999":         `"1e999999999" is no whole number`,
		"--count many":                `"many" is no whole number`,
		"--seed -1":                   `"-1" is no whole number from 0 to 18446744073709551615`,
		"--share x":                   `"x" is no number`,
		"--target":                    "--target: there is no value; give one",
		"--target --count 3":          "--target: there is no value, and --count is another flag",
		"--names":                     "--names: there is no value; give one",
		"--names=":                    "--names: the value is empty; give it one, or leave it out",
		"--names=a,,b":                "--names: the value is empty",
		"--target=":                   "--target: the value is empty",
	} {
		if got := said(strings.Fields(args)...); !strings.Contains(got, want) || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}

// A command that needs a sub-command names them all.
func TestRun_NamesAllSubCommands(t *testing.T) {
	var grammar struct {
		A, B, C, D, E, F, G struct{} `cmd:""`
	}
	var errs bytes.Buffer
	c := console.Console{Out: io.Discard, Err: &errs}
	if code := c.Run(&grammar, []string{"--"}); code != console.ExitUsage || !strings.Contains(errs.String(), "name one of a, b, c, d, e, f, g; see") {
		t.Errorf("%d: %s", code, errs.String())
	}
}
