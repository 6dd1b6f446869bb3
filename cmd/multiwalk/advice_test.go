package main

import (
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
)

var named = regexp.MustCompile(`(?:that take this problem: |this problem is for --method )([a-z, -]+)`)

// What an error names instead of a method that refuses a problem does take it.
func TestAdvice_IsTaken(t *testing.T) {
	b := newBench(t)
	for _, args := range [][]string{
		{ring, "--method=minconflict"}, {grid, "--method=eax", "--device=cpu"},
		{ring, "--method=ils", "--device=emulator"},
	} {
		b.want(2, append([]string{"solve"}, args...)...)
		said := b.err.String()
		list := named.FindStringSubmatch(said)
		if list == nil {
			t.Errorf("%v: no advice in %s", args, said)
			continue
		}
		for _, name := range regexp.MustCompile(`, | or `).Split(strings.TrimSpace(list[1]), -1) {
			if strings.HasSuffix(args[1], "="+name) {
				t.Errorf("%v advises itself", args)
			}
			try := append([]string{"solve", args[0], "--evaluations=3000", "--walks=2", "--method=" + name}, args[2:]...)
			b.want(0, try...)
		}
		for _, m := range methods() {
			if strings.Contains(said, "use "+m.Name()) {
				t.Errorf("%v: the error itself advises %s: %s", args, m.Name(), said)
			}
		}
	}
	for _, args := range [][]string{{ring, "--method=genetic", "--set=population=1"},
		{grid, "--method=pspm", "--device=emulator", "--set=neighbourhood=2opt"}} {
		b.want(2, append([]string{"solve"}, args...)...)
		if strings.Contains(b.err.String(), "--method") {
			t.Errorf("a setting is refused, and the error advises other methods: %s", b.err.String())
		}
	}
}

func TestSuggestions(t *testing.T) {
	b := newBench(t)
	for args, want := range map[string]string{
		"solve ring.tsp --method=tabo":                            `unknown method "tabo", did you mean "tabu"?`,
		"solve ring.tsp --method=atuo":                            `unknown method "atuo", did you mean "auto"?`,
		"methods aneal":                                           `unknown method "aneal", did you mean "anneal"?`,
		"solve ring.tsp --method=exchange --set=method=climp":     `unknown method "climp", did you mean "climb"?`,
		"solve ring.tsp --method=anneal --set=alhpa=0.9":          `method anneal has no setting "alhpa", did you mean "alpha"?`,
		"solve ring.tsp --method=anneal --set=neighbourhood=sawp": `unknown neighbourhood "sawp", did you mean "swap"?`,
		"solve ring.tsp --problem=tps":                            `unknown problem "tps", did you mean "tsp"?`,
		"solve ring.tsp --methd=tabu":                             `did you mean "--method"`,
	} {
		b.want(2, strings.Fields(args)...)
		if !strings.Contains(b.err.String(), want) {
			t.Errorf("%s says %s, want %s", args, b.err.String(), want)
		}
	}
}

func TestVersion_BothWays(t *testing.T) {
	b := newBench(t)
	b.want(0, "version")
	said := b.out.String()
	for _, args := range [][]string{{"--version"}, {"solve", "--version"}} {
		b.want(0, args...)
		if b.out.String() != said || !strings.HasPrefix(said, "multiwalk ") {
			t.Errorf("%v prints %q, and version prints %q", args, b.out.String(), said)
		}
	}
	settings := func(revision, modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: modified}}
	}
	const revision = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct {
		main     string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.3", nil, "v1.2.3"},
		{"", nil, "(devel)"},
		{"(devel)", settings(revision, "false"), "(devel) 0123456789ab"},
		{"", settings(revision, "true"), "(devel) 0123456789ab, changed"},
		{"v0.0.0-20260102030405-0123456789ab", settings(revision, "false"), "v0.0.0-20260102030405-0123456789ab"},
	} {
		info := &debug.BuildInfo{Settings: c.settings}
		info.Main.Version = c.main
		if got := versionOf(info); got != c.want {
			t.Errorf("version %q with %v is %q, want %q", c.main, c.settings, got, c.want)
		}
	}
}
