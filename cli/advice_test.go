package cli

import (
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

var named = regexp.MustCompile(`(?:that take this problem: |this problem is for --method )([a-z, -]+)`)

// What an error names instead of a method that refuses a problem does take it.
func TestAdvice_IsTaken(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	for _, args := range [][]string{
		{ring, "--method=minconflict"}, {grid, "--method=eax", "--device=cpu"},
		{ring, "--method=memetic", "--device=emulator"},
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

var (
	flagsNamed = regexp.MustCompile(`--device [a-z:+]+(?: --method [a-z-]+)?`)
	usesMethod = regexp.MustCompile(`(?:use|or) ([a-z-]+)( on CPU cores)?`)
)

// advised returns the flags of each command that an error of solve advises: those of the command with others in their place.
func advised(said, device string) (list []string) {
	with := func(device, method string) {
		list = append(list, strings.TrimSpace("--device="+device+" --method="+method))
	}
	for _, m := range named.FindAllStringSubmatch(said, -1) {
		for _, name := range regexp.MustCompile(`, | or `).Split(strings.TrimSpace(m[1]), -1) {
			with(device, name)
		}
	}
	for _, flags := range flagsNamed.FindAllString(said, -1) {
		list = append(list, strings.NewReplacer("--method ", "--method=", "--device ", "--device=").Replace(flags))
	}
	for _, m := range usesMethod.FindAllStringSubmatch(said, -1) {
		if _, err := testProgram.methodNamed(m[1]); err != nil || strings.Contains(said, "--method "+m[1]) {
			continue
		}
		if m[2] != "" {
			with("cpu", m[1])
		} else {
			with(device, m[1])
		}
	}
	return list
}

// refused returns what a command says that is refused, or "".
func (b *bench) refused(args string) string {
	if b.run(strings.Fields(args)...) > 1 {
		return b.err.String()
	}
	return ""
}

// Each method on each problem and device: what the error of one that is refused advises is not refused as well. Without
// --method in the advice it is that of the command.
func TestAdvice_IsNotRefusedEither(t *testing.T) {
	if testing.Short() {
		t.Skip("runs each method on each problem")
	}
	b := newBench(t)
	gputest.Computer(t, 0, nil)
	write(t, "bound.tsp", strings.Replace(ringText(), "EOF\n", "FIXED_EDGES_SECTION\n1 2\n-1\nEOF\n", 1))
	tried := map[string]string{} // what a command said that was refused
	try := func(args string) string {
		if _, known := tried[args]; !known {
			tried[args] = b.refused(args)
		}
		return tried[args]
	}
	followed := 0
	for _, problem := range []string{ring, grid, "bound.tsp", "qubo:12", "nqueens:8", "q3ap:5:1", "sat:n12-r4", "perceptron:9x11"} {
		for _, device := range []string{"auto", "cpu", "emulator", "cpu+emulator", "gpu"} {
			for _, m := range methods() {
				command := "solve " + problem + " --evaluations=60 --walks=3 --target=none --quiet "
				said := try(command + "--device=" + device + " --method=" + m.Name())
				for _, flags := range advised(said, device) {
					if !strings.Contains(flags, "--method=") {
						flags += " --method=" + m.Name()
					}
					followed++
					if again := try(command + flags); again != "" {
						t.Errorf("%s on %s with %s says %s, which advises %s, and that says %s", m.Name(), device, problem, said, flags, again)
					}
				}
				if said != "" && device != "gpu" && len(advised(said, device)) == 0 {
					t.Errorf("%s on %s with %s says %s, which is no advice", m.Name(), device, problem, said)
				}
			}
		}
	}
	if followed < 1000 {
		t.Errorf("only %d pieces of advice followed", followed)
	}
}

// Commands that have no --device, or need a GPU, do not advise --device cpu.
func TestAdvice_WhereCoresCannotTakeOver(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", "qubo:12", "--method=anneal", "--device=emulator", "--evaluations=500", "--record=run.jsonl", "--quiet")
	write(t, "run.jsonl", strings.ReplaceAll(read(t, "run.jsonl"), `"device":"emulator"`, `"device":"gpu"`))
	gputest.Computer(t, 0, nil)
	for _, args := range []string{"verify --replay run.jsonl", "tune ring.tsp --method=eax --vary=tours=2,3 --device=gpu"} {
		if code := b.run(strings.Fields(args)...); code == 0 || !strings.Contains(b.out.String()+b.err.String(), "no GPU") ||
			strings.Contains(b.out.String()+b.err.String(), "--device cpu") {
			t.Errorf("%s: exit %d\n%s%s", args, code, b.out.String(), b.err.String())
		}
	}
	b.want(0, strings.Fields("tune ring.tsp --method=eax --vary=tours=2,3 --device=emulator --evaluations=500 --rounds=1 --tests=1")...)
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
		b.says(want)
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

// A missed target has a remedy that can help.
func TestSolve_RemedyForAMissedTarget(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ args, want string }{
		{ring + " --target=1 --evaluations=2000", "give it more --evaluations, or another --method"},
		{ring + " --target=1 --work=2", "give it more --work, or another --method"},
		{ring + " --target=1 --time=200ms", "give it more --time, or another --method"},
		{ring + " --target=1 --no-improvement=50 --walks=1 --method=anneal", "give it more --no-improvement, or another --method"},
		{ring + " --target=1 --method=climb --walks=1", "try another --seed, or another --method"},
		{"nqueens:20 --target=-5 --evaluations=2000", "no solution is better than 0, which is proven"},
	} {
		b.want(1, append([]string{"solve", "-q"}, strings.Fields(c.args)...)...)
		if !strings.HasSuffix(b.err.String(), c.want+"\n") {
			t.Errorf("%s: %q", c.args, b.err.String())
		}
	}
	b.want(2, "tune", ring, "--method=auto", "--vary=sweeps=5")
	b.says("--method auto chooses a method, and has no settings to vary")
}
