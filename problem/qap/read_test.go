package qap

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

const three = "3\n\n0 5 2\n5 0 3\n2 3 0\n\n0 8 15\n8 0 13\n15 13 0\n"

func TestRead(t *testing.T) {
	q := must.Have(Read(strings.NewReader(three), "some/where/tiny3.dat"))(t)
	if q.Name() != "tiny3" || q.N != 3 || !q.Symmetric() {
		t.Errorf("read %s, n = %d, symmetric %v", q.Name(), q.N, q.Symmetric())
	}
	// Facility 0 at location 2, 1 at 0, 2 at 1: 2*(5*15 + 2*13 + 3*8).
	if got := q.Cost([]int32{2, 0, 1}); got != 250 {
		t.Errorf("cost %d, want 250", got)
	}
	if !slices.Equal(q.Flow, []int32{0, 5, 2, 5, 0, 3, 2, 3, 0}) {
		t.Errorf("the first matrix is not the flows: %v", q.Flow)
	}
}

// Numbers may be written as other programs do, and lines may end anywhere.
func TestRead_AsOthersWriteIt(t *testing.T) {
	for _, text := range []string{"3 0 5 2 5 0 3 2 3 0 0 8 15 8 0 13 15 13 0", "3 0 5 2 5 0 3 2 3 0\n0 8 15 8 0 13 15 13 0\n",
		"3.0\n0.0 5.0 2.0\n5 0 3e0\n2 3. 0\n0 8 15\n8 0 1.3E1\n15 13 0\n", strings.ReplaceAll(three, " ", ", ")} {
		q, err := Read(strings.NewReader(text), "x.dat.gz")
		if err != nil || q.Cost([]int32{2, 0, 1}) != 250 || q.Name() != "x" {
			t.Errorf("%q: %v, %v", text, q, err)
		}
	}
}

func TestRead_OneElement(t *testing.T) {
	q := must.Have(Read(strings.NewReader("1 -7 6"), "one.dat"))(t)
	if got := q.Cost([]int32{0}); got != -42 {
		t.Errorf("cost %d, want -42", got)
	}
}

func TestRead_SaysWhatIsWrong(t *testing.T) {
	huge := strings.Repeat("2147483647 ", 50*50)
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "x.dat:1: the file ends where the number of facilities n should be: it is cut short, fetch it again"},
		{"zero", "0\n", "x.dat:1: n is 0; it must be from 1 to 16384"},
		{"negative", "-3\n", "x.dat:1: found -3 as the number of facilities n; it must be from 0"},
		{"a trillion", "1000000000000 1 2 3", "x.dat:1: n is 1000000000000; it must be from 1 to 16384"},
		{"beyond 64 bits", "99999999999999999999 1", "found 99999999999999999999 as the number of facilities n"},
		{"header", "NAME : berlin52\n", `x.dat:1: found "NAME" where the number of facilities n should be, a whole number`},
		{"cut short", "2\n0 1 1 0\n0 2\n2", "x.dat:4: the file ends where a distance should be: it is cut short, fetch it again (distance 4 of 4, row 2, column 2)"},
		{"large n, little data", "16000\n1 2 3\n", "x.dat:3: the file ends where a flow should be"},
		{"fraction", "2\n0 1\n1.5 0\n0 2 2 0\n", "x.dat:3: found 1.5 as a flow; it must be a whole number: multiply all numbers by a common one"},
		{"beyond int32", "2\n0 1\n1 0\n0 2147483648 2 0\n", "x.dat:4: found 2147483648 as a distance; it must be from -2147483648 to 2147483647"},
		{"too much", "2\n0 1 1 0\n0 2 2 0\n7\n", `x.dat:4: found "7" after the two matrices of 2*2 numbers, where the file should end`},
		{"a best known cost", "3 50\n" + three[2:], "x.dat:1: found a second number, 50, behind n in the first line, such as a best known cost: remove it"},
		{"rectangular", "2 3\n0 1\n1 0\n0 1 2\n1 0 3\n2 3 0\n", "found 2 facilities and 3 locations, with a matrix each: make both as many"},
		{"rectangular the other way", "3 2\n0 1 2\n1 0 3\n2 3 0\n0 1\n1 0\n", "found 3 facilities and 2 locations"},
		{"linear costs", three + "7 0 9\n1 8 3\n2 5 4\n", "x.dat:1: found a third matrix of 3*3 numbers, such as linear costs, which is not read"},
		{"two triangles", "3\n0\n1 0\n2 3 0\n0\n4 0\n5 6 0\n", "found 12 numbers behind n = 3, as of two triangles: write both matrices whole, 9 numbers each"},
		{"no number", "2\n0 1_0 1 0\n0 2 2 0\n", `x.dat:2: found "1_0" where a flow should be, a whole number`},
		{"costs beyond int64", "50\n" + huge + huge, "x.dat: a cost of x might not fit int64"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(c.text), "x.dat")
			must.Fail(t, c.want)(err)
		})
	}
	must.Fail(t, io.ErrClosedPipe)(Read(iotest.ErrReader(io.ErrClosedPipe), "x.dat"))
	if _, err := ReadFile("no-such-file.dat"); err == nil {
		t.Error("no error for a file that is not there")
	}
}

func TestNew_Refuses(t *testing.T) {
	for _, c := range []struct {
		n, flows int
		want     string
	}{{0, 0, "n is 0"}, {MaxN + 1, 0, "it must be from 1 to"}, {2, 3, "has 3 flows and 4 distances; n = 2 needs 4 of each"}} {
		_, err := New("x", c.n, make([]int32, c.flows), make([]int32, 4))
		must.Fail(t, c.want)(err)
	}
}

func TestReadSolution_FindsForm(t *testing.T) {
	q := Structured(5, 1)
	x := []int32{3, 0, 4, 1, 2}
	inverse := []int32{1, 3, 4, 0, 2}
	write := func(y []int32, base int32, cost int64) string {
		text := fmt.Sprintf("5 %d\n", cost)
		for _, v := range y {
			text += fmt.Sprint(v+base, ", ")
		}
		return text
	}
	for want, text := range map[Form]string{
		Direct: write(x, 1, q.Cost(x)), Inverse: write(inverse, 1, q.Cost(x)), ZeroBased: write(x, 0, q.Cost(x)),
		ZeroBasedInverse: write(inverse, 0, q.Cost(x)), Mismatch: write(x, 1, q.Cost(x)+1),
	} {
		s := must.Have(ReadSolution(strings.NewReader(text), "x.sln", q))(t)
		if s.Form != want || !slices.Equal(s.X, x) || s.Cost != q.Cost(x) {
			t.Errorf("%s: read as %s, %v of cost %d", want, s.Form, s.X, s.Cost)
		}
	}
	var b bytes.Buffer
	must.Do(t, q.WriteSolution(&b, x))
	s, err := ReadSolution(&b, "x.sln", q)
	if err != nil || s.Form != Direct || !slices.Equal(s.X, x) {
		t.Errorf("written and read again: %+v, %v", s, err)
	}
}

func TestReadSolution_SaysWhatIsWrong(t *testing.T) {
	q := Uniform(3, 1)
	for _, c := range []struct{ text, want string }{
		{"", "x.sln:1: the file ends where the number of facilities n should be"},
		{"4 10\n1 2 3 4", "x.sln:1: a solution of 4 facilities; instance uniform has 3"},
		{"3", "x.sln:1: the file ends where the cost should be"},
		{"3 10\n1 2", "x.sln:2: the file ends where element 3 of the permutation should be"},
		{"3 10\n1 2\n2", "x.sln:3: 2 comes twice in the permutation, first in line 2"},
		{"3 10\n0 2 3", "x.sln:2: the permutation has both 0 and 3: it must be of 1..3 or of 0..2"},
		{"3 10\n1 2 4", "x.sln:2: found 4 as element 3 of the permutation; it must be from 0 to 3"},
		{"3 10\n1 2 3 1", `x.sln:2: found "1" after the permutation of 3`},
	} {
		_, err := ReadSolution(strings.NewReader(c.text), "x.sln", q)
		must.Fail(t, c.want)(err)
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		three: true, strings.ReplaceAll(three, "\n", " "): true, "3, 0,5,2,5,0,3,2,3,0, 0,8,15,8,0,13,15,13,0": true, "\n 1 \r\n\r\n0 1": true, "2\n0 -1.0 +2 0 0 3 3 0.5": true,
		three + "1": false, three[:len(three)-2]: false, "": false, "12": false, "12\n": false, "3 10\n1 2 3": false, "1 0\n2 3 0\n4 5 6 0\n": false,
		"3 1 0\n2 5 0\n7 1 0\n": false, "0\n1": false, "20000\n1": false, "NAME : x\n": false, "p cnf 3 2\n": false, "3\nabc": false, "1 0 x": false,
	} {
		if got := Sniff([]byte(text)); got != want {
			t.Errorf("Sniff(%q) = %v", text, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{three, "1 2 3", "2\n0 1 1 0\n0 2 2 0\n7", "1000000000000 1", "2\n0 2147483648", ""} {
		f.Add([]byte(s))
	}
	for _, s := range boundedtest.Seeds("#", "#\n# #\n", "2\n# 1 1 0\n0 # 2 #\n", "2\n# # # #\n# # # #\n") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		sniffed := Sniff(text)
		var q *Instance
		var err error
		boundedtest.Linear(t, len(text), func() { q, err = Read(bytes.NewReader(text), "fuzz.dat") })
		if err != nil {
			return
		}
		if !sniffed && !bytes.HasPrefix(text, []byte("\x1f\x8b")) { // what is packed is unpacked before
			t.Fatal("read, but not recognised")
		}
		x := make([]int32, q.N)
		for i := range x {
			x[i] = int32(i)
		}
		s := q.NewState(x).(rowed)
		if q.N > 1 {
			checkFirstRow(t, q, s, x)
		}
	})
}

func FuzzReadSolution(f *testing.F) {
	for _, s := range []string{"4 10\n1 2 3 4", "4 0\n0 1 2 3", "4 -5 4,3,2,1", "4 1 1 1 1 1", "4", "9 9"} {
		f.Add([]byte(s))
	}
	for _, s := range boundedtest.Seeds("#", "4 #\n1 2 3 4\n", "4 10\n# # # #\n", "4 10\n1 2 3 #\n") {
		f.Add(s)
	}
	q := Structured(4, 1)
	f.Fuzz(func(t *testing.T, text []byte) {
		var s *Solution
		var err error
		boundedtest.Linear(t, len(text), func() { s, err = ReadSolution(bytes.NewReader(text), "fuzz.sln", q) })
		if err != nil {
			return
		}
		must.Do(t, q.Space().Check(s.X))
		if s.Cost != q.Cost(s.X) || (s.Form != Mismatch) != (s.Cost == s.Claimed) {
			t.Fatalf("%+v costs %d", s, q.Cost(s.X))
		}
	})
}
