package jobshop

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
)

const two = "# two jobs\n2 2\n0 3 1 2\n1 4 0 1\n"

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "f:1: the file ends where the number of jobs",
		two:                             "",
		"2 2\n0 3 1 2\n1 4 0 1":         "",
		"2 2\n0 3 1 2\n1 4 1 1\n":       "f:3: job 2 goes to machine 1 twice",
		"2 2\n0 3 2 2\n1 4 1 1\n":       "f:2: found 2 as machine 2 of job 1; it must be from 0 to 1: machines have numbers from 0; if yours begin with 1, take 1 off each",
		"2 2\n0 3 1 x\n1 4 1 1\n":       `f:2: found "x" where the time of job 1 on machine 1`,
		"2 2\n0 3 1 -2\n1 4 1 1\n":      "f:2: found -2 as the time of job 1 on machine 1",
		"2 2\n0 3 1 2\n1 4\n":           "f:4: the file ends where machine 2 of job 2",
		two + "9":                       `f:5: found "9" after the rows of 2 jobs`,
		"2 2000000\n":                   "f:1: found 2000000 as the number of machines",
		"1 2\n0 1073741824 1 1\n":       "f:2: all times so far add up to 1073741825",
		"1 1\n0 1073741824 # no time\n": `f:2: found "#" after`,
	} {
		p, err := Read(strings.NewReader(text), "f")
		switch {
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%q: %v, want %s", text, err, want)
		case want == "" && (err != nil || !slices.Equal(p.Times, []int32{3, 2, 4, 1}) || !slices.Equal(p.Machine, []int32{0, 1, 1, 0})):
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

func TestFits(t *testing.T) {
	for text, want := range map[string]bool{two: true, "2 2\n0 3 1 2\n1 4 1 1\n": true, "2 2\n0 3 1 2\n1 4 0\n": false, "3 2\n0 3 1 2\n1 4 0 1\n": false, "2 2\n": false, "a b\n": false,
		"": false, "2 2 1\n0 3 1 2\n": false} {
		if Fits([]byte(text)) != want {
			t.Errorf("%q fits: %v", text, !want)
		}
	}
}

// Solutions are read as they are written, from 0 on as well. Machines that wait for each other are refused.
func TestReadSolution(t *testing.T) {
	p := drawn(7, 5, 1)
	x, r := make([]int32, 35), multiwalk.NewRand(1, 0)
	for range 50 {
		p.Space().Random(r, x)
		var b bytes.Buffer
		if err := p.WriteSolution(&b, x); err != nil {
			t.Fatal(err)
		}
		y, err := p.ReadSolution(&b, "s")
		if err != nil || !slices.Equal(p.Orders(x), p.Orders(y)) {
			t.Fatal(err)
		}
		want := p.Cost(x)
		if got, err := p.Verify(y); err != nil || got != want || p.Cost(y) != want {
			t.Error(got, want, err)
		}
	}
	for text, want := range map[string]string{
		"1 2\n2 1\n":   "",
		"0 1\n1 0\n":   "",
		"1 2\n1 0\n":   "s:2: machine 1 counts jobs from 0, unlike",
		"1 2\n1\n":     "machine 1: s:3: the file ends",
		"2 1\n1 2\n":   "s:2: in these orders machines wait for each other in a circle: 4 of 4 operations never begin",
		"1 2\n2 1\n1":  `s:3: found "1" after the orders of all machines`,
		"1 1\n2 1\n":   "machine 0: s:1: 1 comes twice",
		"1 x\n2 1\n":   `machine 0: s:1: found "x"`,
		"1 2\n2 1\nx ": `s:3: found "x" after`,
	} {
		if x, err := small(t).ReadSolution(strings.NewReader(text), "s"); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, %v", text, x, err)
		}
	}
}

// The generator gives what the files hold, and a name is that of Taillard.
func TestTaillard(t *testing.T) {
	p, err := Named("jobshop:ta01\n", "f")
	if err != nil || p.Name() != "ta01" || !slices.Equal(p.Times[:4], []int32{94, 66, 10, 53}) || !slices.Equal(p.Machine[:4], []int32{6, 12, 4, 7}) {
		t.Fatal(p.Name(), err)
	}
	files, _ := filepath.Glob(filepath.Join(benchdata.Dir(t), "jobshop", "ta*.txt"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Read(bytes.NewReader(text), file)
		if err != nil || !Fits(text) {
			t.Fatal(file, err)
		}
		same, err := Named(Prefix+bounded.Stem(file), "f")
		if err != nil || same.Name() != p.Name() || !slices.Equal(p.Times, same.Times) || !slices.Equal(p.Machine, same.Machine) {
			t.Error(file, err)
		}
	}
}

func TestNamed_Refuses(t *testing.T) {
	for _, name := range []string{"ta00", "ta81", "tax", "", "50", "50x", "x20", "50x20:", "50x20:-1", "0x20", "9999999x1"} {
		if p, err := Named(Prefix+name, "f"); err == nil {
			t.Errorf("%s is %s", name, p.Name())
		}
	}
}

// Whatever the bytes: no panic, no allocation out of proportion to them, and an instance that can be evaluated.
func FuzzRead(f *testing.F) {
	for _, text := range []string{two, "1 1\n0 5\n", "3 2\n0 1 1 2\n1 1 0 2\n", "1048576 1\n0"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var p *Instance
		boundedtest.Linear(t, len(text), func() {
			if read, err := Read(bytes.NewReader(text), "f"); err == nil {
				p = read
			}
			Fits(text)
		})
		if p == nil {
			return
		}
		x := make([]int32, p.operations())
		p.Construct(multiwalk.NewRand(1, 0), x)
		if cost, err := p.Verify(x); err != nil || cost != p.Cost(x) || cost < p.LowerBound() {
			t.Error(cost, err)
		}
	})
}
