package maxsat

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/state"
)

const (
	plain  = "c a comment\np cnf 3 4\n1 -2 0\nc another\n2 3\n-1 0 3 3 -3 0\n-3 0\n"
	satlib = "p cnf  3  2 \n 1 -2 3 0\n-1 2 0\n%\n0\n\n"
	old    = "p wcnf 3 4 10\n10 1 2 0\n3 -1 0\n0 2 0\n12 -2 3 0\n"
	all    = "p wcnf 2 2\n7 1 0\n3 -1 2 0\n"
	fresh  = "c new\nh 1 2 0\n3 -1 0\n5 0\nh -2 3 0\n"
)

// Each form has these costs at all assignments of its variables, 000, 100, 010 and so on, and as many hard clauses.
func TestRead_EveryForm(t *testing.T) {
	for _, c := range []struct {
		text   string
		hard   int64
		costs  []int64 // of the soft clauses
		broken []int64
	}{
		{plain, 0, []int64{0, 1, 1, 0, 1, 1, 2, 1}, nil},
		{satlib, 0, []int64{0, 1, 1, 0, 0, 1, 0, 0}, nil},
		{old, 2, []int64{0, 3, 0, 3, 0, 3, 0, 3}, []int64{1, 0, 1, 1, 1, 0, 0, 0}},
		{all, 0, []int64{7, 3, 7, 0}, nil},
		{fresh, 2, []int64{5, 8, 5, 8, 5, 8, 5, 8}, []int64{1, 0, 1, 1, 1, 0, 0, 0}},
	} {
		p := must.Have(Read(strings.NewReader(c.text), "some/where/a.b.cnf"))(t)
		if !Sniff([]byte(c.text)) {
			t.Errorf("not recognised: %q", c.text)
		}
		n := p.Space().Len()
		if p.Name() != "a.b" || 1<<n != len(c.costs) {
			t.Errorf("%s of %d variables", p.Name(), n)
		}
		for k, want := range c.costs {
			x := make([]int32, n)
			for i := range x {
				x[i] = int32(k >> i & 1)
			}
			hard := make([]int64, len(p.rules.List()))
			if soft := p.rules.Unpack(p.Cost(x), hard); soft != want || c.hard > 0 && hard[0] != c.broken[k] {
				t.Errorf("%q at %v: %d and %v, want %d", c.text, x, soft, hard, want)
			}
		}
		if list := p.rules.List(); (len(list) > 0) != (c.hard > 0) || c.hard > 0 && list[0] != (multiwalk.Constraint{Name: HardClauses, Most: c.hard}) {
			t.Errorf("%q: %v", c.text, list)
		}
	}
}

var badFiles = map[string]string{
	"":                                     "f:1: the file ends where the header",
	"c only\n":                             "f:2: the file ends where the header",
	"p":                                    "f:1: the file ends where cnf or wcnf should be",
	"p edge 3 2\n":                         `f:1: found "edge" after p; it must be cnf or wcnf`,
	"p cnf x 2\n":                          `f:1: found "x" where the number of variables should be, a whole number`,
	"p cnf 0 1\n1 0\n":                     "f:2: found 1 as a literal; it must be from 0 to 0",
	"1 2 0\n2 3 0\n1 3 0\n":                `f:1: found "1", and no header above it: begin with a line such as p cnf 50 218 (variables, clauses), or name the file .cnf or .wcnf`,
	"3 0\n":                                `f:1: found "3", and no header above it`,
	"p cnf 3 -1\n":                         "f:1: found -1 as the number of clauses",
	"p cnf 3 2\n1 2 0\n":                   "f:3: the file ends after 1 of 2 clauses: it is cut short, fetch it again",
	"p cnf 3 1\n1 2 0\n3 0\n":              `f:3: found "3" after 1 clauses, where the file should end: check the number`,
	"p cnf 3 1\n1 4 0\n":                   "f:2: found 4 as a literal; it must be from -3 to 3: correct it, or the header",
	"p cnf 3 1\n1 2\n":                     "f:3: the file ends where a literal, or the 0 that ends clause 1 should be",
	"p cnf 3 1\n1 a 0\n":                   `f:2: found "a" where a literal should be`,
	"p cnf 3 2\n1 0\n%\n0\n":               "f:3: the file ends after 1 of 2 clauses",
	"p wcnf 3 1 0\n":                       `f:1: found "0" where the weight of hard clauses should be, a whole number from 1`,
	"p wcnf 3 1 x\n":                       `f:1: found "x" where the weight of hard clauses should be`,
	"h 1 0\n3.5 1 -2 0\n":                  `f:2: found "3.5" where the weight of a clause should be, a whole number from 0 to 18446744073709551615: multiply all`,
	"p wcnf 3 1 5\n.5 2 0\n":               `f:2: found ".5" where the weight of a clause should be`,
	"p wcnf 3 1 5\n-1 2 0\n":               "f:2: found weight -1, and none may be negative: in place of weight -5 of a clause of one literal, 1, give weight 5 to -1",
	"h 1 0\n-2.0 2 0\n":                    "f:2: found weight -2.0, and none may be negative",
	"p wcnf 3 1\n9223372036854775808 2 0":  "f:2: found weight 9223372036854775808; a soft clause weighs up to",
	"p wcnf 3 1 5\nh 2 0\n":                `f:2: found "h" where the weight of a clause should be`,
	"hello\n":                              `f:1: found "hello", and no header above it`,
	"h\n":                                  "f:2: the file ends where a literal should be",
	"h 1 0\nx 2 0\n":                       `f:2: found "x" where a clause should begin, with its weight or with h`,
	"h 3 0\n3 1 2 0\n0":                    "f:3: the file ends where a literal should be",
	"p wcnf 3 2\n3 1 2":                    "f:2: the file ends where a literal, or the 0 that ends clause 1 should be",
	"p cnf 1000000000 1\n1 0\n":            "f:1: 1000000000 variables are too many for 1 literals, which may have up to 65544",
	"h 1 0\n1 2 -900000000 0\n":            "f:2: 900000000 variables are too many for 3 literals",
	"p wcnf 1 1\n9223372036854775807 1 0 ": "f: the weights add up to 9223372036854775807",
	"sat:n10-q":                            `f:1: "q" in the name of the instance says nothing`,
}

func TestRead_SaysWhatIsWrong(t *testing.T) {
	for text, says := range badFiles {
		p, err := Read(strings.NewReader(text), "f")
		if p != nil || err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}

// What is no file of clauses is not taken for one.
func TestSniff_TakesNoOther(t *testing.T) {
	for _, text := range []string{"", "3\n0 1 2\n1 0 3\n2 3 0\n", "p edge 3 2\ne 1 2\n", "NAME : x\n", "3 2\n1 2 1\n2 3 1\n", "800 19176\n1 2 0\n",
		"-1 2 0\n", "1 h 0\n", "0\n", "3 1 0\n2 5 0\n7 1 0\n", "1 0\n2 3 0\n4 5 6 0\n", "1 2 0\n2 3 0\n1 3 0\n", "h 1 0\nx 2 0\n"} {
		if Sniff([]byte(text)) {
			t.Errorf("%q is recognised", text)
		}
	}
	long := []byte(strings.Repeat("h 1 2 0\n", 20_000))
	if !Sniff(long) {
		t.Error("a long file is not recognised")
	}
}

func after(text, then string) io.Reader {
	return io.MultiReader(strings.NewReader(text), boundedtest.Endless(then))
}

// What never ends is refused with its place and a remedy, and takes no more memory than the bound.
func TestRead_EndlessIsRefused(t *testing.T) {
	for name, r := range map[string]io.Reader{
		"zeros": after("", "\x00"), "blank lines": after("", "\n"), "a comment": after("c", "x"), "comments": after("", "c\n"),
		"a long number": after("p cnf 3 1\n", "1"), "a clause": after("p cnf 3 1\n", "1 "), "clauses": after("", "h 1 0\n"), "behind": after(satlib[:20], "\n"),
	} {
		boundedtest.Linear(t, 1<<16, func() {
			p, err := read(r, "pipe", 1<<16)
			if p != nil || err == nil || !strings.HasPrefix(err.Error(), "pipe:") ||
				!strings.Contains(err.Error(), "more than 65536 bytes; check") && !strings.Contains(err.Error(), "it is no text") {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// Whatever the bytes: no panic, no allocation out of proportion, an error that says where, and an instance that can be searched.
func FuzzRead(f *testing.F) {
	for text := range badFiles {
		f.Add([]byte(text))
	}
	for _, text := range []string{plain, satlib, old, all, fresh, "sat:n5-r2", "xorsat:n4-s2"} {
		f.Add([]byte(text))
	}
	for _, s := range boundedtest.Seeds("p cnf # #\n# -# 0\n", "p wcnf 3 2 #\n# 1 0\n# 2 0\n", "h # 0\n# 1 # 0\n") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		Sniff(file)
		if generated(file) {
			return // a name of a few bytes may make a large instance
		}
		var p *Instance
		var err error
		boundedtest.Linear(t, len(file), func() { p, err = Read(bytes.NewReader(file), []string{"f", "f.cnf", "f.wcnf"}[len(file)%3]) })
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f") || p != nil {
				t.Fatalf("instance %v, error without a place: %v", p, err)
			}
			return
		}
		exercise(t, p)
	})
}

// exercise has a state follow flips, and writes the solution.
func exercise(t *testing.T, p *Instance) {
	r, x := multiwalk.NewRand(1, 0), make([]int32, p.Space().Len())
	p.Space().Random(r, x)
	s, cost := p.NewState(x).(state.FlipFollower), p.Cost(x)
	for range 20 {
		i := int32(r.IntN(len(x)))
		cost += s.FlipDelta(i)
		s.(multiwalk.State).(interface{ Flip(int32) }).Flip(i)
		if x[i] = 1 - x[i]; p.Cost(x) != cost {
			t.Fatalf("by its deltas %d, by full evaluation %d", cost, p.Cost(x))
		}
	}
	if err := p.rules.Check(cost); err != nil || cost < p.LowerBound() {
		t.Fatalf("cost %d, bound %d: %v", cost, p.LowerBound(), err)
	}
	var b bytes.Buffer
	for _, form := range p.Forms() {
		b.Reset()
		must.Do(t, p.WriteAnswer(&b, x, form))
		y, err := p.ReadSolution(&b, "s")
		if unsatisfiable := p.Status(x) == Unsatisfiable; unsatisfiable != (err != nil) || !unsatisfiable && !slices.Equal(x[:p.n], y[:p.n]) {
			t.Fatalf("%s: wrote %v, read %v: %v", form, x, y, err)
		}
	}
}

func TestWriteSolution_SaysWhatIsKnown(t *testing.T) {
	for _, c := range []struct {
		text string
		x    []int32
		want string
		code int
	}{
		{satlib, []int32{0, 0, 0}, "s SATISFIABLE\nv -1 -2 -3 0\n", 10},
		{satlib, []int32{1, 0, 1}, "c 1 clauses are violated\nc violated: clause 2 (line 3)\ns UNKNOWN\nv 1 -2 3 0\n", 0},
		{old, []int32{1, 0, 1}, "o 3\ns SATISFIABLE\nv 1 -2 3 0\n", 10},
		{old, []int32{0, 1, 1}, "o 0\ns OPTIMUM FOUND\nv -1 2 3 0\n", 30},
		{old, []int32{0, 0, 1}, "c 1 hard clauses are violated\nc violated: clause 1 (line 2)\ns UNKNOWN\nv -1 -2 3 0\n", 0},
		{"c x\np cnf 2 3\n1 -1 0 2\n0\n-2 0\n", []int32{0, 0}, "c 1 clauses are violated\nc violated: clause 2 (line 3)\ns UNKNOWN\nv -1 -2 0\n", 0},
		{"p wcnf 1 3 9\n0 1 0\n9 1 0\n9 -1 0\n", []int32{0}, "c 1 hard clauses are violated\nc violated: clause 2 (line 3)\ns UNKNOWN\nv -1 0\n", 0},
		{"p cnf 1 2\n1 0\n0\n", []int32{1}, "c 1 clauses are violated\nc violated: clause 2 (line 3)\ns UNSATISFIABLE\n", 20},
		{"p wcnf 1 2 9\n1 1 0\n9 0\n", []int32{1}, "c 1 hard clauses are violated\nc violated: clause 2 (line 3)\ns UNSATISFIABLE\n", 20},
		{"p cnf 0 0\n", []int32{0}, "s SATISFIABLE\nv 0\n", 10},
		{fresh, []int32{0, 1, 1}, "o 5\ns OPTIMUM FOUND\nv -1 2 3 0\n", 30}, // the empty clause costs 5 whatever is done
	} {
		p := must.Have(Read(strings.NewReader(c.text), "f"))(t)
		var b strings.Builder
		if err := p.WriteAnswer(&b, c.x, Literals); err != nil || b.String() != c.want || p.ExitCode(c.x) != c.code {
			t.Errorf("%q at %v: %q, %v, want %q", c.text, c.x, b.String(), err, c.want)
		}
		before, _, ok := strings.Cut(c.want, "v ")
		if b.Reset(); ok && p.n > 0 {
			before += strings.NewReplacer("[", "v ", " ", "", "]", "\n").Replace(fmt.Sprint(c.x))
		}
		if err := p.WriteAnswer(&b, c.x, Word); err != nil || p.n > 0 && b.String() != before {
			t.Errorf("%q at %v as a word: %q, %v, want %q", c.text, c.x, b.String(), err, before)
		}
	}
}

func TestReadSolution(t *testing.T) {
	p := must.Have(Read(strings.NewReader(plain), "f"))(t)
	for text, want := range map[string]string{
		"v 1 -2 3 0\n": "", "s SATISFIABLE\nv 1\nv -2 3\nv 0\n": "", "c x\no 5\ns OPTIMUM FOUND\nv 101\n": "", "1 -2 3": "", "v 3 1 -2": "",
		"":              "s:1: the solution has 0 of 3 variables; 1 has no value: take the solution",
		"v 1 -2 0\n":    "s:2: the solution has 2 of 3 variables; 3 has no value",
		"v 1 -1 0\n":    "s:1: found variable 1 again; each has one value",
		"v 1 4 0\n":     "s:1: found 4 as a literal; it must be from -3 to 3",
		"v\nx\n":        `s:2: found "x" where a literal should be`,
		"v 1010\n":      "s:1: found 1010 as a literal",
		"SAT\n1 -2 3 0": "", "s SATISFIABLE\nv 1 -2 3 0\n": "", "c x\nSATISFIABLE\n1 -2 3": "", "s\nv 101": "", "\x1f\x8b": "s:1: it is packed by gzip and cut short",
		"v 0101\n":          "s:1: found a word of 4 values, and there are 3 variables: take the solution of this instance",
		"UNSAT\n":           "s:1: found that there is no solution: give a file with one",
		"s UNSATISFIABLE\n": "s:1: found that there is no solution",
	} {
		x, err := p.ReadSolution(strings.NewReader(text), "s")
		if want == "" && (err != nil || !slices.Equal(x, []int32{1, 0, 1})) || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %v, %v, want %q", text, x, err, want)
		}
	}
	must.Fail(t, "bytes; check that this")(p.ReadSolution(boundedtest.Endless("v\n"), "pipe"))
}

// Without a header the ending says what the file is, and a line h says it too. No literal is lost.
func TestRead_WithoutAHeader(t *testing.T) {
	for _, c := range []struct {
		file, text string
		n          int
		cost       int64 // of all variables false
		note       string
	}{
		{"a.cnf", "1 2 0\n2 3 0\n1 3 0\n", 3, 3, "the file has no line p cnf; read as CNF of 3 variables and 3 clauses"},
		{"a.CNF.gz", "c x\n-1 2 0 2\n3 0\n%\n0\n", 3, 1, "CNF of 3 variables and 2 clauses"},
		{"a.wcnf", "1 2 0\n2 3 0\n1 3 0\n", 3, 4, ""}, {"a.wcnf", "4 0\n", 0, 4, ""}, {"a.wcnf", "2.0 1 0\n3e0 -1.0 0\n", 1, 2, ""},
		{"a.txt", "5 -1 0\n4 2 0\nh -2 0\n", 2, 4, ""}, {"a.cnf", "5 -1 0\n4 2 0\nh -2 0\n", 2, 4, ""},
		{"a.wcnf", "p wcnf 3 3 100.0\n100.0 -1 2 0\n2.0 1 0\n9.0 -2 0\n", 3, 2, ""},
	} {
		p, err := Read(strings.NewReader(c.text), c.file)
		if err != nil {
			t.Errorf("%s, %q: %v", c.file, c.text, err)
			continue
		}
		x := make([]int32, p.Space().Len())
		if p.n != c.n || p.Cost(x) != c.cost || !strings.Contains(strings.Join(p.Notes(), "; "), c.note) || c.note == "" && len(p.Notes()) > 0 {
			t.Errorf("%s, %q: %d variables, cost %d, notes %q", c.file, c.text, p.n, p.Cost(x), p.Notes())
		}
	}
}

// The sum of the weights may be as great as a cost can be.
func TestRead_GreatWeights(t *testing.T) {
	p, err := Read(strings.NewReader("p wcnf 2 2 18446744073709551615\n1152921504606846974 1 0\n1 1 2 0\n"), "f")
	if err != nil || p.Cost([]int32{0, 0}) != 1<<60-1 || p.Cost([]int32{0, 1}) != 1<<60-2 || p.clauses.Hard != math.MaxInt64 {
		t.Errorf("%v, %v", p, err)
	}
}
