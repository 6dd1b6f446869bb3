package flowshop

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

const head = "number of jobs, number of machines, initial seed, upper bound and lower bound :\n"

// two is a file of Taillard's form.
const two = head + " 2 3 7 0 0\nprocessing times :\n 1 2\n3 4\n5 6\n" + head + "1 2 9 0 0\nprocessing times :\n7\n8\n"

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "f#2:1: the file ends where the number of jobs",
		"2 3\n1 2\n3 4\n5 6\n":            "",
		"2 3\n0 1 1 3 2 5\n0 2 1 4 2 6\n": "",
		"2 3\n0 1 1 3 2 5\n0 2 1 x 2 6\n": `f#2:3: found "x" where the time of job 2 on machine 1`,
		"2 3\n1 2\n3 x\n5 6\n":            `f#2:3: found "x" where the time of job 2 on machine 2`,
		"2 3\n1 2\n3 -4\n5 6\n":           "f#2:3: found -4 as the time of job 2 on machine 2",
		"2 3\n1 2\n3 4\n5 6 7\n":          `f#2:4: found "7" after the times of 2 jobs on 3 machines`,
		"20000 3\n":                       "f#2:1: found 20000 as the number of jobs",
		"2 300\n":                         "f#2:1: found 300 as the number of machines",
		"2 2\n1 2\n3 999999999\n":         "f#2:3: found 999999999",
	} {
		p, err := Read(strings.NewReader(text), "f#2")
		switch {
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%q: %v, want %s", text, err, want)
		case want == "" && (err != nil || !slices.Equal(p.Times, []int32{1, 3, 5, 2, 4, 6}) || p.Name() != "f-2"):
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

func TestReadTaillard(t *testing.T) {
	list, err := ReadTaillard(strings.NewReader(two), "dir/f.txt")
	if err != nil || len(list) != 2 || list[0].Name() != "f-1" || !slices.Equal(list[0].Times, []int32{1, 3, 5, 2, 4, 6}) || !slices.Equal(list[1].Times, []int32{7, 8}) {
		t.Fatal(list, err)
	}
	for text, want := range map[string]string{
		"": `f:1: found "" where "number" should be`,
		head + "2 3 7 0 0\nprocessing times :\n1 2\n3 4\n5\n": "f:7: the file ends where the time of job 2 on machine 3",
		two + "9":                 "f:12: found \"9\" after instance 2",
		head + "2 3 7 0 0\ntimes": "f:3: found \"times\" where \"processing\" should be",
	} {
		if _, err := ReadTaillard(strings.NewReader(text), "f"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A part of a file is an instance whose errors have the lines of the whole.
func TestPart(t *testing.T) {
	part := must.Have(Part([]byte(two), "f", 2))(t)
	list, err := ReadTaillard(bytes.NewReader(part), "f#2")
	if err != nil || len(list) != 1 || list[0].Name() != "f-2" || list[0].Jobs != 1 {
		t.Fatal(list, err)
	}
	if _, err := ReadTaillard(bytes.NewReader(append(part, 'x')), "f#2"); err == nil || !strings.HasPrefix(err.Error(), "f#2:12: ") {
		t.Error(err)
	}
	for number, want := range map[int]string{3: "f: there is no instance 3; it holds 2, #1 to #2", 0: "there is no instance 0"} {
		must.Fail(t, want)(Part([]byte(two), "f", number))
	}
	must.Fail(t, "only a file of Taillard's")(Part([]byte("2 3\n"), "f", 1))
	if Numbered([]byte(two), two) != 0 || Numbered([]byte("2 3\n"), "ta001") != 0 {
		t.Error("an instance of a name that none has")
	}
}

// The generator gives what Taillard's files hold, and these are told by name.
func TestReadTaillard_IsTheGenerators(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(benchdata.Dir(t), "fsp", "tai50_20.txt"))
	if err != nil {
		t.Skip(err)
	}
	list, err := ReadTaillard(bytes.NewReader(text), "tai50_20.txt")
	if err != nil || len(list) != 10 || Numbered(text, "ta053") != 3 {
		t.Fatal(len(list), err)
	}
	for _, p := range list {
		same, err := Named(Prefix+p.Name(), "f")
		if err != nil || !slices.Equal(p.Times, same.Times) {
			t.Error(p.Name(), err)
		}
	}
	changed := bytes.Replace(text, []byte(" 52 95 42"), []byte(" 52 95 43"), 1)
	if list, err := ReadTaillard(bytes.NewReader(changed), "tai50_20.txt"); err != nil || list[0].Name() != "tai50_20-1" || list[1].Name() != "ta052" {
		t.Error("changed times have Taillard's name", err)
	}
}

func TestNamed_Refuses(t *testing.T) {
	for _, name := range []string{"ta000", "ta121", "tax", "", "50", "50x", "x20", "50x20:", "50x20:-1", "0x20", "50x999", "99999x1"} {
		if p, err := Named(Prefix+name, "f"); err == nil {
			t.Errorf("%s is %s", name, p.Name())
		}
	}
}

// Whatever the bytes: no panic, no allocation out of proportion to them, and an instance that can be evaluated.
func FuzzRead(f *testing.F) {
	for _, text := range []string{two, "2 3\n1 2\n3 4\n5 6\n", "2 3\n0 1 1 3 2 5\n0 2 1 4 2 6\n", "flowshop:ta001", "flowshop:9x3:2", "16384 128\n1"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var list []*Instance
		boundedtest.Linear(t, len(text), func() {
			if p, err := Read(bytes.NewReader(text), "f"); err == nil {
				list = append(list, p)
			}
			if several, err := ReadTaillard(bytes.NewReader(text), "f"); err == nil {
				list = append(list, several...)
			}
			_, _ = Part(text, "f", 1)
		})
		for _, p := range list {
			x := make([]int32, p.Jobs)
			for i := range x {
				x[i] = int32(i)
			}
			if cost, err := p.Makespan().Verify(x); err != nil || cost != p.Makespan().Cost(x) || cost < 0 {
				t.Error(cost, err)
			}
		}
	})
}
