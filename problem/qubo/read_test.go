package qubo

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
)

// readers are all, each with a text of three bits: what it costs is given for all bits 1, and for the first alone.
var readers = []struct {
	name, text string
	read       func(r io.Reader, file string) (*Instance, error)
	ones, one  int64
}{
	{"sparse", "# a comment\n3 4\n1 1 -5\n1 2 3\n3 3 2.0\n 2 3 -1e0\n", ReadSparse, -5 + 2 + 2*(3-1), -5},
	{"qubo", "c a comment\nc 3 0\np qubo 0 3 2 2\n0 0 -5\nc nodes\n2 2 2\n0 1 3\n1 2 -1\n", ReadQUBO, -5 + 2 + 3 - 1, -5},
	{"beasley", "1\n3 4\n1 1 -5\n1 2 3\n3 3 2\n2 3 -1\n", first, 5 - 2 - 2*(3-1), 5},
	{"graph", "3 2\n1 2 3\n2 3 -1\n", ReadGraph, 0, -3},
	{"qs", "# Vars Non-zeros Offset\n3 4 5\n1 1 -5\n1 2 3\n3 3 2.0\n 2 3 -1e0\n", ReadQS, -5 + 2 + 3 - 1, -5},
	{"coo", "# vartype=BINARY\n# offset=42\n0 0 -5.000000\n0 1 3\n1 2 -1\n2 2 2.0\n", ReadCOO, -5 + 2 + 3 - 1, -5},
}

// first is the first instance of a file in Beasley's form.
func first(r io.Reader, file string) (*Instance, error) {
	list, err := ReadBeasley(r, file)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

func TestRead_EveryForm(t *testing.T) {
	for _, v := range readers {
		p, err := v.read(strings.NewReader(v.text), "folder/"+v.name+".txt")
		if err != nil {
			t.Errorf("%s: %v", v.name, err)
			continue
		}
		if p.Name() != v.name || p.Space().Len() != 3 {
			t.Errorf("%s: %q of %d bits", v.name, p.Name(), p.Space().Len())
		}
		if ones, one := p.Cost([]int32{1, 1, 1}), p.Cost([]int32{1, 0, 0}); ones != v.ones || one != v.one {
			t.Errorf("%s: costs %d and %d, want %d and %d", v.name, ones, one, v.ones, v.one)
		}
		if again, err := v.read(strings.NewReader("\xef\xbb\xbf"+strings.ReplaceAll(v.text, "\n", "\r\n")), v.name); err != nil || again.Cost([]int32{1, 1, 1}) != v.ones {
			t.Errorf("%s with other line ends: %v", v.name, err)
		}
	}
}

func TestReadBeasley_EachOfSeveral(t *testing.T) {
	text := "\xef\xbb\xbf2\n\n2 1\n1 2 7\n 3 2\n1 1 4\n2 3 1\n"
	list, err := ReadBeasley(strings.NewReader(text), "bqp.txt")
	if err != nil || len(list) != 2 || list[0].Name() != "bqp-1" || list[1].Name() != "bqp-2" || list[1].Cost([]int32{1, 1, 1}) != -6 {
		t.Fatalf("%v, %v", list, err)
	}
	for k, p := range list {
		part := must.Have(Part([]byte(text), "bqp.txt", k+1))(t)
		one, err := ReadBeasley(bytes.NewReader(part), fmt.Sprintf("bqp.txt#%d", k+1))
		if err != nil || len(one) != 1 || one[0].Name() != p.Name() || one[0].Space().Len() != p.Space().Len() {
			t.Errorf("%q: %v, %v", part, one, err)
		}
	}
	part, _ := Part([]byte(text), "f", 2)
	must.Fail(t, "f:7: ")(ReadBeasley(strings.NewReader(strings.Replace(string(part), "2 3 1", "2 4 1", 1)), "f"))
	for _, number := range []int{-1, 0, 3} {
		if _, err := Part([]byte(text), "f", number); err == nil || !strings.Contains(err.Error(), "it holds 2, #1 to #2") {
			t.Errorf("instance %d: %v", number, err)
		}
	}
	must.Fail(t, "f:4: found the end of the file")(Part([]byte("2\n2 1\n1 2 7\n"), "f", 1))
}

var badFiles = []struct {
	form       int // of readers
	text, says string
}{
	{0, "", `f:1: found the end of the file, expected the number of bits, a whole number from 1 to 67108864; begin with two numbers`},
	{0, "0 0\n", `f:1: found "0", expected the number of bits`},
	{0, "3 -1\n", `f:1: found "-1", expected the number of entries`},
	{0, "3 2\n1 2 5\n", `f:3: found the end of the file, expected the first of entry 2 of 2, a whole number from 1 to 3`},
	{0, "3 1\n1 4 5\n", `f:2: found "4", expected the second of entry 1 of 1, a whole number from 1 to 3; correct the number`},
	{0, "3 1\n1 2 x\n", `f:2: found "x", expected the weight of entry 1 2, a whole number up to 2^53; correct it`},
	{0, "3 1\n1 2\n", `f:3: found the end of the file, expected the weight of entry 1 2, a whole number up to 2^53; correct it`},
	{0, "3 1\n1 2 0.5\n", `f:2: found "0.5", expected the weight of entry 1 2, a whole number up to 2^53; scale all weights`},
	{0, "3 1\n1 2 1e300\n", `f:2: found "1e300"`},
	{0, "3 1\n1 2 5\n2 3 5\n", `f:3: found "2", expected the end of the file after 1 entries; correct the number of entries`},
	{0, "3 3\n1 2 5\n2 3 5\n2 1 4\n", `f:4: found the pair 1 2 again, expected it once, and it was in line 2; write it once`},
	{0, "60000 1\n1 2 5\n", `f:1: found 60000 bits in all up to here with 1 entries, expected at most 32772; number those alone`},
	{0, "3 1\n1 2 " + strings.Repeat("9", 100) + "\n", `found "` + strings.Repeat("9", 40) + `"...`},
	{0, "3 1\n1 2 5\x00\n", `it is no text`},
	{1, "p cnf 3 1\n", `f:1: found "cnf", expected qubo; begin with p qubo 0 bits nodes couplers`},
	{1, "c only\n", `f:2: found the end of the file, expected p`},
	{1, "p qubo", `expected a topology`},
	{1, "p qubo 0 3 1 1\n0 1 1\n2 2 1\n", `f:2: found the pair 0 1, expected 1 nodes first`},
	{1, "p qubo 0 3 1 0\n3 3 1\n", `f:2: found "3", expected the first of node 1 of 1, a whole number from 0 to 2`},
	{1, "p qubo 0 3 1 1\n0 0 1\n1 2 1\n9", `after 1 nodes and 1 couplers`},
	{2, "0\n", `f:1: found "0", expected the number of instances`},
	{2, "2\n3 1\n1 2 5\n", `f:4: found the end of the file, expected the number of bits of instance 2`},
	{2, "2\n3 1\n1 2 5\n30000 0\n", ``},
	{2, "2\n30000 0\n30000 0\n", `f:3: found 60000 bits in all up to here with 0 entries`},
	{0, "3 2\n0 1 5\n2 3 1\n", `f:3: found "3", expected numbers from 1 to 3, or from 0 to 2, and not both; correct the number`},
	{0, "3 2\n2 3 5\n0 1 1\n", `f:3: found "0", expected numbers from 1 to 3, or from 0 to 2, and not both`},
	{3, "3 2\n1 2\n2 3 4\n", `f:3: found edge 2 3 with a weight, expected the same as of the first; give all a weight, or none`},
	{3, "3 2\n1 2 4\n2 3\n", `f:3: found edge 2 3 without a weight`},
	{3, "3 2\n1 2 0x10\n2 3 1\n", `f:2: found "0x10", expected the weight of edge 1 2, a whole number up to 2^53; correct it`},
	{3, "3 2\n1 1 4\n1 1 5\n", `f:3: found the pair 1 1 again`},
	{3, "%%MatrixMarket matrix coordinate real general\n3 3 1\n2 1 5\n", `f:1: found "%%MatrixMarket matrix coordinate real general`},
	{3, "%%MatrixMarket matrix coordinate real symmetric\n3 4 1\n2 1 5\n", `f:2: found a matrix of 3 rows and 4 columns, expected as many rows`},
	{4, "3 1 x\n1 2 5\n", `f:1: found "x", expected the offset, a number; begin with three numbers`},
	{4, "3 2 0\n1 2 5\n", `f:3: found the end of the file, expected the first of entry 2 of 2`},
	{5, "# vartype=SPIN\n0 1 5\n", `f:1: found vartype=SPIN, an Ising model of -1 and 1, expected vartype=BINARY; write it with 0 and 1`},
	{5, "# offset=3\n", `f:2: found the end of the file, expected an entry; write lines such as`},
	{5, "0 900000 1\n", `f:1: found 900001 bits in all up to here with 1 entries`},
	{5, "-1 2 1\n", `f:1: found "-1", expected the first of entry 1`},
}

func TestRead_SaysWhereAndWhatToDo(t *testing.T) {
	for _, v := range badFiles {
		p, err := readers[v.form].read(strings.NewReader(v.text), "f")
		if v.says == "" {
			if err != nil {
				t.Errorf("%q: %v", v.text, err)
			}
			continue
		}
		if p != nil || err == nil || !strings.HasPrefix(err.Error(), "f:") || !strings.Contains(err.Error(), v.says) {
			t.Errorf("%q: %v, want %q", v.text, err, v.says)
		}
	}
	var heavy strings.Builder
	fmt.Fprintf(&heavy, "1000 400\n")
	for k := range 400 {
		fmt.Fprintf(&heavy, "%d %d %d\n", k+1, k+2, mostWeight)
	}
	must.Fail(t, "f:257: found weight 9007199254740992")(ReadGraph(strings.NewReader(heavy.String()), "f"))
	if _, err := ReadSparse(boundedtest.Endless("3 9\n1 2 3 "), "f"); err == nil {
		t.Error("an endless file was read")
	}
}

func TestMaxCut_CostsTheCut(t *testing.T) {
	edges := []Term{{0, 1, 3}, {1, 2, -1}, {0, 3, 2}, {3, 1, 5}}
	p := must.Have(MaxCut(4, edges))(t)
	least := int64(math.MaxInt64)
	for x := range runtest.Solutions(p.Space()) {
		cut := int64(0)
		for _, e := range edges {
			if x[e.I] != x[e.J] {
				cut += e.Weight
			}
		}
		if c := p.Cost(x); c != -cut {
			t.Errorf("%v costs %d, its cut is %d", x, c, cut)
		}
		least = min(least, p.Cost(x))
	}
	if least != -8 {
		t.Errorf("the greatest cut is %d, want 8", -least)
	}
	for says, edges := range map[string][]Term{"edge 1 joins 2 and 2": {{0, 1, 1}, {2, 2, 1}}, "edge 0 joins 0 and 4": {{0, 4, 1}},
		"with the weight of edge 1, 2305843009213693952, the weights add up": {{0, 1, 1}, {1, 2, 1 << 61}}} {
		must.Fail(t, says)(MaxCut(4, edges))
	}
}

func TestSniff(t *testing.T) {
	pairs, graph := Pairs{OK: true, Weighted: true}, Pairs{OK: true}
	for _, v := range []struct {
		text  string
		form  string // that its head tells
		pairs Pairs
	}{
		{readers[0].text, "", Pairs{OK: true, Weighted: true, Diagonal: true}},
		{readers[1].text, "qubo", Pairs{}},
		{readers[2].text, "bqp", Pairs{}},
		{readers[3].text, "", pairs},
		{readers[4].text, "qs", Pairs{}},
		{readers[5].text, "coo", Pairs{}},
		{"", "", Pairs{}},
		{"3\n0 1 2\n1 0 3\n2 3 0\n", "", Pairs{}},
		{"3 2\n1 4 7\n2 3 1\n", "", Pairs{}},
		{"3 2\n0 1 7\n2 3 1\n", "", Pairs{}},
		{"3 2\n0 1 7\n2 1 1.5\n", "", pairs},
		{"4 2\n1 1 7\n2 3 1\n", "", pairs},
		{"3 2\n1 2\n2 3\n", "", graph},
		{"3 1\n1 2\n2 3\n", "", Pairs{}}, // a knapsack, say
		{"3 2\n1 2\n2 3 1\n", "", Pairs{}},
		{"3 0\n", "", pairs},
		{"3 1\n", "", Pairs{}},
		{"0 0\n", "", Pairs{}},
		{"%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n2 1 5\n", "", pairs},
		{"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n", "", graph},
		{"p cnf 3 2\n", "", Pairs{}},
		{"2\n3 1\n1 2 5\n", "", Pairs{}},
		{"1\n3 99999999\n1 2 5\n", "", Pairs{}},
	} {
		text := []byte(v.text)
		for form, sniff := range map[string]func([]byte) bool{"qubo": SniffQUBO, "bqp": SniffBeasley, "qs": SniffQS, "coo": SniffCOO} {
			if sniff(text) != (form == v.form) {
				t.Errorf("%q: as %s %v", text, form, sniff(text))
			}
		}
		if got := SniffPairs(text); got != v.pairs {
			t.Errorf("%q: %+v, want %+v", text, got, v.pairs)
		}
	}
}

// Graphs as others write them: loops, no weights, vertices from 0, a matrix of Matrix Market, no edges. Their greatest cuts are by
// brute force.
func TestReadGraph_AsOthersWriteThem(t *testing.T) {
	for _, v := range []struct {
		text string
		cut  int64
		note string
	}{
		{"4 6\n1 1 2\n1 2 3\n2 2 4\n2 3 -2\n3 4 5\n1 4 1\n", 8, "edges from a vertex to itself (2) are in no cut"},
		{"4 4\n1 2\n2 3\n3 4\n1 4\n", 4, "the edges have no weights, so each weighs 1"},
		{"4 4\n0 1 3\n1 2 -2\n2 3 5\n0 3 1\n", 8, "numbers are from 0 to 3 in the file"},
		{"3 0\n", 0, ""}, {"1 0", 0, ""}, {"1 1\n1 1 5\n", 0, "edges from a vertex to itself (1)"},
		{"%%MatrixMarket matrix coordinate integer symmetric\n% a comment\n4 4 4\n2 1 3\n3 2 -2\n4 3 5\n4 1 1\n", 8, ""},
		{"%%MatrixMarket matrix coordinate pattern symmetric\n4 4 4\n2 1\n3 2\n4 3\n4 1\n", 4, "each weighs 1"},
		{"4.0 4\n1 2.0 3.0\n2 3 -2\n3 4 5e0\n1 4 1\n", 8, ""},
	} {
		p, err := ReadGraph(strings.NewReader(v.text), "f")
		if err != nil {
			t.Errorf("%q: %v", v.text, err)
			continue
		}
		if least := runtest.Least(p); least != -v.cut || !strings.Contains(strings.Join(p.Notes(), "; "), v.note) || v.note == "" && len(p.Notes()) > 0 {
			t.Errorf("%q: the greatest cut is %d, want %d; notes %q, want %q", v.text, -least, v.cut, p.Notes(), v.note)
		}
	}
}

// The note says how often a weight counts, and what is not in the cost.
func TestRead_NotesWhatCounts(t *testing.T) {
	for _, v := range []struct {
		form  int // of readers
		text  string
		least int64
		notes string
	}{
		{0, "3 4\n1 1 -2\n1 2 3\n2 2 1\n2 3 -4\n", -7, "read as a QUBO (form .sparse): a weight of two different bits counts twice"},
		{0, "3 4\n0 0 -2\n0 1 3\n1 1 1\n1 2 -4\n", -7, "counts twice; numbers are from 0 to 2 in the file"},
		{0, "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 -2.0\n2 1 3\n2 2 1\n3 2 -4\n", -7, "counts twice"},
		{1, "p qubo 0 3 2 2\n0 0 -2\n1 1 1\n0 1 3\n1 2 -4\n", -3, "D-Wave's form .qubo): a weight of two different bits counts once"},
		{2, "1\n3 4\n1 1 2\n1 2 -3\n2 2 -1\n2 3 4\n", -7, "counts twice"},
		{4, "# Vars Non-zeros Offset\n3 4 5\n1 1 -2\n1 2 3\n2 2 1\n2 3 -4\n", -3, "counts once; the offset 5 of the file is not in the cost; add it"},
		{4, "c Vars Non-zeros Offset\np 3 4 0\n0 0 -2\n0 1 3\n1 1 1\n1 2 -4\n", -3, "counts once; numbers are from 0 to 2"},
		{5, "# vartype=BINARY\n# offset = 4.5\n0 0 -2\n0 1 3\n1 1 1\n1 2 -4\n", -3, "counts once; the offset 4.5 of the file is not in the cost"},
	} {
		p, err := readers[v.form].read(strings.NewReader(v.text), "f")
		if err != nil {
			t.Errorf("%q: %v", v.text, err)
			continue
		}
		if least := runtest.Least(p); least != v.least || !strings.Contains(strings.Join(p.Notes(), "; "), v.notes) {
			t.Errorf("%q: least %d, want %d; notes %q, want %q", v.text, least, v.least, p.Notes(), v.notes)
		}
	}
}

func TestSolution_IsReadAsWritten(t *testing.T) {
	var b bytes.Buffer
	if err := bounded.WriteBits(&b, []int32{0, 1, 1, 0}); err != nil || b.String() != "0110\n" {
		t.Fatalf("%q, %v", b.String(), err)
	}
	for text, says := range map[string]string{"0110\n": "", "0 1\n1\t0": "", "011\n": "f:2: found 3 bits, expected 4", "01101": "f:1: found more than 4 bits",
		"01\n2": "f:2: found '2', expected 0 or 1; write a bit for each variable", "\x00": "it is no text"} {
		x, err := bounded.ReadBits(strings.NewReader(text), "f", 4)
		if says == "" && (err != nil || fmt.Sprint(x) != "[0 1 1 0]") || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%q: %v, %v, want %q", text, x, err, says)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, text := range []string{"qubo:1", "qubo:40", "qubo:40:2", "maxcut:1", "maxcut:2", "maxcut:7:3", "maxcut:100\n"} {
		p, err := Named(text, "f")
		if err != nil || p.Name() != strings.TrimSpace(text) {
			t.Errorf("%s: %v", text, err)
		}
	}
	x := make([]int32, 40)
	for i := range x {
		x[i] = 1
	}
	a, _ := Named("qubo:40", "f")
	b, _ := Named("qubo:40:1", "f")
	c, _ := Named("qubo:40:2", "f")
	if a.Cost(x) != b.Cost(x) || a.Cost(x) == c.Cost(x) {
		t.Errorf("costs %d, %d by the same seed, %d by another", a.Cost(x), b.Cost(x), c.Cost(x))
	}
	for _, text := range []string{"qubo:", "qubo:0", "maxcut:10001", "qubo:x", "qubo:5:", "qubo:5:-1", "maxcut:5:6:7"} {
		if _, err := Named(text, "f"); err == nil || !strings.HasPrefix(err.Error(), "multiwalk: f: give a number from 1 to 10000") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Whatever the bytes: no panic, no memory out of proportion, an error that says where, and an instance that can be evaluated.
func FuzzRead(f *testing.F) {
	for k, v := range readers {
		f.Add(byte(k), []byte(v.text))
	}
	for _, v := range badFiles {
		f.Add(byte(v.form), []byte(v.text))
	}
	for k, template := range []string{"# #\n1 1 #\n# 2 #\n", "p qubo # # # #\n# 0 #\n0 # #\n", "#\n# #\n1 # #\n", "# #\n1 # #\n", "p # # #\n1 # #\n",
		"# offset=#\n0 # #\n1 1 #\n"} {
		for _, s := range boundedtest.Seeds(template) {
			f.Add(byte(k), s)
		}
	}
	f.Fuzz(func(t *testing.T, form byte, file []byte) {
		SniffPairs(file)
		SniffQUBO(file)
		SniffQS(file)
		SniffCOO(file)
		var p *Instance
		var err error
		read := readers[int(form)%len(readers)].read
		boundedtest.Linear(t, len(file), func() { p, err = read(bytes.NewReader(file), "f") })
		if sniffed := SniffBeasley(file); sniffed {
			boundedtest.Linear(t, len(file), func() { _, _ = Part(file, "f", 1) })
		}
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") || p != nil {
				t.Fatalf("instance %v, error without a place: %v", p, err)
			}
			return
		}
		x := make([]int32, p.Space().Len())
		s := p.NewState(x)
		if d := s.(interface{ FlipDelta(i int32) int64 }).FlipDelta(0); d != p.FlipDelta(x, 0) {
			t.Fatalf("delta %d, by its state %d", p.FlipDelta(x, 0), d)
		}
	})
}

func FuzzReadSolution(f *testing.F) {
	f.Add([]byte("0110\n"))
	f.Add([]byte("01 2"))
	f.Fuzz(func(t *testing.T, file []byte) {
		boundedtest.Linear(t, len(file), func() {
			if x, err := bounded.ReadBits(bytes.NewReader(file), "f", 4); err == nil && len(x) != 4 {
				t.Fatal(x)
			}
		})
	})
}
