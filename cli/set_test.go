package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/walk"
)

// knobs is a method with a setting of each type.
type knobs struct {
	Rounds    int
	Big       uint64
	Narrow    int8
	Share     float64
	UseURL    bool
	LocalMove string
	Patience  time.Duration
	Inner     walk.Method
	Team      []walk.Method
	Shares    []int
	Cooling   struct{ Start, End float64 }
	Hook      func()
	hidden    int
}

func (knobs) Name() string { return "knobs" }

func (knobs) Prepare(multiwalk.Problem, walk.Plan) (walk.Search, error) { return nil, nil }

func TestWithSettings(t *testing.T) {
	first := methods()[0]
	m := must.Have(testProgram.withSettings(knobs{hidden: 1}, []string{"rounds=-3", "Big=18446744073709551615", "narrow=-128", "share=0.5",
		"use-url=true", "local-move=a=b", "patience=2s", "inner=" + first.Name(), "team=" + first.Name() + "," + first.Name(), "shares=3,4", "cooling.end=2"}))(t)
	k := m.(knobs)
	if k.Rounds != -3 || k.Big != 1<<64-1 || k.Narrow != -128 || k.Share != 0.5 || !k.UseURL || k.LocalMove != "a=b" ||
		k.Patience != 2*time.Second || k.Inner == nil || k.Inner.Name() != first.Name() || len(k.Team) != 2 ||
		len(k.Shares) != 2 || k.Shares[1] != 4 || k.Cooling.End != 2 || k.hidden != 1 {
		t.Errorf("got %+v", k)
	}
}

func TestWithSettings_Refuses(t *testing.T) {
	for change, want := range map[string]string{
		"rounds":        "write key=value",
		"rounds=x":      `"x" is no whole number`,
		"narrow=128":    `"128" is no whole number`,
		"share=half":    `"half" is no number`,
		"use-url=maybe": `"maybe" is not true or false`,
		"patience=soon": `"soon" is no time`,
		"inner=psychic": `unknown method "psychic"`,
		"inner=auto":    "auto chooses a method, and is none",
		"shares=1,x":    `"x" is no whole number`,
		"team=,":        `unknown method ""`,
		"inner.a=1":     "choose the method first: --set inner=NAME",
		"speed=9": "method knobs has no setting \"speed\"; it has rounds (whole number), big (whole number), narrow (whole number), " +
			"share (number), use-url (true or false), local-move (word), patience (duration), inner (method)",
		"hook=1":   "no setting",
		"hidden=1": "no setting",
	} {
		must.Fail(t, want)(testProgram.withSettings(knobs{}, []string{change}))
	}
}

func TestKeyOf(t *testing.T) {
	for name, want := range map[string]string{"Tenure": "tenure", "LocalSearch": "local-search", "UseURL": "use-url", "URLPath": "url-path", "T0": "t0"} {
		if got := keyOf(name); got != want {
			t.Errorf("keyOf(%s) = %s, want %s", name, got, want)
		}
	}
}

func TestParseTarget(t *testing.T) {
	for _, c := range []struct {
		in   string
		best int64
		want int64
	}{{"12", 7, 12}, {"-12", 7, -12}, {"bks", 7, 7}, {"bks+1%", 7542, 7617}, {"bks+0.5%", 1000, 1005}, {"bks+100", 7, 107},
		{"bks+10%", -50, -45}, {"bks+1%", 0, 0}, {"bks+5%", 1<<62 + 1, 4842270319348757300}} {
		got, err := parseTarget(c.in, problem.Format{}, c.best, true)
		if err != nil || got != c.want {
			t.Errorf("%s of %d is %d, %v; want %d", c.in, c.best, got, err, c.want)
		}
	}
	for _, s := range []string{"", "x", "1.5", "bks-1%", "bks+", "bks+%", "bks+-1%", "bks+1.5", "bks+1e9%", "bks+99999999999999999999%", "bks1%"} {
		if got, err := parseTarget(s, problem.Format{}, 1<<60, true); err == nil {
			t.Errorf("target %q is %d, want an error", s, got)
		}
	}
}

// Of what is maximised a target is told as users know it.
func TestParseTarget_OfWhatIsMaximised(t *testing.T) {
	f := testProgram.FormatOf("maxcut")
	for s, want := range map[string]int64{"12": -12, "bks": -1000, "bks-1%": -990, "bks-100": -900} {
		if got, err := parseTarget(s, f, -1000, true); err != nil || got != want {
			t.Errorf("%s is %d, %v; want %d", s, got, err, want)
		}
	}
	for _, s := range []string{"bks+1%", "-9223372036854775808"} {
		if _, err := parseTarget(s, f, -1000, true); err == nil || !strings.Contains(err.Error(), "is no cut; write a whole number, bks, bks-1%") {
			t.Errorf("%s: %v", s, err)
		}
	}
}

func TestShort(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1.00k", 9994: "9.99k", 9999: "10.0k", 12_345_678: "12.3M",
		999_499: "999k", 999_999: "1.00M", 5e12: "5.00T", 7e15: "7P"} {
		if got := console.Short(n); got != want {
			t.Errorf("console.Short(%d) = %s, want %s", n, got, want)
		}
	}
}
