package q3ap

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
)

// shape is what decides how an instance is priced.
func shaped(t *testing.T, n int, diagonal, oneWay bool, scale int32) *Instance {
	t.Helper()
	r := multiwalk.NewRand(uint64(n), 0)
	draw := func() []int32 {
		m := make([]int32, n*n)
		for i := range n {
			for j := range n {
				switch {
				case i == j && !diagonal:
				case j < i && !oneWay:
					m[i*n+j] = m[j*n+i]
				default:
					m[i*n+j] = (int32(r.IntN(21)) - 10) * scale
				}
			}
		}
		return m
	}
	return must.Have(New("shaped", n, draw(), draw()))(t)
}

func TestInstance_Conforms(t *testing.T) {
	oneWay := Random(7, 3) // F in one direction, D in both
	flow := slices.Clone(oneWay.Flow)
	flow[1] += 5
	half := must.Have(New("half", 7, flow, oneWay.Dist))(t)
	for name, q := range map[string]*Instance{
		"random": Random(6, 1), "larger": Random(30, 2), "one": Random(1, 1), "two": Random(2, 1), "half": half,
		"diagonal": shaped(t, 5, true, false, 1), "one way": shaped(t, 6, false, true, 1), "both": shaped(t, 20, true, true, 1),
		"great": shaped(t, 9, false, false, 1000),
	} {
		t.Run(name, func(t *testing.T) { conformance.Problem(t, q) })
		if _, ok := q.form.(*narrow); ok != slices.Contains([]string{"random", "larger", "one", "two", "half"}, name) {
			t.Errorf("%s is priced by %T", name, q.form)
		}
	}
}

// Cost is the sum of the definition.
func TestCost_IsTheSumOfTheDefinition(t *testing.T) {
	for _, q := range []*Instance{Random(9, 1), shaped(t, 8, true, true, 1)} {
		x := make([]int32, 2*q.N)
		q.Space().Random(multiwalk.NewRand(1, 0), x)
		p, r, sum := x[:q.N], x[q.N:], int64(0)
		for i := range q.N {
			for k := range q.N {
				f := int64(q.Flow[i*q.N+k])
				sum += f * f * int64(q.Dist[int(p[i])*q.N+int(p[k])]) * int64(q.Dist[int(r[i])*q.N+int(r[k])])
			}
		}
		if c := q.Cost(x); c != sum {
			t.Errorf("cost %d, want %d", c, sum)
		}
	}
}

func TestNew_Refuses(t *testing.T) {
	for _, c := range []struct {
		n          int
		flow, dist []int32
		want       string
	}{
		{0, nil, nil, "n is 0; it must be from 1"},
		{2, make([]int32, 4), make([]int32, 3), "4 numbers in F and 3 in D; n = 2 needs 4 of each"},
		{1, []int32{-32768}, []int32{1}, "F of x has a number of size 32768, and it is squared; it must be at most 32767"},
		{1, []int32{32767}, []int32{math.MinInt32}, "a cost of x might not fit int64"},
	} {
		must.Fail(t, c.want)(New("x", c.n, c.flow, c.dist))
	}
}

func TestRead_BothOrders(t *testing.T) {
	text := "2\n0 1\n2 0\n\n0 3\n4 0\n"
	for _, c := range []struct {
		text       string
		flow, dist int32
	}{{text, 1, 3}, {"q3ap " + text, 1, 3}, {"q3ap\n" + text, 1, 3}, {"q3ap-df " + text, 3, 1}} {
		q, err := Read([]byte(c.text), "dir/tiny.dat")
		if err != nil || q.Name() != "tiny" || q.Flow[1] != c.flow || q.Dist[1] != c.dist {
			t.Errorf("%q: %+v, %v", c.text, q, err)
		}
	}
	q := Random(5, 7)
	if again, err := Read(q.text(), "q3ap-5-7"); err != nil || !slices.Equal(again.Flow, q.Flow) || !slices.Equal(again.Dist, q.Dist) {
		t.Errorf("a random instance comes back as %v, %v", again, err)
	}
}

func TestRead_Refuses(t *testing.T) {
	for text, want := range map[string]string{
		"q3ap 2\n0 1 2\n":                "f:3: the file ends where a flow should be",
		"q3ap 2\n0 1 2 0\n0 x 4 0":       `f:3: found "x" where a distance should be`,
		"q3ap\n\n1\n0\n0 0":              `f:5: found "0" after the two matrices`,
		"q3ap -3":                        "f:1: found n",
		"2 0 40000 0 0 0 1 1 0":          "f: q3ap: F of f has a number of size 40000",
		"q3ap-df 2 0 40000 0 0 0 1 1 0x": "where a distance should be",
	} {
		if _, err := Read([]byte(text), "f"); err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(want, " n")) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, c := range []struct {
		name, word, file string
		drawn, ok        bool
		refused          string
	}{
		{"nug12.dat", "", "", false, false, ""}, {"qap:nug12.dat", "", "", false, false, ""},
		{"q3ap:a/nug12.dat", Word, "a/nug12.dat", false, true, ""}, {"q3ap-df:12", WordSwapped, "12", false, true, ""},
		{"q3ap:12", Word, "12", true, true, ""}, {"q3ap:12:3", Word, "12:3", true, true, ""},
		{"q3ap:0:3", "", "", false, true, "with N from 1 to 4096"}, {"q3ap:12:x", "", "", false, true, "a seed from 0 on"},
	} {
		at, ok, err := Named(c.name)
		if at.Word != c.word || at.File != c.file || (at.N > 0) != c.drawn || ok != c.ok || (err != nil) != (c.refused != "") ||
			err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s: %+v, %v, %v", c.name, at, ok, err)
		}
	}
}

func TestSolution_ComesBack(t *testing.T) {
	q, x := Random(7, 1), make([]int32, 14)
	q.Space().Random(multiwalk.NewRand(2, 0), x)
	var b bytes.Buffer
	must.Do(t, q.WriteSolution(&b, x))
	if y, err := q.ReadSolution(bytes.NewReader(b.Bytes()), "f"); err != nil || !slices.Equal(x, y) {
		t.Fatalf("%v comes back as %v, %v", x, y, err)
	}
}

func TestReadSolution(t *testing.T) {
	q := must.Have(New("tiny", 2, []int32{0, 1, 2, 0}, []int32{0, 3, 4, 0}))(t)
	for text, want := range map[string]string{
		"2 73\n1 2\n1 2\n": "", "2 73 0 1 0 1": "", "2 60\n2 1\n\n1 2": "", "3 73 1 2 1 2": "f:1: a solution of n = 3; instance tiny has 2",
		"2 72 1 2 1 2": "claims the cost 72, but costs 73", "2 73\n1 1\n1 2": "f:2: 1 comes twice in permutation p",
		"2 73\n1 2\n0 1": "have both 0 and 2", "2 73\n1 2\n1\n": "ends where number 2 of permutation q should be", "2 73\n1 3": "found 3",
		"2 73 1 2 1 2 9": `found "9" after`, "": "ends where n should be", "2 x9": `found "x9" where the cost should be`,
	} {
		if _, err := q.ReadSolution(strings.NewReader(text), "f"); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Without flows or without distances nothing costs anything.
func TestLowerBound(t *testing.T) {
	some, zeros := []int32{0, 2, 3, 0}, make([]int32, 4)
	for _, c := range []struct {
		flow, dist []int32
		want       int64
	}{{zeros, some, 0}, {some, zeros, 0}, {some, some, multiwalk.NoBound}} {
		q, err := New("", 2, c.flow, c.dist)
		if err != nil || q.LowerBound() != c.want {
			t.Errorf("%v, %v: bound %d, want %d, %v", c.flow, c.dist, q.LowerBound(), c.want, err)
		}
	}
}
